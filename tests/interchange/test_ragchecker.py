"""RAGChecker: its inputs and outputs, with claims, labels and figures; and what we write for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.account import passage_id
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.ragchecker import FORMAT
from goldsmith.interchange.ragchecker_labels import JUDGE, labels_from
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claim_labels import ClaimLabels
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.judgment import ClaimJudgment
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

RESULT: dict[str, Any] = {
    "query_id": "7",
    "query": "When are refunds paid?",
    "gt_answer": "Within 30 days.",
    "response": "In a month.",
    "retrieved_context": [{"doc_id": "refunds#1", "text": "Paid within 30 days."}, {"doc_id": None, "text": "Other."}],
}
LABELLED: dict[str, Any] = RESULT | {
    "gt_answer_claims": [["Refunds", "paid within", "30 days"]],
    "response_claims": [["Refunds", "paid in", "a month"], ["Refunds", "are", "paid"]],
    "answer2response": ["Neutral", "Entailment"],
    "response2answer": ["Contradiction"],
    "retrieved2response": [["Neutral", "Neutral"], ["Entailment", "Neutral"]],
    "retrieved2answer": [["Entailment", "Neutral"]],
    "metrics": {"precision": 0.5},
}


def test_an_input_is_a_case_and_a_response(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, RESULT)

    items = (
        RetrievedItem(id="refunds#1", text="Paid within 30 days."),
        RetrievedItem(id=passage_id("Other."), text="Other."),
    )
    assert record.case == Case(
        id="7", question="When are refunds paid?", accept=(AcceptedAnswer(answer="Within 30 days."),)
    )
    assert record.responses == (ForeignResponse(case="7", outcome=Reply(answer="In a month.", retrieved=items)),)
    assert record.passages == tuple(ForeignPassage(id=item.id, text=item.text or "") for item in items)
    assert [(line.fate, line.field) for line in lines_of([record])] == [("inferred", "")]


def test_claims_of_the_right_answer_are_required_and_labels_a_judgement(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, LABELLED)
    (judgment,) = record.judgments

    assert record.case is not None
    assert record.case.claims == (RequiredClaim(required="Refunds paid within 30 days"),)
    assert (judgment.key, judgment.judge) == (TaskKey(task="7", step=0, repeat=1), JUDGE)
    assert judgment.claims == (
        ClaimJudgment(claim="Refunds paid within 30 days", state="contradicted", passages=("refunds#1",)),
    )
    assert record.published == (PublishedScore(measure="precision", value=0.5, case="7"),)


def test_every_label_can_be_had_again(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, LABELLED)

    assert labels_from(record.judgments[0]) == ClaimLabels(
        response_claims=("Refunds paid in a month", "Refunds are paid"),
        answer_claims=("Refunds paid within 30 days",),
        passages=("refunds#1", passage_id("Other.")),
        response_by_answer=("not_addressed", "supported"),
        answer_by_response=("contradicted",),
        response_by_passages=(("not_addressed", "not_addressed"), ("supported", "not_addressed")),
        answer_by_passages=(("supported", "not_addressed"),),
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"answer2response": ["Neutral"]}, "differ in number"),
        ({"retrieved2answer": [["Entailment"]]}, "differ in number"),
        ({"response2answer": ["maybe"]}, "neither Entailment nor"),
        ({"retrieved2response": "Entailment"}, "neither Entailment nor"),
    ],
)
def test_labels_that_do_not_fit_are_told_and_left_out(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    (record,) = _read(tmp_path, LABELLED | change)

    ((field, words),) = [(line.field, line.told) for line in lines_of([record], "wrong")]
    assert (field, told in words) == (next(iter(change)), True)
    assert None in {
        getattr(labels_from(record.judgments[0]), name)
        for name in ("response_by_answer", "answer_by_response", "response_by_passages", "answer_by_passages")
    }


def test_contexts_that_are_not_shown_are_not_an_empty_list(tmp_path: Path) -> None:
    hidden, empty = _read(tmp_path, RESULT | {"retrieved_context": None}, RESULT | {"retrieved_context": []})

    replies = [one.outcome for record in (hidden, empty) for one in record.responses]
    assert [reply.retrieved for reply in replies if isinstance(reply, Reply)] == [None, ()]


def test_the_same_question_again_is_another_response(tmp_path: Path) -> None:
    records = _read(tmp_path, RESULT, RESULT | {"response": "Never."})

    assert [(one.case, one.repeat) for record in records for one in record.responses] == [("7", 1), ("7", 2)]
    assert records[0].case == records[1].case


def test_figures_of_the_whole_are_kept_by_their_group(tmp_path: Path) -> None:
    document = {"results": [RESULT], "metrics": {"overall": {"f1": 68.3}}, "model": "x"}
    first, _ = read_all(FORMAT, source_of(tmp_path, {"out.json": document}))

    assert first.published == (PublishedScore(measure="overall.f1", value=68.3),)
    assert [(line.fate, line.field) for line in first.lines] == [("mapped", "metrics.overall.f1"), ("dropped", "model")]


def test_what_is_no_result_is_told(tmp_path: Path) -> None:
    records = _read(tmp_path, RESULT, "text", {"query_id": "8"})

    assert [(line.record, line.field) for line in lines_of(records, "dropped")] == [("result 2", ""), ("result 3", "")]


def test_results_of_other_tools_are_refused_with_words(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"other.json": {"results": [{"vars": {}}]}})

    assert not FORMAT.recognises(source)
    assert FORMAT.read is not None
    with pytest.raises(InvalidFileError, match="holds no results of RAGChecker"):
        list(FORMAT.read(source))


def test_a_result_is_written_for_each_response() -> None:
    case = Case(
        id="a", question="When?", accept=(AcceptedAnswer(answer="May."),), claims=(RequiredClaim(required="x"),)
    )
    reply = Reply(answer="June.", retrieved=(RetrievedItem(id="p", text="Paid."), RetrievedItem(id="gone")))
    outcomes: tuple[Reply | Failure, ...] = (reply, Failure(kind="timeout", message="late"))
    responses = tuple(
        Response(key=TaskKey(task="a", step=0, repeat=place), case="a", case_digest="d", outcome=outcome)
        for place, outcome in enumerate(outcomes, start=1)
    )
    assert FORMAT.write is not None
    written = FORMAT.write(Outgoing(header=HEADER, cases=(case,), responses=responses))

    results = json.loads(written.files[0].text)["results"]
    assert [(one["query_id"], one["gt_answer"], one["response"], one["retrieved_context"]) for one in results] == [
        ("a", "May.", "June.", [{"doc_id": "p", "text": "Paid."}]),
        ("a", "May.", "", []),
    ]
    assert not any("gt_answer_claims" in one for one in results)
    assert [line.field for line in written.lines] == ["claims", "retrieved", "response"]


def test_a_changed_answer_wins(tmp_path: Path) -> None:
    case = Case(id="a", question="When?", accept=(AcceptedAnswer(answer="May."), AcceptedAnswer(answer="Spring.")))
    assert FORMAT.write is not None
    document = json.loads(FORMAT.write(Outgoing(header=HEADER, cases=(case,))).files[0].text)
    document["results"][0] |= {"gt_answer": "June."}

    (record,) = read_all(FORMAT, source_of(tmp_path, {"set.json": document}))

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer="June."), AcceptedAnswer(answer="Spring."))
    assert [line.field for line in lines_of([record])] == ["accept"]


@given(cases_of_any_kind())
def test_every_case_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases)


def _read(folder: Path, *results: object) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {"results.json": {"results": list(results)}}))
