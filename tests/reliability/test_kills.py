"""A run that is killed anywhere loses nothing that it acknowledged, asks nothing twice, and goes on by itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goldsmith.errors import IncompleteError
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.response import Reply
from goldsmith.records.run import RulerNote
from tests.reliability import killable
from tests.reliability.killable import COST_USD, TOTAL, spelled

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the children are forked")

ROOT = Path(__file__).resolve().parents[2]
KILLS = 300
KILLED = -9
EVENTS = 60
"""About two thirds of what one sitting has that is not killed: a run is killed several times before it ends."""
LONGEST_S = 0.03
"""About as long as one sitting takes that is not killed, fork included."""

Sit = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def sit() -> Iterator[Sit]:
    """Return a function that carries out one sitting in a forked child, and says what was heard of it."""
    warm = subprocess.Popen(
        [sys.executable, killable.__file__ or ""],
        env={"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with warm:
        assert warm.stdin is not None
        assert warm.stdout is not None
        wishes, answers = warm.stdin, warm.stdout

        def one(root: Path, **wish: Any) -> dict[str, Any]:
            wishes.write(json.dumps({"root": str(root), **wish}) + "\n")
            wishes.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            return answer

        yield one
        wishes.close()


@dataclass
class Life:
    """One run, from its first sitting to the one that finishes it."""

    sit: Sit
    root: Path
    acknowledged: list[str] = field(default_factory=list)
    on_disk: set[str] = field(default_factory=set)
    asked: int = 0
    kills: int = 0
    finished: bool = False

    def sitting(self, **wish: Any) -> int:
        """Sit once more, hold everything against what was promised, and return how it ended."""
        heard = self.sit(self.root, **wish)
        assert heard["status"] in {0, KILLED}
        assert self.on_disk.isdisjoint(heard["asked"]), "a recorded result was asked again"
        self.acknowledged += heard["kept"]
        self.asked += len(heard["asked"])
        self.kills += heard["status"] == KILLED
        self._look()
        assert set(self.acknowledged) <= self.on_disk, "an acknowledged result is lost"
        assert len(self.acknowledged) == len(set(self.acknowledged)), "a result was acknowledged twice"
        return int(heard["status"])

    def end(self) -> None:
        """Let it come to its end, and see that all its parts are there."""
        while not self.finished:
            self.sitting()
        folder = self._folder()
        assert folder is not None
        responses = folder.read_journal().responses
        usd = [item.outcome.usage.cost_usd for item in responses if isinstance(item.outcome, Reply)]
        kinds = {note.kind: note.message for note in folder.read_records("notes", RulerNote)}
        lost = int(kinds["sent_again"].partition(" ")[0]) if "sent_again" in kinds else 0

        assert (len(self.on_disk), sum(item.attempts for item in responses)) == (TOTAL, TOTAL)
        assert sum(cost or 0 for cost in usd) == TOTAL * COST_USD
        assert "asked" in kinds
        # A kill between the log of a call and the call itself counts it although it never went out: one for each of
        # the calls at once.
        assert self.asked - TOTAL <= lost <= self.asked - TOTAL + 4 * self.kills

    def _folder(self) -> RunFolder | None:
        runs = self.root / ".goldsmith" / "runs"
        known = run_ids(runs)
        assert len(known) <= 1, "more than one run of the same work"
        return RunFolder.open(runs, known[0]) if known else None

    def _look(self) -> None:
        folder = self._folder()
        if folder is None:
            return
        held = folder.read_journal()
        assert held.repeated == ()
        self.on_disk = {spelled(response.key) for response in held.responses}
        self.finished = folder.finished


def moment(chance: Random) -> dict[str, Any]:
    """Draw when to kill: at a write, in the middle of one, or at a moment of real time."""
    kind = chance.choice(["event", "torn", "time"])
    if kind == "time":
        return {"within": chance.uniform(0, LONGEST_S)}
    after = chance.randrange(1, EVENTS)
    return {"after": after} if kind == "event" else {"after": after, "torn": chance.random()}


def test_300_kills_at_random_moments_lose_nothing_and_repeat_nothing(sit: Sit, tmp_path: Path) -> None:
    chance = Random(20260301)
    kills = lives = 0
    while kills < KILLS:
        life = Life(sit=sit, root=tmp_path / str(lives))
        life.root.mkdir()
        while not life.finished and kills + life.kills < KILLS:
            life.sitting(**moment(chance))
        life.end()
        kills += life.kills
        lives += 1

    assert kills == KILLS


POINTS: dict[str, list[dict[str, Any]]] = {
    "once the number is claimed": [{"at": ["mkdir", "0001-", 1, "after"]}],
    "before the cases have their name": [{"at": ["replace", "cases.jsonl", 1, "before"]}],
    "between claim and plan": [{"at": ["fsync", "plan.json", 1, "before"]}],
    "before the plan has its name": [{"at": ["replace", "plan.json", 1, "before"]}],
    "once the plan has its name": [{"at": ["replace", "plan.json", 1, "after"]}],
    "before the first call": [{"at": ["write", "calls.log", 2, "before"]}],
    "once the first call is logged": [{"at": ["write", "calls.log", 2, "after"]}],
    "before the notes have their name": [{"at": ["replace", "notes.jsonl", 1, "before"]}],
    "before the first result": [{"at": ["write", "responses.jsonl", 1, "before"]}],
    "in the middle of a result": [{"at": ["write", "responses.jsonl", 2, "before"], "torn": 0.03}],
    "one byte before the end of a result": [{"at": ["write", "responses.jsonl", 2, "before"], "torn": 0.999}],
    "after a write, before its fsync": [{"at": ["fsync", "responses.jsonl", 2, "before"]}],
    "after an fsync, before anybody is told": [{"at": ["fsync", "responses.jsonl", 2, "after"]}],
    "while a resume mends a torn line": [
        {"at": ["write", "responses.jsonl", 2, "before"], "torn": 0.03},
        {"at": ["ftruncate", "responses.jsonl", 1, "before"]},
    ],
    "once a resume has mended a torn line": [
        {"at": ["write", "responses.jsonl", 2, "before"], "torn": 0.03},
        {"at": ["ftruncate", "responses.jsonl", 1, "after"]},
    ],
    "before the first write of a resume": [
        {"at": ["fsync", "responses.jsonl", 1, "after"]},
        {"at": ["write", "responses.jsonl", 1, "before"]},
    ],
    "twice in a row in the middle of a result": [
        {"at": ["write", "responses.jsonl", 2, "before"], "torn": 0.03},
        {"at": ["write", "responses.jsonl", 1, "before"], "torn": 0.03},
    ],
    "before it is finished": [{"at": ["replace", "finished", 1, "before"]}],
    "once it is finished": [{"at": ["replace", "finished", 1, "after"]}],
}


@pytest.mark.parametrize("point", POINTS)
def test_a_kill_at_a_named_point_loses_nothing_and_repeats_nothing(sit: Sit, tmp_path: Path, point: str) -> None:
    life = Life(sit=sit, root=tmp_path)
    for wish in POINTS[point]:
        assert life.sitting(**wish) == KILLED

    life.end()


def test_what_was_in_flight_is_told_however_often_the_run_was_stopped(sit: Sit, tmp_path: Path) -> None:
    life = Life(sit=sit, root=tmp_path)
    life.sitting(at=["write", "responses.jsonl", 1, "before"])
    in_flight = life.asked
    life.sitting(at=["write", "calls.log", 2, "before"])
    life.end()
    runs = tmp_path / ".goldsmith" / "runs"
    notes = RunFolder.open(runs, run_ids(runs)[0]).read_records("notes", RulerNote)

    assert [note.message for note in notes if note.kind == "sent_again"] == [
        f"{in_flight} calls were in flight when the run stopped and are sent again"
    ]


def test_a_run_that_was_killed_before_its_plan_is_no_run(sit: Sit, tmp_path: Path) -> None:
    life = Life(sit=sit, root=tmp_path)
    life.sitting(at=["replace", "plan.json", 1, "before"])
    runs = tmp_path / ".goldsmith" / "runs"

    assert run_ids(runs) == ()
    life.end()
    assert run_ids(runs) == ("0002-fake",)
    with pytest.raises(IncompleteError):
        RunFolder.open(runs, "0002-fake").read_records("scores", RulerNote)
