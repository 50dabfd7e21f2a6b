"""The plan for a batch: its size, what it guards against, and calls that ask for what cannot be."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.records.acceptance import CurvePoint, SampleReading
from goldsmith.review.acceptance import plan_batch


def test_eighty_cases_are_held_to_two_and_ten_per_cent() -> None:
    plan = plan_batch(80, good=0.02, bad=0.10, risk=0.05)

    assert (plan.sample, plan.accept, plan.whole, plan.good_wrong, plan.bad_wrong) == (37, 1, False, 1, 8)
    assert plan.good_sent_back == 0.0
    assert plan.bad_accepted == pytest.approx((comb(72, 37) + 8 * comb(72, 36)) / comb(80, 37), abs=1e-12)
    assert plan.readings == (
        SampleReading(found=0, accepted=True, low=0, high=5),
        SampleReading(found=1, accepted=True, low=1, high=9),
        SampleReading(found=2, accepted=False, low=2, high=11),
    )


def test_a_handful_is_checked_whole_and_its_curve_falls_at_once() -> None:
    plan = plan_batch(5, good=0.02, bad=0.10, risk=0.05)

    assert (plan.sample, plan.accept, plan.whole) == (5, 0, True)
    assert plan.curve == (
        CurvePoint(wrong=0, share=0.0, accepted=1.0),
        CurvePoint(wrong=1, share=0.2, accepted=0.0),
        CurvePoint(wrong=2, share=0.4, accepted=0.0),
    )
    assert plan.readings == (
        SampleReading(found=0, accepted=True, low=0, high=0),
        SampleReading(found=1, accepted=False, low=1, high=1),
    )


@given(st.integers(1, 400), st.integers(0, 20), st.integers(1, 30), st.sampled_from([0.01, 0.05, 0.1]))
def test_a_plan_keeps_what_was_asked_and_its_curve_falls(batch: int, good: int, more: int, risk: float) -> None:
    plan = plan_batch(batch, good=good / 100, bad=(good + more) / 100, risk=risk)
    chances = [point.accepted for point in plan.curve]

    assert max(plan.good_sent_back, plan.bad_accepted) <= risk + 1e-9
    assert plan.accept < plan.sample <= batch
    assert {plan.good_wrong, plan.bad_wrong} <= {point.wrong for point in plan.curve}
    assert len(plan.curve) <= 12
    assert all(later <= earlier + 1e-12 for earlier, later in pairwise(chances))
    assert all(item.low <= item.high <= batch for item in plan.readings)


@pytest.mark.parametrize(
    ("batch", "good", "bad", "risk", "told"),
    [
        (0, 0.02, 0.1, 0.05, "a batch has from 1 to 100,000 cases, not 0"),
        (100_001, 0.02, 0.1, 0.05, "a batch has from 1 to 100,000 cases, not 100,001"),
        (80, 2.0, 0.1, 0.05, "--good is a share between 0 and 1, not 2; did you mean 0.02?"),
        (80, 0.02, 10.0, 0.05, "--bad is a share between 0 and 1, not 10; did you mean 0.1?"),
        (80, 0.02, -0.1, 0.05, "--bad is a share between 0 and 1, not -0.1"),
        (80, 0.02, 0.1, 5.0, "--risk is a share between 0 and 1, not 5; did you mean 0.05?"),
        (80, 0.02, 0.1, 0.0, "a risk lies between 0 and 1, both excluded"),
        (80, 0.1, 0.1, 0.05, "a good batch must have a smaller share wrong than a bad one, not 0.1 and 0.1"),
        (80, float("nan"), 0.1, 0.05, "--good is a share between 0 and 1, not nan"),
    ],
)
def test_a_call_that_asks_for_what_cannot_be_says_what_to_write(
    batch: int, good: float, bad: float, risk: float, told: str
) -> None:
    with pytest.raises(InputError) as refused:
        plan_batch(batch, good=good, bad=bad, risk=risk)

    assert refused.value.message.startswith(told)
    assert refused.value.next_step == "goldsmith review plan --size 80 --good 0.02 --bad 0.10 --risk 0.05"
