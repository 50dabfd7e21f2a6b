"""Read CSV by RFC 4180: every cell is text exactly as it stands, and every record knows the line on which it starts.

The delimiter is a comma, unless the header proves otherwise: it is a semicolon or a tab only where the header, split by
it, holds a known column and, split by a comma, does not. Nothing else is guessed. A quote inside a cell that does not
begin with one is text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.errors import Problem
from goldsmith.ondisk.located import RawRecord, Source, Span, open_source, unreadable

KNOWN_COLUMNS = frozenset({"id", "question"})
_DELIMITERS = (",", ";", "\t")
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')
_LINE_END = re.compile(r"\r\n?|\n|\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rows of a CSV file."""

    rows: tuple[RawRecord, ...]
    """The value of each is a mapping from column name to text, in the order of the columns."""
    columns: tuple[str, ...]
    header: RawRecord
    """The names of the columns, each under itself, with their places."""
    delimiter: str
    warnings: tuple[Problem, ...]
    """What was read all the same, and should be looked at."""


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    start: int
    end: int


class _BadCellError(Exception):
    """A cell that cannot be told from what follows it."""

    def __init__(self, message: str, at: int, mend: str) -> None:
        super().__init__(message)
        self.message, self.at, self.mend = message, at, mend


def read_csv(data: bytes, *, name: str, known: frozenset[str] = KNOWN_COLUMNS) -> Table:
    """Return the rows of a CSV file; `known` are column names of which a header that is ours has at least one.

    Raises InvalidFileError with every problem of the file; a file without any row is one.
    """
    source = open_source(data, name=name, kind="csv")
    lines, problems = _lines(source, _delimiter(source, known))
    if not lines:
        empty = Problem(message="the file holds no cases", file=name, line=1, column=1, mend="add a header and a row")
        raise unreadable(name, problems or [empty])
    header, *rows = lines
    columns, warnings = _columns(source, header, problems)
    for row in rows:
        _check_row(source, row, columns, problems)
    if not rows and not problems:
        message = "the file holds no cases: there is only a header"
        problems.append(source.problem(message, at=header[0].start, mend="add a row for each case"))
    if problems:
        raise unreadable(name, problems)
    return Table(
        rows=tuple(_record(source, row, columns) for row in rows),
        columns=tuple(columns),
        header=_record(source, header, columns),
        delimiter=_delimiter(source, known),
        warnings=tuple(warnings),
    )


def _delimiter(source: Source, known: frozenset[str]) -> str:
    start = re.match(r"\s*", source.text)
    at = start.end() if start else 0
    for delimiter in _DELIMITERS:
        try:
            cells, _end = _line(source.text, at, delimiter)
        except _BadCellError:
            continue
        if known & {cell.text.strip() for cell in cells}:
            return delimiter
    return ","


def _lines(source: Source, delimiter: str) -> tuple[list[list[_Cell]], list[Problem]]:
    """Return the cells of every line that is not blank, up to the first that cannot be told apart."""
    lines: list[list[_Cell]] = []
    at, size = 0, len(source.text)
    while at < size:
        try:
            cells, at = _line(source.text, at, delimiter)
        except _BadCellError as bad:
            return lines, [source.problem(bad.message, at=bad.at, mend=bad.mend)]
        if len(cells) > 1 or cells[0].text.strip() or cells[0].end - cells[0].start > len(cells[0].text):
            lines.append(cells)
    return lines, []


def _line(text: str, at: int, delimiter: str) -> tuple[list[_Cell], int]:
    """Return the cells of the record that starts at `at`, and where the next one starts."""
    cells: list[_Cell] = []
    plain = re.compile(rf"[^{delimiter}\r\n]*")
    while True:
        start = at
        if text.startswith('"', at):
            found = _QUOTED.match(text, at)
            if found is None:
                message = "the quote that opens here is never closed"
                raise _BadCellError(message, at, 'close it; a quote inside quotes is written twice: ""')
            at, value = found.end(), found.group(1).replace('""', '"')
        else:
            unquoted = plain.match(text, at)
            value = unquoted.group() if unquoted else ""
            at += len(value)
        cells.append(_Cell(value, start, at))
        if text.startswith(delimiter, at):
            at += 1
            continue
        end = _LINE_END.match(text, at)
        if end is None:
            message = "text stands after the closing quote of a cell"
            raise _BadCellError(message, at, 'put the whole cell in quotes; a quote inside quotes is written twice: ""')
        return cells, end.end()


def _columns(source: Source, header: list[_Cell], problems: list[Problem]) -> tuple[list[str], list[Problem]]:
    columns: list[str] = []
    numbers: dict[str, int] = {}
    warnings: list[Problem] = []
    for number, cell in enumerate(header, start=1):
        column = cell.text.strip()
        if column != cell.text:
            message = f"the column name {cell.text!r} has blanks around it; it is read as {column!r}"
            warnings.append(source.problem(message, at=cell.start, mend="remove the blanks", path=column))
        if not column:
            message = f"column {number} has no name"
            problems.append(source.problem(message, at=cell.start, mend="name the column or remove it"))
        elif column in numbers:
            message = f"the column {column!r} stands twice in the header: columns {numbers[column]} and {number}"
            problems.append(source.problem(message, at=cell.start, mend="keep one of the two", path=column))
        _check_text(source, cell, column, problems)
        columns.append(column)
        numbers.setdefault(column, number)
    return columns, warnings


def _check_row(source: Source, row: list[_Cell], columns: list[str], problems: list[Problem]) -> None:
    case_id = row[columns.index("id")].text if "id" in columns and columns.index("id") < len(row) else ""
    if len(row) != len(columns):
        message = f"the row has {len(row)} cells, the header has {len(columns)}"
        missing = [column for column in columns[len(row) :] if column]
        mend = (
            f"add the missing cells: {', '.join(missing)}" if missing else "put cells that hold a delimiter in quotes"
        )
        problems.append(source.problem(message, at=row[0].start, mend=mend, case_id=case_id))
    for cell, column in zip(row, [*columns, *[""] * len(row)], strict=False):
        _check_text(source, cell, column, problems, case_id)


def _check_text(source: Source, cell: _Cell, column: str, problems: list[Problem], case_id: str = "") -> None:
    nul = source.text.find("\0", cell.start, cell.end)
    if nul >= 0:
        message = "the cell holds a NUL character (U+0000)"
        problems.append(source.problem(message, at=nul, mend="remove it", case_id=case_id, path=column))


def _record(source: Source, row: list[_Cell], columns: Sequence[str]) -> RawRecord:
    value: dict[str, object] = {column: cell.text for column, cell in zip(columns, row, strict=True)}
    # A cell stands for its column name as well: the header is far away.
    offsets = [row[0].start, *(cell.start for cell in row for _twice in range(2))]
    return RawRecord(value, source, row[0].start, row[-1].end, offsets, _find_fields)


def _find_fields(record: RawRecord) -> dict[str, Span]:
    value = record.value if isinstance(record.value, dict) else {}
    starts = [] if callable(record.offsets) else list(record.offsets[1::2])
    # One delimiter stands between two cells.
    ends = [*(following - 1 for following in starts[1:]), record.end]
    return {
        column: Span(key_start=start, key_end=start, start=start, end=end)
        for column, start, end in zip(value, starts, ends, strict=True)
    }
