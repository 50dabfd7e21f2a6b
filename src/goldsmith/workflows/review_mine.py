"""What one person decided last, and what of it they may still take back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from statistics import median

from goldsmith.records.decision import DecisionWord
from goldsmith.records.person import Person
from goldsmith.review.bench import Bench
from goldsmith.review.casework import Round
from goldsmith.review.labelling import why_not_back
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import bar_to, handle_for

_PACED = 50
_FEWEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWord:
    """One decision of a person."""

    handle: str
    round: int
    question: str
    decision: DecisionWord
    at: str
    base: int
    """Facts of the person on the case: what taking it back carries."""
    may_take_back: bool
    latest: bool
    """No newer review of the case was opened since."""


def own_words(desk: Desk, person: Person, *, most: int = 8) -> tuple[OwnWord, ...]:
    """Return the last `most` decisions of a person that stand, the latest first.

    A case that their clearance no longer allows is left out.
    """
    with desk.turn() as bench:
        held = list(islice(_labelled(desk, person, bench), most))
    return tuple(held)


def own_pace_s(desk: Desk, person: Person) -> float | None:
    """Return the median seconds that a case takes a person, by their last 50 timed labels; None: too few to tell."""
    with desk.turn() as bench:
        names = islice(reversed(bench.labelled.get(person.name, {})), _PACED)
        said = [one.label_of(person.name) for name in names for one in bench.work[name].rounds]
    timed = [item.label.seconds for item in said if item is not None and item.label.seconds]
    return median(timed) if len(timed) >= _FEWEST else None


def _labelled(desk: Desk, person: Person, bench: Bench) -> Iterator[OwnWord]:
    for name in reversed(bench.labelled.get(person.name, {})):
        one = next((item for item in reversed(bench.work[name].rounds) if item.label_of(person.name)), None)
        said = one.label_of(person.name) if one is not None else None
        if one is None or said is None or bar_to(desk, person, one) is not None:
            continue
        latest = _is_latest(bench, one)
        yield OwnWord(
            handle=handle_for(desk, name),
            round=one.number,
            question=desk.case_shown(one.opened).question,
            decision=said.label.decision,
            at=said.at,
            base=bench.work[name].said.get(person.name, 0),
            may_take_back=latest and not why_not_back(one, person.name, "label", batch=bench.batch_of(one)),
            latest=latest,
        )


def _is_latest(bench: Bench, one: Round) -> bool:
    current = bench.round_of(one.case)
    return current is not None and current.number == one.number
