"""The workbooks of a spreadsheet program: the package behind them is loaded when the first one is met."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from goldsmith.ports.foreign import Row, WrittenFile


def read_workbook(path: Path) -> Iterator[Row]:
    """Yield the rows of the first sheet of an XLSX file. Raises MissingExtraError, InvalidFileError."""
    from goldsmith.adapters.workbooks.xlsx import rows

    return rows(path)


def write_workbook(file: WrittenFile) -> bytes:
    """Return the bytes of an XLSX file. Raises MissingExtraError."""
    from goldsmith.adapters.workbooks.xlsx import workbook

    return workbook(file)
