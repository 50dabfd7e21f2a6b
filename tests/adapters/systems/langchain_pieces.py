"""Retrievers, models and questions of which the LangChain tests are made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableLambda

from goldsmith.adapters.systems.langchain import LangChainSystem, open_langchain
from goldsmith.records.case import Message
from goldsmith.records.response import Reply, RetrievedItem
from goldsmith.records.task import Step, TaskKey

KEY = TaskKey(task="c1", step=0, repeat=2)
STEP = Step(case="c1", question="Why?")
TURNS = (Message(role="user", content="hi"), Message(role="assistant", content="hello"))
RANDOM = "3f2b8c1e-7a64-4d0e-9b1f-2c5d6e7f8a90"


class Shelf(BaseRetriever):
    """Finds what lies on it, whatever is asked."""

    documents: list[Document]

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return self.documents


class Reranked(BaseRetriever):
    """Keeps the last passage of another retriever."""

    base: BaseRetriever

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return self.base.invoke(query, config={"callbacks": run_manager.get_child()})[-1:]


def passage(name: str, text: str = "text", **metadata: object) -> Document:
    return Document(page_content=text, metadata={"chunk_id": name, **metadata})


def ids(items: tuple[RetrievedItem, ...] | None) -> list[str] | None:
    return None if items is None else [item.id for item in items]


SHELF = Shelf(documents=[passage("a#1"), passage("b#1")])
PROMPT = ChatPromptTemplate.from_template("{context}\n{question}")


def model(*answers: str) -> FakeListChatModel:
    return FakeListChatModel(responses=list(answers or ("Because.",)))


def plain(function: Callable[[Any], Any]) -> Runnable[Any, Any]:
    return RunnableLambda(function)


def ask(system: LangChainSystem, step: Step = STEP, history: tuple[Message, ...] = ()) -> Reply:
    async def once() -> Reply:
        try:
            return await system.ask(step, history, KEY)
        finally:
            await system.close()

    return asyncio.run(once())


def reply_of(target: object, **options: object) -> Reply:
    return ask(open_langchain(target, options=options))
