"""Workbooks that people made: no column and no cell is lost without a word, and none swells the machine."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest

from goldsmith.adapters.workbooks import xlsx
from goldsmith.errors import InvalidFileError


def saved(folder: Path, *lines: list[object]) -> Path:
    book = openpyxl.Workbook()
    for line in lines:
        book.worksheets[0].append(line)
    book.save(folder / "a.xlsx")
    return folder / "a.xlsx"


def test_a_cell_without_a_name_above_it_stands_under_its_place(tmp_path: Path) -> None:
    path = saved(tmp_path, ["question", None, "answer"], ["When?", "north", "Soon.", "beyond"])

    assert [row.value for row in xlsx.rows(path)] == [
        {"question": "When?", "column 2": "north", "answer": "Soon.", "column 4": "beyond"}
    ]


def test_a_column_that_stands_twice_is_refused_as_in_a_csv(tmp_path: Path) -> None:
    path = saved(tmp_path, ["id", "question", "question"], ["a", "When?", "Where?"])

    with pytest.raises(InvalidFileError) as raised:
        list(xlsx.rows(path))

    assert raised.value.problems[0].message == "the column 'question' stands twice in the header"


def test_a_workbook_that_unpacks_to_a_flood_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * (401 * 1024 * 1024))

    with pytest.raises(InvalidFileError) as raised:
        list(xlsx.rows(path))

    assert raised.value.problems[0].message.startswith("it unpacks to 420,478,976 bytes")
