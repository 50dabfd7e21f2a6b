"""Sheets for experts of a field, as a workbook: as the CSV, with the id and the hidden columns locked."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.interchange.account import completed
from goldsmith.interchange.embedded import KEY
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.plain_sheet import is_plain_sheet
from goldsmith.interchange.sheet_columns import READING
from goldsmith.interchange.spreadsheet import CHECK, ID, TABLE, is_ours, read_sheets, sheet_of
from goldsmith.ports.foreign import ForeignSource, WrittenFile
from goldsmith.records.interchange import ForeignRecord


def _recognises(source: ForeignSource) -> bool:
    books = (part for part in source.parts if part.container == "xlsx")
    return any(is_ours(part) or is_plain_sheet(part, source.options) for part in books)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    return read_sheets(source, ("xlsx",))


def _write(outgoing: Outgoing) -> Written:
    columns, rows, lines = sheet_of(outgoing)
    hidden = tuple(name for name in columns if name == CHECK or name.startswith(KEY))
    file = WrittenFile(
        name="questions.xlsx",
        container="xlsx",
        columns=columns,
        rows=rows,
        table=TABLE,
        locked=tuple(name for name in columns if name == ID or name in READING or name in hidden),
        hidden=hidden,
    )
    return Written(files=(file,), lines=lines)


FORMAT = Format(
    name="xlsx",
    title="Spreadsheet, XLSX",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=completed,
    checked="its own loader",
)
