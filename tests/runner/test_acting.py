"""Probes of access: asked at one moment where that is wanted, and nothing that was done to the system stays done."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from goldsmith.errors import ConfigurationError, IncompleteError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Identity, Message
from goldsmith.records.response import Channel, Component, Failure, Reply, Response
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Action, Step, Task, TaskKey
from goldsmith.runner.carrying import carry
from tests.runner.virtual_time import VirtualTime

REVOKE = Action(kind="revoke", user="ann", document="d")
GRANT = Action(kind="grant", user="ann", document="d")


class Store:
    """Writes down what is done to it and what it is asked; a question or an action can be made to fail or to hang."""

    name = "store"
    revision: str | None = None
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {}

    def __init__(self, *, failing: Sequence[str] = (), hanging: Sequence[str] = ()) -> None:
        self.seen: list[str] = []
        self.history: list[tuple[str, ...]] = []
        self.failing = set(failing)
        self.hanging = set(hanging)
        self.running = 0
        self.most_at_once = 0
        self.hangs = asyncio.Event()

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            self.history.append(tuple(turn.content for turn in history))
            await self._do(step.question)
        finally:
            self.running -= 1
        return Reply(answer=f"{step.question}!")

    async def act(self, action: Action) -> None:
        await self._do(action.kind)

    async def _do(self, what: str) -> None:
        self.seen.append(what)
        await asyncio.sleep(0)
        if what in self.hanging:
            self.hangs.set()
            await asyncio.Event().wait()
        if what in self.failing:
            raise SystemFailure("system_error", "no")

    async def close(self) -> None:
        """Nothing is held."""


class Deaf:
    """A system that cannot be changed."""

    name = "deaf"
    revision: str | None = None
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {}

    def __init__(self) -> None:
        self.asked = 0

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        self.asked += 1
        return Reply(answer="yes")

    async def close(self) -> None:
        """Nothing is held."""


def step(question: str, *, before: tuple[Action, ...] = (), after: tuple[Action, ...] = ()) -> Step:
    identity = Identity(user=question)
    return Step(case=question, question=question, identity=identity, judged=False, before=before, after=after)


def probe(*steps: Step, together: bool = False) -> Task:
    kind = "simultaneous" if together else "revoked"
    return Task(id="p", steps=steps, case_digest="c1:x", probe=kind, together=together)  # type: ignore[arg-type]


REVOKED = probe(step("control"), step("again", before=(REVOKE,), after=(GRANT,)))


def run(system: Store | Deaf, *tasks: Task, done: Sequence[Response] = (), concurrency: int = 8) -> list[Response]:
    kept: list[Response] = []
    held = {response.key: response for response in done}
    settings = RunSettings(concurrency=concurrency, timeout_s=5)
    asyncio.run(carry(tasks, system, settings, done=held, keep=kept.extend, around=VirtualTime().around()))
    return sorted(kept, key=lambda response: response.key)


def test_steps_that_belong_together_start_at_one_moment_and_know_nothing_of_each_other() -> None:
    system = Store()
    kept = run(system, probe(step("ann"), step("bob"), step("eve"), together=True), concurrency=1)

    assert (system.most_at_once, system.history) == (3, [(), (), ()])
    assert [(response.key.step, response.probe, response.outcome) for response in kept] == [
        (place, "simultaneous", Reply(answer=f"{name}!")) for place, name in enumerate(["ann", "bob", "eve"])
    ]


def test_results_that_belong_together_are_kept_in_one_group() -> None:
    groups: list[int] = []
    task = probe(step("ann"), step("bob"), together=True)
    asyncio.run(carry([task], Store(), RunSettings(), done={}, keep=lambda group: groups.append(len(group))))

    assert groups == [2]


def test_the_steps_of_a_probe_are_no_history_of_each_other_and_one_failure_keeps_no_other_from_being_asked() -> None:
    system = Store(failing=["ann"])
    kept = run(system, Task(id="p", steps=(step("ann"), step("bob")), case_digest="c1:x", probe="same_text"))

    assert (system.seen, system.history) == (["ann", "bob"], [(), ()])
    assert [type(response.outcome) for response in kept] == [Failure, Reply]


def test_access_is_taken_before_the_question_and_given_back_after_it() -> None:
    system = Store()
    kept = run(system, REVOKED)

    assert system.seen == ["control", "revoke", "again", "grant"]
    assert [response.outcome for response in kept] == [Reply(answer="control!"), Reply(answer="again!")]


def test_nobody_else_is_asked_while_access_is_changed() -> None:
    system = Store()
    others = [Task(id=f"t{n}", steps=(step(f"q{n}"),), case_digest="c1:x") for n in range(5)]
    run(system, REVOKED, *others)

    assert system.seen[-4:] == ["control", "revoke", "again", "grant"]


def test_access_is_given_back_where_the_question_fails() -> None:
    assert run(store := Store(failing=["again"]), REVOKED)[1].outcome == Failure(kind="system_error", message="no")
    assert store.seen[-1] == "grant"


def test_a_step_whose_action_failed_is_a_failure_and_is_not_asked() -> None:
    system = Store(failing=["revoke"])
    kept = run(system, REVOKED)

    assert system.seen == ["control", "revoke", "grant"]
    assert kept[1].outcome == Failure(kind="system_error", message="the action revoke of d for ann failed: no")
    assert (kept[1].attempts, kept[1].latency_ms) == (0, None)


def test_an_action_that_could_not_be_undone_stops_the_run_and_its_answer_is_kept() -> None:
    kept: list[Response] = []
    system = Store(failing=["grant"])
    with pytest.raises(IncompleteError, match=r"the action grant of d for ann failed: no; the system may still be"):
        asyncio.run(carry([REVOKED], system, RunSettings(), done={}, keep=kept.extend))

    assert [response.outcome for response in kept] == [Reply(answer="control!"), Reply(answer="again!")]


def test_actions_around_questions_of_one_moment_come_before_and_after_all_of_them() -> None:
    system = Store()
    run(system, probe(step("ann", before=(REVOKE,)), step("bob", after=(GRANT,)), together=True))

    assert (system.seen[0], sorted(system.seen[1:3]), system.seen[3]) == ("revoke", ["ann", "bob"], "grant")


def test_a_system_that_cannot_be_changed_is_refused_before_the_first_call() -> None:
    system = Deaf()

    with pytest.raises(ConfigurationError, match="deaf cannot grant or revoke"):
        run(system, Task(id="t", steps=(step("q"),), case_digest="c1:x"), REVOKED)
    assert system.asked == 0


@pytest.mark.parametrize("hanging", ["again", "revoke"])
def test_access_is_given_back_when_the_run_is_cancelled(hanging: str) -> None:
    async def cancelled() -> list[str]:
        system = Store(hanging=[hanging])
        running = asyncio.create_task(carry([REVOKED], system, RunSettings(), done={}, keep=lambda _: None))
        await system.hangs.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return system.seen

    assert asyncio.run(cancelled())[-1] == "grant"


def test_a_cancel_keeps_what_has_arrived_of_questions_that_belong_together() -> None:
    kept: list[Response] = []

    async def cancelled() -> None:
        system = Store(hanging=["bob"])
        task = probe(step("ann"), step("bob"), together=True)
        running = asyncio.create_task(carry([task], system, RunSettings(), done={}, keep=kept.extend))
        await system.hangs.wait()
        await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(cancelled())

    assert [response.case for response in kept] == ["ann"]


def test_an_interrupted_task_finds_the_system_as_planned_and_asks_only_what_was_not_answered() -> None:
    task = probe(step("first", before=(REVOKE,)), step("second", after=(GRANT,)))
    first = run(Store(), task)[0]
    system = Store()

    kept = run(system, task, done=[first])

    assert (system.seen, [response.key.step for response in kept]) == (["revoke", "second", "grant"], [1])
