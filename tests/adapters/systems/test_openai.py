"""A chat endpoint that speaks OpenAI's protocol, whole and streamed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems.http import HttpSystem
from goldsmith.adapters.systems.openai_compatible import open_openai
from goldsmith.errors import GoldsmithError
from goldsmith.records.case import Message
from goldsmith.records.response import Citation, Reply, RetrievedItem, ToolCall, Usage
from goldsmith.records.settings import IdentitySettings
from goldsmith.text.redaction import Secrets
from tests.adapters.systems.asking import ANA, KEY, ask, failure, run, step
from tests.backends.rag_server import RagServer, sse

KEY_VALUE = "sk-0011223344556677"
WHOLE = {
    "id": "c1",
    "model": "m-7-2026",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "A"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9},
}


def opened(
    options: Mapping[str, Any],
    *,
    identities: Mapping[str, IdentitySettings] | None = None,
    secrets: Secrets | None = None,
    retrieval_only: bool = False,
) -> HttpSystem:
    return open_openai(
        "chat",
        {"model": "m-7", **options},
        environment={"CHAT_KEY": KEY_VALUE},
        identities=identities or {},
        secrets=secrets or Secrets(),
        folder=Path(),
        retrieval_only=retrieval_only,
    )


def answered(document: Any, **options: Any) -> Reply:
    with RagServer(script={"q": [{"json": document}]}) as server:
        return ask(opened({"base_url": f"{server.root}/v1", **options}))


def streamed(*events: Any, **options: Any) -> Reply:
    body = sse(*(("", event) for event in events))
    with RagServer(script={"q": [{"media": "text/event-stream", "pieces": [body], "stays_open": True}]}) as server:
        return ask(opened({"base_url": f"{server.root}/v1", "stream": True, **options}))


def message(**parts: Any) -> dict[str, Any]:
    return {"choices": [{"message": parts, "finish_reason": "stop"}]}


def delta(**parts: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": parts, "finish_reason": None}]}


def test_a_conversation_is_sent_with_its_settings_and_key() -> None:
    options = {
        "api_key_env": "CHAT_KEY", "temperature": 0, "seed": 7, "system_prompt": "Be brief",
        "parameters": {"top_p": 0.5, "data_sources": [{"type": "azure_search"}]}, "headers": {"X-Team": "${CHAT_KEY}"},
    }  # fmt: skip
    history = (Message(role="user", content="Hi"), Message(role="assistant", content="Hello"))
    secrets = Secrets()
    with RagServer(script={"q": [{"json": WHOLE}]}) as server:
        system = opened({"base_url": f"{server.root}/v1/", **options}, secrets=secrets)
        reply = ask(system, history=history)

    assert server.seen[0].path == "/v1/chat/completions"
    assert server.seen[0].headers["authorization"] == f"Bearer {KEY_VALUE}"
    assert server.seen[0].json == {
        "model": "m-7",
        "temperature": 0,
        "seed": 7,
        "top_p": 0.5,
        "data_sources": [{"type": "azure_search"}],
        "messages": [
            {"role": "system", "content": "Be brief"},
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "Hello"},
            {"role": "user", "content": "q"},
        ],
    }
    assert (reply.answer, reply.usage, secrets.names) == ("A", Usage(input_tokens=7, output_tokens=2), ("CHAT_KEY",))


def test_the_prompt_of_a_case_counts_before_that_of_the_settings() -> None:
    with RagServer(script={"q": [{"json": WHOLE}]}) as server:
        system = opened({"base_url": server.root + "/v1", "system_prompt": "Be brief"})
        run(system, lambda: system.ask(step(system_prompt="Be long"), (), KEY))

    assert server.seen[0].json["messages"][0] == {"role": "system", "content": "Be long"}


def test_model_and_prompt_are_known_by_their_settings() -> None:
    def prints(**options: Any) -> dict[str, str]:
        return {
            str(name): value for name, value in opened({"base_url": "https://a.test", **options}).fingerprints.items()
        }

    assert prints() == {"model": "m-7"}
    assert prints(seed=1, stream=True) == {"model": 'm-7 {"seed": 1}'}
    assert prints(system_prompt="a")["prompt"] != prints(system_prompt="b")["prompt"]
    assert answered(WHOLE).fingerprints == {"model": "m-7"}


def test_tools_and_refusals_are_read() -> None:
    call = {"id": "t1", "type": "function", "function": {"name": "search", "arguments": '{"q": 1}'}}

    assert answered(message(content=None, tool_calls=[call])).tool_calls == (
        ToolCall(name="search", arguments='{"q": 1}'),
    )
    refused = answered(message(content=None, refusal="I will not."))
    assert (refused.answer, refused.behaviour) == ("I will not.", "refuse")
    assert answered(message(content=[{"type": "text", "text": "A"}, {"type": "text", "text": "B"}])).answer == "AB"


CONTEXT = {"citations": [{"content": "one", "filepath": "a.md", "chunk_id": "0"}], "intent": "[]"}
MAPPED = {
    "fields": {
        "retrieved": "$.choices[0].message.context.citations",
        "citations": "$.citations",
        "trace_id": "$.id",
    },
    "items": {"id": "$.chunk_id", "document": "$.filepath", "text": "$.content"},
}


def test_context_and_citations_stand_where_the_settings_say() -> None:
    document = {**message(content="A [doc1]", context=CONTEXT), "id": "c9", "citations": ["a.md"]}
    reply = answered(document, **MAPPED)

    assert [(item.id, item.document, item.text) for item in reply.retrieved or ()] == [("0", "a.md", "one")]
    assert (reply.citations, reply.trace_id, reply.answer) == ((Citation(id="a.md"),), "c9", "A [doc1]")


def test_a_stream_is_put_together_and_every_piece_is_kept() -> None:
    reply = streamed(
        {**delta(role="assistant", context=CONTEXT), "id": "c9", "citations": ["a.md"]},
        delta(content="Hel"),
        delta(content="lo"),
        delta(tool_calls=[{"index": 0, "id": "t1", "function": {"name": "search", "arguments": '{"q"'}}]),
        delta(tool_calls=[{"index": 0, "function": {"arguments": ": 1}"}}]),
        {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}},
        "[DONE]",
        **MAPPED,
    )

    assert (reply.answer, reply.usage) == ("Hello", Usage(input_tokens=7, output_tokens=2))
    assert reply.tool_calls == (ToolCall(name="search", arguments='{"q": 1}'),)
    assert reply.retrieved is not None
    assert reply.retrieved[0] == RetrievedItem(
        id="0", document="a.md", text="one", metadata={"content": "one", "filepath": "a.md", "chunk_id": "0"}
    )
    assert [event.text for event in reply.events or () if event.kind == "delta"] == ["Hel", "lo", ""]
    assert "a.md" in (reply.events or ())[0].text
    assert reply.time_to_first_token_ms is not None


def test_what_it_shows_is_known_before_the_first_call() -> None:
    base = {"base_url": "https://a.test"}

    assert opened(base).shows == ("tools", "answer")
    assert opened({**base, "stream": True, **MAPPED}).shows == ("context", "citations", "stream", "tools", "answer")
    assert opened({**base, "shows": ["answer"]}).shows == ("answer",)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"error": {"message": "no"}}, "nothing stands at $.choices[0].message; the reply is an object with error"),
        ({"choices": []}, "nothing stands at $.choices[0].message"),
        (message(content=None), "holds neither content nor tool_calls (finish_reason 'stop')"),
        (message(content=7), "answer is 7, where a text was expected"),
    ],
)
def test_what_is_no_completion_is_told(document: Any, told: str) -> None:
    with RagServer(script={"q": [{"json": document}]}) as server:
        found = failure(opened({"base_url": f"{server.root}/v1"}))

    assert found[0] == "bad_reply"
    assert told in found[1]


@pytest.mark.parametrize(
    ("events", "kind", "told"),
    [
        (["oops"], "bad_reply", "event 1 of the stream is the text 'oops', no chunk"),
        ([delta(content="A"), {"error": {"message": f"key {KEY_VALUE}"}}], "system_error", "key [secret CHAT_KEY]"),
        ([], "bad_reply", "the stream ended without an event"),
    ],
)
def test_a_stream_that_breaks_off_is_told(events: list[Any], kind: str, told: str) -> None:
    body = sse(*(("", event) for event in events)) or ": nothing\n\n"
    with RagServer(script={"q": [{"media": "text/event-stream", "pieces": [body]}]}) as server:
        found = failure(opened({"base_url": f"{server.root}/v1", "api_key_env": "CHAT_KEY", "stream": True}))

    assert found[0] == kind
    assert told in found[1]


def test_who_asks_is_told_by_credentials_alone() -> None:
    with RagServer(script={"q": [{"json": WHOLE}]}) as server:
        system = opened({"base_url": f"{server.root}/v1"})
        as_nobody = ask(system, identity=ANA)
        identities = {"ana": IdentitySettings(token_env="CHAT_KEY")}  # noqa: S106 - the name of a variable
        known = opened({"base_url": f"{server.root}/v1"}, identities=identities)
        as_ana = ask(known, identity=ANA)

    assert (as_nobody.identity_echo, as_ana.identity_echo) == ("", None)
    assert [note.kind for note in system.notes] == ["identity_not_taken"]
    assert server.seen[-1].headers["authorization"] == f"Bearer {KEY_VALUE}"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"base_url": ""}, "[systems.chat] has no base_url"),
        ({"base_url": "https://a.test", "model": ""}, "[systems.chat] has no model"),
        ({"base_url": "https://a.test", "api_key": "x"}, "is called 'api_key'; did you mean 'api_key_env'?"),
        ({"base_url": "https://a.test", "temperature": "0"}, "temperature of [systems.chat] is '0'"),
        ({"base_url": "https://a.test", "parameters": {"stream": True}}, "parameters of [systems.chat] hold stream"),
        ({"base_url": "https://a.test", "parameters": {"api_key": "abc"}}, "holds a secret: api_key is written out"),
        ({"base_url": "http://a.test", "api_key_env": "CHAT_KEY"}, "credentials would cross the network unencrypted"),
        ({"base_url": "https://a.test", "api_key_env": "NOT_SET"}, "needs the environment variable NOT_SET"),
    ],
)
def test_what_cannot_be_done_is_refused_before_the_first_call(options: dict[str, Any], told: str) -> None:
    with pytest.raises(GoldsmithError) as refused:
        opened(options)

    assert told in str(refused.value)


def test_a_chat_endpoint_gives_no_passages_alone() -> None:
    with pytest.raises(GoldsmithError, match="cannot be asked for passages alone"):
        opened({"base_url": "https://a.test"}, retrieval_only=True)
