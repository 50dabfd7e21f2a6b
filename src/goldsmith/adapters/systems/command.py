"""A program as a system under test: it reads a question as one line of JSON and writes its reply as another.

It is started without a shell when it is first needed, and asked one question at a time. A reply counts only for the
question whose id it names. A call that is given up (its time is over, the run is stopped) ends the program with all
that it has started, so that no late reply can be taken for the next one's; the next question starts it anew.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

from goldsmith.adapters.json_door import NoJsonError, read_json
from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError, read_reply
from goldsmith.adapters.systems.channels import ShownChannels
from goldsmith.adapters.systems.command_process import Ended, Program
from goldsmith.adapters.systems.names import NAMES
from goldsmith.adapters.systems.streams import Stream
from goldsmith.adapters.systems.threads import Threads
from goldsmith.errors import ConfigurationError, UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.run import RulerNote
from goldsmith.records.task import Step, TaskKey

OPTIONS = ("run", "processes", "once")
"""What `open_command` may be told."""

LONGEST_LINE = 20_000_000
"""Bytes of one reply."""

_SHOWN = 200
_Exchanged = tuple[dict[str, Any], Stream | None]
"""The parts of a reply, and the events before it where there were any."""
_Exchange = Callable[[Program, str, bytes], _Exchanged]
_FAILURES = ("system_error", "not_authorised", "not_answered", "bad_reply")


class CommandSystem:
    """A program that answers. Made by `open_command`."""

    def __init__(self, run: tuple[str, ...], *, name: str, folder: Path, processes: int, once: bool) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self.at_once = processes
        """Calls that it can answer at one time; more wait here, and their clock runs."""
        self._run = run
        self._folder = folder
        self._once = once
        self._shown = ShownChannels()
        self._unread: dict[str, None] = {}
        self._idle: list[Program] = []
        self._threads = Threads()
        self._numbers = count(1)
        self._answered: set[str] = set()
        self._has_late = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._free = asyncio.Semaphore(processes)

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that some reply has shown so far."""
        return self._shown.all()

    @property
    def notes(self) -> tuple[RulerNote, ...]:
        """Return what of the replies was not read, each name once, and whether some came after the reply."""
        unread = (
            RulerNote(
                kind="unread_reply_part",
                message=f"{self.name} returns {name!r}, which is not read",
                mend=f"the names that are read: {', '.join(NAMES)}",
            )
            for name in self._unread
        )
        late = RulerNote(
            kind="late_reply",
            message=f"{self.name} wrote lines for a question that it had answered already; they were passed over",
            mend="let it write nothing after the reply, which is the first line without event",
        )
        return (*unread, *((late,) if self._has_late else ()))

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        """Return what the program writes for this question.

        Raises SystemFailure: `bad_reply` for what is no reply, with the line; `system_error`, worth another try, where
        the program ended, with the last lines of its standard error; and what the program itself reports as an error.
        """
        async with self._slot():
            identifier = f"{key.task}/{key.step}/{key.repeat}/{next(self._numbers)}"
            request = _request(identifier, step, history, key)
            program = self._idle.pop() if self._idle else Program(self._run, folder=self._folder)
            exchange: _Exchange = _whole if self._once else partial(_lines, self._is_late)
            is_in_step = False
            try:
                parts, stream = await self._threads.run(partial(_exchanged, exchange, program, identifier, request))
                is_in_step = not self._once
            except Ended as ended:
                raise SystemFailure("system_error", str(ended), worth_retrying=ended.worth_retrying) from None
            except BadReplyError as error:
                raise SystemFailure("bad_reply", str(error)) from None
            finally:
                self._answered.add(identifier)
                if is_in_step:
                    self._idle.append(program)
                else:
                    program.kill()
        return self._read(parts, stream)

    async def close(self) -> None:
        """End the programs and all that they have started."""
        idle, self._idle = self._idle, []
        for program in idle:
            await self._threads.run(partial(_finish, program))
        self._threads.close()

    def _slot(self) -> asyncio.Semaphore:
        """Return who is let in on this event loop; a semaphore belongs to the loop in which somebody has waited."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._free = loop, asyncio.Semaphore(self.at_once)
        return self._free

    def _read(self, parts: dict[str, Any], stream: Stream | None) -> Reply:
        error = parts.pop("error", None)
        if error is not None:
            raise _told_failure(error)
        try:
            if stream is None:
                reply = read_reply(parts, self._note)
            else:
                stream.returned = parts or None
                reply = stream.reply(self._note)
        except BadReplyError as unread:
            raise SystemFailure("bad_reply", str(unread)) from None
        self._shown.take(reply)
        return reply

    def _note(self, name: str) -> None:
        self._unread.setdefault(name)

    def _is_late(self, identifier: object) -> bool:
        """Say whether a line is for a question that was answered before: it says nothing of the one that waits."""
        is_late = isinstance(identifier, str) and identifier in self._answered
        self._has_late |= is_late
        return is_late


def open_command(name: str, options: Mapping[str, Any], folder: Path) -> CommandSystem:
    """Return the program that `options` (those of `OPTIONS`) name as a system; it is started in `folder`.

    Nothing is started yet. Raises UnsupportedTargetError for a program that is not there, UnknownNameError,
    ConfigurationError.
    """
    chosen = Options(table=options, where=f"systems.{name}")
    chosen.refuse_unknown(OPTIONS)
    run = options.get("run")
    if not isinstance(run, list | tuple) or not run or not all(isinstance(word, str) and word for word in run):
        raise ConfigurationError(
            f"run of [systems.{name}] is {run!r}, where program and arguments were expected",
            next_step='write run = ["python", "serve.py"]; no shell reads it',
        )
    processes = chosen.count("processes", 1)
    program = str(run[0])
    if Path(program).name != program:
        program = str((folder / program).absolute())
    if not shutil.which(program):
        raise UnsupportedTargetError(
            f"system {name!r}: there is no program {run[0]!r}",
            next_step=f"write the path of the program, as seen from {folder.resolve()}, or put it on the PATH",
        )
    once = chosen.flag("once")
    return CommandSystem((program, *run[1:]), name=name, folder=folder, processes=processes, once=once)


def _finish(program: Program, _stop: Event) -> None:
    program.finish()


def _request(identifier: str, step: Step, history: tuple[Message, ...], key: TaskKey) -> bytes:
    """Return the line that asks: every name is there, with null where the case says nothing."""
    identity = step.identity
    asked = {
        "id": identifier,
        "question": step.question,
        "messages": [{"role": turn.role, "content": turn.content} for turn in history],
        "user": identity.user if identity else None,
        "tenant": identity.tenant if identity else None,
        "roles": list(identity.roles) if identity else [],
        "case": step.case,
        "conversation": step.conversation,
        "repeat": key.repeat,
        "system_prompt": step.system_prompt,
        "allowed_tools": None if step.allowed_tools is None else list(step.allowed_tools),
        "forbidden_tools": list(step.forbidden_tools),
    }
    return json.dumps(asked).encode("ascii") + b"\n"


def _exchanged(exchange: _Exchange, program: Program, identifier: str, request: bytes, _stop: Event) -> _Exchanged:
    try:
        exchanged = exchange(program, identifier, request)
    except BaseException:
        program.end()
        raise
    if exchange is _whole:
        program.end()
    return exchanged


def _lines(is_late: Callable[[object], bool], program: Program, identifier: str, request: bytes) -> _Exchanged:
    """Send a question and take lines up to the reply; what came before it as events is in the stream."""
    program.start()
    stream = Stream(time.perf_counter())
    program.send(request)
    has_events = False
    while True:
        line = program.line(LONGEST_LINE)
        try:
            parts = _object(line)
        except BadReplyError:
            if line.endswith(b"\n") or len(line) > LONGEST_LINE:
                raise
            raise program.ended() from None  # it died in the middle of the line
        named = parts.pop("id", None)
        if is_late(named):
            continue
        if named != identifier:
            raise BadReplyError("the reply does not name the question: give back the id of the request as it came")
        if "event" not in parts:
            return parts, stream if has_events else None
        has_events = True
        event = parts["event"]
        stream.take({"kind": "text", **event} if isinstance(event, dict) and "type" not in event else event)


def _whole(program: Program, _identifier: str, request: bytes) -> _Exchanged:
    """Ask a program that serves one question: all that it writes is the reply."""
    parts = _object(program.output(request, LONGEST_LINE))
    parts.pop("id", None)
    return parts, None


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = read_json(line)
    except NoJsonError as error:
        if str(error):
            raise BadReplyError(f"the reply is no JSON that can be relied on: {error}") from None
        value = None
    if isinstance(value, dict):
        return value
    if len(line) > LONGEST_LINE:
        raise BadReplyError(f"the reply is longer than {LONGEST_LINE:,} bytes")
    text = line.decode("utf-8", "backslashreplace").rstrip()
    found = f"{text[:_SHOWN]!r}" + ("…" if len(text) > _SHOWN else "") if text else "nothing"
    raise BadReplyError(f"a JSON object was expected on standard output, found {found}")


def _told_failure(error: object) -> SystemFailure:
    """Return the failure that the program reports: in words, or with its kind and whether another try may help."""
    told = error if isinstance(error, dict) else {"message": error}
    kind, after = told.get("kind"), told.get("retry_after_s")
    return SystemFailure(
        kind if kind in _FAILURES else "system_error",
        str(told.get("message") or error),
        worth_retrying=told.get("worth_retrying") is True,
        retry_after_s=float(after) if isinstance(after, int | float) and not isinstance(after, bool) else None,
    )
