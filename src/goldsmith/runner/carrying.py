"""Carry planned calls to one system: bounded, each within its time, none the problem of another.

Results are handed to `keep` in groups of what arrived together, because one fsync can serve many. Nothing counts, and
no progress is told, before `keep` has returned.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, get_args, get_type_hints, runtime_checkable

from goldsmith.ports.system import System, SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import Failure, Reply, Response
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Step, Task, TaskKey
from goldsmith.runner.progress import Progress

Keep = Callable[[Sequence[Response]], None]
"""Puts a group of results on disk; they are there when it returns. Called in its own thread, one call at a time."""

_KINDS = frozenset(get_args(get_type_hints(Failure)["kind"]))
_GRACE_S = 5.0
"""How long a call that was told to stop may take to put its things away."""
_WAITING_LIMIT = 4096
"""Results that may wait for the disk before the calls wait too."""


@runtime_checkable
class TellsLatency(Protocol):
    """A system that replays earlier answers: what the clock shows now is not how long they took."""

    def recorded_latency_ms(self, step: Step, key: TaskKey) -> float | None:
        """Return how long the call took when it was recorded; None where the recording does not say."""
        ...


async def carry(
    tasks: Sequence[Task],
    system: System,
    settings: RunSettings,
    *,
    done: Mapping[TaskKey, Response],
    keep: Keep,
    progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> None:
    """Ask `system` every step of `tasks` that is not in `done`, `settings.repeats` times.

    Every call ends as one `Response`, a `Failure` where there was no usable reply; results arrive in any order. A step
    whose earlier turn failed is not asked and fails with it. Cancelled, it keeps what has arrived and then raises
    CancelledError; where `keep` raises, the calls are stopped and its error is raised. `system` is not closed.
    """
    sitting = _Sitting(system=system, settings=settings, done=done, clock=clock)
    jobs = sitting.open_jobs(tasks)
    expected = sum(key not in done for job in jobs for key in job.keys)
    total = sum(len(task.steps) for task in tasks) * settings.repeats
    desk = _Desk(keep=keep, expected=expected, total=total, progress=progress)
    writer = asyncio.create_task(desk.write())
    shared = iter(jobs)
    workers = [asyncio.create_task(sitting.work(shared, desk)) for _ in range(min(settings.concurrency, len(jobs)))]
    try:
        await asyncio.wait([writer, *workers], return_when=asyncio.FIRST_EXCEPTION)
    finally:
        sitting.stopping = True
        await _stop(workers)
        desk.close()
        await _until_done(writer)
        writer.result()
    for worker in workers:
        worker.result()


class _Job(NamedTuple):
    """One repeat of one task, and the keys of its steps."""

    task: Task
    keys: tuple[TaskKey, ...]


async def _stop(workers: list[asyncio.Task[None]]) -> None:
    running = [worker for worker in workers if not worker.done()]
    for worker in running:
        worker.cancel()
    if running:
        await asyncio.wait(running, timeout=_GRACE_S)


async def _until_done(writer: asyncio.Task[None]) -> None:
    """Wait for the disk even when told once more to stop: what arrived was paid for."""
    told = False
    while not writer.done():
        try:
            await asyncio.wait([writer])
        except asyncio.CancelledError:
            told = True
    if told:
        raise asyncio.CancelledError


@dataclass(kw_only=True)
class _Desk:
    """Where results arrive and from where they go to disk in groups."""

    keep: Keep
    expected: int
    total: int
    progress: Callable[[Progress], None] | None
    kept: int = 0
    failed: int = 0
    closed: bool = False
    arrived: deque[Response] = field(default_factory=deque)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    room: asyncio.Event = field(default_factory=asyncio.Event)

    async def put(self, response: Response) -> None:
        self.arrived.append(response)
        self.news.set()
        while len(self.arrived) >= _WAITING_LIMIT and not self.closed:
            self.room.clear()
            await self.room.wait()

    def close(self) -> None:
        self.closed = True
        self.news.set()

    async def write(self) -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="goldsmith-journal") as thread:
            while self.kept < self.expected:
                await self.news.wait()
                self.news.clear()
                if self.arrived:
                    group = tuple(self.arrived)
                    self.arrived.clear()
                    self.room.set()
                    await loop.run_in_executor(thread, self.keep, group)
                    self._count(group)
                elif self.closed:
                    return

    def _count(self, group: tuple[Response, ...]) -> None:
        self.kept += len(group)
        self.failed += sum(isinstance(response.outcome, Failure) for response in group)
        if self.closed or self.arrived:
            self.news.set()
        if self.progress is not None:
            before = self.total - self.expected
            self.progress(Progress(kept=before + self.kept, total=self.total, failed=self.failed))


@dataclass(kw_only=True)
class _Sitting:
    """One system, asked from now on."""

    system: System
    settings: RunSettings
    done: Mapping[TaskKey, Response]
    clock: Callable[[], float]
    stopping: bool = False
    recording: TellsLatency | None = None

    def __post_init__(self) -> None:
        self.recording = self.system if isinstance(self.system, TellsLatency) else None

    def open_jobs(self, tasks: Sequence[Task]) -> list[_Job]:
        """Return what is left to do; one worker carries out one job in one go."""
        every = (
            _Job(task, tuple(TaskKey(task=task.id, step=step, repeat=repeat) for step in range(len(task.steps))))
            for repeat in range(1, self.settings.repeats + 1)
            for task in tasks
        )
        return [job for job in every if any(key not in self.done for key in job.keys)]

    async def work(self, jobs: Iterator[_Job], desk: _Desk) -> None:
        for task, keys in jobs:
            history: list[Message] = []
            broken: Failure | None = None
            for step, key in zip(task.steps, keys, strict=True):
                history += step.messages
                response = self.done.get(key)
                if response is None:
                    response = await self._response(task, step, key, tuple(history), broken)
                    await desk.put(response)
                    if self.stopping:
                        return
                if key is not keys[-1]:
                    broken = broken or (response.outcome if isinstance(response.outcome, Failure) else None)
                    history += _turns(step, response.outcome)

    async def _response(
        self, task: Task, step: Step, key: TaskKey, history: tuple[Message, ...], broken: Failure | None
    ) -> Response:
        if broken is not None:
            outcome: Reply | Failure = Failure(
                kind=broken.kind, message=f"not asked, because an earlier turn failed: {broken.message}"
            )
            latency_ms, attempts = None, 0
        else:
            started = self.clock()
            outcome = await self._outcome(step, history, key)
            latency_ms, attempts = round((self.clock() - started) * 1000, 3), 1
            if self.recording is not None:
                latency_ms = self.recording.recorded_latency_ms(step, key)
        return Response(
            key=key,
            case=step.case,
            case_digest=task.case_digest,
            outcome=outcome,
            latency_ms=latency_ms,
            attempts=attempts,
            judged=step.judged,
        )

    async def _outcome(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply | Failure:
        limit = asyncio.timeout(self.settings.timeout_s)
        try:
            async with limit:
                reply: object = await self.system.ask(step, history, key)
        except SystemFailure as failure:
            return _failure(failure.kind, failure.message)
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is None or current.cancelling():
                raise
            return _failure("system_error", "the system cancelled its own call")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a system raises is that call's result
            if limit.expired():
                return self._late()
            return _failure("system_error", f"{type(error).__name__}: {error}".removesuffix(": "))
        if limit.expired():
            return self._late()
        if not isinstance(reply, Reply):
            return _failure("bad_reply", f"the system returned {type(reply).__name__}, not a Reply")
        return reply

    def _late(self) -> Failure:
        return _failure("timeout", f"no reply within {self.settings.timeout_s:g} s")


def _failure(kind: str, message: str) -> Failure:
    """Return the failure; a kind that nobody knows is a fault of the system too."""
    if kind in _KINDS:
        return Failure(kind=kind, message=message)  # type: ignore[arg-type] # held against the very same list
    return Failure(kind="system_error", message=f"{kind}: {message}")


def _turns(step: Step, outcome: Reply | Failure) -> tuple[Message, ...]:
    asked = Message(role="user", content=step.question)
    if isinstance(outcome, Reply) and outcome.answer is not None:
        return (asked, Message(role="assistant", content=outcome.answer))
    return (asked,)
