"""A program that speaks JSON lines is asked one question at a time, and a late or foreign reply is nobody's."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems import command
from goldsmith.adapters.systems.command import CommandSystem, open_command
from goldsmith.errors import ConfigurationError, GoldsmithError, UnknownNameError, UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Identity, Message
from goldsmith.records.response import Reply, RetrievedItem
from goldsmith.records.task import Step, TaskKey

KEY = TaskKey(task="c1", step=0, repeat=2)
STEP = Step(case="c1", question="Why?")

SERVE = """
import json, os, sys, time

say = lambda **parts: print(json.dumps(parts), flush=True)
for count, line in enumerate(sys.stdin, start=1):
    asked = json.loads(line)
    id, question = asked["id"], asked["question"]
"""
Serve = Callable[..., CommandSystem]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Return a function that writes a program which does this for every question, and opens it as a system."""

    def opened(*lines: str, **options: Any) -> CommandSystem:
        body = SERVE + "".join(f"    {line}\n" for line in lines)
        (tmp_path / "serve.py").write_text(body, encoding="utf-8")
        return open_command("app", {"run": [sys.executable, "serve.py"], **options}, tmp_path)

    return opened


def asked(system: CommandSystem, *steps: Step, history: tuple[Message, ...] = ()) -> list[Reply | SystemFailure]:
    """Ask one step after another, and close."""

    async def all_of_them() -> list[Reply | SystemFailure]:
        try:
            return [await settled(step) for step in steps or (STEP,)]
        finally:
            await system.close()

    async def settled(step: Step) -> Reply | SystemFailure:
        try:
            return await system.ask(step, history, KEY)
        except SystemFailure as failure:
            return failure

    return asyncio.run(all_of_them())


def failure(system: CommandSystem, *steps: Step) -> tuple[str, str, bool]:
    found = asked(system, *steps)[-1]
    assert isinstance(found, SystemFailure)
    return found.kind, found.message, found.worth_retrying


def question(text: str) -> Step:
    return Step(case="c1", question=text)


def test_a_program_is_told_who_asks_what(serve: Serve) -> None:
    system = serve("say(id=id, answer=line)")
    step = Step(
        case="c1",
        question="Why — 为什么?",
        identity=Identity(user="ann", tenant="eu", roles=("support",)),
        conversation="k",
        system_prompt="Be kind.",
        allowed_tools=("find",),
    )
    (reply,) = asked(system, step, history=(Message(role="user", content="hi"),))
    assert isinstance(reply, Reply)

    assert json.loads(reply.answer or "") == {
        "id": "c1/0/2/1",
        "question": "Why — 为什么?",
        "messages": [{"role": "user", "content": "hi"}],
        "user": "ann",
        "tenant": "eu",
        "roles": ["support"],
        "case": "c1",
        "conversation": "k",
        "repeat": 2,
        "system_prompt": "Be kind.",
        "allowed_tools": ["find"],
        "forbidden_tools": [],
    }


def test_one_process_serves_many_questions_and_is_started_by_the_first(serve: Serve, tmp_path: Path) -> None:
    system = serve("open('started', 'a').write('x') if count == 1 else 0", "say(id=id, answer=str(count))")
    before = (tmp_path / "started").exists()

    replies = asked(system, STEP, STEP, STEP)

    assert (before, (tmp_path / "started").read_text(encoding="utf-8")) == (False, "x")
    assert replies == [Reply(answer="1"), Reply(answer="2"), Reply(answer="3")]


def test_events_come_before_the_reply_and_make_the_answer_where_it_gives_none(serve: Serve) -> None:
    system = serve(
        "say(id=id, event='Be')",
        "say(id=id, event={'kind': 'tool', 'text': 'find'})",
        "say(id=id, event={'text': 'cause.'})",
        "say(id=id, retrieved=['a'])",
    )
    (reply,) = asked(system)
    assert isinstance(reply, Reply)
    events = [(event.kind, event.text) for event in reply.events or ()]

    assert (reply.answer, reply.retrieved) == ("Because.", (RetrievedItem(id="a"),))
    assert events == [("text", "Be"), ("tool", "find"), ("text", "cause.")]
    assert reply.time_to_first_token_ms is not None
    assert system.shows == ("context", "stream", "answer")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("print('Loading …', flush=True)", "a JSON object was expected on standard output, found 'Loading …'"),
        ("print('[1]', flush=True)", "a JSON object was expected on standard output, found '[1]'"),
        ("print('[' * 300, flush=True)", f"a JSON object was expected on standard output, found {'[' * 200!r}…"),
        ("print('[' * 100000, flush=True)", "the reply is no JSON that can be relied on: it is nested too deeply"),
        (
            'print(\'{"id": "\' + id + \'", "text": 1, "text": 2}\')',
            "the reply is no JSON that can be relied on: 'text' ",
        ),
        ("say(answer='x')", "the reply does not name the question: give back the id of the request as it came"),
        ("say(id='c1/0/2/0', answer='x')", "the reply does not name the question: give back the id of the request as "),
        ("say(id=id)", "no part of the reply has a known name; found nothing"),
        ("say(id=id, answer=None, error_text='x')", "the reply holds nothing: answer, error_text, of which what is"),
        ("say(id=id, answer=3)", "answer is 3, where a text was expected"),
    ],
)
def test_what_is_no_reply_is_shown(serve: Serve, line: str, message: str) -> None:
    kind, told, _ = failure(serve(line))

    assert kind == "bad_reply"
    assert told.startswith(message)


