"""Which cases a move of the corpus pin left behind, unanswered."""

from __future__ import annotations

from goldsmith.ondisk.refreshes import load_refreshed
from goldsmith.records.decision import Decision, ReviewFact
from goldsmith.records.refresh import Refreshed
from goldsmith.workflows.open_set import Project


def left_open(project: Project) -> dict[str, str]:
    """Return the cases that were left open and not decided since, each with the revision that it was judged against."""
    return project.once.get("left open", lambda: _left_open(project))


def refreshed(project: Project) -> tuple[Refreshed, ...]:
    """Return every move of the pin of the set."""
    return load_refreshed(project.loaded.refreshes_file)


def _left_open(project: Project) -> dict[str, str]:
    held: dict[str, str] = {}
    facts: dict[str, list[ReviewFact]] = {}
    for fact in project.golden.facts:
        facts.setdefault(fact.case, []).append(fact)
    for move in refreshed(project):
        for case, label in move.left_open.items():
            if any(_settles(fact, move) for fact in facts.get(case, ())):
                held.pop(case, None)
            else:
                held.setdefault(case, label)
    return held


def _settles(fact: ReviewFact, move: Refreshed) -> bool:
    """Say whether `fact` was decided after `move`, or under the corpus that it moved to."""
    # UTC times of one form have the order of their letters; within one second, the corpus tells.
    return fact.at > move.at or (isinstance(fact, Decision) and fact.corpus == move.current.digest)
