"""A callable is asked as it is written, and what it returns is read generously and never guessed."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems.callable import CallableSystem, open_system
from goldsmith.errors import UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Identity, Message
from goldsmith.records.response import Channel, Citation, Reply, RetrievedItem, StreamEvent, ToolCall, Usage
from goldsmith.records.task import Step, TaskKey

KEY = TaskKey(task="c1", step=0, repeat=2)
STEP = Step(case="c1", question="Why?", system_prompt="Be kind.")
GUARDED = Step(case="c1", question="Why?", identity=Identity(user="ann"), system_prompt="Be kind.")
HISTORY = (Message(role="user", content="hi"), Message(role="assistant", content="hello"))


def ask(system: CallableSystem, step: Step = STEP) -> Reply:
    async def once() -> Reply:
        try:
            return await system.ask(step, HISTORY, KEY)
        finally:
            await system.close()

    return asyncio.run(once())


def returning(value: object) -> CallableSystem:
    def system(question: str) -> object:
        return value

    return open_system(system)


def failure(system: CallableSystem) -> tuple[str, str]:
    with pytest.raises(SystemFailure) as caught:
        ask(system)
    return caught.value.kind, caught.value.message


@dataclass
class Answer:
    response: str
    source_documents: list[object]


class Passage:
    """A passage as some libraries give it."""

    def __init__(self, content: str, **metadata: object) -> None:
        self.page_content = content
        self.metadata = metadata


@pytest.mark.parametrize(
    ("returned", "reply"),
    [
        ("yes", Reply(answer="yes")),
        ("", Reply(answer="")),
        ([], Reply(retrieved=())),
        (["a", 7], Reply(retrieved=(RetrievedItem(id="a"), RetrievedItem(id="7")))),
        (("yes", ["a"]), Reply(answer="yes", retrieved=(RetrievedItem(id="a"),))),
        (Reply(answer="x", cache=""), Reply(answer="x", cache="")),
        ({"contexts": ["some words"]}, Reply(retrieved=(RetrievedItem(id="", text="some words"),))),
        ({"retrieved": ["a"], "contexts": ["words"]}, Reply(retrieved=(RetrievedItem(id="a", text="words"),))),
        (
            {"chunks": [{"chunk_id": "a#1", "content": "t", "score": 0.5, "page": 3}]},
            Reply(retrieved=(RetrievedItem(id="a#1", text="t", score=0.5, metadata={"page": 3}),)),
        ),
        ([("a", 0.25)], Reply(retrieved=(RetrievedItem(id="a", score=0.25),))),
        (
            Answer("yes", [Passage("words", id="a#1")]),
            Reply(answer="yes", retrieved=(RetrievedItem(id="a#1", text="words", metadata={"id": "a#1"}),)),
        ),
        (
            [Passage("words", source="kb/fees.md", page=2)],
            Reply(
                retrieved=(
                    RetrievedItem(
                        id="", document="kb/fees.md", text="words", metadata={"source": "kb/fees.md", "page": 2}
                    ),
                )
            ),
        ),
        (
            [{"id": "n1", "metadata": {"file_name": "fees.md", "file_path": "/kb/fees.md"}}],
            Reply(
                retrieved=(
                    RetrievedItem(
                        id="n1", document="fees.md", metadata={"file_name": "fees.md", "file_path": "/kb/fees.md"}
                    ),
                )
            ),
        ),
        (
            [{"document": "fees", "text": "t", "url": "https://kb.test/fees.md"}],
            Reply(
                retrieved=(
                    RetrievedItem(id="", document="fees", text="t", metadata={"url": "https://kb.test/fees.md"}),
                )
            ),
        ),
        (
            [{"id": "fees#2", "metadata": {"source": "kb/fees.md"}}],
            Reply(retrieved=(RetrievedItem(id="fees#2", metadata={"source": "kb/fees.md"}),)),
        ),
        (
            {
                "answer": "yes",
                "citations": ["a", {"id": "b", "quote": "q", "at": [0, 3]}],
                "tool_calls": [
                    {"function": {"name": "find", "arguments": "{}"}},
                    "look",
                    {"tool": "t", "args": {"x": 1}},
                ],
                "behavior": "Fail safely",
                "usage": {"prompt_tokens": 3, "completion_tokens": 4, "cost": 0.5},
                "trace": {"spans": [1, {2, 1}, float("inf")]},
                "cache": False,
                "identity": {"user": "ann"},
                "fingerprints": {"model": "m"},
            },
            Reply(
                answer="yes",
                citations=(Citation(id="a"), Citation(id="b", quote="q", at=(0, 3))),
                tool_calls=(
                    ToolCall(name="find", arguments="{}"),
                    ToolCall(name="look"),
                    ToolCall(name="t", arguments='{"x": 1}'),
                ),
                behaviour="fail_safely",
                usage=Usage(input_tokens=3, output_tokens=4, cost_usd=0.5),
                trace={"spans": [1, [1, 2], "inf"]},
                cache="",
                identity_echo="ann",
                fingerprints={"model": "m"},
            ),
        ),
    ],
)
def test_what_a_callable_returns_is_read_by_its_usual_names(returned: object, reply: Reply) -> None:
    assert ask(returning(returned)) == reply


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "a text, a list or a mapping was expected, found nothing"),
        (42, "a text, a list or a mapping was expected, found 42"),
        ({"retrieved": "abc"}, "retrieved is the text 'abc', where a list was expected"),
        ({"contexts": "abc"}, "contexts is the text 'abc', where a list was expected"),
        ({"citations": "a"}, "citations is the text 'a', where a list was expected"),
        ({"answer": ["x"]}, "answer is a list, where a text was expected"),
        ({"retrieved": ["a", "b"], "contexts": ["t"]}, "retrieved has 2 items and contexts 1: they cannot be paired"),
        ({"retrieved": [{"score": 1}]}, "retrieved[1] has neither id nor text; it has score"),
        ([("a", float("nan"))], "retrieved[1].score is nan, where a finite number was expected"),
        ([None], "retrieved[1] is nothing, where an id or a passage was expected"),
        ({"colour": 1}, "no part of the reply has a known name; found colour"),
        ({}, "no part of the reply has a known name; found nothing"),
        ({"trace": "x"}, "trace is the text 'x', where a mapping was expected"),
    ],
)
def test_what_cannot_be_meant_is_a_bad_reply_and_never_guessed(returned: object, message: str) -> None:
    assert failure(returning(returned)) == ("bad_reply", message)


def test_channels_are_what_was_declared_or_else_what_was_seen() -> None:
    system = returning({"answer": "yes", "retrieved": [], "cache": False})
    before: tuple[Channel, ...] = system.shows
    ask(system)

    assert (before, system.shows) == ((), ("context", "cache", "answer"))
    assert open_system(lambda question: "x", shows=("trace",)).shows == ("trace",)


def test_a_callable_is_given_what_its_signature_asks_for() -> None:
    def system(identity: Identity, query: str, *, case_id: str, messages: list[dict[str, str]], depth: int = 3) -> str:
        return json.dumps([identity.user, query, case_id, messages, depth])

    assert json.loads(ask(open_system(system), GUARDED).answer or "") == [
        "ann", "Why?", "c1", [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}], 3,
    ]  # fmt: skip


class Desk:
    """A system with state."""

    def answer(self, text: str) -> str:
        return f"method {text}"

    async def __call__(self, text: str) -> str:
        return f"call {text}"


async def in_the_loop(question: str) -> str:
    await asyncio.sleep(0)
    return f"async {question}"


def handed_on(question: str) -> object:
    return in_the_loop(question)


def prefixed(prefix: str, question: str) -> str:
    return f"{prefix} {question}"


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        (Desk().answer, "method Why?"),
        (Desk(), "call Why?"),
        (in_the_loop, "async Why?"),
        (partial(prefixed, "partial"), "partial Why?"),
        (lambda q, /: f"placed {q}", "placed Why?"),
        (lambda *texts: f"all {texts}", "all ('Why?',)"),
        (handed_on, "async Why?"),
        (str, None),
    ],
)
def test_every_kind_of_callable_can_be_asked(target: Any, answer: str | None) -> None:
    if answer is None:
        with pytest.raises(UnsupportedTargetError, match="the class 'str'"):
            open_system(target)
    else:
        assert ask(open_system(target)).answer == answer


def words(question: str) -> Iterator[object]:
    yield "Be"
    yield {"kind": "tool", "text": "find"}
    yield "cause."
    yield {"retrieved": ["a"]}


async def words_in_the_loop(question: str) -> AsyncIterator[object]:
    for word in words(question):
        yield word


def words_then_parts(question: str) -> Generator[object, None, object]:
    yield from ("Be", {"type": "tool", "content": "find"}, "cause.")
    return {"retrieved": ["a"]}


async def hands_on(question: str) -> object:
    return words(question)


@pytest.mark.parametrize("target", [words, words_in_the_loop, words_then_parts, hands_on])
def test_a_stream_is_kept_as_events_and_joined_to_the_answer(target: Callable[..., object]) -> None:
    reply = ask(open_system(target))

    assert (reply.answer, reply.retrieved) == ("Because.", (RetrievedItem(id="a"),))
    assert [(event.kind, event.text) for event in reply.events or ()] == [
        ("text", "Be"), ("tool", "find"), ("text", "cause."),
    ]  # fmt: skip
    assert reply.time_to_first_token_ms is not None
    assert 0 <= reply.time_to_first_token_ms <= (reply.events or (StreamEvent(kind=""),))[-1].at_ms


def test_a_stream_that_gives_a_number_is_a_bad_reply() -> None:
    def numbers(question: str) -> Iterator[object]:
        yield 3

    assert failure(open_system(numbers)) == ("bad_reply", "the stream gave 3, where a text or a mapping was expected")


def test_a_slow_call_of_plain_code_holds_up_no_other() -> None:
    meeting = threading.Barrier(2, timeout=30)

    def system(question: str) -> str:
        meeting.wait()
        return "met"

    async def both() -> list[Reply]:
        target = open_system(system)
        replies = await asyncio.gather(*(target.ask(STEP, (), KEY) for _ in range(2)))
        await target.close()
        return replies

    assert asyncio.run(both()) == [Reply(answer="met")] * 2


def test_threads_end_when_the_system_is_closed() -> None:
    before = set(threading.enumerate())
    ask(returning("yes"))
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=30)

    assert set(threading.enumerate()) - before == set()


def test_an_exception_is_told_with_its_type_its_words_and_the_persons_own_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "rag.py").write_text(
        "import json\n\ndef answer(question):\n    return json.loads('{')\n", encoding="utf-8"
    )

    kind, message = failure(open_system("rag.py:answer", folder=tmp_path))

    assert kind == "system_error"
    assert message.startswith("JSONDecodeError: Expecting property name")
    assert message.endswith("(rag.py:4)")


def test_plain_code_that_wants_to_end_the_program_ends_only_its_call() -> None:
    def leave(question: str) -> str:
        raise SystemExit(3)

    assert failure(open_system(leave))[1].startswith("SystemExit: 3 (test_callable.py:")


def test_a_failure_with_a_kind_of_its_own_is_passed_on() -> None:
    async def refuse(question: str) -> str:
        raise SystemFailure("not_authorised", "401")

    assert failure(open_system(refuse)) == ("not_authorised", "401")


def test_a_file_finds_its_neighbours_and_is_named_by_its_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "goldsmith_neighbour.py").write_text("WORD = 'found'\n", encoding="utf-8")
    (tmp_path / "goldsmith_rag.py").write_text(
        "from goldsmith_neighbour import WORD\nclass A:\n    def b(self, q): return WORD\na = A()\n", encoding="utf-8"
    )
    by_file = open_system("goldsmith_rag.py:a.b", folder=tmp_path)

    assert (by_file.name, ask(by_file).answer) == ("goldsmith_rag.py:a.b", "found")
    assert ask(open_system("goldsmith_rag:a.b", folder=tmp_path)).answer == "found"


def generator() -> Iterator[str]:
    yield "x"


async def no_question(messages: list[object]) -> str:
    return "x"


def wants_more(question: str, index: object) -> str:
    return "x"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (json, "the module 'json' cannot be asked"),
        (generator(), "the generator object 'generator' cannot be asked"),
        (Desk, "the class 'Desk' cannot be asked"),
        (42, "an object of type 'int' cannot be asked"),
        (no_question, r"no_question\(messages\) has no parameter for the question"),
        (wants_more, r"wants_more\(question, index\) asks for index, which a case does not have"),
        ("rag.py", "'rag.py' names no function"),
        ("none.py:answer", "there is no file"),
        (
            "broken.py:answer",
            r"broken\.py:answer could not be imported: ZeroDivisionError: division by zero \(broken\.py:1",
        ),
        ("wrong.py:answer", r"could not be imported: SyntaxError: .*\(wrong\.py:1\)"),
        ("leaves.py:answer", r"could not be imported: SystemExit: 1"),
        ("good.py:anwser", r"good\.py has no 'anwser'; did you mean 'answer'\?"),
        ("no_such_package.x:answer", "could not be imported: ModuleNotFoundError: No module named 'no_such_package'"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: object, message: str
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    (tmp_path / "wrong.py").write_text("def answer(:\n", encoding="utf-8")
    (tmp_path / "leaves.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    (tmp_path / "good.py").write_text("def answer(question): return 'x'\n", encoding="utf-8")

    with pytest.raises(UnsupportedTargetError, match=message):
        open_system(target, folder=tmp_path)
