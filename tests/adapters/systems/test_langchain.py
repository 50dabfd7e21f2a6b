"""What a LangChain chain returns, and what ran inside it, is read by its usual names; with the real package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.runnables import RunnablePassthrough
from langchain_core.tools import tool
from pydantic import BaseModel

from goldsmith.adapters.systems.langchain import open_langchain
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.response import RetrievedItem, ToolCall, Usage
from tests.adapters.systems.langchain_pieces import (
    PROMPT,
    RANDOM,
    SHELF,
    TURNS,
    Reranked,
    Shelf,
    ask,
    ids,
    model,
    passage,
    plain,
    reply_of,
)

TEXT_ONLY = {"context": SHELF, "question": RunnablePassthrough()} | PROMPT | model() | StrOutputParser()
WITH_CONTEXT = RunnablePassthrough.assign(context=(lambda given: given["question"]) | SHELF).assign(
    answer=PROMPT | model() | StrOutputParser()
)


@pytest.mark.parametrize("calls", ["async", "plain"])
def test_what_retrievers_found_is_seen_where_a_chain_returns_text_alone(calls: str) -> None:
    reply = reply_of(TEXT_ONLY, calls=calls)

    assert (reply.answer, ids(reply.retrieved), reply.candidates) == ("Because.", ["a#1", "b#1"], None)


def test_a_mapping_is_read_by_its_names_and_what_it_echoes_is_left_out() -> None:
    system = open_langchain(WITH_CONTEXT)
    reply = ask(system)

    assert (reply.answer, ids(reply.retrieved), system.notes) == ("Because.", ["a#1", "b#1"], ())
    assert system.shows == ("context", "answer")


def test_a_context_that_is_text_gives_way_to_the_passages_that_were_seen() -> None:
    joined = SHELF | (lambda documents: "\n".join(one.page_content for one in documents))
    seen = RunnablePassthrough.assign(context=(lambda given: given["question"]) | joined).assign(answer=lambda _: "yes")
    unseen = plain(lambda question: {"answer": "yes", "context": "some words"})

    assert ids(reply_of(seen, input="question").retrieved) == ["a#1", "b#1"]
    assert reply_of(unseen).retrieved == (RetrievedItem(id="", text="some words"),)


def test_a_retriever_shows_passages_and_no_answer() -> None:
    reply = reply_of(SHELF)

    assert (reply.answer, ids(reply.retrieved), reply.candidates) == (None, ["a#1", "b#1"], None)
    assert reply_of(Shelf(documents=[])).retrieved == ()


def test_what_a_retriever_inside_another_found_are_candidates() -> None:
    reply = reply_of(Reranked(base=SHELF))

    assert (ids(reply.retrieved), ids(reply.candidates)) == (["b#1"], ["a#1", "b#1"])


def test_what_a_chain_dropped_after_its_retriever_are_candidates() -> None:
    reply = reply_of(SHELF | (lambda documents: {"answer": "yes", "context": documents[:1]}))

    assert (ids(reply.retrieved), ids(reply.candidates)) == (["a#1"], ["a#1", "b#1"])


def test_a_passage_that_was_found_twice_counts_once() -> None:
    reply = reply_of(plain(lambda q: q) | {"one": SHELF, "two": SHELF} | plain(lambda _: "yes"))

    assert ids(reply.retrieved) == ["a#1", "b#1"]


def test_ids_documents_scores_and_places_come_from_what_the_passage_says() -> None:
    said = passage("a#1", "some words", source="kb/a.md", start_index=7, relevance_score=0.5)
    own = Document(id="own", page_content="t", metadata={"file_path": "/kb/b.md", "file_name": "b.md"})
    bare = Document(page_content="t", metadata={"start_index": -1})
    items = reply_of(Shelf(documents=[said, own, bare])).retrieved

    assert items == (
        RetrievedItem(id="a#1", text="some words", score=0.5, span=(7, 17), metadata=said.metadata),
        RetrievedItem(id="own", document="b.md", text="t", metadata=own.metadata),
        RetrievedItem(id="", text="t", metadata={"start_index": -1}),
    )


@pytest.mark.parametrize(
    ("root", "source", "document"),
    [
        ("docs", "docs/policies/refunds.md", "policies/refunds.md"),
        ("docs", "DOCS/policies/refunds.md", "policies/refunds.md"),
        ("/data/docs", "/data/docs/refunds.md", "refunds.md"),
        ("/data/docs/", "/data/docs-old/refunds.md", "/data/docs-old/refunds.md"),
        ("C:\\docs", "C:\\docs\\policies\\refunds.md", "policies/refunds.md"),
        ("https://kb.test/", "https://kb.test/refunds", "refunds"),
    ],
)
def test_a_document_is_named_as_seen_from_the_root_of_the_documents(
    tmp_path: Path, root: str, source: str, document: str
) -> None:
    source = source.replace("DOCS", str(tmp_path / "docs"))
    shelf = Shelf(documents=[Document(page_content="t", metadata={"source": source, "file_name": "refunds.md"})])
    reply = ask(open_langchain(shelf, options={"documents_root": root}, folder=tmp_path))

    assert [item.document for item in reply.retrieved or ()] == [document]


def test_named_metadata_are_the_only_ones_that_count() -> None:
    shelf = Shelf(
        documents=[
            Document(id="x", page_content="t", metadata={"key": "k1", "id": "i1", "page": "p1"}),
            Document(id="x", page_content="t", metadata={"id": "i2", "page": "p2"}),
        ]
    )
    system = open_langchain(shelf, name="app", options={"id_from": ["uri", "key"], "document_from": "page"})
    reply = ask(system)

    assert [(item.id, item.document) for item in reply.retrieved or ()] == [("k1", "p1"), ("", "p2")]
    assert [(note.kind, note.message) for note in system.notes] == [
        ("id_not_named", "1 of 2 passages of app have no metadata 'uri' or 'key': they have no id")
    ]


def case(*alternatives: Alternative) -> Case:
    return Case(id="c1", question="Why?", evidence=(Need(any_of=alternatives),))


@pytest.mark.parametrize(
    ("gold", "kinds"),
    [
        (Alternative(chunk="refunds#2"), ["unstable_ids"]),
        (Alternative(document="refunds", quote="ten days"), []),
        (Alternative(chunk=RANDOM), []),
    ],
)
def test_random_ids_are_told_where_evidence_is_by_chunk_and_none_of_them_is_known(
    gold: Alternative, kinds: list[str]
) -> None:
    shelf = Shelf(documents=[Document(id=RANDOM, page_content="t")])
    system = open_langchain(shelf, cases=[case(gold)])
    before = system.notes
    ask(system)
    ask(system)

    assert (before, [note.kind for note in system.notes]) == ((), kinds)


def counted(text: str, inputs: int, outputs: int) -> AIMessage:
    usage = {"input_tokens": inputs, "output_tokens": outputs, "total_tokens": inputs + outputs}
    return AIMessage(content=text, usage_metadata=usage)


def test_tokens_of_all_models_are_counted_and_one_that_tells_none_makes_the_sum_unknown() -> None:
    first = FakeMessagesListChatModel(responses=[counted("rewritten", 3, 4)])
    second = FakeMessagesListChatModel(responses=[counted("yes", 10, 20)])

    assert reply_of(first | StrOutputParser() | second).usage == Usage(input_tokens=13, output_tokens=24)
    assert reply_of(first | StrOutputParser() | model()).usage == Usage()


def test_a_message_that_calls_nothing_shows_no_tools() -> None:
    assert reply_of(model()).tool_calls is None
    assert ask(open_langchain(model(), options={"input": ""})).answer == "Because."


def test_a_message_in_blocks_is_its_text() -> None:
    blocks: Any = [{"type": "text", "text": "Be"}, {"type": "image", "url": "x"}, "cause."]

    assert reply_of(plain(lambda _: AIMessage(content=blocks))).answer == "Because."


class Structured(BaseModel):
    """What a chain with a structured output returns."""

    answer: str
    citations: list[str]
    mood: str


def test_a_pydantic_output_is_read_by_its_names() -> None:
    system = open_langchain(plain(lambda _: Structured(answer="yes", citations=["a#1"], mood="good")))
    reply = ask(system)

    assert (reply.answer, [one.id for one in reply.citations or ()]) == ("yes", ["a#1"])
    assert [note.kind for note in system.notes] == ["unread_reply_part"]


def test_an_agent_is_given_messages_and_says_what_it_called_after_the_question() -> None:
    call = {"name": "find", "args": {"words": "x"}, "id": "1"}

    def agent(state: Mapping[str, Any]) -> dict[str, Any]:
        said = [AIMessage(content="", tool_calls=[call]), ToolMessage("found", tool_call_id="1"), AIMessage("yes")]
        return {"messages": [*state["messages"], *said]}

    reply = ask(open_langchain(plain(agent), options={"input": "messages"}), history=TURNS)

    assert reply.answer == "yes"
    assert reply.tool_calls == (ToolCall(name="find", arguments='{"words": "x"}'),)


def test_an_agent_that_says_nothing_is_no_answer_taken_from_before() -> None:
    silent = plain(lambda state: {"messages": [*state["messages"], HumanMessage("well?")]})

    with pytest.raises(SystemFailure, match="nothing that is an answer"):
        ask(open_langchain(silent, options={"input": "messages"}), history=TURNS)


@tool
def find(words: str) -> str:
    """Find words."""
    return words


def test_tools_that_ran_inside_a_chain_are_seen() -> None:
    chain = plain(lambda question: {"words": question}) | find

    assert reply_of(chain).tool_calls == (ToolCall(name="find", arguments='{"words": "Why?"}'),)


def test_a_streamed_answer_keeps_its_pieces() -> None:
    reply = reply_of(TEXT_ONLY, stream=True)
    parts = [event.text for event in reply.events or ()]

    assert (reply.answer, "".join(parts), len(parts), ids(reply.retrieved)) == (
        "Because.", "Because.", len("Because."), ["a#1", "b#1"],
    )  # fmt: skip
    assert reply.time_to_first_token_ms == (reply.events or ())[0].at_ms


def test_a_streamed_mapping_is_joined_by_its_names() -> None:
    reply = reply_of(WITH_CONTEXT, stream=True)

    assert (reply.answer, ids(reply.retrieved), len(reply.events or ())) == ("Because.", ["a#1", "b#1"], 8)
