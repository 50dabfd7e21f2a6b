"""Sheets for experts of a field, as CSV: a question a row in their own words, and the whole case hidden beside it.

People change what they see and add rows. The id, what is only there to be read, and the hidden columns are not theirs
to change: a check of each row tells, and then the row is refused.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldsmith._base.canonical import text_sha256
from goldsmith.interchange.account import Account, completed, numbered
from goldsmith.interchange.contexts import say_unstated
from goldsmith.interchange.embedded import KEY, embedded, restored
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.plain_sheet import is_plain_sheet, plain_case
from goldsmith.interchange.sheet_cells import CUT, cell_of, folded, json_pieces, text_of, unguarded
from goldsmith.interchange.sheet_columns import COLUMNS, QUESTION, READING, reading
from goldsmith.ports.foreign import Container, ForeignSource, Part, Row, WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignRecord, LossLine

ID = "ID"
CHECK = "Row check"
TABLE = "Questions"
_ORDER = (ID, "Asked by", "Earlier turns", *(one.header for one in COLUMNS[:3]), "Passages")
_DIGITS = 12

NEW_ROW = "a new row: it is called after its place"
UNKNOWN_ID = "no case was handed out under this id in this row, and nobody gives ids by hand: the row is refused"
CHANGED_ID = "the id was changed by hand: the row is refused"
CHANGED_HIDDEN = "the hidden columns of the row do not belong to its id: the row is refused"
CHANGED_READING = "what is only there to be read was changed: it is not taken"
CHANGED = "changed since it was exported: the new value holds"
WAS_CUT = "changed, but the cell shows only the beginning of a longer text: it is not taken"
NO_QUESTION = "the row asks nothing: it is passed over"
TOO_LONG = "longer than a cell holds: it shows the beginning, and the hidden columns hold the whole"
NO_RESPONSES = "a sheet of questions has no place for what a system answered"


def is_ours(part: Part) -> bool:
    """Say whether a table is a sheet that was exported, rows added or not."""
    return part.has(ID, CHECK, KEY)


def read_sheets(source: ForeignSource, containers: Sequence[Container]) -> Iterator[ForeignRecord]:
    """Yield the cases of every sheet of a source: exported ones, else tables with usual names of columns."""
    parts = [part for part in source.parts if part.container in containers]
    ours = [part for part in parts if is_ours(part)]
    place = 0
    for part in ours or [part for part in parts if is_plain_sheet(part, source.options)] or parts:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        for row in part.rows():
            if not isinstance(row.value, Mapping) or not any(str(held).strip() for held in row.value.values()):
                continue
            place += 1
            account = Account(f"{prefix}{row.place}", row.value)
            usual = numbered(source.name, place)
            yield _our_row(account, row, usual) if ours else plain_case(account, usual, source.options)


def _our_row(account: Account, row: Row, usual: str) -> ForeignRecord:
    cells: dict[str, str] = {name: str(held or "") for name, held in row.value.items()}
    hidden = "".join(unguarded(cells[name]) for name in cells if name == KEY or name.startswith(f"{KEY} "))
    for name in (CHECK, *(name for name in cells if name.startswith(KEY))):
        account.passed(name)
    name = folded(cells.get(ID, ""))
    if not name and not hidden.strip():
        return _new_row(account, cells, usual)
    case = restored(hidden)
    refused = _refusal(case, name, hidden, cells)
    if refused or case is None:
        account.say("wrong", ID, refused, cells.get(ID, ""))
        for left in account.left():
            account.passed(left)
        return account.close()
    account.kept(ID)
    if cells.get(CHECK, "").partition("-")[2] != _digest(cells.get(column, "") for column in READING):
        account.say("dropped", "", CHANGED_READING)
    for column in READING:
        account.passed(column)
    return account.close(case=_changed(account, case, cells))


def _refusal(case: Case | None, name: str, hidden: str, cells: Mapping[str, str]) -> str:
    """Return why a row cannot be trusted; empty: it can."""
    if not hidden.strip():
        return UNKNOWN_ID
    if case is None or cells.get(CHECK, "").partition("-")[0] != _digest((case.id, hidden)):
        return CHANGED_HIDDEN
    return "" if folded(cell_of(case.id)) == name else CHANGED_ID


def _changed(account: Account, case: Case, cells: Mapping[str, str]) -> Case:
    """Return a case with what people changed in the cells. A column that is not there changes nothing."""
    now = case
    for column in COLUMNS:
        if column.header not in cells:
            continue
        before, cell = cell_of(column.show(case)), cells[column.header]
        if folded(before) == folded(cell):
            account.kept(column.header)
            continue
        applied = WAS_CUT if before.endswith(CUT) else column.apply(now, text_of(cell))
        if isinstance(applied, str):
            account.say("wrong", column.header, applied, cell)
        else:
            account.say("mapped", column.header, CHANGED, cell)
            now = applied
    return now


def _new_row(account: Account, cells: Mapping[str, str], usual: str) -> ForeignRecord:
    case = Case(id=usual, question=text_of(cells.get(QUESTION.header, "")))
    if not case.question.strip():
        account.say("dropped", "", NO_QUESTION)
        return account.close()
    account.say("inferred", ID, NEW_ROW, usual)
    for column in COLUMNS:
        if cells.get(column.header, "").strip():
            applied = column.apply(case, text_of(cells[column.header]))
            if isinstance(applied, str):
                account.say("wrong", column.header, applied, cells[column.header])
            else:
                account.kept(column.header)
                case = applied
    say_unstated(account, case)
    return account.close(case=case)


def sheet_of(outgoing: Outgoing) -> tuple[tuple[str, ...], list[dict[str, str]], tuple[LossLine, ...]]:
    """Return header, rows and what to say of them. Columns that hold nothing in any row are left out."""
    lines = [LossLine(record="", fate="dropped", field="response", told=NO_RESPONSES)] if outgoing.responses else []
    rows = []
    for case in outgoing.cases:
        row = _row(outgoing, case)
        rows.append(row)
        lines += [
            LossLine(record=case.id, fate="mapped", field=name, told=TOO_LONG)
            for name, cell in row.items()
            if cell.endswith(CUT)
        ]
    used = {name for row in rows for name, cell in row.items() if cell}
    names = dict.fromkeys(name for row in rows for name in row if name.startswith(KEY))
    order = (*_ORDER, *(one.header for one in COLUMNS[3:]), CHECK, KEY, *names)
    always = (ID, QUESTION.header, CHECK, KEY)
    return tuple(dict.fromkeys(name for name in order if name in used or name in always)), rows, tuple(lines)


def _row(outgoing: Outgoing, case: Case) -> dict[str, str]:
    shown = {name: cell_of(text) for name, text in reading(outgoing, case).items()}
    pieces = json_pieces(embedded(case))
    hidden = {KEY if place == 1 else f"{KEY} {place}": piece for place, piece in enumerate(pieces, start=1)}
    locked = _digest((case.id, "".join(unguarded(piece) for piece in pieces)))
    return {
        ID: cell_of(case.id),
        **{column.header: cell_of(column.show(case)) for column in COLUMNS},
        **shown,
        CHECK: f"{locked}-{_digest(shown[name] for name in READING)}",
        **hidden,
    }


def _digest(cells: Any) -> str:
    return text_sha256("\0".join(folded(cell) for cell in cells))[:_DIGITS]


def _recognises(source: ForeignSource) -> bool:
    tables = [part for part in source.parts if part.container in ("csv", "tsv")]
    return any(is_ours(part) or (part.container == "csv" and is_plain_sheet(part, source.options)) for part in tables)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    return read_sheets(source, ("csv", "tsv"))


def _write(outgoing: Outgoing) -> Written:
    columns, rows, lines = sheet_of(outgoing)
    held = io.StringIO()
    written = csv.writer(held, lineterminator="\r\n")
    written.writerow(columns)
    written.writerows([row.get(name, "") for name in columns] for row in rows)
    # Excel takes a file for UTF-8 only where the mark stands at its start.
    return Written(files=(WrittenFile(name="questions.csv", text=f"\ufeff{held.getvalue()}"),), lines=lines)


FORMAT = Format(
    name="csv",
    title="Spreadsheet, CSV",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=completed,
    checked="a real file",
)
