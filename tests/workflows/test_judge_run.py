"""A run is judged at one level of evidence, whichever of its cases were hits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldsmith.records.gate import GateResult
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.baseline import save
from goldsmith.workflows.open_set import open_project
from tests.workflows.shop import SET, SORRY, approve_all, ask, make_shop, right_answers

GATED = SET + "gates: [{measure: recall@5, min: 0.8}]\n"
QUESTIONS = """\
id,question,expected_answer,expected_sources
refunds,When is the refund paid?,Within ten days.,refunds.md
both,What do I get and when?,A refund and a parcel.,refunds.md; shipping.md
shipping,How long does shipping take?,A week.,shipping.md
"""


def shown(verdict: Verdict) -> dict[str, tuple[float | None, int]]:
    return {one.measure: (one.mean, one.scored) for one in verdict.summaries if one.scored}


def gate(verdict: Verdict, start: str) -> GateResult:
    return next(one for one in verdict.gates if one.gate.startswith(start))


@pytest.mark.parametrize(
    "retrieved",
    [[{"document": "refunds.md", "text": "Refunds take ten days."}], [{"document": "refunds.md"}], ["refunds.md"]],
)
def test_a_file_of_questions_and_a_system_that_names_documents_have_one_recall(
    tmp_path: Path, retrieved: list[Any]
) -> None:
    (tmp_path / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    project = open_project(tmp_path, file=tmp_path / "questions.csv")

    verdict = ask(project, lambda _question: {"answer": "Ten days.", "retrieved": retrieved})

    assert shown(verdict)["document_recall@5"] == (0.5, 3)
    assert "recall@5" not in shown(verdict)


@pytest.mark.parametrize("retrieved", [["returns.md"], [{"document": "returns.md"}], [{"document": "kb/returns.md"}]])
def test_pinned_passages_and_a_system_that_names_documents_are_not_a_fall_to_nothing(
    tmp_path: Path, retrieved: list[Any]
) -> None:
    make_shop(tmp_path, header=GATED)
    project = approve_all(tmp_path)
    answers = right_answers(project)
    ask(project, answers)
    save(project, "main", run=None, replace=False)
    window = answers["How long may I return goods?"]
    answers["How long may I return goods?"] = {**window, "retrieved": retrieved, "citations": ["returns.md"]}

    verdict = ask(project, answers, name="documents", baseline="main")

    assert shown(verdict)["document_recall@5"] == (1.0, 1)
    assert "recall@5" not in shown(verdict)
    assert (gate(verdict, "recall@5").status, gate(verdict, "recall@5").value) == ("incomplete", None)
    assert verdict.comparison is not None
    assert [cause for one in verdict.comparison.regressions for cause in one.causes] == []


def test_a_refusal_that_goes_on_to_answer_is_a_missed_refusal(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    answers = right_answers(project)
    told = "I cannot answer that, but the warranty on Mars is 24 months. Please ask the help desk."
    answers["What is the warranty on Mars?"] = {**SORRY, "answer": told, "behaviour": None}

    verdict = ask(project, answers)

    assert verdict.status == "blocked"
    assert [one.message for one in gate(verdict, "refusal").findings] == [
        "answered where it had to refuse (read from its words; it declares nothing)"
    ]
