"""The value of each case on each measure: the mean of its repeats, or the reason why there is none."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from goldsmith.records.measure import Measure, Outcome, Score, Scored, Unscored

Values = Mapping[str, Mapping[str, Outcome]]
"""By spelling of the measure, then by case."""

NO_SCORE = Unscored(reason="not_answered", detail="no score was given")


def case_values(scores: Sequence[Score]) -> Values:
    """Return the outcome of every case on every measure that `scores` hold.

    A repeat to which the measure does not apply is passed over. Where any other repeat has no value the case has none:
    the mean of those that went well would make a failure an improvement.
    """
    collected: dict[str, dict[str, list[Score]]] = {}
    for score in scores:
        collected.setdefault(score.measure, {}).setdefault(score.case, []).append(score)
    return {
        measure: {case: _of_repeats(repeats) for case, repeats in own.items()} for measure, own in collected.items()
    }


def outcome(values: Values, measure: Measure, case: str) -> Outcome:
    """Return the outcome of `case` on `measure`; one that was never scored is not answered."""
    return values.get(str(measure), {}).get(case, NO_SCORE)


def change_of(now: float, before: float) -> float:
    """Return `now` less `before`, exactly 0 where they differ by no more than the rounding of a mean."""
    return 0.0 if math.isclose(now, before, rel_tol=1e-9, abs_tol=1e-12) else now - before


def is_better(measure: Measure, change: float) -> bool:
    """Say whether `change` is an improvement; never for a measure without a direction."""
    return change > 0 if measure.direction == "higher" else change < 0 if measure.direction == "lower" else False


def is_worse(measure: Measure, change: float) -> bool:
    """Say whether `change` is a fall in quality; never for a measure without a direction."""
    return is_better(measure, -change)


def _of_repeats(scores: Sequence[Score]) -> Outcome:
    if len(scores) == 1:
        return scores[0].outcome
    outcomes = [score.outcome for score in sorted(scores, key=lambda item: item.key)]
    applied = [item for item in outcomes if isinstance(item, Scored) or item.reason != "not_applicable"]
    if not applied:
        return outcomes[0]
    missing = [item for item in applied if isinstance(item, Unscored)]
    if missing:
        return missing[0]
    values = [item.value for item in applied if isinstance(item, Scored)]
    return Scored(value=math.fsum(values) / len(values))
