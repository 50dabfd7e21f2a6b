"""Answers are taken over while everything that decides them stands, and from nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.errors import IncompleteError
from goldsmith.ondisk.runs import RunFolder
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.run import RulerNote
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Step, TaskKey
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.reuse import read_origins
from goldsmith.workflows.run import Asking, run_system
from tests.workflows.shop import NOW

CASES = """\
{"id": "a", "question": "What is a?", "accept": ["a."]}
{"id": "b", "question": "What is b?", "accept": ["b."], "identity": {"user": "ana", "tenant": "eu"}}
{"id": "c", "question": "And why?", "accept": ["c."], "messages": [{"role": "user", "content": "What is c?"}]}
"""
FIRST = ["a", "b", "c", "c"]
"""Whom a first run asks: the conversation has two steps."""


class Told:
    """Answers every question, and remembers which."""

    name = "told"
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {}

    def __init__(self, *, revision: str | None = "7", failing: str = "", own: str | None = None) -> None:
        self.revision = revision
        self.asked: list[str] = []
        self._failing = failing
        self._own = own

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        self.asked.append(step.case)
        if step.case == self._failing:
            raise SystemFailure("bad_reply", "no")
        return Reply(answer=f"{step.question} {len(history)}", revision=self._own)

    async def close(self) -> None:
        """Nothing is held."""


def project_in(root: Path, text: str = CASES) -> Project:
    path = root / "golden.jsonl"
    path.write_text(text, encoding="utf-8")
    return open_project(root, file=Path("golden.jsonl"))


def asking(**settings: int) -> Asking:
    return Asking(system_digest="y1:x", settings=RunSettings(concurrency=1, **settings), reuse=True)


def run(project: Project, system: Told, wanted: Asking | None = None) -> RunFolder:
    folder = run_system(project, system, wanted or asking(), now=NOW)
    folder.finish()
    return folder


def notes(folder: RunFolder) -> dict[str, str]:
    return {note.kind: note.message for note in folder.read_records("notes", RulerNote)}


def test_an_equal_run_asks_nothing_and_says_where_its_answers_are_from(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    first = run(project, Told())
    second = Told()
    folder = run(project, second)
    before, after = (one.read_journal().responses for one in (first, folder))

    assert second.asked == []
    assert [item.outcome for item in after] == [item.outcome for item in before]
    assert [item.attempts for item in after] == [0, 0, 0, 0]
    assert notes(folder)["reused"] == "4 of 4 answers reused from run 0001-told (revision 7)"
    assert {origin.run for origin in read_origins(folder)} == {"0001-told"}


def test_unless_it_is_asked_for_nothing_is_taken_over(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told())
    second = Told()
    run(project, second, replace(asking(), reuse=False))

    assert second.asked == FIRST


def test_without_a_revision_nothing_is_taken_over_and_it_says_so(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told(revision=None))
    second = Told(revision=None)
    folder = run(project, second)

    assert second.asked == FIRST
    assert notes(folder)["not_reused"] == "no answer was reused: the system states no revision"


def test_a_declared_revision_serves_too(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    wanted = replace(asking(), revision="2026-11")
    run(project, Told(revision=None), wanted)
    second = Told(revision=None)
    run(project, second, wanted)

    assert second.asked == []


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        (lambda text: text.replace("What is a?", "What is A?"), ["a"]),
        (lambda text: text.replace('"ana"', '"eva"'), ["b"]),
        (lambda text: text.replace('"eu"', '"us"'), ["b"]),
        (lambda text: text.replace("What is c?", "What was c?"), ["c", "c"]),
        (lambda text: text.replace('["a."]', '["b."]'), ["a"]),
        (lambda text: text.replace('"c."]', '"c."], "tags": ["new"]'), []),
    ],
)
def test_only_what_changed_is_asked(tmp_path: Path, change: Callable[[str], str], asked: list[str]) -> None:
    run(project_in(tmp_path), Told())
    second = Told()
    run(project_in(tmp_path, change(CASES)), second)

    assert second.asked == asked


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (asking(), replace(asking(), system_digest="y1:y")),
        (asking(), replace(asking(), revision="8")),
        (asking(), replace(asking(), retrieval_only=True)),
        (asking(), replace(asking(), fingerprints={"model": "m2"})),
    ],
)
def test_another_system_shares_nothing(tmp_path: Path, first: Asking, second: Asking) -> None:
    project = project_in(tmp_path)
    run(project, Told(), first)
    later = Told()
    run(project, later, second)

    assert later.asked == FIRST


def test_a_reply_of_another_revision_than_was_meant_is_no_source(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told(own="6"))
    second = Told()
    run(project, second)

    assert second.asked == FIRST


def test_failures_are_asked_again(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told(failing="b"))
    second = Told()
    folder = run(project, second)

    assert second.asked == ["b"]
    assert notes(folder)["reused"] == "3 of 4 answers reused from run 0001-told (revision 7)"


def test_a_conversation_is_taken_over_whole_or_not_at_all(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    with pytest.raises(IncompleteError):
        run(project, Told(), asking(most_calls=3))
    (tmp_path / ".goldsmith" / "runs" / "0001-told" / "finished").touch()
    second = Told()
    run(project, second)

    assert second.asked == ["c", "c"]


def test_further_repeats_are_asked(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told())
    second = Told()
    run(project, second, asking(repeats=2))

    assert second.asked == FIRST


def test_what_was_taken_over_is_no_source_and_keeps_its_origin(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told(failing="b"))
    run(project, Told())
    third = run(project, Told())

    assert notes(third)["reused"] == "4 of 4 answers reused from runs 0001-told, 0002-told (revision 7)"


def test_a_run_that_stopped_takes_over_nothing_twice(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told(failing="c"))
    with pytest.raises(IncompleteError):
        run(project, Told(), asking(most_calls=1))
    folder = run(project, Told(), asking(most_calls=9))
    responses = folder.read_journal().responses

    assert folder.plan.run == "0002-told"
    assert [item.attempts for item in responses] == [0, 0, 1, 1]
    assert notes(folder)["reused"] == "2 of 4 answers reused from run 0001-told (revision 7)"


def test_a_run_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    run(project, Told())
    (tmp_path / ".goldsmith" / "runs" / "0001-told" / "responses.jsonl").write_text("{}\n{}\n", encoding="utf-8")
    second = Told()
    run(project, second)

    assert second.asked == FIRST
