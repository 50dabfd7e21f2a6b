"""The RAG chat evaluator of Azure-Samples: what its questions and runs become."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.account import passage_id
from goldsmith.interchange.azure_rag_eval import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Citation, Failure, Reply, RetrievedItem
from tests.interchange.foreign import lines_of, read_all, source_of

ROW = {
    "question": "When?",
    "truth": "Within 30 days.\n[refunds-3.pdf]",
    "answer": "In a month [refunds.pdf#page=4]. Truly [refunds.pdf#page=4].",
    "context": "refunds.pdf#page=4:  Refunds: 30 days.\n\nMore of it.\n\nfees.pdf#page=1:  Fees.",
    "latency": 1.5,
    "gpt_relevance": 5.0,
    "has_citation": True,
}


def test_a_line_of_a_run_is_a_case_and_what_was_answered(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, {"eval_results.jsonl": _lines(ROW)})

    assert record == ForeignRecord(
        record="line 1",
        case=Case(
            id="eval_results-0001",
            question="When?",
            answerability="supported",
            behaviour="answer",
            accept=(AcceptedAnswer(answer="Within 30 days."),),
            evidence=(Need(any_of=(Alternative(chunk="refunds-3.pdf"),)),),
        ),
        responses=(
            ForeignResponse(
                case="eval_results-0001",
                outcome=Reply(
                    answer="In a month [refunds.pdf#page=4]. Truly [refunds.pdf#page=4].",
                    retrieved=(
                        RetrievedItem(id="refunds.pdf#page=4", text="Refunds: 30 days.\n\nMore of it."),
                        RetrievedItem(id="fees.pdf#page=1", text="Fees."),
                    ),
                    citations=(Citation(id="refunds.pdf#page=4"),),
                ),
                latency_ms=1500,
            ),
        ),
        passages=(
            ForeignPassage(id="refunds.pdf#page=4", text="Refunds: 30 days.\n\nMore of it."),
            ForeignPassage(id="fees.pdf#page=1", text="Fees."),
        ),
        published=(
            PublishedScore(measure="gpt_relevance", value=5, case="eval_results-0001"),
            PublishedScore(measure="has_citation", value=1, case="eval_results-0001"),
        ),
        lines=record.lines,
    )
    assert lines_of([record], "inferred", "wrong", "dropped") == []


def test_a_call_that_failed_is_no_answer(tmp_path: Path) -> None:
    """The tool writes the words of the error as answer and context, and a latency of -1."""
    row = ROW | {"answer": "Not valid JSON:\n\n<html>", "context": "Not valid JSON", "latency": -1, "gpt_relevance": -1}

    (record,) = _read(tmp_path, {"eval_results.jsonl": _lines(row)})

    assert [one.outcome for one in record.responses] == [Failure(kind="recorded_failure", message="Not valid JSON:")]
    assert record.passages == ()
    assert [one.measure for one in record.published] == ["has_citation"]
    assert [(line.fate, line.field) for line in lines_of([record], "wrong", "dropped")] == [
        ("dropped", "gpt_relevance"),
        ("wrong", "latency"),
    ]


def test_pages_that_a_truth_cites_are_its_evidence_and_all_of_them_are_needed(tmp_path: Path) -> None:
    row = {"question": "When?", "truth": "Soon [a.pdf#page=7], or in May.[b.md] Not [sic]."}

    (record,) = _read(tmp_path, {"qa.jsonl": _lines(row)})

    assert record.case is not None
    assert [one.answer for one in record.case.accept] == ["Soon, or in May. Not [sic]."]
    assert [item for need in record.case.evidence for item in need.any_of] == [
        Alternative(chunk="a.pdf#page=7", document="a.pdf"),
        Alternative(chunk="b.md"),
    ]
    assert [line.field for line in lines_of([record], "inferred")] == ["truth"]
    assert record.responses == ()


def test_the_prompt_that_made_a_question_is_no_truth(tmp_path: Path) -> None:
    row = {
        "question": "How tall is a whisper?",
        "truth": "Generated from this prompt: Suggest 9 nonsensical questions.",
    }

    (record,) = _read(tmp_path, {"qa_dontknows.jsonl": _lines(row)})

    assert record.case is not None
    assert (record.case.behaviour, record.case.refusal_reason, record.case.accept) == ("refuse", "not_found", ())
    assert [line.fate for line in lines_of([record])] == ["inferred"]


def test_runs_over_the_same_questions_are_systems_of_the_same_cases(tmp_path: Path) -> None:
    files = {
        "one/eval_results.jsonl": _lines(ROW, ROW),
        "one/summary.json": {"gpt_relevance": {"pass_rate": 0.9}},
        "two/eval_results.jsonl": _lines(ROW, ROW | {"truth": "Never."}),
        "two/config.json": {"results_dir": "x"},
    }

    records = _read(tmp_path, files)

    assert [(item.system, item.case[-4:], item.repeat) for one in records for item in one.responses] == [
        ("one", "0001", 1),
        ("one", "0001", 2),
        ("two", "0001", 1),
        ("two", "0002", 1),
    ]
    assert [(one.record, one.published) for one in records if one.case is None] == [
        ("one/summary.json", (PublishedScore(measure="gpt_relevance.pass_rate", value=0.9, system="one"),)),
        ("two/config.json", ()),
    ]


def test_a_context_without_names_is_one_piece(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, {"eval_results.jsonl": _lines(ROW | {"context": "Nothing named."})})

    outcome = record.responses[0].outcome
    assert isinstance(outcome, Reply)
    assert outcome.retrieved == (RetrievedItem(id=passage_id("Nothing named."), text="Nothing named."),)


def test_what_is_no_question_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    records = _read(tmp_path, {"qa.jsonl": _lines(ROW, 7, {"truth": "x"}, {"question": "A?", "truth": {"x": 1}})})

    assert [one.case is not None for one in records] == [True, False, False, True]
    assert [line.field for line in lines_of(records[3:], "wrong")] == ["truth"]


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    others = {
        "ragas.jsonl": '{"question": "A?", "ground_truth": "a", "answer": "a"}',
        "summary.json": {"gpt_relevance": {"pass_rate": 0.9}},
        "truth.csv": "question,truth\nA?,a\n",
    }
    source = source_of(tmp_path, others)
    assert FORMAT.read is not None

    assert not FORMAT.recognises(source)
    with pytest.raises(InvalidFileError, match="RAG chat evaluator"):
        list(FORMAT.read(source))


def _lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def _read(folder: Path, files: dict[str, Any]) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, files))
