"""Acceptance sampling, held against the reference vectors and against plain counting of every sample there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.stats.acceptance import (
    Quality,
    SamplingPlan,
    chance_of_acceptance,
    chance_of_at_least,
    chance_of_at_most,
    operating_curve,
    share_wrong,
    smallest_plan,
    smallest_sample,
)
from goldsmith.stats.distributions import binomial_cdf
from goldsmith.stats.intervals import Interval
from goldsmith.stats.undefined import Undefined

Oracle = Callable[[str], dict[str, Any]]
USUAL = Quality(good=0.02, bad=0.10, producer_risk=0.05, consumer_risk=0.05)


def counted(found: int, *, batch: int, wrong: int, sample: int) -> float:
    """Return the chance by counting samples."""
    ways = sum(comb(wrong, number) * comb(batch - wrong, sample - number) for number in range(min(found, sample) + 1))
    return ways / comb(batch, sample)


@st.composite
def batches(draw: st.DrawFn, largest: int = 60) -> tuple[int, int, int]:
    """Draw a batch, how many of it are wrong, and how many are checked."""
    batch = draw(st.integers(1, largest))
    return batch, draw(st.integers(0, batch)), draw(st.integers(0, batch))


@st.composite
def qualities(draw: st.DrawFn) -> Quality:
    """Draw a stated quality in whole per cent."""
    good = draw(st.integers(0, 40))
    return Quality(
        good=good / 100,
        bad=draw(st.integers(good + 1, 100)) / 100,
        producer_risk=draw(st.sampled_from([0.01, 0.05, 0.1, 0.3])),
        consumer_risk=draw(st.sampled_from([0.01, 0.05, 0.1, 0.3])),
    )


def test_the_operating_curve_is_that_of_the_vector(oracle: Oracle) -> None:
    vector = oracle("accept.hypergeometric_oc")

    assert [
        chance_of_acceptance(SamplingPlan(batch=batch, sample=sample, accept=accept), wrong)
        for batch, wrong, sample, accept in vector["input"]["rows"]
    ] == [pytest.approx(row["p_accept"], rel=0, abs=vector["tolerance"]) for row in vector["expected"]["rows"]]


def test_the_smallest_plan_is_that_of_the_vector(oracle: Oracle) -> None:
    vector = oracle("accept.smallest_plan")
    computed: list[tuple[Any, ...]] = []
    for batch, good, bad in vector["input"]["rows"]:
        quality = Quality(
            good=good, bad=bad, producer_risk=vector["input"]["alpha"], consumer_risk=vector["input"]["beta"]
        )
        plan = smallest_plan(batch, quality)
        chances = operating_curve(plan, (quality.good_count(batch), quality.bad_count(batch)))
        computed.append((plan.sample, plan.accept, *chances))

    assert computed == [
        (
            row["n"],
            row["c"],
            pytest.approx(row["p_accept_good"], rel=0, abs=vector["tolerance"]),
            pytest.approx(row["p_accept_bad"], rel=0, abs=vector["tolerance"]),
        )
        for row in vector["expected"]["rows"]
    ]


def test_the_sample_that_must_hold_no_wrong_one_is_that_of_the_vector(oracle: Oracle) -> None:
    vector = oracle("accept.zero_defect_n")
    rows = vector["expected"]["rows"]

    assert [smallest_sample(row["lot"], wrong=row["wrong"], risk=row["beta"]) for row in rows] == [
        row["n"] for row in rows
    ]


@pytest.mark.parametrize(("column", "times"), [("oc_at_aql", 1), ("oc_at_4x_aql", 4)])
def test_the_curves_of_the_published_plans_are_those_of_the_vector(oracle: Oracle, column: str, times: int) -> None:
    vector = oracle("accept.iso2859_level2_rows")
    computed, expected = [], []
    for row in vector["expected"]["rows"]:
        for quality, accept in row["accept_number_by_aql_percent"].items():
            computed.append(binomial_cdf(accept, row["n"], times * float(quality) / 100))
            expected.append(pytest.approx(row[column][quality], rel=0, abs=vector["tolerance"]))

    assert computed == expected


def test_the_curve_of_a_large_batch_nears_that_of_a_stream() -> None:
    plan = SamplingPlan(batch=1_000_000, sample=80, accept=2)

    assert chance_of_acceptance(plan, 40_000) == pytest.approx(binomial_cdf(2, 80, 0.04), abs=1e-4)


@given(batches(), st.integers(0, 60))
def test_a_chance_is_the_share_of_samples(drawn: tuple[int, int, int], found: int) -> None:
    batch, wrong, sample = drawn
    exact = counted(found, batch=batch, wrong=wrong, sample=sample)

    assert chance_of_at_most(found, batch=batch, wrong=wrong, sample=sample) == pytest.approx(exact, abs=1e-12)
    assert chance_of_at_least(found + 1, batch=batch, wrong=wrong, sample=sample) == pytest.approx(1 - exact, abs=1e-12)


@given(batches(largest=9))
def test_counting_every_single_sample_gives_the_same_curve(drawn: tuple[int, int, int]) -> None:
    batch, accept, sample = drawn
    samples = list(combinations(range(batch), sample))
    naive = [
        sum(sum(one < wrong for one in chosen) <= accept for chosen in samples) / len(samples)
        for wrong in range(batch + 1)
    ]

    assert operating_curve(SamplingPlan(batch=batch, sample=sample, accept=accept)) == pytest.approx(naive, abs=1e-12)


@given(st.integers(1, 40), qualities())
def test_the_smallest_plan_is_what_trying_every_plan_finds(batch: int, quality: Quality) -> None:
    good, bad = quality.good_count(batch), quality.bad_count(batch)
    fitting = [
        (sample, accept)
        for sample in range(1, batch + 1)
        for accept in range(sample + 1)
        if counted(accept, batch=batch, wrong=good, sample=sample) >= 1 - quality.producer_risk - 1e-12
        and counted(accept, batch=batch, wrong=bad, sample=sample) <= quality.consumer_risk + 1e-12
    ]
    least = min(sample for sample, _ in fitting)
    plan = smallest_plan(batch, quality)

    assert [one for one in fitting if one[0] == least] == [(plan.sample, plan.accept)]


@given(st.integers(1, 40), qualities())
def test_a_plan_keeps_both_risks_and_a_worse_batch_is_never_likelier_taken(batch: int, quality: Quality) -> None:
    curve = operating_curve(smallest_plan(batch, quality))

    assert curve[quality.good_count(batch)] >= 1 - quality.producer_risk - 1e-12
    assert curve[quality.bad_count(batch)] <= quality.consumer_risk + 1e-12
    assert all(worse <= better + 1e-12 for better, worse in pairwise(curve))


@given(batches(largest=25), st.sampled_from([0.8, 0.95, 0.99]))
def test_the_interval_holds_every_share_that_no_test_excludes(drawn: tuple[int, int, int], level: float) -> None:
    batch, found, sample = drawn
    if not found <= sample or sample == 0:
        return
    tail = (1 - level) / 2
    kept = [
        wrong
        for wrong in range(found, batch - sample + found + 1)
        if counted(found, batch=batch, wrong=wrong, sample=sample) > tail + 1e-12
        and 1 - (counted(found - 1, batch=batch, wrong=wrong, sample=sample) if found else 0) > tail + 1e-12
    ]

    assert share_wrong(found, batch=batch, sample=sample, level=level) == Interval(
        low=kept[0] / batch, high=kept[-1] / batch, level=level
    )


@given(st.integers(2, 30), st.data())
def test_the_interval_misses_the_truth_no_more_often_than_it_says(batch: int, data: st.DataObject) -> None:
    wrong = data.draw(st.integers(0, batch))
    sample = data.draw(st.integers(1, batch))
    missed = 0.0
    for found in range(max(0, sample - batch + wrong), min(wrong, sample) + 1):
        held = share_wrong(found, batch=batch, sample=sample)
        assert isinstance(held, Interval)
        if not held.low - 1e-12 <= wrong / batch <= held.high + 1e-12:
            missed += comb(wrong, found) * comb(batch - wrong, sample - found) / comb(batch, sample)

    assert missed <= 0.05 + 1e-9


def test_a_batch_that_was_checked_whole_is_known() -> None:
    assert share_wrong(3, batch=12, sample=12) == Interval(low=0.25, high=0.25, level=0.95)


def test_without_a_sample_nothing_is_known() -> None:
    assert share_wrong(0, batch=12, sample=0) == Undefined("needs at least 1 checked case, there is none")


@pytest.mark.parametrize(("batch", "plan"), [(1, (1, 0)), (5, (5, 0)), (10, (10, 0)), (80, (37, 1)), (10_000, (89, 4))])
def test_a_small_batch_is_checked_whole(batch: int, plan: tuple[int, int]) -> None:
    found = smallest_plan(batch, USUAL)

    assert (found.sample, found.accept, found.whole) == (*plan, plan[0] == batch)


def test_a_batch_with_no_more_wrong_ones_than_are_let_pass_is_never_found() -> None:
    assert smallest_sample(80, wrong=2, risk=0.05, accept=2) == Undefined(
        "a batch with 2 wrong is always taken where 2 are let pass"
    )


def test_shares_are_counted_as_they_are_written() -> None:
    quality = Quality(good=0.07, bad=0.29, producer_risk=0.05, consumer_risk=0.05)

    assert (quality.good_count(100), quality.bad_count(100)) == (7, 29)


@pytest.mark.parametrize(
    ("good", "bad", "risk"), [(0.1, 0.1, 0.05), (0.2, 0.1, 0.05), (-0.1, 0.1, 0.05), (0.0, 1.1, 0.05), (0.0, 0.1, 1.0)]
)
def test_a_quality_that_parts_nothing_is_refused(good: float, bad: float, risk: float) -> None:
    with pytest.raises(ValueError, match=r"must lie between|needs shares"):
        Quality(good=good, bad=bad, producer_risk=risk, consumer_risk=0.05)


@pytest.mark.parametrize(("batch", "wrong", "sample"), [(-1, 0, 0), (5, 6, 1), (5, 1, 6), (5, -1, 1), (5, 1, -1)])
def test_what_does_not_lie_in_the_batch_is_refused(batch: int, wrong: int, sample: int) -> None:
    with pytest.raises(ValueError, match="do not lie in a batch"):
        chance_of_at_most(0, batch=batch, wrong=wrong, sample=sample)


def test_a_batch_without_a_case_has_no_plan() -> None:
    with pytest.raises(ValueError, match="a batch of at least 1"):
        smallest_plan(0, USUAL)


@pytest.mark.parametrize(("found", "sample"), [(-1, 3), (4, 3), (1, 13)])
def test_a_count_that_cannot_be_has_no_interval(found: int, sample: int) -> None:
    with pytest.raises(ValueError, match="no count of wrong ones"):
        share_wrong(found, batch=12, sample=sample)


def test_every_vector_on_acceptance_is_computed(shared: Path) -> None:
    document = json.loads((shared / "oracles" / "oracles.json").read_text(encoding="utf-8"))

    assert sorted(vector["id"] for vector in document["vectors"] if vector["topic"] == "acceptance") == [
        "accept.hypergeometric_oc",
        "accept.iso2859_level2_rows",
        "accept.smallest_plan",
        "accept.zero_defect_n",
    ]
