"""Questions that another tool wrote, as cases: its names are read as ours, and what has no id is given one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldsmith.ondisk.csv_columns import COLUMNS, nearest_column
from goldsmith.ondisk.csv_rows import read_csv
from goldsmith.ondisk.golden import CASE, case_fields
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.runs import slug
from goldsmith.ondisk.short_forms import source_list, type_problem
from goldsmith.records.case import Case

_LONGEST_ID = 120
"""A longer source is a passage and names nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopted:
    """Cases, and in words what was read as what to get them."""

    cases: tuple[Case, ...]
    told: str


def adopt(path: Path, *, shown: str) -> Adopted | None:
    """Return the questions of a CSV, JSONL or JSON file as cases; None where that would need a guess.

    A column is read as the one of ours that its name stands for, if only one does. Records without an id are numbered
    in their order, after the name of the file. Raises InvalidFileError for a file that cannot be read at all.
    """
    raws = _read(path, shown)
    held = [raw.value for raw in raws if isinstance(raw.value, dict)]
    if not raws or len(held) < len(raws):
        return None
    fields = _fields(list(dict.fromkeys(name for value in held for name in value)))
    if fields is None or not _names_sources(held, fields):
        return None
    numbered = not any("id" in value or fields.get("id") in value for value in held)
    stem = slug(path.stem) or "question"
    room = len(str(len(held)))
    given = [f"{stem}-{place:0{room}}" for place in range(1, len(held) + 1)]
    values: list[dict[str, Any]] = [
        {**({"id": name} if numbered else {}), **case_fields(value, fields, None)}
        for name, value in zip(given, held, strict=True)
    ]
    parsed = CASE.parse_many(raws, file=shown, values=values)
    names = {case.id for case in parsed.records}
    if parsed.problems or len(names) < len(held) or any(_has_no_type(value, fields) for value in held):
        return None
    told = [f"`{theirs}` is read as `{ours}`" for ours, theirs in fields.items()]
    if numbered:
        called = f"are called {given[0]} to {given[-1]}, in their order" if len(given) > 1 else f"are called {given[0]}"
        told.append(f"its rows have no id and {called}")
    return Adopted(cases=parsed.records, told=f"{shown}: {'; '.join(told)}")


def _read(path: Path, shown: str) -> Sequence[RawRecord]:
    data = path.read_bytes()
    match path.suffix.lower():
        case ".csv":
            return read_csv(data, name=shown).rows
        case ".jsonl":
            return read_json_lines(data, name=shown)
        case ".json":
            return read_json(data, name=shown)
        case _:
            return ()


def _fields(columns: Sequence[str]) -> dict[str, str] | None:
    """Return our name and theirs of each column that is called otherwise; None: two of them would be one of ours."""
    there = {column for column in columns if column in COLUMNS}
    found: dict[str, str] = {}
    for column in columns:
        ours = "" if column in there else nearest_column(column, there)
        if ours in found:
            return None
        if ours and ours != column:
            found[ours] = column
    return found


def _names_sources(held: Sequence[Mapping[str, Any]], fields: Mapping[str, str]) -> bool:
    """Say whether a column that is read as sources holds names: a copied passage stands in no corpus as an id."""
    column = fields.get("expected_sources")
    if column is None:
        return True
    every = [item for value in held if column in value for item in source_list(value[column], None)]
    return all(isinstance(item, str) and len(item) <= _LONGEST_ID and "\n" not in item for item in every)


def _has_no_type(value: Mapping[str, Any], fields: Mapping[str, str]) -> bool:
    name = fields.get("type", "type")
    return name in value and type_problem(value[name]) != ("", "")
