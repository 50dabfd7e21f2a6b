"""Runs that are killed: a warm parent forks a child for each sitting, and the child kills itself or is killed.

usage: killable.py, then one JSON object a line on standard input, answered by one a line on standard output:
``{"root": FOLDER, "at": [EVENT, FILE, NUMBER, WHEN], "after": NUMBER, "torn": SHARE, "within": SECONDS}``, all but
`root` optional. `at` is a named point: the so-maniest EVENT (write, fsync, replace, ftruncate, mkdir) on a file whose
name begins so; `after` the so-maniest event of any kind; `torn` the share of a write that still reaches the file;
`within` a moment of real time, told by the parent.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from goldsmith.ondisk import runs
from goldsmith.ondisk.golden import LoadedSet
from goldsmith.ondisk.journal import Journal
from goldsmith.records.case import Case, Message
from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader
from goldsmith.records.response import Channel, Component, Reply, Usage
from goldsmith.records.run import RulerNote
from goldsmith.records.settings import ProjectSettings, RunSettings, SetSettings
from goldsmith.records.task import Step, TaskKey
from goldsmith.workflows.once import Once
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.run import Asking, run_system

CASES, REPEATS = 8, 2
TOTAL = CASES * (REPEATS * 2)  # every second case is a conversation of three steps
COST_USD = 0.25
NOW = datetime(2026, 1, 1, tzinfo=UTC)
DONE, FAULT = 0, 3

write, fsync, rename, cut, mkdir = os.write, os.fsync, os.replace, os.ftruncate, Path.mkdir
"""As the system does them, for what the harness itself does."""


class Fake:
    """Answers every question after a moment and says on `channel` which one came in."""

    name = "fake"
    revision: str | None = None
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {}
    notes: tuple[RulerNote, ...] = ()

    def __init__(self, channel: int) -> None:
        self._channel = channel

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        write(self._channel, f"asked {spelled(key)}\n".encode())
        self.notes = (RulerNote(kind="asked", message="it was asked"),)
        await asyncio.sleep(0.0003 * (len(key.task) + key.step + key.repeat))
        return Reply(answer=f"{spelled(key)} " + "x" * 300, usage=Usage(cost_usd=COST_USD))

    async def close(self) -> None:
        """Nothing is held."""


class Heard(Journal):
    """A journal that says what it acknowledged: from then on nothing of it may be lost."""

    channel = -1

    def append(self, responses: Any) -> None:
        super().append(responses)
        write(self.channel, "".join(f"kept {spelled(response.key)}\n" for response in responses).encode())


def spelled(key: TaskKey) -> str:
    """Return the key in one word."""
    return f"{key.task}/{key.step}/{key.repeat}"


def project() -> Project:
    """Return a set of plain cases and conversations, which needs no file."""
    turns = (Message(role="user", content="a"), Message(role="user", content="b"))
    cases = tuple(Case(id=f"c{n}", question="?", messages=turns if n % 2 else ()) for n in range(CASES))
    golden = GoldenSet(
        header=SetHeader(name="s"),
        cases=cases,
        places=tuple(CasePlace(file="cases.jsonl", line=line) for line in range(1, CASES + 1)),
        bare=True,
    )
    loaded = LoadedSet(golden=golden, path=Path("cases.jsonl"), files=(), raws=(), warnings=())
    return Project(
        root=Path(), settings=ProjectSettings(), chosen=SetSettings(path="cases.jsonl"), loaded=loaded, stored=None
    )


class Killer:
    """Counts what is done to files, and ends the process at the one that was wished for."""

    def __init__(self, root: Path, wish: Mapping[str, Any]) -> None:
        self._root = root
        at: tuple[str, str, int, str] = wish.get("at") or ("", "", 0, "")
        self._event, self._file, self._number, self._when = at
        self._after = wish.get("after")
        self._torn = wish.get("torn")
        self._seen = 0
        self._matching = 0

    def hold(self) -> None:
        """Take the place of the calls that write."""
        ours: dict[str, Callable[..., Any]] = {
            "write": self._write,
            "fsync": lambda handle: self._around("fsync", self._name(handle), lambda: fsync(handle)),
            "replace": lambda old, new: self._around("replace", Path(new).name, lambda: rename(old, new)),
            "ftruncate": lambda handle, size: self._around("ftruncate", self._name(handle), lambda: cut(handle, size)),
        }
        for name, call in ours.items():
            setattr(os, name, call)

        def making(path: Path, *args: Any, **more: Any) -> None:
            self._around("mkdir", path.name, lambda: mkdir(path, *args, **more))

        Path.mkdir = making  # type: ignore[assignment,method-assign]

    def _write(self, handle: int, data: Any) -> Any:
        share = bytes(data)[: int(len(data) * self._torn)] if self._torn is not None else b""
        return self._around("write", self._name(handle), lambda: write(handle, data), lambda: write(handle, share))

    def _around(self, event: str, name: str, do: Callable[[], Any], half: Callable[[], Any] = lambda: None) -> Any:
        self._seen += 1
        named = event == self._event and name.startswith(self._file)
        self._matching += named
        wished = named and self._matching == self._number
        if (wished and self._when != "after") or self._seen == self._after:
            if self._torn is not None:
                half()
            os.kill(os.getpid(), signal.SIGKILL)
        result = do()
        if wished:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    def _name(self, handle: int) -> str:
        """Return the name of an open file or folder of the run, without the dot of a temporary one."""
        if not self._file:
            return ""
        held = os.fstat(handle)
        for path in (self._root, *self._root.rglob("*")):
            try:
                if os.path.samestat(held, path.stat()):
                    return path.name.removeprefix(".")
            except FileNotFoundError:
                continue
        return ""


def sit(held: Project, root: Path, channel: int) -> None:
    """Carry out the run in `root` to its end, as a command does."""
    Heard.channel = channel
    asking = Asking(system_digest="y1:x", settings=RunSettings(repeats=REPEATS, concurrency=4))
    folder = run_system(replace(held, root=root), Fake(channel), asking, now=NOW)
    folder.finish()


def sitting(held: Project, wish: Mapping[str, Any]) -> dict[str, Any]:
    """Fork a child for one sitting; return what was heard of it and how it ended."""
    listening, channel = os.pipe()
    child = os.fork()
    if child == 0:
        status = FAULT
        try:
            os.close(listening)
            Killer(Path(wish["root"]), wish).hold()
            sit(held, Path(wish["root"]), channel)
            status = DONE
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(channel)
    deadline = time.monotonic() + wish["within"] if "within" in wish else None
    heard = b""
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        if deadline is not None and (left == 0 or not select.select([listening], [], [], left)[0]):
            os.kill(child, signal.SIGKILL)
            deadline = None
        elif chunk := os.read(listening, 65536):
            heard += chunk
        else:
            break
    os.close(listening)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    words = [line.split() for line in heard.decode().splitlines()]
    return {
        "asked": [key for word, key in words if word == "asked"],
        "kept": [key for word, key in words if word == "kept"],
        "status": status,
    }


def main() -> None:
    """Answer wishes until there are no more."""
    vars(runs)["Journal"] = Heard
    held = project()
    with TemporaryDirectory() as folder, Path(os.devnull).open("wb") as nowhere:
        # Everything that is imported or built on first use: the children find it done.
        sit(replace(held, once=Once()), Path(folder), nowhere.fileno())
    for line in sys.stdin:
        sys.stdout.write(json.dumps(sitting(held, json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
