"""Ragas' metric annotations: the judged reply becomes a case and its response, the verdicts become figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.ragas_annotations import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.interchange import ForeignResponse, PublishedScore
from goldsmith.records.response import Reply
from tests.interchange.foreign import lines_of, read_all, source_of


def test_an_accepted_verdict_is_a_figure_and_no_decision_on_the_case(tmp_path: Path) -> None:
    held = {"correctness": [_annotation(accepted=True, metric_output=1)]}

    (record,) = read_all(FORMAT, source_of(tmp_path, {"runs.json": held}))

    assert record.decision is None
    assert record.case == Case(id="runs-0001", question="When?", accept=(AcceptedAnswer(answer="Within 30 days."),))
    assert record.responses == (ForeignResponse(case="runs-0001", outcome=Reply(answer="Soon.")),)
    assert record.published == (
        PublishedScore(measure="correctness", value=1, case="runs-0001"),
        PublishedScore(measure="correctness accepted", value=1, case="runs-0001"),
    )
    assert [(line.field, line.fate) for line in lines_of([record], "inferred", "dropped")] == [
        ("", "inferred"),
        ("prompts", "dropped"),
    ]


def test_a_mended_verdict_is_kept_beside_the_judges(tmp_path: Path) -> None:
    annotation = _annotation(accepted=False, metric_output=1)
    annotation["prompts"]["p"]["edited_output"] = {"reason": "It is late.", "verdict": 0}

    (record,) = read_all(FORMAT, source_of(tmp_path, {"runs.json": {"correctness": [annotation]}}))

    assert [(one.measure, one.value) for one in record.published] == [
        ("correctness", 1),
        ("correctness accepted", 0),
        ("correctness mended", 0),
    ]


def test_what_judges_no_reply_is_told(tmp_path: Path) -> None:
    held = {"m": [_annotation(accepted=True, metric_output=1), {"metric_input": "x"}, {"metric_input": {"a": 1}}]}

    records = read_all(FORMAT, source_of(tmp_path, {"runs.json": held}))

    assert [record.case is None for record in records] == [False, True, True]
    assert [lines_of([record], "dropped")[0].field for record in records[1:]] == ["", ""]


def test_other_json_is_not_taken_for_it(tmp_path: Path) -> None:
    others: dict[str, Any] = {"a.json": {"cases": [{"inputs": "A?"}]}, "b.json": [], "c.json": {"is_accepted": True}}

    assert not FORMAT.recognises(source_of(tmp_path, others))


def _annotation(*, accepted: bool, metric_output: int) -> dict[str, Any]:
    return {
        "metric_input": {"user_input": "When?", "response": "Soon.", "reference": "Within 30 days."},
        "metric_output": metric_output,
        "prompts": {"p": {"prompt_input": {}, "prompt_output": {"verdict": metric_output}, "edited_output": None}},
        "is_accepted": accepted,
    }
