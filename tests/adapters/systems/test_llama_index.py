"""LlamaIndex engines and retrievers are asked as they are, and their nodes are read; with the real package."""

from __future__ import annotations

import asyncio
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

with warnings.catch_warnings():
    # What the package does to its own dependencies while it is imported is not ours to mend.
    warnings.simplefilter("ignore")
    from llama_index.core import Document, MockEmbedding, PromptTemplate, Response, Settings, VectorStoreIndex
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.base.response.schema import AsyncStreamingResponse, PydanticResponse, StreamingResponse
    from llama_index.core.chat_engine.types import AgentChatResponse, BaseChatEngine
    from llama_index.core.llms import ChatMessage, MockLLM
    from llama_index.core.query_engine import CustomQueryEngine, RetrieverQueryEngine
    from llama_index.core.response_synthesizers import get_response_synthesizer
    from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode

from goldsmith.adapters.systems.callable import open_system
from goldsmith.adapters.systems.llama_index import LlamaIndexSystem, open_llama_index
from goldsmith.errors import MissingExtraError, UnknownNameError, UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case, Identity, Message
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.response import Reply, RetrievedItem
from goldsmith.records.task import Step, TaskKey

KEY = TaskKey(task="c1", step=0, repeat=2)
STEP = Step(case="c1", question="Why?")
GUARDED = Step(case="c1", question="Why?", identity=Identity(user="ann"))
TURNS = (Message(role="user", content="hi"), Message(role="assistant", content="hello"))
RANDOM = "3f2b8c1e-7a64-4d0e-9b1f-2c5d6e7f8a90"
OTHER = "0b6f7d52-1c7e-4f43-8f64-6f8f0f1d2e3c"


class Shelf(BaseRetriever):
    """Finds what lies on it, whatever is asked."""

    def __init__(self, *nodes: NodeWithScore) -> None:
        super().__init__()
        self._found = list(nodes)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._found


class Saying(CustomQueryEngine):
    """Returns what it was given, whatever is asked."""

    said: Any

    def custom_query(self, query_str: str) -> Any:
        return self.said


def node(name: str, text: str = "some words", **more: Any) -> NodeWithScore:
    return NodeWithScore(node=TextNode(id_=name, text=text, **more), score=0.5)


def of_document(name: str) -> dict[Any, Any]:
    return {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=name)}


def ask(system: LlamaIndexSystem, step: Step = STEP, history: tuple[Message, ...] = ()) -> Reply:
    async def once() -> Reply:
        try:
            return await system.ask(step, history, KEY)
        finally:
            await system.close()

    return asyncio.run(once())


def reply_of(target: object, **options: object) -> Reply:
    return ask(open_llama_index(target, options=options))


def engine(*nodes: NodeWithScore, streaming: bool = False) -> RetrieverQueryEngine:
    synthesizer = get_response_synthesizer(
        llm=MockLLM(), streaming=streaming, text_qa_template=PromptTemplate("{query_str} {context_str}")
    )
    return RetrieverQueryEngine(Shelf(*nodes), response_synthesizer=synthesizer)


@pytest.mark.parametrize("calls", ["plain", "async"])
def test_a_query_engine_answers_and_shows_its_source_nodes(calls: str) -> None:
    system = open_llama_index(engine(node("a#1")), options={"calls": calls})
    reply = ask(system)

    assert reply.answer == "Why? some words"
    assert reply.retrieved == (RetrievedItem(id="a#1", text="some words", score=0.5),)
    assert (system.shows, system.notes) == (("context", "answer"), ())


@pytest.mark.parametrize("calls", ["plain", "async"])
def test_a_retriever_shows_nodes_and_no_answer(calls: str) -> None:
    assert reply_of(Shelf(node("a#1")), calls=calls) == Reply(
        retrieved=(RetrievedItem(id="a#1", text="some words", score=0.5),)
    )
    assert reply_of(Shelf(), calls=calls) == Reply(retrieved=())


@pytest.mark.parametrize("calls", ["plain", "async"])
def test_a_streamed_answer_keeps_its_pieces(calls: str) -> None:
    reply = reply_of(engine(node("a#1"), streaming=True), calls=calls)
    pieces = [event.text for event in reply.events or ()]

    assert (reply.answer, "".join(pieces)) == ("Why? some words", "Why? some words")
    assert len(pieces) > 1
    assert reply.time_to_first_token_ms is not None
    assert [item.id for item in reply.retrieved or ()] == ["a#1"]


