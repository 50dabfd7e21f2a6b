"""Calls are bounded, timed and isolated; what arrived is kept, whatever happens next."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from goldsmith.errors import ConfigurationError, IncompleteError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case, Message
from goldsmith.records.response import Channel, Component, Failure, Reply, Response
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Step, TaskKey
from goldsmith.runner.carrying import carry
from goldsmith.runner.limits import Surroundings
from goldsmith.runner.planning import plan_tasks
from goldsmith.runner.progress import Progress


class Scripted:
    """Answers as a function of the question and the history says."""

    name = "scripted"
    revision: str | None = None
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {}

    def __init__(self, answer: Callable[[str, tuple[Message, ...]], Awaitable[object]]) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        self.asked.append(step.question)
        reply = await self.answer(step.question, history)
        return reply if not isinstance(reply, str) else Reply(answer=reply)  # type: ignore[return-value]

    async def close(self) -> None:
        """Nothing is held."""


async def echo(question: str, history: tuple[Message, ...]) -> object:
    return f"{question}!"


def cases(*questions: str) -> list[Case]:
    return [Case(id=question, question=question) for question in questions]


def run(
    system: Scripted, questions: Sequence[Case], settings: RunSettings | None = None, done: Sequence[Response] = ()
) -> dict[TaskKey, Response]:
    kept: list[Response] = []
    asyncio.run(
        carry(
            plan_tasks(questions),
            system,
            settings or RunSettings(),
            done={response.key: response for response in done},
            keep=kept.extend,
        )
    )
    assert len({response.key for response in kept}) == len(kept)
    return {response.key: response for response in kept}


def outcome_of(answer: Callable[[str, tuple[Message, ...]], Awaitable[object]], timeout_s: float = 60) -> object:
    kept = run(Scripted(answer), cases("bad"), RunSettings(timeout_s=timeout_s))
    return kept[TaskKey(task="bad", step=0, repeat=1)].outcome


def test_every_case_is_asked_as_often_as_wanted_and_each_result_has_its_own_key() -> None:
    kept = run(Scripted(echo), cases("a", "b"), RunSettings(repeats=2))

    assert {(key.task, key.step, key.repeat): response.outcome for key, response in kept.items()} == {
        (question, 0, repeat): Reply(answer=f"{question}!") for question in "ab" for repeat in (1, 2)
    }


class Narrow(Scripted):
    """Answers so many at once, each in a tenth of its time; the others would use up theirs while they wait."""

    at_once = 2


@pytest.mark.parametrize("together", [False, True])
def test_a_call_waits_for_room_before_its_time_begins(together: bool) -> None:
    running, most = 0, 0

    async def slow(question: str, history: tuple[Message, ...]) -> object:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.05)
        running -= 1
        return question

    questions = cases(*(str(n) for n in range(24)))
    tasks = [replace(task, steps=task.steps * 2, together=True) if together else task for task in plan_tasks(questions)]
    kept: list[Response] = []
    settings = RunSettings(concurrency=24, timeout_s=0.5, attempts=1)
    asyncio.run(carry(tasks, Narrow(slow), settings, done={}, keep=kept.extend))

    assert most == 2
    assert all(isinstance(response.outcome, Reply) for response in kept)
    assert len(kept) == (48 if together else 24)


def test_what_is_done_is_not_asked_again() -> None:
    first = run(Scripted(echo), cases("a", "b", "c"))
    system = Scripted(echo)

    kept = run(system, cases("a", "b", "c"), done=[first[TaskKey(task="b", step=0, repeat=1)]])

    assert (sorted(system.asked), sorted(key.task for key in kept)) == (["a", "c"], ["a", "c"])


def test_never_more_calls_run_at_once_than_wanted() -> None:
    running, most = 0, 0

    async def slow(question: str, history: tuple[Message, ...]) -> object:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return question

    run(Scripted(slow), cases(*map(str, range(30))), RunSettings(concurrency=3))

    assert most == 3


def test_a_call_that_takes_too_long_is_a_timeout_and_holds_up_no_other() -> None:
    async def answer(question: str, history: tuple[Message, ...]) -> object:
        if question == "stuck":
            await asyncio.Event().wait()
        return question

    kept = run(Scripted(answer), cases("stuck", "a", "b"), RunSettings(concurrency=2, timeout_s=0.01))

    assert {key.task: response.outcome for key, response in kept.items()} == {
        "stuck": Failure(kind="timeout", message="no reply within 0.01 s"),
        "a": Reply(answer="a"),
        "b": Reply(answer="b"),
    }


def test_a_system_that_answers_after_being_told_to_stop_is_still_late() -> None:
    async def stubborn(question: str, history: tuple[Message, ...]) -> object:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "late"
        return "never"

    assert outcome_of(stubborn, 0.01) == Failure(kind="timeout", message="no reply within 0.01 s")


def raising(error: BaseException) -> Callable[[str, tuple[Message, ...]], Awaitable[object]]:
    async def answer(question: str, history: tuple[Message, ...]) -> object:
        raise error

    return answer


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (ValueError("no index"), Failure(kind="system_error", message="ValueError: no index")),
        (KeyError(), Failure(kind="system_error", message="KeyError")),
        (TimeoutError("read"), Failure(kind="system_error", message="TimeoutError: read")),
        (SystemExit(3), Failure(kind="system_error", message="SystemExit: 3")),
        (asyncio.CancelledError(), Failure(kind="system_error", message="the system cancelled its own call")),
        (SystemFailure("not_answered", "204"), Failure(kind="not_answered", message="204")),
        (SystemFailure("odd", "x"), Failure(kind="system_error", message="odd: x")),
    ],
)
def test_whatever_a_system_raises_is_the_result_of_that_call(error: BaseException, failure: Failure) -> None:
    assert outcome_of(raising(error)) == failure


def test_a_reply_that_is_no_reply_is_a_bad_one() -> None:
    async def nothing(question: str, history: tuple[Message, ...]) -> object:
        return None

    assert outcome_of(nothing) == Failure(kind="bad_reply", message="the system returned NoneType, not a Reply")


def test_one_failure_is_not_the_problem_of_its_neighbours() -> None:
    async def answer(question: str, history: tuple[Message, ...]) -> object:
        if question == "5":
            message = "five"
            raise ValueError(message)
        return question

    kept = run(Scripted(answer), cases(*map(str, range(10))))

    assert sorted(key.task for key, response in kept.items() if isinstance(response.outcome, Failure)) == ["5"]


def conversation() -> Case:
    return Case(id="talk", question="last?", messages=(Message(role="user", content="first?"),))


def test_the_reply_to_a_played_turn_is_part_of_the_history() -> None:
    heard: list[list[tuple[str, str]]] = []

    async def answer(question: str, history: tuple[Message, ...]) -> object:
        heard.append([(turn.role, turn.content) for turn in history])
        return f"{question}!"

    kept = run(Scripted(answer), [conversation()])

    assert heard == [[], [("user", "first?"), ("assistant", "first?!")]]
    assert [(key.step, response.judged) for key, response in sorted(kept.items())] == [(0, False), (1, True)]


def test_a_conversation_goes_on_from_the_reply_that_was_kept() -> None:
    first = run(Scripted(echo), [conversation()])
    heard: list[str] = []

    async def answer(question: str, history: tuple[Message, ...]) -> object:
        heard.extend(turn.content for turn in history)
        return "done"

    kept = run(Scripted(answer), [conversation()], done=[first[TaskKey(task="talk", step=0, repeat=1)]])

    assert (heard, [key.step for key in kept]) == (["first?", "first?!"], [1])


def test_a_step_whose_earlier_turn_failed_fails_with_it_and_is_not_asked() -> None:
    system = Scripted(raising(SystemFailure("timeout", "slow")))

    kept = run(system, [conversation()])

    assert system.asked == ["first?"]
    assert [response.outcome for _, response in sorted(kept.items())] == [
        Failure(kind="timeout", message="slow"),
        Failure(kind="timeout", message="not asked, because an earlier turn failed: slow"),
    ]


def test_progress_counts_only_what_was_kept() -> None:
    kept: list[Response] = []
    told: list[tuple[Progress, int]] = []
    asyncio.run(
        carry(
            plan_tasks(cases("a", "b")),
            Scripted(raising(ValueError())),
            RunSettings(),
            done={},
            keep=kept.extend,
            around=Surroundings(progress=lambda progress: told.append((progress, len(kept))), clock=lambda: 0.0),
        )
    )

    assert told[-1] == (Progress(kept=2, total=2, failed=2, calls=2, left_s=0.0), 2)
    assert all(progress.kept == on_disk for progress, on_disk in told)


def test_what_arrived_before_a_cancel_is_kept() -> None:
    kept: list[Response] = []

    async def answer(question: str, history: tuple[Message, ...]) -> object:
        if question == "stuck":
            await asyncio.Event().wait()
        return question

    async def cancelled() -> None:
        progressed = asyncio.Event()
        sitting = asyncio.create_task(
            carry(
                plan_tasks(cases("stuck", "a", "b")),
                Scripted(answer),
                RunSettings(concurrency=2),
                done={},
                keep=kept.extend,
                around=Surroundings(progress=lambda progress: progressed.set() if progress.kept == 2 else None),
            )
        )
        await progressed.wait()
        sitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sitting
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(cancelled())

    assert sorted(response.case for response in kept) == ["a", "b"]


def test_a_disk_that_takes_nothing_stops_the_run_and_says_so() -> None:
    system = Scripted(echo)

    def full(group: Sequence[Response]) -> None:
        raise IncompleteError("no space left")

    with pytest.raises(IncompleteError, match="no space left"):
        asyncio.run(
            carry(
                plan_tasks(cases(*map(str, range(20_000)))),
                system,
                RunSettings(),
                done={},
                keep=full,
            )
        )

    assert len(system.asked) < 20_000


def test_the_time_of_a_call_is_taken_from_the_clock_that_was_given() -> None:
    ticks = iter([1.0, 1.25])
    kept: list[Response] = []
    around = Surroundings(clock=lambda: next(ticks))

    asyncio.run(carry(plan_tasks(cases("a")), Scripted(echo), RunSettings(), done={}, keep=kept.extend, around=around))

    assert kept[0].latency_ms == 250.0


def test_nothing_to_ask_is_no_work() -> None:
    assert run(Scripted(echo), []) == {}


@pytest.mark.parametrize("wrong", [{"concurrency": 0}, {"repeats": 0}, {"timeout_s": 0}, {"timeout_s": float("nan")}])
def test_settings_with_which_nothing_could_be_asked_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ConfigurationError):
        RunSettings(**wrong)  # type: ignore[arg-type]


def test_the_runner_adds_little_to_each_call() -> None:
    many = plan_tasks(cases(*map(str, range(2_000))))
    kept: list[Response] = []
    started = time.perf_counter()

    asyncio.run(carry(many, Scripted(echo), RunSettings(), done={}, keep=kept.extend))

    # Ten times what it takes: a busy machine is not a fault; the benchmark holds the real goal.
    assert (len(kept), (time.perf_counter() - started) / 2_000 < 0.001) == (2_000, True)
