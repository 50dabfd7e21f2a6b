"""Traces of production: OTLP with both conventions, Langfuse and Phoenix, all read into the same record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.interchange.span_attributes import at, nested
from goldsmith.interchange.trace_format import Unread
from goldsmith.interchange.trace_formats import recognised_traces
from goldsmith.records.case import Identity, Message
from goldsmith.records.response import Failure, Reply, RetrievedItem, ToolCall, Usage
from goldsmith.records.trace import Trace
from tests.interchange.foreign import source_of

START = 1_796_000_000_000_000_000


def value(held: object) -> dict[str, Any]:
    if isinstance(held, list):
        return {"arrayValue": {"values": [value(item) for item in held]}}
    name = {str: "stringValue", int: "intValue", float: "doubleValue", bool: "boolValue"}[type(held)]
    return {name: str(held) if isinstance(held, int) and not isinstance(held, bool) else held}


def attributes(told: dict[str, object]) -> list[dict[str, Any]]:
    return [{"key": name, "value": value(held)} for name, held in told.items()]


def span(name: str, told: dict[str, object], *, parent: str = "", at_ms: int = 0, **more: object) -> dict[str, Any]:
    start = START + at_ms * 1_000_000
    return {
        "traceId": "t1", "spanId": name, "parentSpanId": parent, "name": name, "startTimeUnixNano": str(start),
        "endTimeUnixNano": str(start + 2_000_000), "attributes": attributes(told), **more,
    }  # fmt: skip


def otlp(*spans: dict[str, Any]) -> dict[str, Any]:
    resource = {"attributes": attributes({"service.name": "desk"})}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": list(spans)}]}]}


def read(folder: Path, files: dict[str, Any], **options: str) -> list[Trace | Unread]:
    source = source_of(folder, files, **options)
    known = recognised_traces(source)
    assert known is not None
    return list(known.traces(source))


def only(folder: Path, files: dict[str, Any], **options: str) -> Trace:
    (found,) = read(folder, files, **options)
    assert isinstance(found, Trace)
    return found


def reply(trace: Trace) -> Reply:
    assert isinstance(trace.outcome, Reply)
    return trace.outcome


OPENINFERENCE = otlp(
    span("top", {"openinference.span.kind": "CHAIN", "input.value": "Can I return it?", "output.value": "Yes.",
                 "user.id": "ann", "session.id": "s1", "metadata": '{"tenant_id": "eu"}'}),
    span("find", {"openinference.span.kind": "RETRIEVER", "retrieval.documents.0.document.id": "returns#1",
                  "retrieval.documents.0.document.content": "30 days.", "retrieval.documents.0.document.score": 0.5,
                  "retrieval.documents.1.document.id": "fees#1",
                  "retrieval.documents.1.document.metadata": '{"source": "fees"}'}, parent="top", at_ms=1),
    span("say", {"openinference.span.kind": "LLM", "llm.token_count.prompt": 12, "llm.token_count.completion": 3},
         parent="top", at_ms=2),
)  # fmt: skip


def test_openinference_numbers_its_documents_and_they_come_in_the_order_of_their_ranks(tmp_path: Path) -> None:
    found = only(tmp_path, {"traces.json": OPENINFERENCE})

    assert reply(found).retrieved == (
        RetrievedItem(id="returns#1", text="30 days.", score=0.5),
        RetrievedItem(id="fees#1", document="fees"),
    )
    assert (found.question, reply(found).answer) == ("Can I return it?", "Yes.")
    assert found.identity == Identity(user="ann", tenant="eu")
    assert reply(found).usage == Usage(input_tokens=12, output_tokens=3)
    assert (found.at, found.latency_ms, found.session) == ("2026-11-30T00:53:20Z", 2.0, "s1")


NEW_NAMES = otlp(
    span("chat", {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": json.dumps([
            {"role": "system", "parts": [{"type": "text", "content": "Be kind."}]},
            {"role": "user", "parts": [{"type": "text", "content": "Hello."}]},
            {"role": "assistant", "parts": [{"type": "text", "content": "How can I help?"}]},
            {"role": "user", "parts": [{"type": "text", "content": "Can I return it?"}]},
        ]),
        "gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": "Yes."}]}]),
        "gen_ai.usage.input_tokens": 12, "enduser.id": "ann", "user.roles": ["customer", "staff"],
    }),
    span("retrieval", {"gen_ai.operation.name": "retrieval",
                       "gen_ai.retrieval.documents": json.dumps([{"id": "returns#1", "score": 0.9}])}, parent="chat"),
    span("execute_tool refund", {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "refund",
                                 "gen_ai.tool.call.arguments": '{"order": 7}'}, parent="chat"),
)  # fmt: skip
OLD_NAMES = otlp(
    span("chat", {
        "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Can I return it?",
        "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Yes.",
        "gen_ai.usage.prompt_tokens": 12, "gen_ai.operation.name": "chat",
    }),
)  # fmt: skip
AS_EVENTS = otlp(
    span("chat", {"gen_ai.system": "openai", "gen_ai.operation.name": "chat"}, events=[
        {"name": "gen_ai.user.message", "attributes": attributes({"content": "Can I return it?"})},
        {"name": "gen_ai.choice", "attributes": attributes({"message": '{"content": "Yes."}'})},
    ]),
)  # fmt: skip


@pytest.mark.parametrize("export", [NEW_NAMES, OLD_NAMES, AS_EVENTS], ids=["new names", "old names", "events"])
def test_every_convention_of_generative_ai_gives_the_question_and_the_answer(
    tmp_path: Path, export: dict[str, Any]
) -> None:
    found = only(tmp_path, {"traces.json": export})

    assert (found.question, reply(found).answer) == ("Can I return it?", "Yes.")


def test_new_names_give_earlier_turns_documents_tools_and_roles(tmp_path: Path) -> None:
    found = only(tmp_path, {"traces.json": NEW_NAMES})

    assert found.messages == (
        Message(role="user", content="Hello."), Message(role="assistant", content="How can I help?"),
    )  # fmt: skip
    assert reply(found).retrieved == (RetrievedItem(id="returns#1", score=0.9),)
    assert reply(found).tool_calls == (ToolCall(name="refund", arguments='{"order": 7}'),)
    assert found.identity == Identity(user="ann", roles=("customer", "staff"))


def test_what_was_ranked_anew_is_the_context_and_what_was_found_before_are_candidates(tmp_path: Path) -> None:
    export = otlp(
        span("top", {"input.value": "Q", "output.value": "A"}),
        span("find", {"openinference.span.kind": "RETRIEVER", "retrieval.documents.0.document.id": "a",
                      "retrieval.documents.1.document.id": "b"}, parent="top", at_ms=1),
        span("rank", {"openinference.span.kind": "RERANKER", "reranker.output_documents.0.document.id": "b"},
             parent="top", at_ms=2),
    )  # fmt: skip

    found = reply(only(tmp_path, {"t.json": export}))

    assert [item.id for item in found.retrieved or ()] == ["b"]
    assert [item.id for item in found.candidates or ()] == ["a", "b"]


def test_spans_of_one_trace_may_stand_on_several_lines_and_in_several_files(tmp_path: Path) -> None:
    parts = OPENINFERENCE["resourceSpans"][0]["scopeSpans"][0]["spans"]
    lines = "".join(json.dumps(otlp(part)) + "\n" for part in parts[:2])

    found = only(tmp_path, {"a.jsonl": lines, "b.json": otlp(parts[2])})

    assert found.id == "t1"
    assert reply(found).usage == Usage(input_tokens=12, output_tokens=3)


def test_an_error_without_an_answer_is_a_failure_and_one_that_was_caught_is_not(tmp_path: Path) -> None:
    raised = [{"name": "exception", "attributes": attributes({"exception.message": "busy"})}]
    failed = span("top", {"input.value": "Q"}, events=raised, status={"code": 2, "message": "gave up"})
    caught = span("top", {"input.value": "Q", "output.value": "A"}, events=raised)

    assert only(tmp_path / "1", {"t.json": otlp(failed)}).outcome == Failure(kind="recorded_failure", message="gave up")
    assert reply(only(tmp_path / "2", {"t.json": otlp(caught)})).answer == "A"


def test_a_failed_trace_keeps_what_it_retrieved_because_it_may_be_a_leak(tmp_path: Path) -> None:
    export = otlp(
        span("top", {"input.value": "Q"}, status={"code": 2}),
        span("find", {"retrieval.documents.0.document.id": "secret"}, parent="top"),
    )

    assert [item.id for item in reply(only(tmp_path, {"t.json": export})).retrieved or ()] == ["secret"]


def test_attributes_of_ones_own_are_named_by_options(tmp_path: Path) -> None:
    export = otlp(span("top", {"input.value": "Q", "output.value": "A", "app.login": "bo", "app.org": "us"}))

    found = only(tmp_path, {"t.json": export}, user="app.login", tenant="app.org")

    assert found.identity == Identity(user="bo", tenant="us")


def test_a_span_without_ids_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    export = otlp({"name": "lost"}, span("top", {"input.value": "Q", "output.value": "A"}))

    found = read(tmp_path, {"t.json": export})

    assert found[0] == Unread(where="t.json", told="a span has no traceId or no spanId")
    assert len(found) == 2


LANGFUSE = {
    "id": "t1", "timestamp": "2026-03-01T10:00:00.000Z", "name": "desk", "userId": "ann", "sessionId": "s1",
    "input": {"question": "Can I return it?"}, "output": "Yes.", "metadata": {"tenant": "eu"}, "latency": 1.5,
    "observations": [
        {"id": "o1", "traceId": "t1", "type": "RETRIEVER", "name": "find", "startTime": "2026-03-01T10:00:00.100Z",
         "output": [{"page_content": "30 days.", "metadata": {"source": "returns"}, "id": "returns#1"}]},
        {"id": "o2", "traceId": "t1", "type": "GENERATION", "name": "say", "startTime": "2026-03-01T10:00:00.500Z",
         "usageDetails": {"input": 12, "output": 3}, "costDetails": {"total": 0.25}, "level": "DEFAULT"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("held", [LANGFUSE, [LANGFUSE], {"data": [LANGFUSE]}], ids=["one", "list", "of the API"])
def test_a_langfuse_trace_reads_like_any_other(tmp_path: Path, held: object) -> None:
    found = only(tmp_path, {"t.json": held})

    assert (found.question, reply(found).answer) == ("Can I return it?", "Yes.")
    assert found.identity == Identity(user="ann", tenant="eu")
    assert [(item.id, item.document, item.text) for item in reply(found).retrieved or ()] == [
        ("returns#1", "returns", "30 days.")
    ]
    assert reply(found).usage == Usage(input_tokens=12, output_tokens=3, cost_usd=0.25)
    assert (found.at, found.latency_ms) == ("2026-03-01T10:00:00Z", 1500.0)


PHOENIX = (
    "name,span_kind,parent_id,start_time,end_time,status_code,status_message,context.span_id,context.trace_id,"
    "attributes.input.value,attributes.output.value,attributes.retrieval.documents,attributes.user.id\n"
    "ask,CHAIN,,2026-03-01 10:00:00+00:00,2026-03-01 10:00:01+00:00,OK,,s1,t1,Can I return it?,Yes.,,ann\n"
    "find,RETRIEVER,s1,2026-03-01 10:00:00+00:00,2026-03-01 10:00:01+00:00,OK,,s2,t1,Can I return it?,,"
    "\"[{'document.id': 'returns#1', 'document.content': '30 days.', 'document.score': 0.5}]\",\n"
)


def test_a_table_of_phoenix_reads_like_any_other(tmp_path: Path) -> None:
    found = only(tmp_path, {"spans.csv": PHOENIX})

    assert (found.question, reply(found).answer) == ("Can I return it?", "Yes.")
    assert reply(found).retrieved == (RetrievedItem(id="returns#1", text="30 days.", score=0.5),)
    assert found.identity == Identity(user="ann")


def test_spans_of_the_api_of_phoenix_are_read(tmp_path: Path) -> None:
    spans = {"data": [
        {"name": "ask", "span_kind": "CHAIN", "context": {"trace_id": "t1", "span_id": "s1"}, "parent_id": None,
         "start_time": "2026-03-01T10:00:00Z", "end_time": "2026-03-01T10:00:01Z", "status_code": "OK",
         "attributes": {"input.value": "Q", "output": {"value": "A"}}},
    ]}  # fmt: skip

    found = only(tmp_path, {"t.json": spans})

    assert (found.question, reply(found).answer, found.latency_ms) == ("Q", "A", 1000.0)


def test_what_the_service_says_of_itself_is_no_part_of_a_trace(tmp_path: Path) -> None:
    export = otlp(span("top", {"input.value": "Q", "output.value": "A", "filter": "tenant = eu"}))

    found = reply(only(tmp_path, {"t.json": export}))

    assert found.trace == {"spans": [{"name": "top", "filter": "tenant = eu"}]}


def test_a_name_may_have_both_a_value_and_parts() -> None:
    tree = nested({"input": "Q", "input.mime_type": "text/plain", "list.1": "b", "list.0": "a"})

    assert (at(tree, "input"), at(tree, "input.mime_type"), at(tree, "list")) == ("Q", "text/plain", ["a", "b"])


@pytest.mark.parametrize(
    "odd",
    [
        {"status": {"code": {}}},
        {"attributes": [{"key": "n", "value": {"intValue": "--5"}}]},
        {"attributes": [{"key": f"a.{'1' * 5000}", "value": {"stringValue": "x"}}]},
        {"attributes": attributes({"openinference.span.kind": "LLM", "llm.token_count.prompt": "1e999"})},
        {"attributes": attributes({"retrieval.documents": json.dumps([{"id": "d", "score": 10**400}])})},
    ],
)
def test_an_odd_value_in_a_span_does_not_stop_the_reading(tmp_path: Path, odd: dict[str, Any]) -> None:
    document = {"resourceSpans": [{"scopeSpans": [{"spans": [span("a", {}) | odd]}]}]}
    source = source_of(tmp_path, {"t.json": document})
    known = recognised_traces(source)
    assert known is not None

    found = list(known.traces(source))

    assert [one.id for one in found if isinstance(one, Trace)] == ["t1"]
