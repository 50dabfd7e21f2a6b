"""A run as traces: what was asked and answered comes back from them, and every score is an event."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InputError
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.otlp_run import FORMAT
from goldsmith.interchange.otlp_traces import FORMAT as TRACES
from goldsmith.records.case import Case, Identity, Message
from goldsmith.records.measure import Score, Scored, Unscored
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem, ToolCall, Usage
from goldsmith.records.run import Plan
from goldsmith.records.task import TaskKey
from goldsmith.records.trace import Trace
from tests.interchange.foreign import HEADER, source_of

CASE = Case(
    id="refund-window",
    question="And by when?",
    messages=(Message(role="user", content="Can I return it?"), Message(role="assistant", content="Yes.")),
    identity=Identity(user="ann", tenant="eu", roles=("customer",)),
)
KEY = TaskKey(task="refund-window", step=0, repeat=1)
PLAN = Plan(
    run="0007-good", created_at="2026-03-01T10:00:00Z", system="good", system_digest="y1:0", system_revision="v2",
    set_name="help-desk", set_version="1.4.0", set_digest="s1:0", corpus="2026-03", corpus_digest=None,
    cases=("refund-window",), subset=None, repeats=1, concurrency=1, timeout_s=60, goldsmith="0.1",
)  # fmt: skip
REPLY = Reply(
    answer="Within 30 days.",
    retrieved=(RetrievedItem(id="returns#1", document="returns", text="30 days.", score=0.5),),
    tool_calls=(ToolCall(name="clock", arguments="{}"),),
    usage=Usage(input_tokens=12, output_tokens=3),
)
SCORES = (
    Score(key=KEY, case="refund-window", measure="recall@5", outcome=Scored(value=1.0)),
    Score(key=KEY, case="refund-window", measure="claim_recall", outcome=Unscored(reason="needs_judge")),
)


def written(outcome: Reply | Failure = REPLY, scores: tuple[Score, ...] = SCORES) -> dict[str, Any]:
    response = Response(key=KEY, case="refund-window", case_digest="c1:0", outcome=outcome, latency_ms=250.0)
    assert FORMAT.write is not None
    (file,) = FORMAT.write(
        Outgoing(header=HEADER, cases=(CASE,), responses=(response,), plan=PLAN, scores=scores)
    ).files
    held: dict[str, Any] = json.loads(file.text)
    return held


def test_a_run_comes_back_from_its_traces_as_it_was_asked_and_answered(tmp_path: Path) -> None:
    (trace,) = TRACES.traces(source_of(tmp_path, {"run.json": written()}))

    assert isinstance(trace, Trace)
    assert (trace.case, trace.question, trace.messages) == ("refund-window", CASE.question, CASE.messages)
    assert (trace.identity, trace.latency_ms, trace.at) == (CASE.identity, 250.0, "2026-03-01T10:00:00Z")
    assert isinstance(trace.outcome, Reply)
    assert trace.outcome.answer == REPLY.answer
    assert [(item.id, item.document, item.text, item.score) for item in trace.outcome.retrieved or ()] == [
        ("returns#1", "returns", "30 days.", 0.5)
    ]
    assert trace.outcome.tool_calls == REPLY.tool_calls


def test_a_failed_call_is_a_failed_trace(tmp_path: Path) -> None:
    failed = written(Failure(kind="timeout", message="no reply in 60 s"), ())
    (trace,) = TRACES.traces(source_of(tmp_path, {"run.json": failed}))

    assert isinstance(trace, Trace)
    assert trace.outcome == Failure(kind="recorded_failure", message="no reply in 60 s")


def test_every_score_is_an_event_and_one_without_a_value_says_why() -> None:
    root = written()["resourceSpans"][0]["scopeSpans"][0]["spans"][0]

    told = [
        (event["name"], {one["key"].removeprefix("gen_ai.evaluation."): one["value"] for one in event["attributes"]})
        for event in root["events"]
    ]

    assert told == [
        ("gen_ai.evaluation.result", {"name": {"stringValue": "recall@5"}, "score.value": {"doubleValue": 1.0}}),
        (
            "gen_ai.evaluation.result",
            {
                "name": {"stringValue": "claim_recall"},
                "score.label": {"stringValue": "unscored"},
                "explanation": {"stringValue": "needs_judge"},
            },
        ),
    ]


def test_the_same_run_is_the_same_trace() -> None:
    assert written() == written()


def test_without_a_run_there_is_nothing_to_write() -> None:
    assert FORMAT.write is not None
    with pytest.raises(InputError, match="none was named"):
        FORMAT.write(Outgoing(header=HEADER, cases=(CASE,)))
