"""A measure over a set: the mean of what was scored, beside everything that was not.

Each case is first the mean of its scored repeats, so that no case weighs more for having been asked more often. The
95 % interval is Wilson's where every case is 0 or 1, and Student's over the cases otherwise, cut at the ends of the
scale. There is none below `LEAST_CASES`, where Student's spans the scale and says nothing, and none where all cases are
equal and not 0 or 1.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from goldsmith.records.measure import Measure, Reason, Score, Scored, Summary, Unscored
from goldsmith.stats.intervals import mean_interval, wilson
from goldsmith.stats.undefined import Undefined

REASONS: tuple[Reason, ...] = (
    "system_failed", "not_answered", "measure_failed", "needs_judge", "not_observed", "not_applicable",
)  # fmt: skip
"""Why there is no value. A case whose repeats differ in their reasons counts under the first of these."""

LEAST_CASES = 5
"""Scored cases from which on a mean has Student's interval."""

_ABSENT: frozenset[Reason] = frozenset({"system_failed", "not_answered"})


def summarise(
    scores: Iterable[Score], measures: Sequence[Measure], *, cases: Sequence[str] = ()
) -> tuple[Summary, ...]:
    """Return one summary a measure, in the order of `measures`.

    `cases` are the ids that were asked: one that has no score at all counts as not answered. For every measure the
    cases with a value and the cases without one, by reason, add up to all cases.
    """
    asked = dict.fromkeys(cases)
    grouped: defaultdict[str, dict[str, list[Score]]] = defaultdict(dict)
    for one in scores:
        asked.setdefault(one.case)
        grouped[one.measure].setdefault(one.case, []).append(one)
    return tuple(_summary(measure, grouped[str(measure)], tuple(asked)) for measure in measures)


def _summary(measure: Measure, by_case: Mapping[str, Sequence[Score]], cases: tuple[str, ...]) -> Summary:
    values: list[float] = []
    over_all: list[float | None] = []
    missing: dict[Reason, int] = {}
    worst = _worst(measure)
    for case in cases:
        outcomes = [one.outcome for one in by_case.get(case, ())]
        scored = [outcome.value for outcome in outcomes if isinstance(outcome, Scored)]
        reasons = {outcome.reason for outcome in outcomes if isinstance(outcome, Unscored)} or {"not_answered"}
        if scored:
            values.append(math.fsum(scored) / len(scored))
        else:
            reason = next(reason for reason in REASONS if reason in reasons)
            missing[reason] = missing.get(reason, 0) + 1
            if reason not in _ABSENT:
                continue
        absent = sum(isinstance(one, Unscored) and one.reason in _ABSENT for one in outcomes) if outcomes else 1
        over_all.append(_with_worst(scored, absent, worst))
    return Summary(
        measure=str(measure),
        layer=measure.layer,
        direction=measure.direction,
        unit=measure.unit,
        mean=math.fsum(values) / len(values) if values else None,
        interval=_interval(measure, values),
        scored=len(values),
        population=len(over_all),
        mean_over_all=_mean_of_all(over_all),
        missing=tuple((reason, missing[reason]) for reason in REASONS if reason in missing),
        version=measure.version,
    )


def _worst(measure: Measure) -> float | None:
    if measure.direction == "higher":
        # A count of met needs is 0 at worst, like a share.
        return 0.0 if measure.unit in {"share", "count"} else None
    return 1.0 if measure.unit == "share" and measure.direction == "lower" else None


def _with_worst(scored: list[float], absent: int, worst: float | None) -> float | None:
    """Return the mean of the repeats with each absent one counted as the worst value; None where none exists."""
    if absent and worst is None:
        return None
    return math.fsum([*scored, *([worst or 0.0] * absent)]) / (len(scored) + absent)


def _mean_of_all(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(values) else None


def _interval(measure: Measure, values: list[float]) -> tuple[float, float] | None:
    if measure.unit == "share" and values and all(value in {0.0, 1.0} for value in values):
        interval = wilson(sum(value == 1.0 for value in values), len(values))
    elif len(values) < LEAST_CASES:
        return None
    else:
        interval = mean_interval(values)
    if isinstance(interval, Undefined):
        return None
    low = max(0.0, interval.low)
    return (low, min(1.0, interval.high)) if measure.unit == "share" else (low, interval.high)
