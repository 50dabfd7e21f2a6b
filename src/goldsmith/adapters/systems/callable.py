"""A Python callable as a system under test: plain, async or streaming.

It is given as an object, or as ``file.py:function`` or ``package.module:function``. Plain code runs in threads of
its own, so that one slow call holds up no other. The callable is given the question, and by name whatever else of
`OFFERED` its signature asks for.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from goldsmith._base.raised import told
from goldsmith.adapters.systems import BadReplyError, read_reply
from goldsmith.adapters.systems.channels import ShownChannels
from goldsmith.adapters.systems.names import NAMES
from goldsmith.adapters.systems.streams import Stream, drained, drained_async
from goldsmith.adapters.systems.targets import described, load_target
from goldsmith.adapters.systems.threads import Threads
from goldsmith.errors import UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.run import RulerNote
from goldsmith.records.task import Step, TaskKey

QUESTION = ("question", "query", "user_input", "prompt", "input")
"""Parameter names that mean the question; otherwise it is the first parameter that is not offered below."""

OFFERED: Mapping[str, Callable[[Step, tuple[Message, ...], TaskKey], object]] = {
    "identity": lambda step, _history, _key: step.identity,
    "messages": lambda _step, history, _key: [{"role": turn.role, "content": turn.content} for turn in history],
    "history": lambda _step, history, _key: [{"role": turn.role, "content": turn.content} for turn in history],
    "case_id": lambda step, _history, _key: step.case,
    "system_prompt": lambda step, _history, _key: step.system_prompt,
    "allowed_tools": lambda step, _history, _key: step.allowed_tools,
    "forbidden_tools": lambda step, _history, _key: step.forbidden_tools,
    "repeat": lambda _step, _history, key: key.repeat,
}
"""What a callable is given when it has a parameter of that name. `messages` are the earlier turns, oldest first."""


class CallableSystem:
    """A callable that answers questions. Made by `open_system`."""

    def __init__(self, function: Callable[..., Any], *, name: str, shows: tuple[Channel, ...] = ()) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self._function = function
        self._question, self._offered = _parameters(function, name)
        self._shown = ShownChannels(shows)
        self._unread: dict[str, None] = {}
        self._as_nobody: set[str] = set()
        self._threads = Threads()
        code = inspect.unwrap(function.func if isinstance(function, partial) else function)
        code = code if inspect.isroutine(code) else type(code).__call__
        self._is_async = inspect.iscoroutinefunction(code) or inspect.isasyncgenfunction(code)
        self._file = getattr(getattr(code, "__code__", None), "co_filename", "")

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that were declared; where none were, those that some reply has shown so far."""
        return self._shown.all()

    @property
    def notes(self) -> tuple[RulerNote, ...]:
        """Return which guarded cases were asked as nobody, and what of the replies was not read, each name once."""
        asked = "1 guarded case was" if len(self._as_nobody) == 1 else f"{len(self._as_nobody)} guarded cases were"
        guarded = RulerNote(
            kind="identity_not_taken",
            message=f"{self.name}() takes no identity: {asked} asked as nobody",
            mend="add a parameter `identity`; until then nothing shows that access is kept",
        )
        unread = tuple(
            RulerNote(
                kind="unread_reply_part",
                message=f"{self.name} returns {name!r}, which is not read",
                mend=f"the names that are read: {', '.join(NAMES)}",
            )
            for name in self._unread
        )
        return (guarded, *unread) if self._as_nobody else unread

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        """Return what the callable says. Raises SystemFailure with its exception's type, message and last own line."""
        as_nobody = step.identity is not None and "identity" not in self._offered
        self._as_nobody |= {step.case} if as_nobody else set()
        offered = {name: OFFERED[name](step, history, key) for name in self._offered}
        given = (step.question,) if self._question is None else ()
        if self._question is not None:
            offered[self._question] = step.question
        try:
            reply = await self._called(partial(self._function, *given, **offered))
        except (SystemFailure, asyncio.CancelledError):
            raise
        except BadReplyError as error:
            raise SystemFailure("bad_reply", str(error)) from None
        except (Exception, SystemExit) as error:
            raise SystemFailure("system_error", told(error, file=self._file)) from error
        self._shown.take(reply)
        return replace(reply, identity_echo="") if as_nobody and reply.identity_echo is None else reply

    async def close(self) -> None:
        """Let the idle threads end; one that still runs ends with its call."""
        self._threads.close()

    async def _called(self, call: Callable[[], Any]) -> Reply:
        started = time.perf_counter()
        returned = call() if self._is_async else await self._threads.run(partial(drained, call, started))
        if inspect.isawaitable(returned):
            returned = await returned
        if isinstance(returned, AsyncIterator):
            returned = await drained_async(returned, started)
        if isinstance(returned, Iterator):
            returned = await self._threads.run(partial(drained, partial(_same, returned), started))
        if isinstance(returned, Stream):
            return returned.reply(self._note)
        return read_reply(returned, self._note)

    def _note(self, name: str) -> None:
        self._unread.setdefault(name)


