"""TruLens: ground truth of queries, responses and chunks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.trulens import FORMAT
from goldsmith.records.case import AcceptedAnswer
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of


def test_expected_chunks_are_evidence_and_their_relevance_is_the_grade(tmp_path: Path) -> None:
    chunks = [
        {"text": "Paid in 30 days.", "title": "Refunds", "expected_score": 2, "chunk_id": "r#1"},
        {"text": "Fees are due.", "expected_score": 0.0},
        {"text": "By bank.", "expected_score": 0.5, "page": 3},
    ]
    row = {"query": "When?", "query_id": 7, "expected_response": "In 30 days.", "expected_chunks": chunks}

    (record,) = _read(tmp_path, "truth.json", [row | {"meta": {"team": "billing"}}])

    assert record.case is not None
    assert (record.case.id, record.case.accept) == ("7", (AcceptedAnswer(answer="In 30 days."),))
    assert record.case.tags == ("team:billing",)
    assert [(item.chunk, item.grade) for need in record.case.evidence for item in need.any_of] == [
        ("r#1", 2),
        (record.passages[1].id, 1),
    ]
    assert record.passages[0] == ForeignPassage(id="r#1", text="Paid in 30 days.", title="Refunds")
    assert [(line.field, line.fate) for line in lines_of([record], "inferred", "dropped")] == [
        ("expected_chunks", "inferred"),
        ("expected_chunks.page", "dropped"),
        ("expected_chunks", "inferred"),
    ]


def test_chunks_in_a_cell_are_read_as_python_prints_them(tmp_path: Path) -> None:
    table = "query,expected_response,expected_chunks\nWhen?,Soon.,\"['a, b', 'c']\"\n"

    (record,) = _read(tmp_path, "truth.csv", table)

    assert [one.text for one in record.passages] == ["a, b", "c"]


def test_a_query_without_chunks_has_no_evidence_and_somebody_is_asked(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "truth.json", [{"query": "When?", "expected_response": "Soon."}])

    assert [line.field for line in lines_of([record], "inferred")] == [""]


def test_results_of_ragchecker_are_not_taken_for_it(tmp_path: Path) -> None:
    held = {"results": [{"query_id": "1", "query": "A?", "gt_answer": "a"}]}

    assert not FORMAT.recognises(source_of(tmp_path, {"results.json": held}))


def _read(folder: Path, name: str, held: Any) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {name: held}))