def test_a_second_reply_to_one_question_is_never_taken_for_the_next_ones(serve: Serve) -> None:
    system = serve("say(id=id, answer=question)", "say(id=id, answer='late') if question == 'twice' else 0")

    first, second, third = asked(system, question("twice"), question("b"), question("c"))

    assert (first, second, third) == (Reply(answer="twice"), Reply(answer="b"), Reply(answer="c"))
    assert [(note.kind, note.message) for note in system.notes] == [
        ("late_reply", "app wrote lines for a question that it had answered already; they were passed over")
    ]


def test_a_program_that_dies_in_the_middle_of_a_line_is_told_as_dead_and_worth_another_try(serve: Serve) -> None:
    kind, message, worth_retrying = failure(serve("sys.stdout.write('{\"id\": ')", "sys.exit(7)"))

    assert (kind, worth_retrying) == ("system_error", True)
    assert "ended with status 7 before it had replied" in message


def test_a_last_line_needs_no_end(serve: Serve) -> None:
    assert asked(serve("sys.stdout.write(json.dumps({'id': id, 'answer': 'A'}))", "sys.exit(0)")) == [Reply(answer="A")]


def test_a_reply_that_cannot_be_read_leaves_the_program_running(serve: Serve) -> None:
    _, second = asked(serve("say(id=id, answer=count if count == 1 else str(count))"), STEP, STEP)

    assert second == Reply(answer="2")


def test_a_crash_is_told_with_the_last_words_and_the_next_question_starts_it_anew(serve: Serve) -> None:
    system = serve("int(question) if question == 'x' else 0", "say(id=id, answer=str(count))")

    crashed, after = asked(system, question("x"), question("b"))

    assert isinstance(crashed, SystemFailure)
    assert (crashed.kind, crashed.worth_retrying) == ("system_error", True)
    assert "ended with status 1 before it had replied" in crashed.message
    assert crashed.message.endswith("ValueError: invalid literal for int() with base 10: 'x'")
    assert after == Reply(answer="1")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_program_that_was_killed_is_told_by_its_signal(serve: Serve) -> None:
    _, message, worth_retrying = failure(serve("os.kill(os.getpid(), 9)"))

    assert "was ended by SIGKILL before it had replied" in message
    assert worth_retrying


def test_a_program_reports_its_own_failures(serve: Serve) -> None:
    system = serve("say(id=id, error=json.loads(question))")

    found = asked(
        system, question('"no index"'), question('{"kind": "not_authorised", "message": "401"}'),
        question('{"message": "busy", "worth_retrying": true, "retry_after_s": 3}'), question('{"kind": "odd"}'),
    )  # fmt: skip

    assert [
        (one.kind, one.message, one.worth_retrying, one.retry_after_s)
        for one in found
        if isinstance(one, SystemFailure)
    ] == [
        ("system_error", "no index", False, None),
        ("not_authorised", "401", False, None),
        ("system_error", "busy", True, 3),
        ("system_error", "{'kind': 'odd'}", False, None),
    ]


def test_a_reply_of_megabytes_is_read(serve: Serve) -> None:
    (reply,) = asked(serve("say(id=id, answer='a' * 19_000_000)"))

    assert isinstance(reply, Reply)
    assert len(reply.answer or "") == 19_000_000


