"""What probes do to a system, by the commands that the configuration names."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems.actions import with_actions
from goldsmith.errors import ConfigurationError, UnknownNameError
from goldsmith.ports.system import Acts, System, SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.task import Action, Step, TaskKey

REVOKE = Action(kind="revoke", user="ann's", document="pay; rm *")
WRITE = "import os; open('done', 'a').write(os.environ['GOLDSMITH_USER'] + '|' + os.environ['GOLDSMITH_DOCUMENT'])"


class Echo:
    """A system that repeats the question, and counts how often it was closed."""

    name, revision = "echo", "v1"
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {"model": "none"}
    notes = ("a note",)
    closed = 0

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        return Reply(answer=step.question)

    async def close(self) -> None:
        self.closed += 1


def made(folder: Path, revoke: object, **more: Any) -> System:
    options = {"revoke": revoke, "grant": [sys.executable, "-c", "pass"]}
    return with_actions(Echo(), options, folder, {"LANG": "C"}, **more)


def act(system: System, action: Action = REVOKE) -> None:
    assert isinstance(system, Acts)

    asyncio.run(system.act(action))


def test_a_command_is_told_whom_and_what_without_any_shell(tmp_path: Path) -> None:
    act(made(tmp_path, [sys.executable, "-c", WRITE]))

    assert (tmp_path / "done").read_text() == "ann's|pay; rm *"


def test_a_path_is_meant_from_the_folder_of_the_project(tmp_path: Path) -> None:
    script = tmp_path / "acl.sh"
    script.write_text('#!/bin/sh\necho "$1" > said\n')
    script.chmod(0o755)

    act(made(tmp_path, ["./acl.sh", "revoke"]))

    assert (tmp_path / "said").read_text() == "revoke\n"


def test_all_else_goes_to_the_system_itself(tmp_path: Path) -> None:
    echo = Echo()
    system = with_actions(echo, {}, tmp_path, {})
    key = TaskKey(task="c", step=0, repeat=1)

    reply = asyncio.run(system.ask(Step(case="c", question="Why?"), (), key))
    asyncio.run(system.close())

    assert reply == Reply(answer="Why?")
    assert (system.name, system.revision, system.shows, system.fingerprints) == (
        "echo",
        "v1",
        ("answer",),
        {"model": "none"},
    )
    assert (getattr(system, "notes", ()), echo.closed) == (("a note",), 1)
    assert not hasattr(system, "recorded_latency_ms")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ([sys.executable, "-c", "import sys; sys.exit('no such user')"], "ended with status 1: no such user"),
        ([sys.executable, "-c", "import sys; sys.exit(3)"], "ended with status 3: it said nothing"),
        (["no-such-program-here"], "could not be started"),
        (["no\0program"], "could not be started"),
    ],
)
def test_a_command_that_did_not_work_is_a_failure_of_the_system(tmp_path: Path, command: list[str], words: str) -> None:
    with pytest.raises(SystemFailure) as caught:
        act(made(tmp_path, command))

    assert words in caught.value.message


def test_a_command_that_does_not_end_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    child = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"

    with pytest.raises(SystemFailure, match=r"did not end within 0\.5 s"):
        act(made(tmp_path, [sys.executable, "-c", child], limit_s=0.5))


LEAVES_ONE_RUNNING = """
import subprocess, sys
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])
open('child', 'w').write(str(child.pid))
"""


def test_what_a_command_leaves_running_holds_nothing_up(tmp_path: Path) -> None:
    act(made(tmp_path, [sys.executable, "-c", LEAVES_ONE_RUNNING]))

    os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)


def test_a_command_that_complains_without_end_is_ended(tmp_path: Path) -> None:
    with pytest.raises(SystemFailure, match="complains without end, and was ended"):
        act(made(tmp_path, [sys.executable, "-c", "import sys\nwhile True: sys.stderr.write('y' * 100_000)"]))


def test_an_action_without_a_command_says_what_to_add(tmp_path: Path) -> None:
    with pytest.raises(SystemFailure, match=r"no command for delete under \[systems\.echo\.actions\]"):
        act(made(tmp_path, ["true"]), Action(kind="delete", user="ann", document="pay"))


@pytest.mark.parametrize("command", ["./acl.sh revoke", [], [1], ["./acl.sh", ""], None])
def test_a_command_is_a_list_of_words(tmp_path: Path, command: object) -> None:
    with pytest.raises(ConfigurationError, match="where a list of words was expected"):
        made(tmp_path, command)


def test_what_nothing_undoes_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="none for restore, which undoes it"):
        with_actions(Echo(), {"delete": ["true"]}, tmp_path, {})


def test_an_action_that_there_is_none_of_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="revoke"):
        with_actions(Echo(), {"revok": ["true"]}, tmp_path, {})