def test_a_node_is_named_by_its_metadata_and_lies_where_it_says() -> None:
    nodes = (
        node("n1", metadata={"chunk_id": "a#1", "file_name": "a.md"}, start_char_idx=7, end_char_idx=17),
        node("n2", metadata={"file_name": "b.md", "file_path": "/kb/b.md"}, relationships=of_document(RANDOM)),
        node("n3", metadata={"url": "https://kb.test/c"}, relationships=of_document("c")),
        node("n4", relationships=of_document(RANDOM), start_char_idx=7, end_char_idx=9),
        node("n5", metadata={"file_path": "/kb/e.pdf"}, relationships=of_document("/kb/e.pdf_part_0")),
    )
    items = reply_of(Shelf(*nodes)).retrieved or ()

    assert [(item.id, item.document, item.span) for item in items] == [
        ("a#1", None, (7, 17)),
        ("n2", "b.md", None),
        ("n3", "c", None),
        ("n4", RANDOM, None),
        ("n5", "/kb/e.pdf", None),
    ]


def test_named_metadata_are_the_only_ones_that_count_and_files_are_named_from_the_root() -> None:
    nodes = (node("n1", metadata={"key": "k1", "file_path": "/kb/policies/a.md", "file_name": "a.md"}), node("n2"))

    named = reply_of(Shelf(*nodes), id_from="key", document_from="file_path", documents_root="/kb").retrieved or ()
    usual = reply_of(Shelf(*nodes), documents_root="/kb").retrieved or ()

    assert [(item.id, item.document) for item in named] == [("k1", "policies/a.md"), ("", None)]
    assert [(item.id, item.document) for item in usual] == [("n1", "policies/a.md"), ("n2", None)]


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
def test_random_ids_are_told_once_where_evidence_is_by_chunk_and_none_of_them_is_known(
    gold: Alternative, kinds: list[str]
) -> None:
    system = open_llama_index(Shelf(node(RANDOM), node(OTHER, "other words")), cases=[case(gold)])
    ask(system)
    ask(system)

    assert [note.kind for note in system.notes] == kinds


def test_the_note_on_random_ids_says_how_many_and_what_to_do() -> None:
    system = open_llama_index(
        Shelf(node(RANDOM), node(OTHER, "other words")), name="app", cases=[case(Alternative(chunk="a#1"))]
    )
    ask(system)
    (note,) = system.notes

    assert note.message == (
        f"app calls 2 passages by ids such as {RANDOM}, drawn at random when they were indexed: evidence that is named "
        "by chunk id alone is not found"
    )
    assert note.mend.startswith('set id_from = "KEY"')


def test_an_index_of_documents_is_asked_from_end_to_end() -> None:
    document = Document(text="Money comes back within ten days.", metadata={"file_name": "refunds.md"})
    index = VectorStoreIndex.from_documents([document], embed_model=MockEmbedding(embed_dim=3))
    (item,) = reply_of(index.as_retriever()).retrieved or ()

    assert (item.document, item.text, item.span) == ("refunds.md", "Money comes back within ten days.", (0, 33))
    with pytest.raises(UnsupportedTargetError, match=r"index is an index.*\n.*index\.as_query_engine\(\)"):
        open_llama_index(index, name="index")


class Structured(BaseModel):
    """What an engine with an output class returns."""

    answer: str


async def piecemeal() -> Any:
    for piece in ("Be", "cause."):
        yield piece


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("yes", Reply(answer="yes", retrieved=())),
        (Response(None), Reply(retrieved=())),
        (PydanticResponse(Structured(answer="yes")), Reply(answer='{"answer":"yes"}', retrieved=())),
    ],
)
def test_every_kind_of_response_is_read(said: object, reply: Reply) -> None:
    assert reply_of(Saying(said=said)) == reply


@pytest.mark.parametrize(
    "said",
    [lambda: StreamingResponse(piece for piece in ("Be", "cause.")), lambda: AsyncStreamingResponse(piecemeal())],
)
def test_every_kind_of_stream_is_read(said: Any) -> None:
    reply = reply_of(Saying(said=said()))

    assert (reply.answer, [event.text for event in reply.events or ()]) == ("Because.", ["Be", "cause."])


