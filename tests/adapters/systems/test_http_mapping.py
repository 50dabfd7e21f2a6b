"""What of a JSON reply is read as which part: by name, by JSONPath, and for passages alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from goldsmith.records.response import Citation, Reply, RetrievedItem
from goldsmith.records.run import RulerNote
from tests.adapters.systems.asking import ask, failure, opened
from tests.architecture.house import ROOT
from tests.backends.rag_server import RagServer


@pytest.fixture(scope="module")
def server() -> Iterator[RagServer]:
    fine = {"json": {"answer": "A", "retrieved": ["a#1"]}}
    with RagServer(script={"fine": [fine], "echo": [{"json": {"answer": "A"}}]}) as running:
        yield running


NESTED = {
    "data": {
        "text": "A",
        "hits": [{"chunkId": "a#1", "id": "a", "body": "one", "rank": 0.5, "page": 3}, {"chunkId": "b#2", "id": "b"}],
        "refs": [{"ref": "a#1", "words": "one"}],
    },
    "who": {"name": "ana"},
}
FIELDS = {
    "answer": "$.data.text",
    "retrieved": "$.data.hits",
    "citations": "$.data.refs",
    "identity_echo": "$.who.name",
    "cache": "$.cache",
}
FIRST = {"chunkId": "a#1", "body": "one", "rank": 0.5, "page": 3}
MAPPED: dict[str, Any] = {
    "fields": FIELDS,
    "items": {"id": "$.chunkId", "document": "$.id", "text": "$.body", "score": "$.rank"},
    "citation_items": {"id": "$.ref", "quote": "$.words"},
}


def test_parts_stand_where_the_settings_say() -> None:
    with RagServer(script={"q": [{"json": NESTED}]}) as server:
        system = opened({"url": server.url, **MAPPED})
        shown_before = system.shows
        reply = ask(system)

    assert reply == Reply(
        answer="A",
        retrieved=(
            RetrievedItem(id="a#1", document="a", text="one", score=0.5, metadata=FIRST),
            RetrievedItem(id="b#2", document="b", metadata={"chunkId": "b#2"}),
        ),
        citations=(Citation(id="a#1", quote="one"),),
        identity_echo="ana",
        trace_id=reply.trace_id,
    )  # fmt: skip
    assert shown_before == ("context", "citations", "cache", "answer")
    assert system.notes == (
        RulerNote(
            kind="missing_reply_part",
            message="cache: nothing stands at $.cache in 1 of 1 replies of app",
            mend="see one reply with: goldsmith try; mend [systems.app.fields]",
        ),
    )


def test_a_list_of_ids_is_reached_by_a_path_to_several() -> None:
    with RagServer(script={"q": [{"json": NESTED}], "none": [{"json": {"data": {"text": "A", "hits": []}}}]}) as server:
        fields = {"answer": "$.data.text", "retrieved": "$.data.hits[*].chunkId"}
        replies = [ask(opened({"url": server.url, "fields": fields}), name) for name in ("q", "none")]

    assert [reply.retrieved for reply in replies] == [(RetrievedItem(id="a#1"), RetrievedItem(id="b#2")), ()]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"error": "x", "code": 3}, "answer: nothing stands at $.data.text; the reply is an object with error, code"),
        ({"data": {"text": None}}, "answer: null stands at $.data.text"),
        ([1, 2], "answer: nothing stands at $.data.text; the reply is a list of 2"),
        ({"data": {"text": "A", "hits": "a#1"}}, "retrieved is the text 'a#1', where a list was expected"),
        ({"data": {"text": "A", "hits": [{"x": 1}]}}, "retrieved[1] has neither id nor text; it has"),
    ],
)
def test_a_reply_without_its_answer_says_what_was_found(document: Any, told: str) -> None:
    with RagServer(script={"q": [{"json": document}]}) as server:
        found = failure(opened({"url": server.url, **MAPPED}))

    assert found[0] == "bad_reply"
    assert told in found[1]


def test_items_are_named_as_the_settings_say_under_the_usual_name_of_the_list() -> None:
    reply = {"answer": "A", "sources": [{"chunkId": "a#1", "content": "one"}], "more": 1}
    with RagServer(script={"q": [{"json": reply}]}) as server:
        system = opened({"url": server.url, "items": {"id": "$.chunkId"}})
        found = ask(system)

    assert found.retrieved == (RetrievedItem(id="a#1", text="one", metadata={"chunkId": "a#1"}),)
    assert [note.message for note in system.notes] == ["app returns 'more', which is not read"]


def test_what_the_settings_declare_is_what_it_shows(server: RagServer) -> None:
    declared = opened({"url": server.url, "shows": ["answer", "context", "trace"]})
    found = opened({"url": server.url})
    before = found.shows
    ask(declared, "fine")
    ask(found, "fine")

    assert declared.shows == ("context", "trace", "answer")
    assert (before, found.shows) == ((), ("context", "answer"))


def test_passages_alone_come_from_an_endpoint_of_their_own(server: RagServer) -> None:
    options = {
        "url": server.url + "/wrong",
        "fields": {"answer": "$.answer"},
        "retrieval": {
            "url": server.url,
            "body": {"question": "{{question}}", "k": 3},
            "fields": {"retrieved": "$.retrieved"},
        },
    }
    reply = ask(opened(options, retrieval_only=True), "fine")

    assert (reply.answer, reply.retrieved) == (None, (RetrievedItem(id="a#1"),))
    assert server.seen[-1].json == {"question": "fine", "k": 3}
    assert failure(opened({"url": server.url}, retrieval_only=True), "echo")[0] == "bad_reply"


def test_the_reply_that_the_page_shows_is_read_whole() -> None:
    page = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
    shown = json.loads(page.partition("```json\n")[2].partition("```")[0])
    with RagServer(script={"q": [{"json": shown}]}) as server:
        system = opened({"url": server.url})
        reply = ask(system)

    assert system.notes == ()
    assert system.shows == ("candidates", "context", "citations", "tools", "trace", "cache", "answer")
    assert (reply.behaviour, reply.identity_echo, reply.usage.output_tokens, reply.revision) == (
        "answer", "ana", 41, "1.4.0",
    )  # fmt: skip
