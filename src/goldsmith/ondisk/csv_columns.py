"""The header of a CSV file of cases: what its columns may be called, told once and not once a row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from goldsmith.errors import Problem
from goldsmith.ondisk.csv_rows import Table
from goldsmith.ondisk.located import RawRecord
from goldsmith.records.case import Case
from goldsmith.records.column_words import ALIASES, SIXTY

COLUMNS = ("id", *SIXTY)
"""What most CSV files of cases hold."""
NEEDED = ("id", "question")
"""What no case is without."""
_LIKENESS = 0.75
_MOST_MEANT = 40
"""A header with more columns that no case has is no header of cases: what each might mean is not looked for."""
_MEANT: Mapping[str, str] = {alias: column for column, aliases in ALIASES.items() for alias in aliases}


def column_problems(table: Table, fields: Mapping[str, str]) -> Iterator[tuple[str, Problem]]:
    """Yield each field that is wrong or missing with its problem, at the header.

    A column is wrong where no case has such a field, or where the field cannot be written in a cell and some row tries.
    `fields` are the names that the file uses (ours to theirs).
    """
    theirs = {their: our for our, their in fields.items()}
    there = {theirs.get(column, column) for column in table.columns}
    meant: set[str] = set()
    unknown = 0
    for column in table.columns:
        if column in theirs or column in COLUMNS:
            continue
        unknown += 1
        near = nearest_column(column, there) if unknown <= _MOST_MEANT else ""
        if column not in _field_kinds():
            meant.add(near)
            mend = f"did you mean `{near}`? rename the column" if near else f"the columns are: {', '.join(COLUMNS)}"
            yield column, _problem(table, f"there is no column `{column}`", mend, column)
        elif not _takes_text(_field_kinds()[column]) and _is_used(table.rows, column):
            mend = f"write `{near}` instead" if near in COLUMNS else "write these cases as YAML or JSONL"
            yield column, _problem(table, f"`{column}` is no text in a case, and a cell holds only text", mend, column)
    for name in NEEDED:
        # Where a column that is likely meant was named above, nothing is said twice.
        if name not in there | meant:
            column = fields.get(name, name)
            yield name, _problem(table, f"the column `{column}` is missing", f"add a column `{column}`")


def nearest_column(word: str, there: Collection[str] = ()) -> str:
    """Return the column that `word` most likely stands for, of those that are not `there` yet; nothing if none."""
    folded = word.strip().lower().replace("-", "_").replace(" ", "_")
    for known in (COLUMNS, tuple(_MEANT), tuple(_field_kinds())):
        near = get_close_matches(folded, known, n=1, cutoff=_LIKENESS)
        found = _MEANT.get(near[0], near[0]) if near else ""
        if found and found not in there:
            return found
    return ""


def _problem(table: Table, message: str, mend: str, column: str = "") -> Problem:
    place = table.header.place((column,) if column else ())
    file = table.header.source.name
    return Problem(message=message, file=file, line=place.line, column=place.column, field=column, mend=mend)


def _is_used(rows: tuple[RawRecord, ...], column: str) -> bool:
    return any(row.at((column,)) != "" for row in rows)


@cache
def _field_kinds() -> Mapping[str, object]:
    return get_type_hints(Case)


def _takes_text(kind: object) -> bool:
    origin = get_origin(kind)
    if origin is Union or origin is UnionType:
        return any(_takes_text(inner) for inner in get_args(kind))
    return kind is str or origin is Literal