class Talker(BaseChatEngine):
    """Remembers what it was asked, as the chat engines of the package do."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def chat(self, message: str, chat_history: list[ChatMessage] | None = None) -> AgentChatResponse:
        self.heard += [f"{one.role.value}: {one.content}" for one in chat_history or ()] + [message]
        return AgentChatResponse(response=f"{len(self.heard)}", source_nodes=[node("a#1")])

    async def achat(self, message: str, chat_history: list[ChatMessage] | None = None) -> AgentChatResponse:
        return self.chat(message, chat_history)

    def stream_chat(self, message: str, chat_history: list[ChatMessage] | None = None) -> Any:
        return self.chat(message, chat_history)

    async def astream_chat(self, message: str, chat_history: list[ChatMessage] | None = None) -> Any:
        return self.chat(message, chat_history)

    def reset(self) -> None:
        self.heard = []

    @property
    def chat_history(self) -> list[ChatMessage]:
        return []


def test_a_chat_engine_is_made_for_every_question_and_given_the_earlier_turns() -> None:
    made: list[Talker] = []

    def make() -> Talker:
        made.append(Talker())
        return made[-1]

    system = open_llama_index(make)
    replies = [ask(system, history=TURNS) for _ in range(2)]

    assert [reply.answer for reply in replies] == ["3", "3"]
    assert [item.id for item in replies[0].retrieved or ()] == ["a#1"]
    assert [one.heard for one in made] == [[], *[["user: hi", "assistant: hello", "Why?"]] * 2]
    assert system.notes == ()
    with pytest.raises(UnsupportedTargetError, match="a chat engine, which remembers what it was asked"):
        open_llama_index(made[0])


def one_for_each(identity: Identity | None) -> Shelf:
    return Shelf(node(f"{identity.user if identity else 'nobody'}#1"))


def test_a_function_may_make_an_engine_for_each_identity() -> None:
    system = open_llama_index(one_for_each)
    found = [[item.id for item in ask(system, step).retrieved or ()] for step in (GUARDED, STEP, GUARDED)]

    assert (found, system.notes) == ([["ann#1"], ["nobody#1"], ["ann#1"]], ())


def test_what_an_engine_cannot_be_told_is_told_to_the_reader() -> None:
    system = open_llama_index(Shelf(node("a#1")), name="app")
    reply = ask(system, GUARDED, TURNS)

    assert reply.identity_echo == ""
    assert [(note.kind, note.message) for note in system.notes] == [
        ("identity_not_taken", "app takes no identity: 1 guarded case was asked as nobody"),
        ("history_not_taken", "app takes no earlier turns: 1 case with some were asked without them"),
    ]


class Broken(BaseRetriever):
    """Finds nothing."""

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        raise KeyError(query_bundle.query_str)


def test_an_exception_is_told_with_the_persons_own_line() -> None:
    with pytest.raises(SystemFailure) as caught:
        reply_of(Broken())

    assert caught.value.kind == "system_error"
    assert caught.value.message.startswith("KeyError: 'Why?' (test_llama_index.py:")


def test_a_slow_call_holds_up_no_other() -> None:
    meeting = threading.Barrier(2, timeout=30)

    class Meeting(Shelf):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            meeting.wait()
            return []

    async def both() -> list[Reply]:
        system = open_llama_index(Meeting())
        replies = await asyncio.gather(*(system.ask(STEP, (), KEY) for _ in range(2)))
        await system.close()
        return replies

    assert asyncio.run(both()) == [Reply(retrieved=())] * 2


APP = """
from llama_index.core.base.base_retriever import BaseRetriever
class Nothing(BaseRetriever):
    def _retrieve(self, query_bundle): return []
retriever = Nothing()
def make(): return retriever
def other(): return 42
def answer(question): return question
"""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "li_app.py").write_text(APP, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("target", ["li_app.py:retriever", "li_app.py:make", "li_app:retriever"])
def test_a_target_is_named_as_text(app: Path, target: str) -> None:
    system = open_llama_index(target, folder=app)

    assert (system.name, ask(system)) == (target, Reply(retrieved=()))


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("li_app.py:answer", r"answer\(question\) is no LlamaIndex query engine, retriever or chat engine"),
        ("li_app.py:other", r"what other\(\) returns, an object of type 'int', is no LlamaIndex query engine"),
        (42, "an object of type 'int' is no LlamaIndex query engine"),
    ],
)
def test_what_is_no_engine_is_refused_by_name(app: Path, target: object, message: str) -> None:
    with pytest.raises(UnsupportedTargetError, match=message):
        open_llama_index(target, folder=app)


def test_an_engine_that_is_given_as_a_callable_is_known_for_what_it_is() -> None:
    with pytest.raises(UnsupportedTargetError, match='it is of LlamaIndex: write kind = "llama_index"'):
        open_system(Shelf())


def test_settings_that_cannot_be_meant_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'calls'"):
        open_llama_index(Shelf(), options={"call": "async"})
    with pytest.raises(UnknownNameError, match="choose one of: plain, async"):
        open_llama_index(Shelf(), options={"calls": "sync"})


def test_without_the_package_the_line_to_type_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llama_index.core", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'goldsmith-rag\[llama-index\]'"):
        open_llama_index("app.py:engine")


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every engine from looking for a model of its own."""
    monkeypatch.setattr(Settings, "_llm", MockLLM())
    monkeypatch.setattr(Settings, "_embed_model", MockEmbedding(embed_dim=3))
