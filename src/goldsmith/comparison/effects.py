"""The change of each measure on the cases that both sides scored.

Means are over pairs: cases with a value on both sides. A case that lost its value cannot lift the mean of the side that
lost it, since it leaves both. `better` is said only where it would still hold with every lost case at its worst.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from goldsmith.comparison.values import Values, change_of, is_better, is_worse, outcome
from goldsmith.records.comparison import Effect
from goldsmith.records.measure import Measure, Scored, Unscored
from goldsmith.stats.intervals import PairedCounts, paired_rate_difference
from goldsmith.stats.multiplicity import benjamini_hochberg
from goldsmith.stats.paired import bootstrap_intervals, sign_flip_tests
from goldsmith.stats.undefined import Undefined

FEWEST_PAIRS = 6
"""With fewer pairs the smallest p of a sign-flip test is above 0.05, so nothing can be shown."""
LEVEL_OF_ALARM = 0.05
SEED = 20
"""Of the resamples: the same two runs give the same figures on every machine."""

Verdict = Literal["better", "worse", "no_visible_change", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One measure on the common cases, in order of case id."""

    measure: Measure
    cases: tuple[str, ...]
    """With a value on both sides."""
    now: tuple[float, ...]
    before: tuple[float, ...]
    lost: tuple[str, ...]
    """With a value in the baseline and, for whatever reason but that the measure does not apply, none now."""
    lost_before: tuple[float, ...]
    """What those had in the baseline."""
    only_now: tuple[str, ...]
    """With a value now and, for whatever reason but that the measure does not apply, none in the baseline."""

    @property
    def changes(self) -> tuple[float, ...]:
        """New less old, a case each."""
        return tuple(change_of(new, old) for new, old in zip(self.now, self.before, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Test:
    interval: tuple[float, float] | None = None
    p: float | None = None


def columns_of(measures: Sequence[Measure], now: Values, before: Values, common: Sequence[str]) -> tuple[Column, ...]:
    """Return a column for every measure."""
    return tuple(_column(measure, now, before, common) for measure in measures)


def effects_of(columns: Sequence[Column]) -> tuple[Effect, ...]:
    """Return the effect of every column, in their order.

    Interval, 95 %: Newcombe's for values that are all 0 or 1, else a bias-corrected bootstrap over cases; None where
    all changes are equal, since resampling then sees no spread. p: two-sided sign-flip test, only for measures that
    have a direction. Adjusted by Benjamini & Hochberg over the measures with at least `FEWEST_PAIRS` pairs. A measure
    without direction, or with too few pairs, is undecided. Rises and falls count values, whichever way is better.
    """
    tests = _tests(columns)
    tested = [
        test.p if len(column.cases) >= FEWEST_PAIRS else None for column, test in zip(columns, tests, strict=True)
    ]
    adjusted = benjamini_hochberg(tested)
    return tuple(_effect(column, test, p) for column, test, p in zip(columns, tests, adjusted, strict=True))


def _column(measure: Measure, now: Values, before: Values, common: Sequence[str]) -> Column:
    pairs: list[tuple[str, float, float]] = []
    lost: list[tuple[str, float]] = []
    only_now: list[str] = []
    for case in sorted(common):
        match outcome(now, measure, case), outcome(before, measure, case):
            case Scored(value=new), Scored(value=old):
                pairs.append((case, new, old))
            case Unscored(reason=reason), Scored(value=old) if reason != "not_applicable":
                lost.append((case, old))
            case Scored(), Unscored(reason=reason) if reason != "not_applicable":
                only_now.append(case)
    return Column(
        measure=measure,
        cases=tuple(case for case, _, _ in pairs),
        now=tuple(new for _, new, _ in pairs),
        before=tuple(old for _, _, old in pairs),
        lost=tuple(case for case, _ in lost),
        lost_before=tuple(old for _, old in lost),
        only_now=tuple(only_now),
    )


def _tests(columns: Sequence[Column]) -> list[_Test]:
    # Measures on the same cases share one matrix, so every resample draws the same cases for all of them.
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, column in enumerate(columns):
        groups.setdefault(column.cases, []).append(place)
    intervals: dict[int, tuple[float, float] | None] = {}
    chances: dict[int, float] = {}
    for cases, places in groups.items():
        if cases:
            intervals |= _intervals(columns, places)
            chances |= _chances(columns, [place for place in places if columns[place].measure.direction != "none"])
    return [_Test(interval=intervals.get(place), p=chances.get(place)) for place in range(len(columns))]


def _intervals(columns: Sequence[Column], places: Sequence[int]) -> dict[int, tuple[float, float] | None]:
    rates = {place: _rate_interval(columns[place]) for place in places if _is_pass_or_fail(columns[place])}
    drawn = [place for place in places if place not in rates]
    if not drawn:
        return rates
    found = zip(drawn, bootstrap_intervals(_matrix(columns, drawn), seed=SEED), strict=True)
    return rates | {
        place: (one.interval.low, one.interval.high)
        for place, one in found
        if not isinstance(one, Undefined) and not one.constant
    }


def _chances(columns: Sequence[Column], places: Sequence[int]) -> dict[int, float]:
    if not places:
        return {}
    found = zip(places, sign_flip_tests(_matrix(columns, places), seed=SEED), strict=True)
    return {place: one.p_value for place, one in found if not isinstance(one, Undefined)}


def _matrix(columns: Sequence[Column], places: Sequence[int]) -> list[tuple[float, ...]]:
    """Return the changes of some columns on the same cases: cases × measures."""
    return list(zip(*(columns[place].changes for place in places), strict=True))


def _is_pass_or_fail(column: Column) -> bool:
    return column.measure.unit == "share" and {*column.now, *column.before} <= {0.0, 1.0}


def _rate_interval(column: Column) -> tuple[float, float] | None:
    told = list(zip(column.now, column.before, strict=True))
    counts = PairedCounts(
        both=told.count((1.0, 1.0)),
        only_first=told.count((1.0, 0.0)),
        only_second=told.count((0.0, 1.0)),
        neither=told.count((0.0, 0.0)),
    )
    difference = paired_rate_difference(counts)
    return None if isinstance(difference, Undefined) else (difference.interval.low, difference.interval.high)


def _effect(column: Column, test: _Test, p_adjusted: float | None) -> Effect:
    pairs = len(column.cases)
    changes = column.changes
    change = math.fsum(changes) / pairs if pairs else None
    return Effect(
        measure=str(column.measure),
        layer=column.measure.layer,
        direction=column.measure.direction,
        unit=column.measure.unit,
        now=math.fsum(column.now) / pairs if pairs else None,
        before=math.fsum(column.before) / pairs if pairs else None,
        change=change,
        interval=test.interval,
        p=test.p,
        p_adjusted=p_adjusted,
        n=pairs,
        rises=sum(1 for item in changes if item > 0),
        falls=sum(1 for item in changes if item < 0),
        verdict=_verdict(column, change, p_adjusted),
    )


def _verdict(column: Column, change: float | None, p_adjusted: float | None) -> Verdict:
    if change is None or p_adjusted is None:
        return "undecided"
    if p_adjusted >= LEVEL_OF_ALARM:
        return "no_visible_change"
    if is_worse(column.measure, change):
        return "worse"
    if not is_better(column.measure, change):
        return "no_visible_change"
    return "better" if _holds_at_worst(column) else "undecided"


def _holds_at_worst(column: Column) -> bool:
    """Say whether the mean would still be better with every lost case at the worst value that the measure can take."""
    if not column.lost:
        return True
    if column.measure.unit != "share":
        return False
    worst = 0.0 if column.measure.direction == "higher" else 1.0
    return is_better(column.measure, math.fsum((*column.changes, *(worst - old for old in column.lost_before))))
