"""A Python callable as a system under test: plain, async or streaming.

It is given as an object, or as ``file.py:function`` or ``package.module:function``. Plain code runs in threads of
its own, so that one slow call holds up no other. The callable is given the question, and by name whatever else of
`OFFERED` its signature asks for.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import inspect
import sys
import threading
import time
import traceback
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any

from goldsmith.adapters.systems import NAMES, BadReplyError, read_event, read_reply
from goldsmith.errors import GoldsmithError, UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import CHANNELS, Channel, Component, Reply, StreamEvent
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

_CHANNEL_OF: Mapping[Channel, str] = {
    "candidates": "candidates", "context": "retrieved", "citations": "citations", "stream": "events",
    "tools": "tool_calls", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip
_LONGEST_MESSAGE = 2_000
_SPOKEN = frozenset({"text", "token", "delta", "answer"})
"""Kinds of events whose text is part of the answer."""


class CallableSystem:
    """A callable that answers questions. Made by `open_system`."""

    def __init__(self, function: Callable[..., Any], *, name: str, shows: tuple[Channel, ...] = ()) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self._function = function
        self._question, self._offered = _parameters(function, name)
        self._declared = shows
        self._seen: set[Channel] = set()
        self._unread: dict[str, None] = {}
        self._as_nobody: set[str] = set()
        self._threads = _Threads()
        code = inspect.unwrap(function.func if isinstance(function, partial) else function)
        code = code if inspect.isroutine(code) else type(code).__call__
        self._is_async = inspect.iscoroutinefunction(code) or inspect.isasyncgenfunction(code)
        self._file = getattr(getattr(code, "__code__", None), "co_filename", "")

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that were declared; where none were, those that some reply has shown so far."""
        return self._declared or tuple(channel for channel in CHANNELS if channel in self._seen)

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
            raise SystemFailure("system_error", _told(error, self._file)) from error
        self._seen |= {channel for channel, part in _CHANNEL_OF.items() if getattr(reply, part) is not None}
        return replace(reply, identity_echo="") if as_nobody and reply.identity_echo is None else reply

    async def close(self) -> None:
        """Let the idle threads end; one that still runs ends with its call."""
        self._threads.close()

    async def _called(self, call: Callable[[], Any]) -> Reply:
        started = time.perf_counter()
        returned = call() if self._is_async else await self._threads.run(partial(_drained, call, started))
        if inspect.isawaitable(returned):
            returned = await returned
        if isinstance(returned, AsyncIterator):
            returned = await _drained_async(returned, started)
        if isinstance(returned, Iterator):
            returned = await self._threads.run(partial(_drained, partial(_same, returned), started))
        if isinstance(returned, _Stream):
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
    function = _imported(target, folder) if isinstance(target, str) else target
    called = name or (target if isinstance(target, str) else getattr(target, "__name__", type(target).__name__))
    if inspect.isclass(function) or isinstance(function, ModuleType) or not callable(function):
        raise UnsupportedTargetError(
            f"{_described(function, called)} cannot be asked a question",
            next_step="give a function, a method, or an object with __call__, that takes the question",
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


def _imported(target: str, folder: Path) -> object:
    place, _, attribute = target.rpartition(":")
    if not place or not attribute:
        raise UnsupportedTargetError(
            f"{target!r} names no function", next_step="write it as file.py:function or package.module:function"
        )
    module = _module(place, target, folder)
    found: object = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            near = get_close_matches(part, [item for item in dir(found) if not item.startswith("_")], n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UnsupportedTargetError(f"{place} has no {part!r}{hint}", next_step="name a function that it defines")
        found = getattr(found, part)
    return found


def _module(place: str, target: str, folder: Path) -> ModuleType:
    is_file = place.endswith(".py")
    path = (folder / place).resolve()
    if is_file and not path.is_file():
        raise UnsupportedTargetError(f"{target}: there is no file {path}", next_step="write the path of the file")
    home = str(path.parent if is_file else folder.resolve())
    if home not in sys.path:
        sys.path.insert(0, home)  # its own imports are found as if the file had been started
    try:
        return _executed(path) if is_file else importlib.import_module(place)
    except GoldsmithError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the file is the person's: whatever it raises is told
        raise UnsupportedTargetError(
            f"{target} could not be imported: {_told(error, str(path))}",
            next_step="make it importable; what it needs must be installed beside goldsmith",
        ) from None


def _executed(path: Path) -> ModuleType:
    name = f"goldsmith_target_{sha256(str(path).encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnsupportedTargetError(f"{path} is no Python file", next_step="name a file that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _told(error: BaseException, file: str) -> str:
    """Return type and message of an exception, and the last line of the person's own file that led to it."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{type(error).__name__}: {error.msg} ({Path(error.filename).name}:{error.lineno})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    own = [frame for frame in frames if frame.filename == file]
    frames = [
        frame for frame in frames if not frame.filename.startswith("<frozen") and "importlib" not in frame.filename
    ]
    last = (own or frames)[-1:]
    place = f" ({Path(last[0].filename).name}:{last[0].lineno} in {last[0].name})" if last else ""
    return f"{type(error).__name__}: {error}".removesuffix(": ")[:_LONGEST_MESSAGE] + place


def _described(value: object, name: str) -> str:
    if isinstance(value, ModuleType):
        return f"the module {value.__name__!r}"
    if inspect.isclass(value):
        return f"the class {value.__name__!r}"
    if inspect.isgenerator(value) or inspect.isasyncgen(value) or inspect.iscoroutine(value):
        return f"the {type(value).__name__.replace('_', ' ')} object {name!r}"
    return f"an object of type {type(value).__name__!r}"


def _same(value: Any) -> Any:
    return value


class _Stream:
    """What a streaming callable has said so far."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._events: list[StreamEvent] = []
        self._parts: dict[str, Any] = {}
        self._first_ms: float | None = None
        self.returned: object = None

    def take(self, item: object) -> None:
        """Take a text, an event (a mapping with ``kind`` or ``type``), or a mapping with other parts of the reply."""
        at_ms = round((time.perf_counter() - self._started) * 1000, 3)
        if isinstance(item, Mapping) and "kind" not in item and "type" not in item:
            self._parts.update(item)
            return
        event = item if isinstance(item, StreamEvent) else read_event(item, at_ms=at_ms)
        self._events.append(event)
        if self._first_ms is None and event.text and event.kind in _SPOKEN:
            self._first_ms = at_ms

    def reply(self, note: Callable[[str], None]) -> Reply:
        """Return the reply: the answer is the joined text, unless some part gives it whole."""
        base = Reply()
        if self.returned is not None:
            base = read_reply(self.returned, note)
        elif self._parts:
            base = read_reply(self._parts, note)
        spoken = [event.text for event in self._events if event.kind in _SPOKEN]
        joined = "".join(spoken) if spoken else None
        first_ms = base.time_to_first_token_ms
        return replace(
            base,
            answer=joined if base.answer is None else base.answer,
            events=tuple(self._events),
            time_to_first_token_ms=self._first_ms if first_ms is None else first_ms,
        )


def _drained(call: Callable[[], Any], started: float, stop: threading.Event) -> Any:
    """Call plain code, and take from it all that it streams, until told to stop."""
    returned = call()
    if not isinstance(returned, Iterator):
        return returned
    stream = _Stream(started)
    while not stop.is_set():
        try:
            stream.take(next(returned))
        except StopIteration as end:
            stream.returned = end.value
            break
    return stream


async def _drained_async(source: AsyncIterator[Any], started: float) -> _Stream:
    stream = _Stream(started)
    try:
        async for item in source:
            stream.take(item)
    finally:
        if isinstance(source, AsyncGenerator):
            await source.aclose()
    return stream


class _Threads:
    """Threads that wait for calls; daemons, so that a call that never returns does not keep the program from ending."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[SimpleQueue[Any]] = []
        self._closed = False

    async def run(self, work: Callable[[threading.Event], Any]) -> Any:
        """Return what `work` returns; cancelled, it is told to stop and left to itself."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[tuple[bool, Any]] = loop.create_future()
        stop = threading.Event()
        with self._lock:
            queue = self._idle.pop() if self._idle else None
        if queue is None:
            queue = SimpleQueue()
            threading.Thread(target=self._serve, args=(queue,), name="goldsmith-call", daemon=True).start()
        queue.put((partial(copy_context().run, work, stop), loop, future))
        try:
            succeeded, value = await future
        except asyncio.CancelledError:
            stop.set()
            raise
        if succeeded:
            return value
        raise value

    def close(self) -> None:
        """Let every thread end that waits, and the others after their call."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for queue in idle:
            queue.put(None)

    def _serve(self, queue: SimpleQueue[Any]) -> None:
        while (job := queue.get()) is not None:
            work, loop, future = job
            try:
                outcome = (True, work())
            except BaseException as error:  # noqa: BLE001 - it is raised again where the call is waited for
                outcome = (False, error)
            with self._lock:
                closed = self._closed
                if not closed:
                    self._idle.append(queue)
            with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
                loop.call_soon_threadsafe(_settle, future, outcome)
            del job, work, loop, future, outcome
            if closed:
                return


def _settle(future: asyncio.Future[tuple[bool, Any]], outcome: tuple[bool, Any]) -> None:
    if not future.done():
        future.set_result(outcome)
