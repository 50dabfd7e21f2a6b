"""promptfoo's results: answers per provider, failed calls apart from failed checks, and its own scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.account import passage_id
from goldsmith.interchange.promptfoo_results import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord, PublishedScore
from goldsmith.records.response import Failure, Reply, RetrievedItem, Usage
from tests.interchange.foreign import lines_of, read_all, source_of


def test_a_result_is_a_case_an_answer_and_the_scores_of_its_checks(tmp_path: Path) -> None:
    row = _result(
        "a",
        "When?",
        response={"output": "Soon.", "tokenUsage": {"prompt": 10, "completion": 2}, "cost": 0.5},
        testCase={
            "vars": {"query": "When?"},
            "assert": [{"type": "equals", "value": "Soon."}],
            "metadata": {"id": "w"},
        },
        namedScores={"tone": 0.5},
        gradingResult={"componentResults": [{"componentResults": [{"named_scores": {"Recall": 1}}]}]},
        latencyMs=12,
        cost=0.5,
    )

    head, record = _read(tmp_path, {"results": [row], "prompts": [_prompt("a", 3, 1)]})

    assert head.published == (PublishedScore(measure="pass_rate", value=0.75, system="a"),)
    assert record.case is not None
    assert (record.case.id, record.case.accept) == ("w", (AcceptedAnswer(answer="Soon."),))
    (response,) = record.responses
    assert (response.case, response.system, response.repeat, response.latency_ms) == ("w", "a", 1, 12)
    assert response.outcome == Reply(answer="Soon.", usage=Usage(input_tokens=10, output_tokens=2, cost_usd=0.5))
    assert {one.measure: one.value for one in record.published} == {"pass": 1, "score": 1, "tone": 0.5, "Recall": 1}
    assert lines_of([record], "dropped", "wrong") == []


def test_a_check_that_failed_is_no_failed_call(tmp_path: Path) -> None:
    """Both carry an error; only where there is no output did the system give no answer."""
    rows = [
        _result("a", "When?", error="Expected output to equal Soon.", response={"output": "Late."}, success=False),
        _result("a", "Where?", error="Error: timed out\n    at x.js", success=False),
        _result("a", "Who?", error="API error", response={"output": "half"}, success=False, failureReason=2),
    ]

    records = _read(tmp_path, {"results": rows})[1:]

    assert [one.responses[0].outcome for one in records] == [
        Reply(answer="Late."),
        Failure(kind="recorded_failure", message="Error: timed out"),
        Failure(kind="recorded_failure", message="API error"),
    ]


def test_results_of_one_test_are_one_case_for_each_system_and_repeat(tmp_path: Path) -> None:
    rows = [
        _result("a", "When?", response={"output": "1"}),
        _result("b", "When?", response={"output": "2"}),
        _result("a", "When?", response={"output": "3"}),
        _result("a", "When?", response={"output": "4"}, prompt={"label": "other"}),
        _result("a", "Where?", response={"output": "5"}),
    ]

    records = _read(tmp_path, {"results": rows})[1:]

    assert [(one.responses[0].case, one.responses[0].system, one.responses[0].repeat) for one in records] == [
        ("results-0001", "a", 1),
        ("results-0001", "b", 1),
        ("results-0001", "a", 2),
        ("results-0001", "a other", 1),
        ("results-0002", "a", 1),
    ]
    assert len({repr(one.case) for one in records}) == 2


def test_a_list_in_place_of_an_answer_is_what_was_retrieved(tmp_path: Path) -> None:
    rows = [
        _result("a", "1?", response={"output": ["doc#1", "Two words."]}),
        _result("a", "2?", response={"output": {"answer": "x", "documents": [{"id": "d", "text": "t"}]}}),
        _result("a", "3?", response={"output": "x", "metadata": {"context": "One text."}}),
        _result("a", "4?", response={"output": {"label": 1}}),
    ]

    records = _read(tmp_path, {"results": rows})[1:]

    assert [one.responses[0].outcome for one in records] == [
        Reply(retrieved=(RetrievedItem(id="doc#1"), RetrievedItem(id=passage_id("Two words."), text="Two words."))),
        Reply(answer="x", retrieved=(RetrievedItem(id="d", text="t"),)),
        Reply(answer="x", retrieved=(RetrievedItem(id=passage_id("One text."), text="One text."),)),
        Reply(answer='{"label": 1}'),
    ]
    assert [[passage.text for passage in one.passages] for one in records] == [["Two words."], ["t"], ["One text."], []]


def test_an_earlier_version_keeps_its_tests_beside_the_results(tmp_path: Path) -> None:
    variables = {"query": "When?", "correct_chunks": '["a#1"]'}
    row = {name: held for name, held in _result("a", "When?").items() if name != "testCase"} | {"vars": variables}
    table = {
        "head": {"prompts": [_prompt("a", 1, 1)]},
        "body": [{"test": {"vars": variables, "description": "Row #1"}}],
    }

    head, record = _read(tmp_path, {"results": [row], "table": table})

    assert [one.value for one in head.published] == [0.5]
    assert record.case == Case(
        id="results-0001",
        question="When?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(Alternative(chunk="a#1"),)),),
    )


def test_a_named_score_of_a_whole_run_is_a_sum_of_which_the_mean_is_kept(tmp_path: Path) -> None:
    prompt = _prompt("a", 2, 2)
    prompt["metrics"] |= {"namedScores": {"tone": 3, "form": 2}, "namedScoresCount": {"tone": 4}}

    (head,) = _read(tmp_path, {"results": [], "prompts": [prompt]})

    assert [(one.measure, one.value) for one in head.published] == [("pass_rate", 0.5), ("tone", 0.75)]


def test_results_one_a_line_are_read_too(tmp_path: Path) -> None:
    text = "".join(json.dumps(_result("a", one, response={"output": "x"})) + "\n" for one in ("When?", "Where?"))

    records = read_all(FORMAT, source_of(tmp_path, {"out.jsonl": text}))

    assert [(one.record, one.responses[0].case) for one in records] == [("line 1", "out-0001"), ("line 2", "out-0002")]


def test_what_is_no_result_is_told(tmp_path: Path) -> None:
    records = _read(tmp_path, {"results": [_result("a", "When?"), 3, {"vars": "x"}]})[1:]

    assert [(one.case is not None, len(one.responses)) for one in records] == [(True, 1), (False, 0), (False, 0)]
    assert [line.told for line in lines_of(records, "dropped")] == ["no result: it has no variables"] * 2


def test_a_file_without_results_is_refused(tmp_path: Path) -> None:
    assert FORMAT.read is not None

    with pytest.raises(InvalidFileError, match="cannot be read as results of promptfoo"):
        list(FORMAT.read(source_of(tmp_path, {"a.json": {"results": 1}})))


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    others: dict[str, Any] = {
        "ragchecker.json": {"results": [{"query_id": "1"}]},
        "tests.json": [{"vars": {"query": "A?"}}],
        "config.yaml": "tests: [{vars: {query: A}}]\nprompts: [p]\n",
    }

    assert not FORMAT.recognises(source_of(tmp_path, others))


def _result(provider: str, question: str, **parts: Any) -> dict[str, Any]:
    return {
        "provider": {"id": provider, "label": ""},
        "prompt": {"raw": question, "label": "{{query}}"},
        "vars": {"query": question},
        "success": True,
        "score": 1,
        **parts,
    }


def _prompt(provider: str, passed: int, failed: int) -> dict[str, Any]:
    counts = {"testPassCount": passed, "testFailCount": failed, "testErrorCount": 0, "namedScores": {}}
    return {"provider": provider, "label": "{{query}}", "metrics": counts}


def _read(folder: Path, results: dict[str, Any]) -> list[ForeignRecord]:
    held = {"evalId": "eval-1", "results": {"version": 3, **results}, "config": {"tests": "file://tests.yaml"}}
    return read_all(FORMAT, source_of(folder, {"results.json": held}))
