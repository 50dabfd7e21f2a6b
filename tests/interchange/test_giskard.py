"""Giskard: the test sets of its toolkit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldsmith.interchange.giskard import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Message, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

CONTEXT = "Document 7: Paid in 30 days.\n\nBy bank.\n\nDocument a-1: Fees are due."


def test_a_context_is_cut_into_its_documents(tmp_path: Path) -> None:
    """A document may hold blank lines: only a heading with an id begins the next."""
    (record,) = _read(
        tmp_path, _question(metadata={"question_type": "simple", "seed_document_id": 7, "topic": "Money"})
    )

    assert record.case == Case(
        id="q-1",
        question="When?",
        answerability="supported",
        behaviour="answer",
        messages=(Message(role="user", content="Hello"),),
        accept=(AcceptedAnswer(answer="In 30 days."),),
        evidence=(Need(any_of=(Alternative(chunk="7"),)), Need(any_of=(Alternative(chunk="a-1"),))),
        origin=Origin(kind="synthetic", ref="simple"),
        reasoning="single",
        tags=("topic:Money",),
    )
    assert record.passages == (
        ForeignPassage(id="7", text="Paid in 30 days.\n\nBy bank."),
        ForeignPassage(id="a-1", text="Fees are due."),
    )
    assert [line.field for line in lines_of([record], "inferred")] == ["", "reference_context"]


def test_a_question_out_of_scope_is_for_refusal_and_its_standing_answer_is_none(tmp_path: Path) -> None:
    meta = {"question_type": "out of scope", "seed_document_id": 7, "fake_fact": "It costs 1 euro."}

    (record,) = _read(tmp_path, _question(metadata=meta, reference_answer="This can not be answered."))

    assert record.case is not None
    assert (record.case.behaviour, record.case.refusal_reason) == ("refuse", "not_found")
    assert (record.case.accept, record.case.evidence) == ((), ())
    assert record.case.notes == "Made up: It costs 1 euro."


def test_a_context_without_headings_is_one_text(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, _question(reference_context="See Document 7: it says so."))

    assert [one.text for one in record.passages] == ["See Document 7: it says so."]


def test_what_an_agent_answered_and_the_verdict_on_it_are_kept(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, _question(agent_answer="Soon.", correctness=False, correctness_reason="late"))

    assert [one.outcome.answer for one in record.responses if hasattr(one.outcome, "answer")] == ["Soon."]
    assert [(one.measure, one.value) for one in record.published] == [("correctness", 0.0)]
    assert [line.field for line in lines_of([record], "dropped")] == ["correctness_reason"]


def test_a_line_that_asks_nothing_is_told(tmp_path: Path) -> None:
    first, second = _read(tmp_path, _question(), {"id": "q-2"})

    assert first.case is not None
    assert second.case is None
    assert [line.field for line in lines_of([second], "dropped")] == ["", "id"]


def _question(**changed: Any) -> dict[str, Any]:
    return {
        "id": "q-1",
        "question": "When?",
        "reference_answer": "In 30 days.",
        "reference_context": CONTEXT,
        "conversation_history": [{"role": "user", "content": "Hello"}],
        "metadata": {"question_type": "complex"},
    } | changed


def _read(folder: Path, *questions: dict[str, Any]) -> list[ForeignRecord]:
    text = "".join(json.dumps(one) + "\n" for one in questions)
    return read_all(FORMAT, source_of(folder, {"testset.jsonl": text}))
