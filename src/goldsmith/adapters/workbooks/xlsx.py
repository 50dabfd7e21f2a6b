"""XLSX through openpyxl, the extra `xlsx`: every cell is text as a person sees it, and no cell is a formula."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from types import ModuleType
from typing import Any
from zipfile import BadZipFile, ZipFile

from goldsmith.errors import InputError, InvalidFileError, MissingExtraError, Problem
from goldsmith.ports.foreign import Row, WrittenFile

_LARGEST = 400 * 1024 * 1024
_LONGEST_CELL = 32_767
_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")
_NARROW, _WIDE = 18, 42
"""Widths of columns in characters."""


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows of the first sheet as mappings from column to text; a cell that holds nothing is an empty text.

    A formula is the text that it was written as. Raises MissingExtraError, InvalidFileError.
    """
    openpyxl = _package()
    _refuse_swollen(path)
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=False)
    except Exception as error:  # noqa: BLE001 - the package raises whatever its parts raise; all of it means one thing
        problem = Problem(message=f"not XLSX: {error}", file=path.name)
        raise InvalidFileError(
            f"{path.name} cannot be read", problems=(problem,), next_step="save it as .xlsx again, or as CSV"
        ) from None
    lines = book.worksheets[0].iter_rows(values_only=True)
    try:
        header = _header([_text(cell).strip() for cell in next(lines, ())], path)
        for number, cells in enumerate(lines, start=2):
            # A cell beyond the header stands under the number of its column, so that it is told and not lost.
            names = [*header, *map(_unnamed, range(len(header) + 1, len(cells) + 1))]
            held = {
                name: text for name, cell in zip(names, cells, strict=False) if (text := _text(cell)) or name in header
            }
            if any(held.values()):
                yield Row(place=f"row {number}", value=held)
    finally:
        lines.close()
        book.close()


def _header(names: list[str], path: Path) -> list[str]:
    while names and not names[-1]:
        names.pop()
    twice = next((name for name in names if name and names.count(name) > 1), None)
    if twice is not None:
        problem = Problem(message=f"the column {twice!r} stands twice in the header", file=path.name, line=1)
        raise InvalidFileError(f"{path.name} cannot be read", problems=(problem,), next_step="name the columns apart")
    return [name or _unnamed(place) for place, name in enumerate(names, start=1)]


def _unnamed(place: int) -> str:
    return f"column {place}"


def _refuse_swollen(path: Path) -> None:
    """Raise InvalidFileError for a workbook that would unpack to more than any sheet of questions holds."""
    try:
        with ZipFile(path) as packed:
            size = sum(item.file_size for item in packed.infolist())
    except (BadZipFile, OSError):
        return  # whoever opens it says what it is
    if size > _LARGEST:
        problem = Problem(message=f"it unpacks to {size:,} bytes, more than {_LARGEST:,}", file=path.name)
        raise InvalidFileError(
            f"{path.name} cannot be read", problems=(problem,), next_step="save the sheet of questions alone"
        )


def workbook(file: WrittenFile) -> bytes:
    """Return a workbook of one sheet; where columns are locked, the sheet is protected without a password.

    Raises MissingExtraError, InputError where a text fits in no cell.
    """
    openpyxl = _package()
    # Before the first cell: a writer that is left in the middle cannot be closed.
    _check(file, openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(file.table)
    styles = _Styles(openpyxl, file)
    styles.lay_out(sheet)
    sheet.append([styles.cell(sheet, name, name, locked=True) for name in file.columns])
    for row in file.rows:
        sheet.append([styles.cell(sheet, name, row.get(name, "")) for name in file.columns])
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


class _Styles:
    """How the cells of a sheet look, and which of them may be changed."""

    def __init__(self, openpyxl: Any, file: WrittenFile) -> None:
        self._openpyxl = openpyxl
        self._file = file
        self._open = openpyxl.styles.Protection(locked=False)
        self._wrapped = openpyxl.styles.Alignment(wrap_text=True, vertical="top")

    def lay_out(self, sheet: Any) -> None:
        """Lock and hide columns. It has to be said before the first row is written."""
        if not self._file.locked:
            return
        # What is named here as False is allowed in spite of the protection.
        allowed = ("insertRows", "sort", "autoFilter", "formatCells", "formatColumns", "formatRows")
        sheet.protection.sheet = True
        for name in allowed:
            setattr(sheet.protection, name, False)
        sheet.freeze_panes = "B2"
        for place, name in enumerate(self._file.columns, start=1):
            column = sheet.column_dimensions[self._openpyxl.utils.get_column_letter(place)]
            column.hidden = name in self._file.hidden
            column.width = _NARROW if name in self._file.locked else _WIDE
            if name not in self._file.locked:
                column.protection = self._open
                column.number_format = "@"
                column.alignment = self._wrapped

    def cell(self, sheet: Any, column: str, value: object, *, locked: bool = False) -> Any:
        """Return a cell that is text, whatever it begins with."""
        cell = self._openpyxl.cell.WriteOnlyCell(sheet, value=str(value))
        cell.data_type = "s"  # a text that begins with = stays one
        cell.number_format = "@"
        if self._file.locked:
            cell.alignment = self._wrapped
            if not locked and column not in self._file.locked:
                cell.protection = self._open
        return cell


def _check(file: WrittenFile, no_character: re.Pattern[str]) -> None:
    for row in file.rows:
        for column, value in row.items():
            text = str(value)
            found = no_character.search(text) or _NO_XML.search(text)
            why = "holds a control character" if found else ""
            if why or len(text) > _LONGEST_CELL:
                why = why or f"has more than {_LONGEST_CELL:,} characters"
                message = f"{file.name}: a text of the column {column!r} {why}, which no workbook holds: {text[:40]!r}"
                raise InputError(message, next_step="export it in a format of text, such as csv")


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, datetime | date):
        text = cell.isoformat()
        return text.removesuffix("T00:00:00")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _package() -> ModuleType:
    try:
        import openpyxl
        import openpyxl.cell
        import openpyxl.styles
        import openpyxl.utils
    except ModuleNotFoundError as error:
        message = "reading and writing .xlsx needs the package 'openpyxl', which is not installed"
        raise MissingExtraError(
            message, next_step="pip install 'goldsmith-rag[xlsx]', or save the sheet as CSV"
        ) from error
    return openpyxl
