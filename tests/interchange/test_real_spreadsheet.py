"""Sheets of questions that others published."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from goldsmith.adapters.workbooks import xlsx
from goldsmith.interchange import spreadsheet_xlsx
from goldsmith.interchange.format import Format, Outgoing
from goldsmith.interchange.plain_sheet import is_plain_sheet
from goldsmith.interchange.spreadsheet import FORMAT
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.records.case import AcceptedAnswer, Case
from tests.interchange.foreign import HEADER, come_back, lines_of, read_all

_HELP = "data/ragas-annotated/examples/ragas_examples/improve_rag/datasets/hf_doc_qa_eval.csv"


def test_a_sheet_with_a_column_without_a_name_gives_all_its_questions(shared: Path) -> None:
    source = open_foreign([shared / _HELP], options={}, workbook=xlsx.rows)

    records = read_all(FORMAT, source)

    cases = [record.case for record in records if record.case is not None]
    assert is_plain_sheet(source.parts[0], {})
    assert len(cases) == 66
    # Its quotes are broken in one place, so that one question has no answer and its rest stands as a row of its own.
    assert [case.id for case in cases if not case.accept] == ["hf_doc_qa_eval-0050"]
    assert [(line.told, line.found) for line in lines_of(records, "dropped")] == [("a column without a name", "64")]


@pytest.mark.parametrize("known", [FORMAT, spreadsheet_xlsx.FORMAT], ids=["csv", "xlsx"])
def test_cells_that_a_spreadsheet_would_run_are_text_and_come_back_exactly(shared: Path, known: Format) -> None:
    lines = (shared / "cases/041-csv-formula-cells/golden.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [_case(json.loads(line)) for line in lines]
    assert known.write is not None

    (file,) = known.write(Outgoing(header=HEADER, cases=tuple(cases))).files
    rows = file.rows or list(csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff"))))

    assert come_back(known, cases) == cases
    assert [
        cell for row in rows for cell in row.values() if cell.lstrip(" \t\r\n\u200b").startswith(("=", "+", "-", "@"))
    ] == []


def _case(held: dict[str, str]) -> Case:
    answer = AcceptedAnswer(answer=held["expected_answer"])
    return Case(id=held["id"], question=held["question"], accept=(answer,))
