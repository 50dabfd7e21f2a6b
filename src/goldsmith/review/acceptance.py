"""The acceptance of a batch by an expert: how many cases to check again, and what the number guards against."""

from __future__ import annotations

from goldsmith.errors import InputError
from goldsmith.records.acceptance import AcceptancePlan, CurvePoint, SampleReading
from goldsmith.stats.acceptance import (
    Quality,
    SamplingPlan,
    chance_of_acceptance,
    operating_curve,
    share_wrong,
    smallest_plan,
)
from goldsmith.stats.undefined import Undefined

MOST_CASES = 100_000
"""A batch that one person accepts or sends back is far smaller; a larger one is cut into several."""
LEVEL = 0.95
_STEPS = 8


def plan_batch(batch: int, *, good: float, bad: float, risk: float) -> AcceptancePlan:
    """Return the smallest plan for a batch of so many cases.

    `good` and `bad` are shares: up to `good` wrong the batch should be accepted, from `bad` on it should be sent back,
    and each goes amiss with a chance of at most `risk`. Raises InputError for what is no batch, share or risk.
    """
    _refuse(batch, good, bad, risk)
    quality = Quality(good=good, bad=bad, producer_risk=risk, consumer_risk=risk)
    plan = smallest_plan(batch, quality)
    good_wrong, bad_wrong = quality.good_count(batch), quality.bad_count(batch)
    return AcceptancePlan(
        batch=batch,
        sample=plan.sample,
        accept=plan.accept,
        whole=plan.whole,
        good=good,
        bad=bad,
        risk=risk,
        good_wrong=good_wrong,
        bad_wrong=bad_wrong,
        good_sent_back=max(0.0, 1.0 - chance_of_acceptance(plan, good_wrong)),
        bad_accepted=chance_of_acceptance(plan, bad_wrong),
        curve=_curve(plan, good_wrong, bad_wrong),
        readings=_readings(plan),
        level=LEVEL,
    )


def _refuse(batch: int, good: float, bad: float, risk: float) -> None:
    usual = "goldsmith review plan --size 80 --good 0.02 --bad 0.10 --risk 0.05"
    if not 1 <= batch <= MOST_CASES:
        message = f"a batch has from 1 to {MOST_CASES:,} cases, not {batch:,}"
        raise InputError(message, next_step=usual)
    for name, share in (("--good", good), ("--bad", bad), ("--risk", risk)):
        if not 0.0 <= share <= 1.0:
            meant = f"; did you mean {share / 100:g}?" if 1.0 < share <= 100.0 else ""
            message = f"{name} is a share between 0 and 1, not {share:g}{meant}"
            raise InputError(message, next_step=usual)
    if not 0.0 < risk < 1.0:
        message = f"a risk lies between 0 and 1, both excluded, and not at {risk:g}: only checking everything has none"
        raise InputError(message, next_step=usual)
    if good >= bad:
        message = f"a good batch must have a smaller share wrong than a bad one, not {good:g} and {bad:g}"
        raise InputError(message, next_step=usual)


def _curve(plan: SamplingPlan, good: int, bad: int) -> tuple[CurvePoint, ...]:
    """Return the points that show the fall of the curve: both stated ones, and even steps to twice the bad one."""
    last = min(plan.batch, 2 * bad)
    asked = sorted({good, bad, *range(0, last + 1, max(1, -(-last // _STEPS)))})
    return tuple(
        CurvePoint(wrong=wrong, share=wrong / plan.batch, accepted=chance)
        for wrong, chance in zip(asked, operating_curve(plan, asked), strict=True)
    )


def _readings(plan: SamplingPlan) -> tuple[SampleReading, ...]:
    """Return what the best sample says, the worst that is accepted, and the first that is not."""
    found = []
    for number in sorted({0, plan.accept, plan.accept + 1}):
        held = share_wrong(number, batch=plan.batch, sample=plan.sample, level=LEVEL) if number <= plan.sample else None
        if held is None or isinstance(held, Undefined):
            continue
        low, high = round(held.low * plan.batch), round(held.high * plan.batch)
        found.append(SampleReading(found=number, accepted=number <= plan.accept, low=low, high=high))
    return tuple(found)
