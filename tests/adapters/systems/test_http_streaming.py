"""Streams over HTTP: every event is kept, withdrawn text too, and the answer is what finally stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goldsmith.records.response import Citation, Reply, RetrievedItem
from tests.adapters.systems.asking import ask, explained, failure, opened
from tests.backends.rag_server import RagServer, sse

SSE = "text/event-stream"
LINES = "application/x-ndjson"


def streamed(*pieces: str | bytes, media: str = SSE, options: dict[str, Any] | None = None, **step: Any) -> Reply:
    with RagServer(script={"q": [{"media": media, "pieces": list(pieces), **step}]}) as server:
        return ask(opened({"url": server.url, **(options or {})}))


def broken(*pieces: str | bytes, media: str = SSE, options: dict[str, Any] | None = None) -> tuple[str, str]:
    with RagServer(script={"q": [{"media": media, "pieces": list(pieces)}]}) as server:
        return failure(opened({"url": server.url, **(options or {})}))[:2]


def kinds(reply: Reply) -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in reply.events or ()]


def test_pieces_make_the_answer_and_other_parts_come_along() -> None:
    reply = streamed(
        sse(("token", "Hel"), ("token", {"text": "lo"}), ("status", {"text": "searching"})),
        sse(("sources", {"retrieved": ["a#1"], "usage": {"input_tokens": 3}})),
    )

    assert (reply.answer, reply.retrieved, reply.usage.input_tokens) == ("Hello", (RetrievedItem(id="a#1"),), 3)
    assert kinds(reply) == [
        ("token", "Hel"),
        ("token", "lo"),
        ("status", "searching"),
        ("sources", '{"retrieved": ["a#1"], "usage": {"input_tokens": 3}}'),
    ]


def test_the_first_piece_tells_how_long_one_waits_for_it() -> None:
    reply = streamed(sse(("status", "thinking")), sse(("", {"delta": "A"})), chunk_delay_seconds=0.06)

    thinking, first = reply.events or ()

    assert (thinking.text, first.text) == ("thinking", "A")
    assert first.at_ms - thinking.at_ms >= 40
    assert reply.time_to_first_token_ms == first.at_ms


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([("token", "no "), ("retract", {"text": "no "}), ("token", "yes")], "yes"),
        ([("token", {"text": "no", "id": "1"}), ("token", "yes"), ("delete", {"target": "1"})], "yes"),
        ([("token", "no"), ("clear", {}), ("token", "yes")], "yes"),
        ([("token", "no"), ("replace", {"text": "yes"})], "yes"),
        ([("token", "a no"), ("token", "pe b"), ("message_retract", {"text": "nope "})], "a b"),
        ([("token", "a"), ("retract", {"text": "never said"})], "a"),
        (
            [("", {"type": "token", "text": "no"}), ("", {"type": "reset"}), ("", {"type": "token", "text": "yes"})],
            "yes",
        ),
        ([("token", "secret"), ("retract", "secret")], ""),
    ],
)
def test_what_is_withdrawn_leaves_the_answer_and_stays_among_the_events(
    events: list[tuple[str, Any]], answer: str
) -> None:
    reply = streamed(sse(*events))

    assert reply.answer == answer
    assert [text for _, text in kinds(reply)] == [
        data if isinstance(data, str) else data.get("text", "") for _, data in events
    ]


def test_a_last_event_may_carry_the_whole_reply() -> None:
    whole = {"answer": "Hello.", "retrieved": ["a#1"], "citations": ["a#1"]}
    named = streamed(sse(("delta", "Hel"), ("delta", "lo"), ("final", whole)))
    unnamed = streamed(sse(("", {"delta": "Hel"}), ("", {"delta": "lo"}), ("", whole)))
    only = streamed(sse(("", whole)))

    assert [reply.answer for reply in (named, unnamed, only)] == ["Hello."] * 3
    assert [reply.citations for reply in (named, unnamed, only)] == [(Citation(id="a#1"),)] * 3
    assert kinds(named)[-1] == ("final", json.dumps(whole))


def test_pieces_and_parts_stand_where_the_settings_say() -> None:
    options = {
        "stream_answer": "$.choices[0].delta.content",
        "fields": {"answer": "$.result.text", "retrieved": "$.result.hits[*].id", "trace_id": "$.id"},
    }
    pieces = [{"id": "t1", "choices": [{"delta": {"content": text}}]} for text in ("Hel", "lo")]
    streamed_only = streamed(sse(*(("", piece) for piece in pieces)), options=options)
    last = {"result": {"text": "Hello!", "hits": [{"id": "a#1"}]}}
    with_last = streamed(sse(*(("", piece) for piece in pieces), ("", last)), options=options)

    assert (streamed_only.answer, streamed_only.trace_id, streamed_only.retrieved) == ("Hello", "t1", None)
    assert (with_last.answer, with_last.retrieved) == ("Hello!", (RetrievedItem(id="a#1"),))


def test_lines_of_json_are_a_stream_too() -> None:
    pieces = '{"type": "token", "text": "é"}\n{"type": "tok', 'en", "text": "€"}\n', '{"retrieved": ["a#1"]}'
    reply = streamed(*pieces, media=LINES)

    assert (reply.answer, reply.retrieved) == ("é€", (RetrievedItem(id="a#1"),))
    assert kinds(reply) == [("token", "é"), ("token", "€"), ("part", '{"retrieved": ["a#1"]}')]


def test_text_is_the_answer_where_the_settings_say_so() -> None:
    reply = streamed(b"na\xc3", b"\xafve ", '{"a": 1}', media="text/plain", options={"stream": "text"})

    assert reply.answer == 'naïve {"a": 1}'
    assert "".join(text for _, text in kinds(reply)) == reply.answer
    assert {kind for kind, _ in kinds(reply)} == {"text"}


def test_the_end_that_a_stream_tells_is_its_end() -> None:
    reply = streamed("data: A\n\n", "data: [DONE]\n\n", stays_open=True)

    assert (reply.answer, kinds(reply)) == ("A", [("text", "A"), ("done", "")])


def test_an_event_that_tells_of_a_tool_is_no_answer() -> None:
    reply = streamed(sse(("tool_result", {"content": "42 rows"}), ("token", "A"), ("agent_message", {"text": "hm"})))

    assert reply.answer == "A"
    assert kinds(reply) == [("tool_result", "42 rows"), ("token", "A"), ("agent_message", "hm")]


def test_a_whole_reply_is_read_even_where_a_stream_was_expected() -> None:
    reply = streamed('{"answer": "A"}', media="application/json", options={"stream": "sse"})

    assert (reply.answer, reply.events) == ("A", None)


def test_a_stream_that_is_not_to_be_read_as_one_is_no_reply() -> None:
    kind, told = broken("data: A\n\n", options={"stream": "never"})

    assert (kind, told) == ("bad_reply", "the reply is no JSON (text/event-stream): data: A")


@pytest.mark.parametrize(
    ("pieces", "media", "options", "kind", "told"),
    [
        ([sse(("token", "A"), ("error", {"error": "out of memory"}))], SSE, {}, "system_error", "out of memory"),
        ([sse(("error", "no"))], SSE, {}, "system_error", "the stream tells an error: no"),
        ([": nothing\n\n"], SSE, {}, "bad_reply", "the stream ended without an event"),
        ([sse(("status", "x"))], SSE, {}, "bad_reply", "the stream holds no answer; it has events of kind status"),
        (['{"delta": "A"}\noops\n'], LINES, {}, "bad_reply", "line 2 of the stream is no JSON: the text 'oops'"),
        (["<html><title>Log in</title>"], "text/html", {"stream": "text"}, "bad_reply", "an HTML page titled 'Log in'"),
        ([sse(("x", {"a": 1}))], SSE, {"fields": {"answer": "$.b"}}, "bad_reply", "answer: no event holds $.b"),
        ([sse(("", {"retrieved": "a#1"}))], SSE, {}, "bad_reply", "retrieved is the text 'a#1'"),
        (["x" * 5_000_000] * 5, "text/plain", {"stream": "text"}, "bad_reply", "longer than 20 MB"),
    ],
)
def test_a_stream_that_holds_no_reply_is_told(
    pieces: list[str], media: str, options: dict[str, Any], kind: str, told: str
) -> None:
    found = broken(*pieces, media=media, options=options)

    assert found[0] == kind
    assert told in found[1]


def test_a_stream_is_explained_as_it_stood_on_the_wire() -> None:
    body = sse(("token", "A"), ("note", {"strange": 1}))
    with RagServer(script={"q": [{"media": SSE, "pieces": [body[:9], body[9:]]}]}) as server:
        seen = explained(opened({"url": server.url}))

    assert seen.response_body == body
    assert isinstance(seen.outcome, Reply)
    assert (seen.outcome.answer, seen.unread) == ("A", ("strange",))
