"""Argilla 2: records as cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.account import passage_id
from goldsmith.interchange.argilla_records import FORMAT
from goldsmith.interchange.formats import recognised
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

PAGE = "Refunds are paid within 30 days."


def test_what_people_submitted_becomes_a_case(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, _nested())

    assert record.case == Case(
        id="r-1",
        question="When?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="30 days"),),
        evidence=(
            Need(
                any_of=(Alternative(chunk=passage_id(PAGE), quote="within 30 days", span=(17, 31), supports="proof"),)
            ),
        ),
        tags=("region:eu",),
    )
    assert record.decision == ForeignDecision(decision="approved", reviewer="u-1")


def test_drafts_discarded_answers_and_suggestions_are_told_and_left_out(tmp_path: Path) -> None:
    answers = {"answer": [{"value": "31 days", "user_id": "u-1", "status": "draft"}]}
    suggestions = {"answer": {"value": "32 days", "score": 0.9, "agent": "m"}}

    (record,) = _read(tmp_path, _nested(responses=answers, suggestions=suggestions))

    assert record.case is not None
    assert record.case.accept == ()
    assert [line.told for line in lines_of([record], "dropped")] == [
        "a suggestion of a model: a person has to say so",
        "not submitted: a draft, or discarded",
    ]


def test_people_who_choose_differently_decide_nothing(tmp_path: Path) -> None:
    answers = {"difficulty": [_answer("easy", "u-1"), _answer("hard", "u-2")], "risk": [_answer("low", "u-1")]}

    (record,) = _read(tmp_path, _nested(responses=answers))

    assert record.case is not None
    assert (record.case.difficulty, record.case.risk) == (None, "low")
    assert [line.found for line in lines_of([record], "wrong")] == ["easy; hard"]


def test_flattened_records_are_read_too(tmp_path: Path) -> None:
    flat = {
        "id": "r-1",
        "_server_id": None,
        "question": "When?",
        "context": PAGE,
        "answer.responses": ["30 days", "In 30 days"],
        "answer.responses.users": ["u-1", "u-2"],
        "answer.responses.status": ["submitted", "submitted"],
        "answer.suggestion": "never",
        "answer.suggestion.score": 0.1,
        "answer.suggestion.agent": "m",
    }

    (record,) = _read(tmp_path, flat)

    assert record.case is not None
    assert [one.answer for one in record.case.accept] == ["30 days", "In 30 days"]
    assert record.case.evidence == (Need(any_of=(Alternative(chunk=passage_id(PAGE)),)),)


def test_records_of_a_review_are_left_alone(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"records.json": [_nested(metadata={"goldsmith": '{"case": "h"}'})]})

    assert "argilla" not in recognised(source)


def _nested(**changed: Any) -> dict[str, Any]:
    return {
        "id": "r-1",
        "fields": {"question": "When?", "context": PAGE},
        "metadata": {"region": "eu"},
        "suggestions": {},
        "responses": {
            "answer": [_answer("30 days", "u-1")],
            "proof": [_answer([{"start": 17, "end": 31, "label": "proof"}], "u-1")],
            "decision": [_answer("approved", "u-1")],
        },
        "vectors": {},
    } | changed


def _answer(value: Any, user: str) -> dict[str, Any]:
    return {"value": value, "user_id": user, "status": "submitted"}


def _read(folder: Path, *records: dict[str, Any]) -> list[ForeignRecord]:
    source = source_of(folder, {"records.json": list(records)})
    assert recognised(source)[0] == "argilla"
    return read_all(FORMAT, source)
