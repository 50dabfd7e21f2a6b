"""A run that stopped goes on from where it was, whatever stopped it, and says what the stop cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.errors import IncompleteError
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import Channel, Component, Failure, Reply, Usage
from goldsmith.records.run import RulerNote
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Step, TaskKey
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.run import Asking, run_system
from tests.workflows.shop import NOW

CASES = "\n".join(f'{{"id": "c{n}", "question": "What is {n}?", "accept": ["{n}."]}}' for n in range(8))


class Counting:
    """Answers every question; the names in `failing` raise their failure, once each."""

    name = "counting"
    revision: str | None = None
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {}

    def __init__(self, failing: Mapping[str, BaseException] | None = None, *, note: str = "") -> None:
        self.asked: list[str] = []
        self.failing = dict(failing or {})
        self.notes: tuple[RulerNote, ...] = ()
        self._note = note

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        self.asked.append(step.case)
        if self._note:
            self.notes = (RulerNote(kind="told", message=self._note),)
        if step.case in self.failing:
            raise self.failing.pop(step.case)
        return Reply(answer=step.question, usage=Usage(cost_usd=0.25))

    async def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    path = tmp_path / "golden.jsonl"
    path.write_text(CASES + "\n", encoding="utf-8")
    return open_project(tmp_path, file=Path("golden.jsonl"))


def asking(**settings: object) -> Asking:
    return Asking(system_digest="y1:x", settings=RunSettings(concurrency=1, **settings))  # type: ignore[arg-type]


def notes(folder: RunFolder) -> dict[str, str]:
    return {note.kind: note.message for note in folder.read_records("notes", RulerNote)}


def runs(project: Project) -> tuple[RunFolder, ...]:
    folder = project.state / "runs"
    return tuple(RunFolder.open(folder, run) for run in run_ids(folder))


def test_a_stop_by_the_budget_keeps_everything_and_the_same_command_goes_on(project: Project) -> None:
    with pytest.raises(IncompleteError, match="stopped at the budget of 3 calls: 3 of 8 answered"):
        run_system(project, Counting(), asking(most_calls=3), now=NOW)
    second = Counting()
    folder = run_system(project, second, asking(most_calls=100), now=NOW)

    assert [run.plan.run for run in runs(project)] == ["0001-counting"]
    assert second.asked == ["c3", "c4", "c5", "c6", "c7"]
    assert len(folder.read_journal().responses) == 8


def test_another_pace_goes_on_with_the_run_and_another_time_limit_starts_a_new_one(project: Project) -> None:
    with pytest.raises(IncompleteError):
        run_system(project, Counting(), asking(most_calls=3), now=NOW)
    with pytest.raises(IncompleteError):
        run_system(project, Counting(), asking(most_calls=1, attempts=7, per_minute=600.0), now=NOW)
    run_system(project, Counting(), asking(timeout_s=5), now=NOW)

    assert [len(run.read_journal().responses) for run in runs(project)] == [4, 8]


def test_what_the_system_said_of_the_measuring_outlives_the_sitting(project: Project) -> None:
    with pytest.raises(IncompleteError):
        run_system(project, Counting(note="nobody was told who asks"), asking(most_calls=3), now=NOW)
    folder = run_system(project, Counting(), asking(), now=NOW)

    assert notes(folder) == {"told": "nobody was told who asks"}


def test_calls_that_were_in_flight_when_the_run_stopped_are_told(project: Project) -> None:
    first = Counting({"c2": KeyboardInterrupt()})
    with pytest.raises(KeyboardInterrupt):
        run_system(project, first, asking(), now=NOW)
    lost = len(first.asked) - len(runs(project)[0].read_journal().responses)
    folder = run_system(project, Counting(), asking(), now=NOW)

    assert notes(folder)["sent_again"].split(" ")[0] == str(lost)
    assert len(folder.read_journal().responses) == 8


def test_a_run_that_holds_nothing_but_refusals_is_not_gone_on_with(project: Project) -> None:
    refused = {f"c{n}": SystemFailure("not_authorised", "401 Unauthorized") for n in range(8)}
    with pytest.raises(IncompleteError, match="the system refuses the credentials: 401 Unauthorized"):
        run_system(project, Counting(refused), asking(), now=NOW)
    run_system(project, Counting(), asking(), now=NOW)
    first, second = (run.read_journal().responses for run in runs(project))

    assert [type(response.outcome) for response in first] == [Failure] * 5
    assert [type(response.outcome) for response in second] == [Reply] * 8


def test_the_plan_says_how_calls_were_to_be_made(project: Project) -> None:
    wanted = replace(asking(attempts=2, per_minute=600.0), options={"url": "https://example.com"}, retrieval_only=True)
    plan = run_system(project, Counting(), wanted, now=NOW).plan

    assert (plan.attempts, plan.per_minute, plan.options, plan.probes, plan.retrieval_only) == (
        2, 600.0, {"url": "https://example.com"}, (), True,
    )  # fmt: skip


def test_a_failure_that_was_tried_again_is_one_result_with_its_tries(project: Project) -> None:
    busy = {"c2": SystemFailure("system_error", "busy", worth_retrying=True)}
    folder = run_system(project, Counting(busy), asking(), now=NOW)
    tries = {response.case: response.attempts for response in folder.read_journal().responses}

    assert tries == {f"c{n}": 2 if n == 2 else 1 for n in range(8)}
