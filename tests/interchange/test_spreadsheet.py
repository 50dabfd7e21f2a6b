"""Sheets for experts: nothing is lost on the way, what people change holds, and what is not theirs is refused."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.adapters.workbooks import xlsx
from goldsmith.errors import InputError
from goldsmith.interchange import spreadsheet, spreadsheet_xlsx
from goldsmith.interchange.format import Format, Outgoing
from goldsmith.interchange.sheet_cells import (
    cell_of,
    evidence_lines,
    evidence_of,
    guarded,
    items_of,
    json_pieces,
    lined,
    unguarded,
)
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case, Identity, Message
from goldsmith.records.claims import NumberMatch, ProhibitedClaim, RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord
from tests.interchange.foreign import (
    HEADER,
    TEXTS,
    cases_of_any_kind,
    come_back,
    lines_of,
    passages_of,
    read_all,
    source_of,
)

BOTH = pytest.mark.parametrize("known", [spreadsheet.FORMAT, spreadsheet_xlsx.FORMAT], ids=["csv", "xlsx"])
CASE = Case(
    id="refund-window",
    question="When is a refund paid?",
    answerability="supported",
    behaviour="answer",
    accept=(AcceptedAnswer(answer="Within 30 days.", needs=("window",)), AcceptedAnswer(answer="In a month.")),
    evidence=(
        Need(need="window", any_of=(Alternative(chunk="refunds#1", quote="30 days"), Alternative(chunk="faq#7"))),
        Need(any_of=(Alternative(chunk="refunds#2"),)),
    ),
    claims=(
        RequiredClaim(required="30 days", match=NumberMatch(number=30, unit="day")),
        ProhibitedClaim(prohibited="At once."),
    ),
    difficulty="easy",
)


@BOTH
@settings(max_examples=30)
@given(cases_of_any_kind())
def test_every_case_comes_back_whole(known: Format, cases: list[Case]) -> None:
    found = come_back(known, cases)

    assert len(found) == len(cases)


@given(TEXTS.flatmap(lambda text: st.integers(0, 3).map(lambda number: "'" * number + text)))
def test_the_guard_of_a_cell_is_undone_exactly(text: str) -> None:
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-40 degrees", "@SUM(A1)", "\t=1+1", "\u200b=2", " -5", "\r=1"])
def test_no_cell_begins_with_what_a_spreadsheet_runs(text: str) -> None:
    assert cell_of(text).startswith("'")


@given(st.lists(TEXTS | st.sampled_from(["", '"quoted"', "a\nb", " x "])))
def test_a_list_in_a_cell_comes_back_whatever_its_items_hold(items: list[str]) -> None:
    assert items_of(lined(items)) == tuple(items)


@given(cases_of_any_kind(most=1))
def test_evidence_in_a_cell_comes_back_as_it_was(cases: list[Case]) -> None:
    needs = cases[0].evidence

    assert evidence_of(evidence_lines(needs), needs) == needs


def test_a_sheet_reads_in_the_words_of_people_and_leaves_empty_columns_out() -> None:
    header, row = _table(CASE)

    assert header == [
        "ID", "Question", "Accepted answer", "Evidence", "Passages", "Must say", "Must not say", "Can be answered",
        "Right behaviour", "Difficulty", "Row check", "goldsmith",
    ]  # fmt: skip
    assert row[:4] == [
        "refund-window",
        "When is a refund paid?",
        "Within 30 days.\nIn a month.",
        "refunds#1 | faq#7\nrefunds#2",
    ]


def test_excel_knows_the_file_for_utf_8() -> None:
    text = _written(CASE)

    assert text.startswith("\ufeffID,")


def test_what_was_changed_in_visible_cells_holds_and_everything_else_stays(tmp_path: Path) -> None:
    def change(cells: dict[str, str]) -> None:
        cells["Accepted answer"] = "“Within 30 days”\nIn a month."
        cells["Evidence"] = "refunds#1\nterms#4"
        cells["Must say"] = "30 days\nThe desk is named."
        cells["Right behaviour"] = "Fail safely"
        cells["Difficulty"] = ""

    record = _edited(tmp_path, CASE, change)

    assert record.case == replace(
        CASE,
        accept=(AcceptedAnswer(answer="“Within 30 days”"), AcceptedAnswer(answer="In a month.")),
        evidence=(
            replace(CASE.evidence[0], any_of=CASE.evidence[0].any_of[:1]),
            Need(any_of=(Alternative(chunk="terms#4"),)),
        ),
        claims=(CASE.claims[0], CASE.claims[1], RequiredClaim(required="The desk is named.")),
        behaviour="fail_safely",
        difficulty=None,
    )
    assert [line.field for line in lines_of([record])] == [
        "Accepted answer", "Evidence", "Must say", "Right behaviour", "Difficulty",
    ]  # fmt: skip


def test_a_word_that_no_behaviour_is_stays_out_and_is_told(tmp_path: Path) -> None:
    record = _edited(tmp_path, CASE, lambda cells: cells.update({"Right behaviour": "maybe", "Question": " "}))

    assert record.case == CASE
    assert [(line.fate, line.field) for line in lines_of([record])] == [
        ("wrong", "Question"),
        ("wrong", "Right behaviour"),
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"ID": "refund-windows"}, spreadsheet.CHANGED_ID),
        ({"goldsmith": ""}, spreadsheet.UNKNOWN_ID),
        ({"goldsmith": '{"id": "refund-window", "question": "Other?"}'}, spreadsheet.CHANGED_HIDDEN),
        ({"goldsmith": "{}"}, spreadsheet.CHANGED_HIDDEN),
        ({"Row check": ""}, spreadsheet.CHANGED_HIDDEN),
    ],
)
def test_a_row_whose_locked_cells_were_changed_is_refused_with_a_line(
    tmp_path: Path, change: dict[str, str], told: str
) -> None:
    record = _edited(tmp_path, CASE, lambda cells: cells.update(change))

    assert record.case is None
    assert [(line.fate, line.told) for line in record.lines] == [("wrong", told)]


def test_a_passage_that_was_changed_is_told_and_not_taken(tmp_path: Path) -> None:
    record = _edited(tmp_path, CASE, lambda cells: cells.update({"Passages": "other words"}))

    assert record.case == CASE
    assert [line.told for line in lines_of([record])] == [spreadsheet.CHANGED_READING]


def test_a_row_without_an_id_is_a_new_case(tmp_path: Path) -> None:
    new = {"Question": "And for books?", "Evidence": "books#1", "Must say": "14 days"}

    record = _edited(tmp_path, CASE, lambda cells: cells.update({**dict.fromkeys(cells, ""), **new}))

    assert record.case == Case(
        id="edited-0001",
        question="And for books?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(Alternative(chunk="books#1"),)),),
        claims=(RequiredClaim(required="14 days"),),
    )
    assert [(line.fate, line.told) for line in lines_of([record])] == [("inferred", spreadsheet.NEW_ROW)]


@BOTH
def test_a_text_longer_than_a_cell_is_shown_cut_and_comes_back_whole(known: Format) -> None:
    case = replace(CASE, notes="=" + "long " * 20_000, question="a_x0041_b\x01c\x0b \\x0041_")
    assert known.write is not None

    lines = known.write(Outgoing(header=HEADER, cases=(case,))).lines

    assert come_back(known, [case]) == [case]
    assert [(line.record, line.field) for line in lines] == [("refund-window", "Notes")]


def test_a_change_of_a_text_that_the_cell_cut_is_not_taken(tmp_path: Path) -> None:
    case = replace(CASE, notes="long " * 20_000)

    record = _edited(tmp_path, case, lambda cells: cells.update({"Notes": f"x{cells['Notes']}"}))

    assert record.case == case
    assert [line.told for line in lines_of([record])] == [spreadsheet.WAS_CUT]


def test_who_asks_and_what_was_said_before_stand_there_to_be_read() -> None:
    case = replace(
        CASE, identity=Identity(user="Ana", tenant="north"), messages=(Message(role="user", content="Hello"),)
    )

    header, row = _table(case)

    assert dict(zip(header, row, strict=True)) | {"Asked by": "Ana of north", "Earlier turns": "user: Hello"} == dict(
        zip(header, row, strict=True)
    )


@given(TEXTS)
def test_pieces_of_json_hold_nothing_that_a_workbook_changes(text: str) -> None:
    joined = "".join(json_pieces({"text": text}))

    assert cell_of(joined) == joined


def test_the_id_of_a_workbook_is_locked_and_new_rows_are_open() -> None:
    assert spreadsheet_xlsx.FORMAT.write is not None
    written = spreadsheet_xlsx.FORMAT.write(Outgoing(header=HEADER, cases=(replace(CASE, question="=1+1"),)))
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.workbook(written.files[0]))).worksheets[0]

    assert sheet.protection.sheet is True
    assert [sheet[place].protection.locked for place in ("A2", "B1", "B2")] == [True, True, False]
    assert [sheet.column_dimensions[place].protection.locked for place in "AB"] == [True, False]
    assert (sheet["B2"].value, sheet["B2"].data_type) == ("'=1+1", "s")
    assert sheet.column_dimensions["K"].hidden is True


def test_a_workbook_that_was_saved_again_says_the_same(tmp_path: Path) -> None:
    case = replace(CASE, question="=1+1\n_x0041_ x005F_ \x01 'a", notes="-40 degrees")
    assert spreadsheet_xlsx.FORMAT.write is not None
    written = spreadsheet_xlsx.FORMAT.write(Outgoing(header=HEADER, cases=(case,)))
    book = openpyxl.load_workbook(io.BytesIO(xlsx.workbook(written.files[0])))
    held = io.BytesIO()
    book.save(held)

    (record,) = read_all(spreadsheet_xlsx.FORMAT, source_of(tmp_path, {"again.xlsx": held.getvalue()}))

    assert record.case == case
    assert lines_of([record]) == []


def test_a_text_that_no_workbook_holds_is_told_and_not_cut() -> None:
    long, control = (
        WrittenFile(name="a.xlsx", container="xlsx", columns=("A",), rows=[{"A": text}])
        for text in ("x" * 32_768, "\x01")
    )

    with pytest.raises(InputError, match="32,767"):
        xlsx.workbook(long)
    with pytest.raises(InputError, match="control character"):
        xlsx.workbook(control)


def _written(case: Case) -> str:
    assert spreadsheet.FORMAT.write is not None
    written = spreadsheet.FORMAT.write(Outgoing(header=HEADER, cases=(case,), passages=passages_of([case])))
    return written.files[0].text


def _table(case: Case) -> list[list[str]]:
    return list(csv.reader(io.StringIO(_written(case).removeprefix("\ufeff"))))


def _edited(tmp_path: Path, case: Case, change: Callable[[dict[str, str]], None]) -> ForeignRecord:
    header, row = _table(case)
    cells = dict(zip(header, row, strict=True))
    change(cells)
    held = io.StringIO()
    # As European Excel saves it.
    csv.writer(held, delimiter=";").writerows([list(cells), list(cells.values())])
    source = source_of(tmp_path, {"edited.csv": f"\ufeff{held.getvalue()}"})
    assert spreadsheet.FORMAT.recognises(source)
    assert spreadsheet.FORMAT.read is not None
    return next(iter(spreadsheet.FORMAT.read(source)))
