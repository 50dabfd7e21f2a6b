"""How long the work that is left takes those who may do it, and what to leave out to be done in time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from goldsmith.records.forecast import Drop, LabelsLeft, Pace, PaceBasis, PersonShare
from goldsmith.stats.intervals import Interval, upper_bound_if_none
from goldsmith.stats.medians import median_interval, median_of
from goldsmith.stats.power import smallest_fall_that_flips
from goldsmith.stats.undefined import Undefined

ASSUMED_MINUTES = 8.0
"""For a label where fewer than `LEAST` were timed."""
LEAST = 5
WELL_COVERED = 20
"""Cases that every slice of a case keeps when it is left out."""
_MOST_ENUMERATED = 12
"""People whose every combination is looked at."""
_MOST_SETS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A case of which labels are missing."""

    case: str
    risk: str | None
    left: int
    """Labels, each by another person."""
    able: frozenset[str]
    """Who may give one."""
    second: bool = False
    """One of them is a second label that only a sample asks for."""
    kept: bool = False
    """Never left out: a sentinel, a dispute, the sample of a batch."""
    slices: tuple[tuple[str, str], ...] = ()
    """Axis and word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """When the last label is given that can be."""

    weeks: float
    slowest: tuple[str, ...]
    """The fewest people on whom it rests; empty: on all alike."""
    unstaffed: int
    """Labels that nobody with hours may give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What the set as a whole holds, to say what a drop costs."""

    slices: Mapping[tuple[str, str], int]
    """Cases of each slice."""
    cases: int
    doubled: int
    """Low-risk cases that two people label or have labelled."""
    flips: float
    """Share of cases whose verdict flips from run to run."""


def pace_of(seconds: Sequence[tuple[str | None, float]], risks: Sequence[str | None]) -> dict[str | None, Pace]:
    """Return the median minutes of a label at each of `risks`, from the risk and the seconds of those given.

    With fewer than `LEAST` of a risk those of all risks stand for it; with fewer than that altogether
    `ASSUMED_MINUTES`.
    """
    everything = [held / 60 for _, held in seconds]
    found = {}
    for risk in risks:
        own = [held / 60 for name, held in seconds if name == risk]
        basis: PaceBasis = "own" if len(own) >= LEAST else "all" if len(everything) >= LEAST else "assumed"
        values = own if basis == "own" else everything if basis == "all" else []
        middle, interval = median_of(values), median_interval(values)
        found[risk] = Pace(
            risk=risk or "",
            minutes=ASSUMED_MINUTES if isinstance(middle, Undefined) else middle,
            interval=(interval.low, interval.high) if isinstance(interval, Interval) else None,
            labels=len(values),
            basis=basis,
        )
    return found


def left_of(pending: Sequence[Pending], paces: Mapping[str | None, Pace]) -> tuple[LabelsLeft, ...]:
    """Return what is left at each risk, the most hours first."""
    found = []
    for risk in {item.risk for item in pending}:
        own = [item for item in pending if item.risk == risk and item.left]
        labels = sum(item.left for item in own)
        if labels:
            hours = labels * paces[risk].minutes / 60
            found.append(LabelsLeft(risk=risk or "", cases=len(own), labels=labels, hours=hours))
    return tuple(sorted(found, key=lambda one: (-one.hours, one.risk)))


def shares(
    pending: Sequence[Pending], people: Mapping[str, float | None], staffed: Mapping[str, float]
) -> tuple[PersonShare, ...]:
    """Return what each of the people may do, by name. `staffed`: hours a week of those who are counted on."""
    may: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for item in pending:
        counted = item.able.intersection(staffed)
        for name in item.able if item.left else ():
            may[name] += 1
            # With as many labels missing as there are people left for them, everybody has to give one.
            alone[name] += name in counted and item.left >= len(counted)
    return tuple(
        PersonShare(name=name, hours_per_week=people[name], may=may[name], alone=alone[name]) for name in sorted(people)
    )


def timing(pending: Sequence[Pending], paces: Mapping[str | None, Pace], staffed: Mapping[str, float]) -> Timing | None:
    """Return how long the work takes people of so many hours a week, each label of a case by another one of them.

    However the work is shared out, some people must do what nobody else may: of every group of people the work that
    only they can do, divided by their hours, is a time below which nobody can go, and the longest of these can be met
    (labels taken as divisible). With more than 12 people not every group is looked at, so the time may be too short by
    a little. None: nobody has hours. `staffed`: all above 0.
    """
    if not staffed:
        return None
    groups: Counter[tuple[frozenset[str], int, float]] = Counter()
    unstaffed = 0
    for item in pending:
        able = item.able.intersection(staffed)
        left = min(item.left, len(able))
        unstaffed += min(item.left, len(item.able)) - left
        if left:
            groups[able, left, paces[item.risk].minutes / 60] += 1
    weeks, slowest = 0.0, frozenset(staffed)
    for some in _combinations(staffed, [able for able, _, _ in groups]):
        forced = math.fsum(
            number * hours * max(0, left - len(able - some)) for (able, left, hours), number in groups.items()
        )
        needed = forced / math.fsum(staffed[name] for name in some)
        if needed > weeks * (1 + 1e-9) or (needed >= weeks * (1 - 1e-9) and len(some) < len(slowest)):
            weeks, slowest = max(weeks, needed), some
    named = tuple(sorted(slowest)) if weeks and len(slowest) < len(staffed) else ()
    return Timing(weeks=weeks, slowest=named, unstaffed=unstaffed)


def nobody_for(pending: Sequence[Pending]) -> int:
    """Return how many labels are left that none of the people may give."""
    return sum(max(0, item.left - len(item.able)) for item in pending)


def drops_for(
    pending: Sequence[Pending],
    paces: Mapping[str | None, Pace],
    staffed: Mapping[str, float],
    *,
    weeks: float,
    covered: Covered,
) -> tuple[tuple[Drop, ...], bool]:
    """Return what to leave out so that the rest is done within `weeks`, and whether that is enough.

    First the second labels of low-risk cases, one by one; then low-risk cases, those first whose slices hold the most,
    as long as each of their slices keeps `WELL_COVERED`. No case of another risk or of none, no sentinel, no dispute
    and no sample of a batch is ever left out.
    """
    order = [*_seconds(pending), *_cases(pending, covered)]

    def fits(number: int) -> bool:
        held = timing(_without(pending, order[:number]), paces, staffed)
        return held is not None and held.weeks <= weeks * (1 + 1e-9)

    if not fits(len(order)):
        return _told(pending, order, paces, covered), False
    low, high = 0, len(order)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle + 1, high)
    return _told(pending, order[:low], paces, covered), True


_Unit = tuple[str, str]
"""Kind of a drop, and the case."""


def _seconds(pending: Sequence[Pending]) -> Iterator[_Unit]:
    for item in sorted(pending, key=lambda one: one.case):
        if item.risk == "low" and item.second and item.left and not item.kept:
            yield ("second", item.case)


def _cases(pending: Sequence[Pending], covered: Covered) -> Iterator[_Unit]:
    left = dict(covered.slices)
    droppable = [item for item in pending if item.risk == "low" and item.left and not item.kept and item.slices]
    droppable.sort(key=lambda one: (-min(left[name] for name in one.slices), one.case))
    for item in droppable:
        if all(left[name] > WELL_COVERED for name in item.slices):
            for name in item.slices:
                left[name] -= 1
            yield ("case", item.case)


def _without(pending: Sequence[Pending], units: Sequence[_Unit]) -> list[Pending]:
    seconds = {name for kind, name in units if kind == "second"}
    cases = {name for kind, name in units if kind == "case"}
    return [
        replace(item, left=item.left - (item.case in seconds and not item.kept), second=False)
        for item in pending
        if item.kept or item.case not in cases
    ]


def _told(
    pending: Sequence[Pending], units: Sequence[_Unit], paces: Mapping[str | None, Pace], covered: Covered
) -> tuple[Drop, ...]:
    held = {item.case: item for item in pending if not item.kept}
    seconds = tuple(name for kind, name in units if kind == "second")
    cases = tuple(name for kind, name in units if kind == "case")
    hours = paces["low"].minutes / 60 if units else 0.0
    found = []
    if seconds:
        found.append(
            Drop(
                kind="second",
                cases=seconds,
                labels=len(seconds),
                hours=len(seconds) * hours,
                before=_ruled_out(covered.doubled),
                after=_ruled_out(covered.doubled - len(seconds)),
            )
        )
    if cases:
        labels = sum(held[name].left - (name in seconds) for name in cases)
        found.append(
            Drop(
                kind="case",
                cases=cases,
                labels=labels,
                hours=labels * hours,
                before=_smallest_fall(covered.cases, covered.flips),
                after=_smallest_fall(covered.cases - len(cases), covered.flips),
            )
        )
    return tuple(found)


def _ruled_out(cases: int) -> float | None:
    found = upper_bound_if_none(max(0, cases))
    return None if isinstance(found, Undefined) else found


def _smallest_fall(cases: int, flips: float) -> float | None:
    found = smallest_fall_that_flips(cases, least_flips=flips) if cases > 0 else Undefined("there is no case")
    return None if isinstance(found, Undefined) else found


def _combinations(staffed: Mapping[str, float], able: Sequence[frozenset[str]]) -> Iterator[frozenset[str]]:
    """Yield the groups of people that are looked at, each once, in one order."""
    names = sorted(staffed)
    if len(names) <= _MOST_ENUMERATED:
        sizes = range(1, len(names) + 1)
        yield from map(frozenset, chain.from_iterable(combinations(names, size) for size in sizes))
        return
    sets = sorted(set(able), key=sorted)[:_MOST_SETS]
    fewer = (some - {name} for some in sets for name in sorted(some) if len(some) > 1)
    both = (one | other for one, other in combinations(sets, 2))
    yield from dict.fromkeys((frozenset(names), *sets, *fewer, *both))
