"""Who labelled how much lately, and how far what a machine pre-labelled can be relied on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from goldsmith.records.prelabel import CountedShare
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_prelabel import audit_of_auto

WEEKS = 6
"""Weeks that are told, this one last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledBy:
    """How many labels one person gave in each of the weeks."""

    name: str
    labels: tuple[int, ...]
    """Oldest week first. What was taken back is not counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Where the work stands."""

    weeks: tuple[str, ...]
    """Their Mondays, ISO dates, oldest first."""
    people: tuple[LabelledBy, ...]
    """Who may label, or did, by name."""
    states: dict[str, int]
    """Cases by the state of their latest round."""
    auto: CountedShare
    """Passages of the `auto` ones that people were shown and that are no evidence."""


def load_of(desk: Desk) -> Load:
    """Return who labelled how much in the last weeks, and how many cases stand where."""
    today = desk.now().date()
    first = _monday(today) - timedelta(weeks=WEEKS - 1)
    mondays = tuple((first + timedelta(weeks=at)).isoformat() for at in range(WEEKS))
    given: Counter[tuple[str, str]] = Counter()
    with desk.turn() as bench:
        for work in bench.work.values():
            for one in work.rounds:
                for said in one.labels:
                    given[said.author, _monday(date.fromisoformat(said.at[:10])).isoformat()] += 1
        states = {str(state): len(held) for state, held in bench.states.items()}
    names = {name for name, person in desk.people.items() if person.may("label")}
    names |= {name for name, monday in given if monday in mondays}
    return Load(
        weeks=mondays,
        people=tuple(
            LabelledBy(name=name, labels=tuple(given[name, monday] for monday in mondays)) for name in sorted(names)
        ),
        states=states,
        auto=audit_of_auto(desk),
    )


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
