"""CSV: every cell is text, every record knows its line, and nothing is guessed."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.ondisk.csv_rows import Table, read_csv

CaseFolder = Callable[[str], Path]


def values(data: bytes) -> list[object]:
    return [row.value for row in read_csv(data, name="cases.csv").rows]


def problems(data: bytes) -> list[tuple[int, int, str]]:
    with pytest.raises(InvalidFileError) as caught:
        read_csv(data, name="cases.csv")
    return [(problem.line, problem.column, problem.message) for problem in caught.value.problems]


def shared_table(folder: Path) -> Table:
    return read_csv((folder / "golden.csv").read_bytes(), name="golden.csv")


def test_a_byte_order_mark_and_crlf_leave_no_trace(shared_case: CaseFolder) -> None:
    table = shared_table(shared_case("001-bom-crlf-csv"))
    data = (shared_case("001-bom-crlf-csv") / "golden.csv").read_bytes()
    bare = read_csv(data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n"), name="golden.csv")

    assert table.columns[0] == "id"
    assert [row.value for row in table.rows] == [row.value for row in bare.rows]
    assert table.rows[1].at(("notes",)) == "checked"


def test_utf_16_with_its_mark_is_read(shared_case: CaseFolder) -> None:
    (row,) = shared_table(shared_case("002-utf16-csv")).rows

    assert (row.at(("id",)), row.at(("expected_answer",)), row.at(("notes",))) == (
        "g001",
        "2 Jahre, außer Akku",
        "Übersetzt",
    )


def test_utf_16_without_its_mark_is_refused_by_name() -> None:
    found = problems("id,question\na,b\n".encode("utf-16-le"))

    assert found == [
        (1, 1, "the file looks like UTF-16 LE without a byte-order mark: it holds a NUL byte beside every letter")
    ]


def test_a_nul_is_named_with_line_case_and_column(shared_case: CaseFolder) -> None:
    with pytest.raises(InvalidFileError) as caught:
        shared_table(shared_case("004-nul-and-control-bytes"))

    assert caught.value.problems == (
        Problem(
            message="the cell holds a NUL character (U+0000)",
            file="golden.csv",
            line=2,
            column=24,
            case_id="g001",
            field="expected_answer",
            mend="remove it",
        ),
    )


def test_cells_of_several_lines_keep_their_text_and_records_their_line(shared_case: CaseFolder) -> None:
    rows = shared_table(shared_case("005-csv-multiline-cells")).rows

    assert [(row.record_id, row.place().line) for row in rows] == [("g001", 2), ("g002", 6), ("g003", 7)]
    assert rows[0].at(("expected_answer",)) == '1. Open the panel\n2. Press "Reset", then wait'
    assert rows[0].place(("expected_answer",)).line == 3


def test_ragged_rows_and_twin_columns_are_all_told(shared_case: CaseFolder) -> None:
    found = problems((shared_case("009-ragged-and-duplicate-columns") / "golden.csv").read_bytes())

    assert found == [
        (1, 51, "the column 'type' stands twice in the header: columns 5 and 6"),
        (3, 1, "the row has 3 cells, the header has 7"),
        (4, 1, "the row has 8 cells, the header has 7"),
    ]


def test_one_semicolon_in_a_cell_changes_nothing(shared_case: CaseFolder) -> None:
    found = values((shared_case("009-ragged-and-duplicate-columns") / "three-lines.csv").read_bytes())

    assert found == [{"question": "Plain text"}, {"question": "with; semicolon"}]


def test_text_that_looks_like_numbers_stays_text(shared_case: CaseFolder) -> None:
    rows = shared_table(shared_case("010-text-looking-like-numbers")).rows

    assert [row.at(("id",)) for row in rows] == ["001", "1", "1e5", "TRUE", "null", "NaN", "-0"]
    assert [row.at(("expected_answer",)) for row in rows] == ["0870", "1.10", "1E-3", "No", "N/A", "NaN", "+49 30 000"]


@pytest.mark.parametrize("name", ["zero.csv", "header-only.csv", "blank-lines.csv"])
def test_a_file_without_rows_is_an_error(shared_case: CaseFolder, name: str) -> None:
    ((line, _column, message),) = problems((shared_case("050-empty-inputs") / name).read_bytes())

    assert line == 1
    assert message.startswith("the file holds no cases")


def test_a_very_long_cell_comes_whole(shared_case: CaseFolder) -> None:
    long, short = shared_table(shared_case("051-very-long-cell")).rows

    assert len(str(long.at(("expected_answer",)))) > 131_072
    assert short.value == {
        "id": "g002",
        "question": "Short?",
        "expected_answer": "Yes",
        "expected_sources": "annex.md#2",
        "type": "simple",
        "difficulty": "easy",
        "notes": "",
    }


def test_reading_leaves_the_limit_of_the_csv_module_alone() -> None:
    before = csv.field_size_limit()
    read_csv(b"id\n" + b"x" * 200_000, name="cases.csv")

    assert csv.field_size_limit() == before


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_another_delimiter_is_taken_where_the_header_proves_it(delimiter: str) -> None:
    data = f"id{delimiter}question\na{delimiter}b, c\n".encode()

    assert values(data) == [{"id": "a", "question": "b, c"}]


def test_blanks_around_a_column_name_are_a_warning() -> None:
    table = read_csv(b"id,Notes \na,b\n", name="cases.csv")

    assert table.columns == ("id", "Notes")
    assert [(warning.line, warning.column, warning.message) for warning in table.warnings] == [
        (1, 4, "the column name 'Notes ' has blanks around it; it is read as 'Notes'")
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'id,question\na,"b\nc\n', (2, 3, "the quote that opens here is never closed")),
        (b'id,question\na,"b"c\n', (2, 6, "text stands after the closing quote of a cell")),
        (b"id,\na,b\n", (1, 4, "column 2 has no name")),
        (
            b"id\n\xff\n",
            (2, 1, "byte 0xff is not UTF-8 text; the file may be in an older encoding such as Windows-1252"),
        ),
    ],
)
def test_a_cell_that_cannot_be_told_is_placed(data: bytes, expected: tuple[int, int, str]) -> None:
    assert problems(data) == [expected]


def test_fields_span_their_cells() -> None:
    (row,) = read_csv(b'id,question\na,"b, c"\n', name="cases.csv").rows
    found = {name: row.source.text[span.start : span.end] for name, span in row.fields().items()}

    assert found == {"id": "a", "question": '"b, c"'}


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\0"))


@given(st.lists(st.tuples(CELLS.filter(str.strip), CELLS), min_size=1), st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_the_csv_module_writes_is_read_back(rows: list[tuple[str, str]], line_end: str) -> None:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator=line_end).writerows([("id", "question"), *rows])

    assert values(written.getvalue().encode()) == [{"id": first, "question": second} for first, second in rows]
