"""Thresholds of set.yaml: a measure that must hold a bound over the set or a slice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from goldsmith.errors import ConfigurationError
from goldsmith.records.case import Case
from goldsmith.records.gate import GateFinding, GateResult
from goldsmith.records.golden_set import Threshold
from goldsmith.records.measure import Measure, Score, Scored
from goldsmith.records.slices import in_slice

# Values come out of sums of floats; a bound that is met on paper must be met here.
_SLACK = 1e-9
_PER_CENT = 100


def spelled(threshold: Threshold) -> str:
    """Return the name under which a threshold is reported, such as ``recall@5 >= 0.8 (risk=high)``."""
    bounds = []
    if threshold.min is not None:
        bounds.append(f">= {threshold.min:g}")
    if threshold.max is not None:
        bounds.append(f"<= {threshold.max:g}")
    where = ", ".join(f"{axis}={word}" for axis, word in sorted(threshold.slice.items()))
    return f"{threshold.measure} {' and '.join(bounds)}" + (f" ({where})" if where else "")


def decide_threshold(
    threshold: Threshold,
    measure: Measure,
    cases: Mapping[str, Case],
    scores: Sequence[Score],
    dropped: Mapping[str, str],
) -> GateResult:
    """Return how one threshold stands.

    A case counts once, as the mean of its repeats. The population is every case of the slice to which the measure
    applies, and every one without any score; where fewer than `completeness` of it are scored, or none are, the gate is
    incomplete, never passed.
    Raises ConfigurationError for a measure without a direction and for bounds or a completeness that nothing can meet.
    """
    name = spelled(threshold)
    _refuse_unusable(threshold, measure, name)
    members = {case_id for case_id, case in cases.items() if in_slice(case, threshold.slice)}
    values, missing = _values(measure, members, scores)
    why_none = "the measure applies to no case of this slice" if members else "no case of the set is in this slice"
    missing |= {case_id: why for case_id, why in dropped.items() if case_id in members}
    for case_id in missing:
        values.pop(case_id, None)
    population = len(values) + len(missing)
    findings = tuple(GateFinding(case=case_id, kind="missing", message=why) for case_id, why in sorted(missing.items()))
    if population == 0:
        return GateResult(
            gate=name,
            status="incomplete",
            checked=0,
            population=0,
            findings=(GateFinding(case="", kind="missing", message=why_none),),
        )
    value = fmean(values.values()) if values else None
    complete = bool(values) and len(values) / population >= threshold.completeness - _SLACK
    holds = value is not None and _holds(threshold, value)
    return GateResult(
        gate=name,
        status="incomplete" if not complete else "passed" if holds else "failed",
        checked=len(values),
        population=population,
        findings=findings,
        value=value,
    )


def _refuse_unusable(threshold: Threshold, measure: Measure, name: str) -> None:
    if measure.direction == "none":
        message = f"the gate {name!r} asks for a measure that has no better or worse"
        raise ConfigurationError(message, next_step="take the gate out of set.yaml, or gate another measure")
    if threshold.min is None and threshold.max is None:
        message = f"the gate on {threshold.measure!r} has neither min nor max"
        raise ConfigurationError(message, next_step="give it min or max in set.yaml")
    if threshold.min is not None and threshold.max is not None and threshold.min > threshold.max:
        message = f"the gate {name!r} can never hold: its min is above its max"
        raise ConfigurationError(message, next_step="mend min or max in set.yaml")
    for bound in (threshold.min, threshold.max):
        if bound is not None and measure.unit == "share" and not 0 <= bound <= 1:
            meant = f"; did you mean {bound / 100:g}?" if 1 < bound <= _PER_CENT else ""
            message = f"the gate {name!r} asks for {bound:g}, and {threshold.measure} is a share"
            raise ConfigurationError(message, next_step=f"a share is between 0 and 1{meant}")
    if not 0 <= threshold.completeness <= 1:
        message = (
            f"the gate {name!r} asks for a completeness of {threshold.completeness:g}, which is a share from 0 to 1"
        )
        raise ConfigurationError(message, next_step="write 0.95 for 95 %")


def _values(measure: Measure, members: set[str], scores: Sequence[Score]) -> tuple[dict[str, float], dict[str, str]]:
    spelling = str(measure)
    collected: dict[str, list[float]] = {}
    missing: dict[str, str] = {}
    unseen = set(members)
    for score in scores:
        if score.measure != spelling or score.case not in members:
            continue
        unseen.discard(score.case)
        if isinstance(score.outcome, Scored):
            collected.setdefault(score.case, []).append(score.outcome.value)
        elif score.outcome.reason != "not_applicable":
            missing[score.case] = score.outcome.reason.replace("_", " ") + (
                f": {score.outcome.detail}" if score.outcome.detail else ""
            )
    missing |= dict.fromkeys(unseen, "no result")
    return {case_id: fmean(own) for case_id, own in collected.items()}, missing


def _holds(threshold: Threshold, value: float) -> bool:
    above = threshold.min is None or value >= threshold.min - _SLACK
    below = threshold.max is None or value <= threshold.max + _SLACK
    return above and below
