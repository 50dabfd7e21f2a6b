"""Carry planned tasks to one system: their steps in order, each with what was said before it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

from goldsmith._base.collector import collector_at_rest
from goldsmith.errors import IncompleteError
from goldsmith.ports.system import System
from goldsmith.records.case import Message
from goldsmith.records.response import Failure, Reply, Response
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Step, Task, TaskKey
from goldsmith.runner.acting import Acting, acts, refuse_unable
from goldsmith.runner.calls import Ended
from goldsmith.runner.engine import Before, Engine
from goldsmith.runner.limits import Surroundings

History = tuple[Message, ...]
_USABLE = (Reply, Failure)


@runtime_checkable
class TellsLatency(Protocol):
    """A system that replays earlier answers: what the clock shows now is not how long they took."""

    def recorded_latency_ms(self, step: Step, key: TaskKey) -> float | None:
        """Return how long the call took when it was recorded; None where the recording does not say."""
        ...


@runtime_checkable
class AnswersSoMany(Protocol):
    """A system that can answer so many calls at one time, and lets more of them wait."""

    @property
    def at_once(self) -> int:
        """How many; one or more."""
        ...


async def carry(
    tasks: Sequence[Task],
    system: System,
    settings: RunSettings,
    *,
    done: Mapping[TaskKey, Response],
    keep: Callable[[Sequence[Response]], None],
    around: Surroundings | None = None,
) -> None:
    """Ask `system` every step of `tasks` that is not in `done`, `settings.repeats` times.

    A call for which a system has no room yet (`AnswersSoMany`) waits before its time begins. Every call ends as one
    `Response`, a `Failure` where there was no usable reply; results arrive in any order. A step
    whose earlier turn failed is not asked and fails with it; the steps of a probe are not each other's history. Steps
    that belong together start at one moment, even where that makes more calls at once than `settings.concurrency`, and
    their results are kept in one group.

    Tasks that do something to the system come after all others, one at a time: nobody else is asked while access is
    changed. What is to be undone is undone whatever comes of the questions, also when the run is cancelled. A task that
    was interrupted does it all again but asks only what was not answered, so a question finds the system as planned.

    Raises ConfigurationError before the first call where the system cannot do what tasks want done to it;
    IncompleteError where the budget ends, the first calls are all refused, or something could not be undone. Cancelled,
    it keeps what has arrived and raises CancelledError; where `keep` raises, the calls are stopped and its error is
    raised. `system` is not closed.
    """
    jobs = _open_jobs(tasks, settings.repeats, done)
    refuse_unable(system, (job.task for job in jobs))
    total = sum(len(task.steps) for task in tasks) * settings.repeats
    expected = sum([job.open for job in jobs])
    before = _before(done, kept=total - expected, total=total)
    sitting = _Sitting(system, settings, before=before, done=done, keep=keep, around=around)
    plain = [job for job in jobs if not job.acting]
    acting = [job for job in jobs if job.acting]
    await sitting.engine.run([(plain, settings.concurrency), (acting, 1)], sitting.work)


class _Job(NamedTuple):
    """One repeat of one task, and the keys of its steps."""

    task: Task
    keys: tuple[TaskKey, ...]
    open: int
    """Keys without a result."""
    acting: bool


@collector_at_rest()
def _open_jobs(tasks: Sequence[Task], repeats: int, done: Mapping[TaskKey, Response]) -> list[_Job]:
    """Return what is left to do; one worker carries out one job in one go."""
    plans = [(task, range(len(task.steps)), acts(task)) for task in tasks]
    jobs = []
    for repeat in range(1, repeats + 1):
        for task, steps, acting in plans:
            keys = tuple([TaskKey(task=task.id, step=step, repeat=repeat) for step in steps])
            left = len([key for key in keys if key not in done]) if done else len(keys)
            if left:
                jobs.append(_Job(task, keys, left, acting))
    return jobs


class _Sitting:
    """One system, asked from now on."""

    def __init__(
        self,
        system: System,
        settings: RunSettings,
        *,
        before: Before,
        done: Mapping[TaskKey, Response],
        keep: Callable[[Sequence[Response]], None],
        around: Surroundings | None,
    ) -> None:
        self._system = system
        self._timeout_s = settings.timeout_s
        self._done = done
        self._recording = system if isinstance(system, TellsLatency) else None
        self._room = asyncio.Semaphore(max(1, system.at_once)) if isinstance(system, AnswersSoMany) else None
        self.engine: Engine[Response] = Engine(settings, keep=keep, cost=_cost, before=before, around=around)

    def work(self, job: _Job) -> Awaitable[None]:
        """Carry out one job."""
        return self._act(job) if job.acting else self._ask(job, None)

    async def _act(self, job: _Job) -> None:
        acting = Acting(self._system, job.task.steps, self._timeout_s)
        try:
            await self._ask(job, acting)
        finally:
            await self.engine.finish(self._undo(acting))

    async def _undo(self, acting: Acting) -> None:
        _refuse_changed(await acting.undo())

    def _ask(self, job: _Job, acting: Acting | None) -> Awaitable[None]:
        return self._ask_together(job, acting) if job.task.together else self._ask_in_turn(job, acting)

    async def _ask_in_turn(self, job: _Job, acting: Acting | None) -> None:
        apart = bool(job.task.probe)
        history: list[Message] = []
        broken: Failure | None = None
        for step, key in zip(job.task.steps, job.keys, strict=True):
            history += step.messages
            response = self._done.get(key) if self._done else None
            failed = None if acting is None else await acting.before(step)
            if response is None:
                ended = _not_asked(failed, broken) or await self._call(step, tuple(history), key)
                response = self._response(job.task, step, key, ended)
                undone = None if acting is None else await acting.after(step)
                await self.engine.put((response,), (ended,))
                _refuse_changed(undone)
                if self.engine.stopping:
                    return
            elif acting is not None:
                _refuse_changed(await acting.after(step))
            if apart:
                history = []
            elif key is not job.keys[-1]:
                broken = broken or (response.outcome if isinstance(response.outcome, Failure) else None)
                history += _turns(step, response.outcome)

    async def _ask_together(self, job: _Job, acting: Acting | None) -> None:
        wanted = [(step, key) for step, key in zip(job.task.steps, job.keys, strict=True) if key not in self._done]
        failed = None if acting is None else await acting.before_all(job.task.steps)
        found: list[Ended[Reply] | BaseException]
        if failed is None:
            await self.engine.limits.enter(len(wanted))
            found = await _at_once([self._call(step, step.messages, key, let_in=True) for step, key in wanted])
        else:
            found = [_unasked(failed)] * len(wanted)
        undone = None if acting is None else await acting.after_all(job.task.steps)
        ended = [(step, key, one) for (step, key), one in zip(wanted, found, strict=False) if isinstance(one, Ended)]
        responses = [self._response(job.task, step, key, one) for step, key, one in ended]
        await self.engine.put(responses, [one for _, _, one in ended])
        _refuse_changed(undone)
        for one in found:
            if isinstance(one, BaseException):
                raise one

    async def _call(self, step: Step, history: History, key: TaskKey, *, let_in: bool = False) -> Ended[Reply]:
        ask, call = partial(self._system.ask, step, history, key), self.engine.caller.call
        if self._room is None:
            ended = await call(key, ask, let_in=let_in)
        else:
            async with self._room:
                ended = await call(key, ask, let_in=let_in)
        outcome: object = ended.outcome
        if not isinstance(outcome, _USABLE):
            what = f"the system returned {type(outcome).__name__}, not a Reply"
            failure = Failure(kind="bad_reply", message=what)
            return Ended(outcome=failure, attempts=ended.attempts, latency_ms=ended.latency_ms)
        return ended

    def _response(self, task: Task, step: Step, key: TaskKey, ended: Ended[Reply]) -> Response:
        latency_ms = ended.latency_ms
        if self._recording is not None and ended.attempts:
            latency_ms = self._recording.recorded_latency_ms(step, key)
        return Response(
            key=key,
            case=step.case,
            case_digest=task.case_digest,
            outcome=ended.outcome,
            latency_ms=latency_ms,
            attempts=ended.attempts,
            judged=step.judged,
            probe=task.probe,
        )


def _before(done: Mapping[TaskKey, Response], *, kept: int, total: int) -> Before:
    costs = [usd for response in done.values() if (usd := _cost(response.outcome)) is not None]
    return Before(
        total=total,
        kept=kept,
        failed=sum(isinstance(response.outcome, Failure) for response in done.values()),
        calls=sum(response.attempts for response in done.values()),
        cost_usd=sum(costs) if costs else None,
    )


def _cost(outcome: object) -> float | None:
    return outcome.usage.cost_usd if isinstance(outcome, Reply) else None


def _unasked(why: Failure) -> Ended[Reply]:
    return Ended(outcome=why, attempts=0, latency_ms=None)


def _not_asked(failed: Failure | None, broken: Failure | None) -> Ended[Reply] | None:
    """Return what comes of a step that cannot be asked; None where it can."""
    if broken is not None:
        message = f"not asked, because an earlier turn failed: {broken.message}"
        return _unasked(Failure(kind=broken.kind, message=message))
    return None if failed is None else _unasked(failed)


def _refuse_changed(undone: str | None) -> None:
    """Stop where something could not be undone: whoever is asked now would meet a system that nobody planned."""
    if undone is not None:
        raise IncompleteError(
            f"{undone}; the system may still be as the probe left it",
            next_step="put that right, then run the same command again; what has arrived is kept",
        )


async def _at_once(calls: Sequence[Coroutine[Any, Any, Ended[Reply]]]) -> list[Ended[Reply] | BaseException]:
    """Start all calls at one moment and return what came of each; a cancel is the last of it."""
    tasks = [asyncio.create_task(call) for call in calls]
    told: list[Ended[Reply] | BaseException] = []
    try:
        await asyncio.wait(tasks)
    except asyncio.CancelledError as cancelled:
        told.append(cancelled)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    return [*(await asyncio.gather(*tasks, return_exceptions=True)), *told]


def _turns(step: Step, outcome: Reply | Failure) -> tuple[Message, ...]:
    asked = Message(role="user", content=step.question)
    if isinstance(outcome, Reply) and outcome.answer is not None:
        return (asked, Message(role="assistant", content=outcome.answer))
    return (asked,)
