"""Label Studio: a golden set as tasks, there and back, and projects that others set up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given

from goldsmith.interchange.account import passage_id
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.formats import recognised
from goldsmith.interchange.label_studio_cases import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignPassage, ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

PAGE = "Fees are due. Refunds are paid within 30 days."
CASE = Case(
    id="refund",
    question="When is it paid?",
    answerability="supported",
    behaviour="answer",
    accept=(AcceptedAnswer(answer="Within 30 days."),),
    evidence=(Need(any_of=(Alternative(chunk="p-1", quote="within 30 days"),)),),
    tags=("money",),
)


@given(cases_of_any_kind())
def test_every_case_comes_back_whole(cases: list[Case]) -> None:
    assert come_back(FORMAT, cases) == cases


def test_the_quote_of_a_case_is_marked_in_the_passage_that_is_shown() -> None:
    (task,) = _written()

    (region,) = [one for one in task["annotations"][0]["result"] if one["type"] == "labels"]
    assert task["data"]["passages"] == f"p-1\n{PAGE}"
    assert region["value"] == {"start": 35, "end": 49, "text": "within 30 days", "labels": ["evidence"]}
    assert task["data"]["passages"][35:49] == "within 30 days"


def test_what_a_person_changes_there_holds(tmp_path: Path) -> None:
    """Another answer, another behaviour, and words marked elsewhere."""
    (task,) = _written()
    theirs = {
        "completed_by": 7,
        "updated_at": "2026-03-01T09:00:00Z",
        "result": [
            _labels(4, 17, "Fees are due."),
            _result("answer", "textarea", {"text": ["In 30 days."]}),
            _result("behaviour", "choices", {"choices": ["clarify"]}),
        ],
    }
    task["annotations"].append(theirs)

    (record,) = _read(tmp_path, [task])

    assert record.case is not None
    assert [one.answer for one in record.case.accept] == ["In 30 days."]
    assert record.case.behaviour == "clarify"
    assert record.case.evidence == (Need(any_of=(Alternative(chunk="p-1", quote="Fees are due.", span=(0, 13)),)),)
    assert record.case.tags == ("money",)
    assert record.passages == (ForeignPassage(id="p-1", text=PAGE),)


def test_tasks_of_a_review_are_left_alone(tmp_path: Path) -> None:
    tasks = [{"data": {"question": "Q", "goldsmith": {"case": "h", "step": "label"}}, "annotations": []}]

    assert "label-studio" not in recognised(source_of(tmp_path, {"export.json": tasks}))


def test_a_project_of_others_becomes_cases_with_located_quotes(tmp_path: Path) -> None:
    annotation = {
        "completed_by": {"id": 3, "email": "ann@example.com"},
        "updated_at": "2026-03-01T09:00:00Z",
        "ground_truth": True,
        "result": [
            _labels(26, 46, "paid within 30 days.", to="text", label="Proof"),
            _result("correct", "textarea", {"text": ["30 days"]}),
            _result("difficulty", "choices", {"choices": ["easy"]}),
            _result("clear", "rating", {"rating": 4}),
        ],
    }
    data = {"question": "When?", "text": PAGE, "region": "eu"}

    (record,) = _read(tmp_path, [{"id": 1, "data": data, "annotations": [annotation], "predictions": []}])

    assert record.case == Case(
        id="export-0001",
        question="When?",
        answerability="supported",
        behaviour="answer",
        difficulty="easy",
        accept=(AcceptedAnswer(answer="30 days"),),
        evidence=(
            Need(
                any_of=(
                    Alternative(chunk=passage_id(PAGE), quote="paid within 30 days.", span=(26, 46), supports="Proof"),
                )
            ),
        ),
        tags=("clear:4", "region:eu"),
    )
    assert record.decision == ForeignDecision(
        decision="approved", reviewer="ann@example.com", at="2026-03-01T09:00:00Z", reason="set as the truth"
    )


def test_a_mark_whose_words_stand_elsewhere_loses_its_place(tmp_path: Path) -> None:
    annotation = {"completed_by": 1, "result": [_labels(0, 4, "due.", to="text")]}

    (record,) = _read(tmp_path, [{"data": {"question": "When?", "text": PAGE}, "annotations": [annotation]}])

    assert record.case is not None
    assert record.case.accept == ()
    assert record.case.evidence[0].any_of[0].quote == "due."
    assert record.case.evidence[0].any_of[0].span is None
    assert [line.found for line in lines_of([record], "wrong")] == ["Fees"]


def test_people_who_disagree_are_told_and_a_skipped_task_says_nothing(tmp_path: Path) -> None:
    annotations = [
        {"completed_by": 1, "updated_at": "2026-01-02", "result": [_result("a", "choices", {"choices": ["x"]})]},
        {"completed_by": 2, "updated_at": "2026-01-01", "result": [_result("a", "choices", {"choices": ["y"]})]},
        {"completed_by": 3, "updated_at": "2026-01-03", "was_cancelled": True, "result": []},
    ]

    (record,) = _read(tmp_path, [{"data": {"question": "Q"}, "annotations": annotations}])

    assert record.case is not None
    assert record.case.tags == ("a:x",)
    assert [line.found for line in lines_of([record], "inferred") if line.field == "annotations"] == ["1, 2"]
    assert [line.told for line in lines_of([record], "dropped")] == ["skipped by who had it before him: no word on it"]


def _written() -> list[dict[str, Any]]:
    assert FORMAT.write is not None
    passages = {"p-1": ForeignPassage(id="p-1", text=PAGE)}
    written = FORMAT.write(Outgoing(header=HEADER, cases=(CASE,), passages=passages))
    tasks: list[dict[str, Any]] = json.loads(written.files[0].text)
    return tasks


def _labels(start: int, end: int, text: str, *, to: str = "passages", label: str = "evidence") -> dict[str, Any]:
    return _result("evidence", "labels", {"start": start, "end": end, "text": text, "labels": [label]}) | {
        "to_name": to
    }


def _result(name: str, kind: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "from_name": name, "to_name": "question", "type": kind, "value": value}


def _read(folder: Path, tasks: list[dict[str, Any]]) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {"export.json": tasks}))
