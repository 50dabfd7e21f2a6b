"""The engine of every keyed call, to a system, a judge or a drafting model: each result is kept before it counts.

It bounds how many calls run at once, how fast they start, how long each may take, how often it is tried and what all of
them may cost. Every call that was made ends as one result, a `Failure` where there was nothing usable; none is the
problem of another.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from goldsmith.errors import IncompleteError
from goldsmith.records.response import Failure
from goldsmith.records.settings import RunSettings
from goldsmith.runner.calls import Caller, Ended
from goldsmith.runner.collecting import collector_seldom
from goldsmith.runner.desk import Desk, Keep
from goldsmith.runner.limits import Limits, Stop, StoppedError, Surroundings
from goldsmith.runner.progress import RECENT, Progress, time_left

Key = TypeVar("Key")
Value = TypeVar("Value")
Result = TypeVar("Result")
Job = TypeVar("Job")

FIRST_REFUSALS = 5
"""Results after which a run stops where the system refused the credentials every time."""
_GRACE_S = 5.0
"""How long a call that was told to stop may take to put its things away."""


async def carry_calls(
    keys: Iterable[Key],
    call: Callable[[Key], Awaitable[Value]],
    settings: RunSettings,
    *,
    done: Collection[Key],
    keep: Callable[[Sequence[tuple[Key, Ended[Value]]]], None],
    cost: Callable[[Value], float | None] | None = None,
    around: Surroundings | None = None,
) -> None:
    """Make `call` for every key that is not in `done`, and hand to `keep` what came of each.

    `call` raises SystemFailure where there is nothing usable; `cost` is what a value cost in US dollars. Results arrive
    in any order; `settings.repeats` means nothing here. Raises IncompleteError where the budget ends or the first calls
    are all refused: what arrived is kept, and the same keys with a larger `done` go on from there. Cancelled, it keeps
    what arrived and raises CancelledError.
    """
    every = tuple(keys)
    wanted = [key for key in every if key not in done]
    before = Before(kept=len(every) - len(wanted), total=len(every))
    engine: Engine[tuple[Key, Ended[Value]]] = Engine(
        settings, keep=keep, cost=cost or _untold, before=before, around=around
    )

    async def work(key: Key) -> None:
        ended = await engine.caller.call(key, partial(call, key))
        await engine.put(((key, ended),), (ended,))

    await engine.run([(wanted, settings.concurrency)], work)


def _untold(_: object) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What is there when a sitting begins."""

    total: int
    """Results when nothing is left."""
    kept: int = 0
    failed: int = 0
    calls: int = 0
    cost_usd: float | None = None


@dataclass(slots=True, kw_only=True)
class _Count:
    kept: int
    failed: int
    times: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))