def open_system(
    target: object, *, name: str = "", shows: tuple[Channel, ...] = (), folder: Path = Path()
) -> CallableSystem:
    """Return the callable `target` as a system.

    `target` is a callable, or text: ``file.py:function`` (relative to `folder`) or ``package.module:function`` (found
    from `folder` too). `shows` declares the channels that it can show; empty: what its replies have shown counts.
    Raises UnsupportedTargetError, which names the target, for anything that cannot be called with a question.
    """
    function = load_target(target, folder) if isinstance(target, str) else target
    called = name or (target if isinstance(target, str) else getattr(target, "__name__", type(target).__name__))
    if inspect.isclass(function) or isinstance(function, ModuleType) or not callable(function):
        raise UnsupportedTargetError(
            f"{described(function, called)} cannot be asked a question",
            next_step=_kind_for(function)
            or "give a function, a method, or an object with __call__, that takes the question",
        )
    return CallableSystem(function, name=called, shows=shows)


def _parameters(function: Callable[..., Any], name: str) -> tuple[str | None, tuple[str, ...]]:
    """Return the parameter that takes the question (None: the first by position) and those that are offered.

    Raises UnsupportedTargetError where the question has no place, or something else is asked for that nobody has.
    """
    try:
        parameters = tuple(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return None, ()
    named = [item.name for item in parameters if item.kind in {item.POSITIONAL_OR_KEYWORD, item.KEYWORD_ONLY}]
    by_place = any(item.kind in {item.POSITIONAL_ONLY, item.VAR_POSITIONAL} for item in parameters[:1])
    question = next((item for item in QUESTION if item in named), None)
    if question is None and not by_place:
        question = next((item for item in named if item not in OFFERED), None)
        if question is None:
            raise UnsupportedTargetError(
                f"{name}{_signature(parameters)} has no parameter for the question",
                next_step="give it a parameter called question",
            )
    lacking = [
        item.name
        for item in parameters
        if item.default is item.empty and item.name in named and item.name != question and item.name not in OFFERED
    ]
    if lacking:
        raise UnsupportedTargetError(
            f"{name}{_signature(parameters)} asks for {', '.join(lacking)}, which a case does not have",
            next_step=f"give these a default; besides the question it may ask for {', '.join(OFFERED)}",
        )
    return question, tuple(item for item in named if item in OFFERED and item != question)


def _signature(parameters: tuple[inspect.Parameter, ...]) -> str:
    return f"({', '.join(item.name for item in parameters)})"


def _kind_for(value: object) -> str:
    """Return what to write for an object of a framework that has an adapter of its own; empty for any other."""
    if hasattr(value, "ainvoke"):
        return 'it is a LangChain runnable: write kind = "langchain" in goldsmith.toml'
    if any(hasattr(value, name) for name in ("aquery", "aretrieve", "as_query_engine")):
        return 'it is of LlamaIndex: write kind = "llama_index" in goldsmith.toml'
    return ""


def _same(value: Any) -> Any:
    return value