def test_a_reply_without_end_is_refused(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LONGEST_LINE", 1_000)

    assert failure(serve("while True: sys.stdout.write('a' * 100)")) == (
        "bad_reply",
        "the reply is longer than 1,000 bytes",
        False,
    )


FIFO = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


@FIFO
def test_a_call_that_is_given_up_ends_the_program_with_all_that_it_started(serve: Serve, tmp_path: Path) -> None:
    # A pipe that the program's own child holds open: it is at its end when the last of them is gone.
    os.mkfifo(tmp_path / "alive")
    system = serve(
        "import subprocess",
        "pipe = open('alive', 'wb') if question == 'hang' else None",
        "pipe and subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], stdout=pipe)",
        "pipe and (pipe.write(b'up'), pipe.flush(), time.sleep(600))",
        "say(id=id, answer=str(count))",
    )
    up, gone = threading.Event(), threading.Event()

    def watch() -> None:
        with (tmp_path / "alive").open("rb") as pipe:
            pipe.read(2)
            up.set()
            pipe.read()
            gone.set()

    async def give_up() -> Reply:
        call = asyncio.create_task(system.ask(question("hang"), (), KEY))
        await asyncio.to_thread(up.wait, 60)
        call.cancel()
        await asyncio.wait([call])
        try:
            return await system.ask(STEP, (), KEY)
        finally:
            await system.close()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    reply = asyncio.run(give_up())

    assert gone.wait(60)
    assert reply == Reply(answer="1")


def test_as_many_programs_run_as_there_are_slots(serve: Serve) -> None:
    system = serve("say(id=id, answer=str(os.getpid()))", processes=2)

    async def many() -> list[Reply]:
        try:
            return await asyncio.gather(*(system.ask(STEP, (), KEY) for _ in range(20)))
        finally:
            await system.close()

    pids = {reply.answer for reply in asyncio.run(many())}

    assert system.at_once == 2
    assert 1 <= len(pids) <= 2


def test_one_process_for_each_question_takes_the_whole_output(tmp_path: Path) -> None:
    (tmp_path / "once.py").write_text(
        "import json, os, sys\nasked = json.load(sys.stdin)\n"
        "sys.exit(3) if asked['question'] == 'x' else 0\n"
        "print(json.dumps({'answer': asked['question'], 'trace_id': 't', 'state': {'pid': os.getpid()}}, indent=2))\n",
        encoding="utf-8",
    )
    system = open_command("app", {"run": [sys.executable, "once.py"], "once": True}, tmp_path)

    first, second, third = asked(system, question("a"), question("x"), question("b"))
    assert isinstance(first, Reply)
    assert isinstance(second, SystemFailure)
    assert isinstance(third, Reply)

    assert (first.answer, third.answer) == ("a", "b")
    assert first.state != third.state
    assert second.message.endswith("ended with status 3 before it had replied")


def test_a_program_gets_the_callers_environment_and_its_own_folder(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APP_TOKEN", "t-1")
    (reply,) = asked(serve("say(id=id, answer=os.environ['APP_TOKEN'] + ' ' + os.getcwd())"))

    assert reply == Reply(answer=f"t-1 {tmp_path.resolve()}")


def test_nothing_is_left_when_it_is_closed(serve: Serve) -> None:
    before = set(threading.enumerate())
    system = serve("say(id=id, answer=str(os.getpid()))")
    (reply,) = asked(system)
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=30)
    assert isinstance(reply, Reply)

    assert set(threading.enumerate()) - before == set()
    if sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.kill(int(reply.answer or ""), 0)


def test_a_program_that_does_not_leave_is_made_to(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "stay.py").write_text(
        "import json, os, sys, threading\nasked = json.loads(sys.stdin.readline())\n"
        "print(json.dumps({'id': asked['id'], 'answer': str(os.getpid())}), flush=True)\nthreading.Event().wait()\n",
        encoding="utf-8",
    )
    (reply,) = asked(open_command("app", {"run": [sys.executable, "stay.py"]}, tmp_path))
    assert isinstance(reply, Reply)

    if sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.kill(int(reply.answer or ""), 0)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({}, ConfigurationError, r"run of \[systems.app\] is None"),
        ({"run": "python serve.py"}, ConfigurationError, "where program and arguments were expected"),
        ({"run": []}, ConfigurationError, "where program and arguments were expected"),
        (
            {"run": [sys.executable], "processes": 0},
            ConfigurationError,
            r"processes of \[systems.app\] is 0, where a whole",
        ),
        (
            {"run": [sys.executable], "processes": True},
            ConfigurationError,
            "where a whole number of 1 or more was expected",
        ),
        ({"run": [sys.executable], "once": "yes"}, ConfigurationError, "where true or false was expected"),
        ({"run": [sys.executable], "proceses": 2}, UnknownNameError, "did you mean 'processes'"),
        ({"run": ["no-such-program-here"]}, UnsupportedTargetError, "there is no program 'no-such-program-here'"),
        ({"run": ["./serve"]}, UnsupportedTargetError, "there is no program './serve'"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused_before_the_first_call(
    tmp_path: Path, options: dict[str, Any], error: type[GoldsmithError], message: str
) -> None:
    with pytest.raises(error, match=message):
        open_command("app", options, tmp_path)