class Engine(Generic[Result]):
    """One sitting: workers carry out jobs, whose results go through one desk to disk."""

    def __init__(
        self,
        settings: RunSettings,
        *,
        keep: Keep,
        cost: Callable[[Any], float | None],
        before: Before,
        around: Surroundings | None = None,
    ) -> None:
        self._around = around or Surroundings()
        self._before = before
        self.limits = Limits(settings, self._around)
        self.caller = Caller(settings, self.limits, self._around, cost=cost)
        self._desk: Desk[tuple[Result, bool]] = Desk(
            lambda group: keep([result for result, _ in group]),
            before_keep=self._around.before_keep,
            kept=self._count,
        )
        self._counted = _Count(kept=before.kept, failed=before.failed)
        self._started = 0.0
        self._looked_at = 0
        self._refused: Failure | None = None
        self._last_things: set[asyncio.Future[None]] = set()
        self.stopping = False
        """True once the workers were told to stop: a job that goes on all the same must end."""

    async def put(self, results: Sequence[Result], ended: Sequence[Ended[Any]]) -> None:
        """Take the results of calls, one each; they go to disk in one group."""
        if self._looked_at < FIRST_REFUSALS:
            for one in ended:
                self._look(one)
        arrived = [(result, isinstance(one.outcome, Failure)) for result, one in zip(results, ended, strict=True)]
        if not self._desk.put(arrived):
            await self._desk.room()

    async def finish(self, last: Awaitable[None]) -> None:
        """Wait for `last`; `run` does not return before it is done, whatever else is cancelled."""
        things = asyncio.ensure_future(last)
        self._last_things.add(things)
        await asyncio.shield(things)

    async def run(self, shifts: Iterable[tuple[Sequence[Job], int]], work: Callable[[Job], Awaitable[None]]) -> None:
        """Carry out the jobs of each shift, so many at once, one shift after the other.

        Raises IncompleteError where the limits stopped it, what `keep` raised, or CancelledError; in any case
        everything that had arrived was handed to `keep` first.
        """
        if self._around.progress is not None:
            self._started = self._around.clock()
            self._counted.times.append(self._started)
        with collector_seldom():
            writer = asyncio.create_task(self._desk.write())
            try:
                for jobs, at_once in shifts:
                    if self.limits.stop is None:
                        await self._shift(jobs, at_once, work, writer)
                self._look_back()
            finally:
                self._desk.close()
                last_things = tuple(self._last_things)
                await _until_done({writer, *last_things})
                for thing in (writer, *last_things):
                    thing.result()
        if self.limits.stop is not None:
            raise self._incomplete(self.limits.stop)

    async def _shift(
        self, jobs: Sequence[Job], at_once: int, work: Callable[[Job], Awaitable[None]], writer: asyncio.Task[None]
    ) -> None:
        shared = iter(jobs)
        workers = [asyncio.create_task(_work(shared, work)) for _ in range(min(at_once, len(jobs)))]
        running = set(workers)
        try:
            while running and not writer.done():
                ended, _ = await asyncio.wait({writer, *running}, return_when=asyncio.FIRST_COMPLETED)
                running -= ended
                for worker in ended - {writer}:
                    worker.result()
        finally:
            if running:
                self.stopping = True
                await _stop(running)
        for worker in workers:
            worker.result()

    def _look(self, ended: Ended[Any]) -> None:
        """Stop where the first results are all refusals: bad credentials must not cost thousands of calls."""
        if ended.attempts == 0 or self._looked_at == FIRST_REFUSALS:
            return
        refused = isinstance(ended.outcome, Failure) and ended.outcome.kind == "not_authorised"
        self._looked_at = self._looked_at + 1 if refused else FIRST_REFUSALS
        self._refused = ended.outcome if refused else None
        if refused and self._looked_at == FIRST_REFUSALS:
            self._halt()

    def _look_back(self) -> None:
        """Stop too where there were fewer results in all, none of them from an earlier sitting."""
        if self._refused is not None and not self._before.kept and self.limits.stop is None:
            self._halt()

    def _halt(self) -> None:
        why = self._refused.message if self._refused is not None else ""
        self.limits.halt(
            Stop(
                message=f"the system refuses the credentials: {why}",
                next_step="mend the credentials of the system, then run the same command again",
            )
        )

    def _count(self, group: Sequence[tuple[Result, bool]]) -> None:
        counted = self._counted
        counted.kept += len(group)
        counted.failed += sum(failed for _, failed in group)
        tell = self._around.progress
        if tell is None:
            return
        now = self._around.clock()
        counted.times.extend([now] * min(len(group), RECENT))
        costs = [usd for usd in (self._before.cost_usd, self.caller.cost_usd) if usd is not None]
        tell(
            Progress(
                kept=counted.kept,
                total=self._before.total,
                failed=counted.failed,
                calls=self._before.calls + self.caller.made,
                retried=self.caller.retried,
                cost_usd=sum(costs) if costs else None,
                elapsed_s=now - self._started,
                left_s=time_left(tuple(counted.times), self._before.total - counted.kept),
            )
        )

    def _incomplete(self, stop: Stop) -> IncompleteError:
        answered = f": {self._counted.kept} of {self._before.total} answered" if stop.counted else ""
        return IncompleteError(f"{stop.message}{answered}", next_step=stop.next_step)


async def _work(jobs: Iterator[Job], work: Callable[[Job], Awaitable[None]]) -> None:
    try:
        for job in jobs:
            await work(job)
    except StoppedError:
        return


async def _stop(running: Collection[asyncio.Task[None]]) -> None:
    for worker in running:
        worker.cancel()
    await asyncio.wait(running, timeout=_GRACE_S)


async def _until_done(tasks: set[asyncio.Future[None]]) -> None:
    """Wait for them even when told once more to stop: what arrived was paid for."""
    told = False
    while any(not task.done() for task in tasks):
        try:
            await asyncio.wait(tasks)
        except asyncio.CancelledError:
            told = True
    if told:
        raise asyncio.CancelledError
