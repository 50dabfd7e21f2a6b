"""LangChain chains are asked as they are, and told who asks; with the real package."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from langchain_core.messages import AIMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda

from goldsmith.adapters.systems.callable import open_system
from goldsmith.adapters.systems.langchain import open_langchain
from goldsmith.errors import ConfigurationError, MissingExtraError, UnknownNameError, UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Identity
from goldsmith.records.response import Reply
from goldsmith.records.task import Step
from tests.adapters.systems.langchain_pieces import (
    KEY,
    SHELF,
    STEP,
    TURNS,
    Shelf,
    ask,
    ids,
    passage,
    plain,
    reply_of,
)


def told(given: Mapping[str, Any], config: RunnableConfig) -> str:
    turns = [f"{one.type}:{one.content}" for one in given["chat_history"]]
    configurable = config["configurable"]
    return repr((given["question"], turns, {name: configurable[name] for name in sorted(configurable)}))


def test_a_chain_is_told_who_asks_in_which_conversation_and_after_what() -> None:
    identity = Identity(user="ann", tenant="eu", roles=("support",))
    step = Step(case="c1", question="Why?", identity=identity, system_prompt="Be kind.", allowed_tools=())
    system = open_langchain(RunnableLambda(told), options={"input": "question", "history": "chat_history"})
    reply = ask(system, step, TURNS)
    configurable = {
        "allowed_tools": [], "roles": ["support"], "session_id": "c1-2", "system_prompt": "Be kind.", "tenant": "eu",
        "thread_id": "c1-2", "user": "ann",
    }  # fmt: skip

    assert reply.answer == repr(("Why?", ["human:hi", "ai:hello"], configurable))


def test_the_keys_of_a_chain_are_those_that_it_says_it_takes() -> None:
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("history"), ("human", "{input}")])
    chain = prompt | plain(lambda given: repr([one.content for one in given.to_messages()]))

    assert ask(open_langchain(chain), history=TURNS).answer == "['hi', 'hello', 'Why?']"


class Graph(RunnableLambda[Any, Any]):
    """As a compiled graph names the parts of its state."""

    channels: ClassVar[dict[str, None]] = {"messages": None, "__start__": None}


def test_a_graph_whose_state_are_messages_is_given_messages() -> None:
    graph = Graph(lambda state: {"messages": [*state["messages"], AIMessage(str(len(state["messages"])))]})
    system = open_langchain(graph)

    assert (ask(system, history=TURNS).answer, system.notes) == ("3", ())


def test_turns_that_a_chain_was_not_given_are_told() -> None:
    system = open_langchain(plain(lambda question: question), name="app")
    ask(system, history=TURNS)

    assert [(note.kind, note.message) for note in system.notes] == [
        ("history_not_taken", "app was not given the earlier turns of 1 case")
    ]


def test_calls_at_one_time_see_each_what_ran_in_them() -> None:
    chain: Runnable[Any, Any] = plain(lambda q: Shelf(documents=[passage(q)])) | (lambda _: "yes")

    async def many() -> list[Reply]:
        system = open_langchain(chain)
        steps = [Step(case="c1", question=f"q{number}") for number in range(40)]
        return await asyncio.gather(*(system.ask(step, (), KEY) for step in steps))

    assert [ids(reply.retrieved) for reply in asyncio.run(many())] == [[f"q{number}"] for number in range(40)]


class BusyError(Exception):
    """As the usual model clients raise it."""

    status_code = 429
    response = type("Response", (), {"headers": {"retry-after": "7"}})()


def raising(error: Exception) -> Callable[[str], str]:
    def answer(question: str) -> str:
        raise error

    return answer


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (KeyError("x"), ("system_error", "KeyError: 'x' (test_langchain_asking.py:", False, None)),
        (BusyError("slow down"), ("system_error", "BusyError: slow down (test_langchain_asking.py:", True, 7.0)),
        (ConnectionError("reset"), ("system_error", "ConnectionError: reset (test_langchain_asking.py:", True, None)),
        (SystemFailure("not_authorised", "401"), ("not_authorised", "401", False, None)),
    ],
)
def test_an_exception_is_told_with_the_persons_own_line(error: Exception, expected: tuple[Any, ...]) -> None:
    with pytest.raises(SystemFailure) as caught:
        reply_of(plain(raising(error)))
    failure = caught.value

    assert (
        failure.kind,
        failure.message[: len(expected[1])],
        failure.worth_retrying,
        failure.retry_after_s,
    ) == expected


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "a text, a message, documents or a mapping was expected, found NoneType"),
        (3, "a text, a message, documents or a mapping was expected, found int"),
        ({"colour": 1}, "no part of the reply has a known name; found colour"),
        ({"answer": 3}, "answer is 3, where a text was expected"),
    ],
)
def test_what_cannot_be_meant_is_a_bad_reply(returned: object, message: str) -> None:
    with pytest.raises(SystemFailure) as caught:
        reply_of(plain(lambda _: returned))

    assert (caught.value.kind, caught.value.message) == ("bad_reply", message)


def one_for_each(identity: Identity | None) -> Runnable[Any, Any]:
    name = identity.user if identity else "nobody"
    return Shelf(documents=[passage(f"{name}#1")])


def test_a_function_makes_one_for_all_or_one_for_each_identity() -> None:
    made: list[str] = []

    def make() -> Runnable[Any, Any]:
        made.append("x")
        return SHELF

    alike, apart = open_langchain(make), open_langchain(one_for_each)
    ann = Step(case="c1", question="Why?", identity=Identity(user="ann"))
    ask(alike)
    ask(alike, ann)

    assert made == ["x"]
    assert [ids(ask(apart, step).retrieved) for step in (ann, STEP, ann)] == [["ann#1"], ["nobody#1"], ["ann#1"]]


APP = """
from langchain_core.runnables import RunnableLambda
chain = RunnableLambda(lambda question: question.upper())
def make(): return chain
def broken(): return 1 / 0
def other(): return 42
def answer(question): return question
"""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "lc_app.py").write_text(APP, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("target", ["lc_app.py:chain", "lc_app.py:make", "lc_app:chain"])
def test_a_target_is_named_as_text(app: Path, target: str) -> None:
    system = open_langchain(target, folder=app)

    assert (system.name, ask(system).answer) == (target, "WHY?")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("lc_app.py:answer", r"answer\(question\) is no LangChain runnable or retriever\n.*kind = \"callable\""),
        ("lc_app.py:broken", r"broken\(\) failed: ZeroDivisionError: division by zero \(lc_app\.py:5\)"),
        ("lc_app.py:other", r"what other\(\) returns, an object of type 'int', is no LangChain runnable"),
        ("lc_app.py:APP", "lc_app.py has no 'APP'"),
        (42, "an object of type 'int' is no LangChain runnable or retriever"),
    ],
)
def test_what_is_no_runnable_is_refused_by_name(app: Path, target: object, message: str) -> None:
    with pytest.raises(UnsupportedTargetError, match=message):
        open_langchain(target, folder=app)


def test_a_runnable_that_is_given_as_a_callable_is_known_for_what_it_is() -> None:
    with pytest.raises(UnsupportedTargetError, match='it is a LangChain runnable: write kind = "langchain"'):
        open_system(SHELF)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"imput": "question"}, UnknownNameError, "did you mean 'input'"),
        ({"input": 3}, ConfigurationError, r"input of \[systems.app\] is 3, where a text was expected"),
        ({"stream": "yes"}, ConfigurationError, "where true or false was expected"),
        ({"calls": "sync"}, UnknownNameError, "did you mean 'async'"),
        ({"id_from": [3]}, ConfigurationError, "where a metadata key or a list of them was expected"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(
    options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        open_langchain(SHELF, name="app", options=options)


def test_without_the_package_the_line_to_type_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain_core.callbacks", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'goldsmith-rag\[langchain\]'"):
        open_langchain("app.py:chain")


def test_a_call_that_is_given_up_in_a_thread_keeps_nobody_waiting() -> None:
    entered, leave = threading.Event(), threading.Event()

    def slow(question: str) -> str:
        entered.set()
        leave.wait(60)
        return "late"

    async def give_up() -> bool:
        system = open_langchain(plain(slow), options={"calls": "plain"})
        call = asyncio.create_task(system.ask(STEP, (), KEY))
        await asyncio.to_thread(entered.wait, 60)
        call.cancel()
        await asyncio.wait([call])
        await system.close()
        return call.cancelled()

    cancelled = asyncio.run(give_up())
    leave.set()

    assert cancelled
