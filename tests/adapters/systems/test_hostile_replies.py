"""Whatever a system sends back is the result of its own call: told in words, in bounded time, and never half read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError
from goldsmith.adapters.systems.http_mapping import read_mapping
from goldsmith.adapters.systems.names import NAMES
from goldsmith.adapters.systems.openai_compatible import open_openai
from goldsmith.ports.system import SystemFailure
from goldsmith.records.response import Reply
from goldsmith.text.redaction import Secrets
from tests.adapters.systems.asking import KEY, ask, failure, opened, run, step
from tests.backends.rag_server import RagServer, sse

SSE, LINES = "text/event-stream", "application/x-ndjson"
LONG_S = 20.0
"""What takes a second here and would take minutes if its cost grew with the square of its length."""


def body(text: str, media: str = "application/json") -> dict[str, Any]:
    return {"body": text, "media": media}


UNREADABLE: Mapping[str, tuple[str, str]] = {
    "a name twice": (
        '{"answer": "A", "retrieved": ["leak#1"], "retrieved": []}',
        "JSON that can be relied on: 'retrieved' stands twice in one object",
    ),
    "deep": ('{"answer": "A", "trace": {"a": ' + "[" * 100_000, "JSON that can be relied on: it is nested too deeply"),
    "deep to spell": ('{"answer": "A", "cache": ' + "[" * 960 + "]" * 960 + "}", "nested too deeply"),
    "an error beside null": (
        '{"answer": null, "error": "quota exceeded"}',
        "the reply holds nothing: answer, error, of which what is read is null",
    ),
    "a vast number": ('{"answer": "A", "usage": {"input_tokens": 1' + "0" * 400 + "}}", "where a finite number was"),
    "no number": ('{"answer": "A", "retrieved": [{"id": "a", "score": NaN}]}', "retrieved[1].score is nan, where"),
    "a cost below zero": ('{"answer": "A", "usage": {"cost_usd": -5}}', "cost_usd is -5, where an amount was expected"),
    "a time below zero": ('{"answer": "A", "time_to_first_token_ms": -1}', "time_to_first_token_ms is -1, where"),
    "nobody by name": ('{"answer": "A", "identity_echo": {"name": "ana"}}', "identity_echo is a dict, where the name"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_relied_on_is_no_reply(name: str) -> None:
    text, told = UNREADABLE[name]
    with RagServer(script={"q": [body(text)]}) as server:
        found = failure(opened({"url": server.url}))

    assert found[::2] == ("bad_reply", False)
    assert told in found[1]


@pytest.mark.parametrize("media", [SSE, LINES])
def test_an_event_that_cannot_be_relied_on_makes_the_stream_no_reply(media: str) -> None:
    for text in (UNREADABLE["a name twice"][0], UNREADABLE["deep"][0], UNREADABLE["deep to spell"][0]):
        piece = f"data: {text}\n\n" if media == SSE else f"{text}\n"
        with RagServer(script={"q": [{"media": media, "pieces": [piece]}]}) as server:
            assert failure(opened({"url": server.url}))[0] == "bad_reply"


def test_parts_that_are_null_say_nothing_beside_an_answer() -> None:
    events = sse(("token", "A"), ("done", {"usage": None, "retrieved": None, "trace": {"a": 1}}))
    with RagServer(script={"q": [{"media": SSE, "pieces": [events]}]}) as server:
        reply = ask(opened({"url": server.url}))

    assert (reply.answer, reply.retrieved, reply.trace) == ("A", None, {"a": 1})


def test_a_body_that_is_not_encoded_as_it_says_is_no_reply() -> None:
    script = {"q": [{"body": '{"answer": "A"}', "media": "application/json", "headers": {"Content-Encoding": "gzip"}}]}
    with RagServer(script=script) as server:
        kind, told, is_worth, _ = failure(opened({"url": server.url}))

    assert (kind, is_worth) == ("bad_reply", False)
    assert told.endswith("is not encoded as its Content-Encoding says")


def test_a_redirect_to_an_address_that_cannot_be_read_is_not_followed() -> None:
    with RagServer(script={"q": [{"redirect": "http://[::1"}]}) as server:
        found = failure(opened({"url": server.url}))

    assert found[1].endswith("redirects to an address that is none, which is not followed")


def test_a_page_of_beginnings_without_an_end_is_told_at_once() -> None:
    started = time.perf_counter()
    with RagServer(script={"q": [{"status": 500, "body": "<html>" + "<title>" * 200_000}]}) as server:
        found = failure(opened({"url": server.url}))

    assert "HTTP 500 Internal Server Error: an HTML page" in found[1]
    assert time.perf_counter() - started < LONG_S


def test_a_stream_that_takes_back_as_often_as_it_speaks_costs_no_more_than_another() -> None:
    said = "".join(f'id: {n}\ndata: {{"text": "a{n} "}}\n\n' for n in range(20_000))
    taken = "".join(f'event: retract\ndata: {{"id": "{n}"}}\n\n' for n in range(19_999))
    missed = 'event: retract\ndata: {"text": "never said"}\n\n' * 20_000
    started = time.perf_counter()
    with RagServer(script={"q": [{"media": SSE, "pieces": [said, taken, missed]}]}) as server:
        reply = ask(opened({"url": server.url}))

    assert reply.answer == "a19999 "
    assert len(reply.events or ()) == 59_999
    assert time.perf_counter() - started < LONG_S


def test_a_stream_that_has_arrived_already_leaves_others_their_turn() -> None:
    turns = 0

    async def counting() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def work() -> Reply:
        others = asyncio.ensure_future(counting())
        try:
            return await system.ask(step(), (), KEY)
        finally:
            others.cancel()

    script = {"q": [{"media": SSE, "pieces": ["data: A\n\n" * 100_000]}]}
    with RagServer(script=script) as server:
        system = opened({"url": server.url})
        reply = run(system, work)

    assert len(reply.events or ()) == 100_000
    assert turns > 10


NOTHING_ELSE: dict[str, Any] = {"environment": {}, "identities": {}, "secrets": Secrets(), "folder": Path()}
CHUNKS: Mapping[str, tuple[Any, str]] = {
    "a choice that is none": ({"choices": [7]}, "a choice in the stream is 7, where an object was expected"),
    "a delta that is none": ({"choices": [{"delta": "x"}]}, "a delta in the stream is the text 'x', where"),
    "a call that is none": ({"choices": [{"delta": {"tool_calls": ["x"]}}]}, "the call of a tool in the stream is"),
    "a function that is none": (
        {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": 5}]}}]}, "the function of a call in the stream",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHUNKS)
def test_a_chunk_of_another_shape_is_told(name: str) -> None:
    chunk, told = CHUNKS[name]
    with RagServer(script={"q": [{"media": SSE, "pieces": [sse(("", chunk))]}]}) as server:
        options = {"base_url": f"{server.root}/v1", "model": "m", "stream": True}
        with pytest.raises(SystemFailure) as failed:
            ask(open_openai("chat", options, **NOTHING_ELSE))

    assert failed.value.kind == "bad_reply"
    assert failed.value.message.startswith(told)


KEYS = (
    *(name for names in NAMES.values() for name in names),
    "id",
    "user",
    "name",
    "function",
    "arguments",
    "kind",
    "x",
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_whatever_a_document_holds_is_a_reply_or_told_as_none(document: object) -> None:
    mapping = read_mapping(Options(table={}, where="systems.app"))
    with suppress(BadReplyError):
        reply, missing = mapping.read(document, lambda _: None)

        assert isinstance(reply, Reply)
        assert missing == {}
