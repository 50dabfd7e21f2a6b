"""Intervals hold their estimate, tighten with more cases, and cover the truth as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as peer
from statsmodels.stats.proportion import proportion_confint

from goldsmith.stats.intervals import (
    Interval,
    PairedCounts,
    clean_cases_needed,
    clopper_pearson,
    mean_interval,
    paired_rate_difference,
    standard_error,
    upper_bound_if_none,
    wilson,
)
from goldsmith.stats.undefined import Undefined

COUNTS = st.integers(1, 3000).flatmap(lambda cases: st.tuples(st.integers(0, cases), st.just(cases)))
LEVELS = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
CELL = st.integers(0, 200)
NO_CASE = Undefined("needs at least 1 case, there is none")


def ends(interval: Interval | Undefined) -> tuple[float, float]:
    assert isinstance(interval, Interval)
    return interval.low, interval.high


def test_six_clean_permission_cases_leave_a_leak_rate_of_39_percent_possible() -> None:
    bound = upper_bound_if_none(6)

    assert bound == pytest.approx(0.39303776899708276)


def test_a_rate_of_no_case_has_no_interval() -> None:
    nobody = PairedCounts(both=0, only_first=0, only_second=0, neither=0)

    assert [wilson(0, 0), clopper_pearson(0, 0), upper_bound_if_none(0), paired_rate_difference(nobody)] == [
        NO_CASE
    ] * 4


@pytest.mark.parametrize(("passed", "cases"), [(3, 2), (-1, 2), (0, -1)])
def test_an_impossible_count_is_refused(passed: int, cases: int) -> None:
    with pytest.raises(ValueError, match="is not a count of cases"):
        wilson(passed, cases)
    with pytest.raises(ValueError, match="is not a count of cases"):
        clopper_pearson(passed, cases)


@pytest.mark.parametrize("level", [0.0, 1.0, 95, math.nan])
def test_a_level_outside_0_and_1_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level must lie between 0 and 1"):
        wilson(1, 2, level=level)
    with pytest.raises(ValueError, match="level must lie between 0 and 1"):
        clopper_pearson(1, 2, level=level)


@given(COUNTS, LEVELS)
def test_both_intervals_of_a_rate_agree_with_the_peers(count: tuple[int, int], level: float) -> None:
    passed, cases = count

    exact = ends(clopper_pearson(passed, cases, level=level))
    score = ends(wilson(passed, cases, level=level))

    assert exact == pytest.approx(proportion_confint(passed, cases, alpha=1 - level, method="beta"), abs=1e-9)
    assert score == pytest.approx(proportion_confint(passed, cases, alpha=1 - level, method="wilson"), abs=1e-9)


@pytest.mark.parametrize(("passed", "cases"), [(1, 100_000), (99_999, 100_000), (50_000, 100_000), (500, 1_000_000)])
def test_the_exact_interval_stays_exact_for_many_cases(passed: int, cases: int) -> None:
    exact = ends(clopper_pearson(passed, cases))

    assert exact == pytest.approx(proportion_confint(passed, cases, method="beta"), abs=1e-9)


@given(COUNTS, LEVELS)
def test_the_intervals_of_a_rate_hold_the_rate_and_stay_within_0_and_1(count: tuple[int, int], level: float) -> None:
    passed, cases = count

    for low, high in (ends(wilson(passed, cases, level=level)), ends(clopper_pearson(passed, cases, level=level))):
        assert 0.0 <= low <= passed / cases <= high <= 1.0


@given(COUNTS, LEVELS)
def test_the_interval_of_the_failures_mirrors_that_of_the_passes(count: tuple[int, int], level: float) -> None:
    passed, cases = count

    for rate_interval in (wilson, clopper_pearson):
        low, high = ends(rate_interval(passed, cases, level=level))
        assert ends(rate_interval(cases - passed, cases, level=level)) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@given(st.integers(1, 20), st.integers(1, 20), st.integers(2, 20))
def test_more_cases_at_the_same_rate_give_a_narrower_interval(passed: int, failed: int, times: int) -> None:
    cases = passed + failed

    for rate_interval in (wilson, clopper_pearson):
        low, high = ends(rate_interval(passed, cases))
        closer_low, closer_high = ends(rate_interval(passed * times, cases * times))
        assert low < closer_low < closer_high < high


@given(st.floats(0.0005, 0.9), LEVELS)
def test_the_clean_cases_needed_are_the_least_that_rule_the_rate_out(rate: float, level: float) -> None:
    needed = clean_cases_needed(rate, level=level)
    bound, bound_before = upper_bound_if_none(needed, level=level), upper_bound_if_none(needed - 1, level=level)

    assert isinstance(bound, float)
    assert bound <= rate * (1 + 1e-9)
    assert isinstance(bound_before, Undefined) or bound_before > rate * (1 - 1e-9)


@pytest.mark.parametrize(("rate", "needed"), [(0.95, 1), (0.99, 1), (1 - 0.05**0.5, 2), (0.01, 299)])
def test_a_rate_that_is_met_exactly_costs_no_further_case(rate: float, needed: int) -> None:
    assert clean_cases_needed(rate) == needed


@given(CELL, CELL, CELL, CELL, LEVELS)
def test_the_paired_difference_lies_in_its_interval_and_changes_sign_with_the_order(
    both: int, only_first: int, only_second: int, neither: int, level: float
) -> None:
    counts = PairedCounts(both=both, only_first=only_first, only_second=only_second, neither=neither)
    swapped = PairedCounts(both=both, only_first=only_second, only_second=only_first, neither=neither)
    found, mirrored = paired_rate_difference(counts, level=level), paired_rate_difference(swapped, level=level)
    if isinstance(found, Undefined) or isinstance(mirrored, Undefined):
        assert counts.cases == 0
        return

    assert -1.0 <= found.interval.low <= found.difference <= found.interval.high <= 1.0
    assert ends(mirrored.interval) == pytest.approx((-found.interval.high, -found.interval.low), abs=1e-9)


@given(st.lists(st.integers(-1000, 1000).map(lambda whole: whole / 8), min_size=2, max_size=60), LEVELS)
def test_the_interval_of_a_mean_agrees_with_the_peer(values: list[float], level: float) -> None:
    found = mean_interval(values, level=level)
    if isinstance(found, Undefined):
        assert len(set(values)) == 1
        return
    expected = peer.t.interval(level, len(values) - 1, loc=np.mean(values), scale=peer.sem(values))

    assert ends(found) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_mean_without_spread_has_no_interval() -> None:
    assert [mean_interval([]), mean_interval([0.3]), mean_interval([0.3 - 0.2, 0.2 - 0.1])] == [
        Undefined("needs at least 2 cases, there are none"),
        Undefined("needs at least 2 cases, there is 1"),
        Undefined("all values are equal, so they say nothing of their spread"),
    ]


def test_a_value_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="finite number"):
        standard_error([0.1, math.nan])


def test_exact_intervals_cover_every_true_rate_at_least_as_often_as_they_say() -> None:
    cases = 40
    intervals = [ends(clopper_pearson(passed, cases)) for passed in range(cases + 1)]

    coverage = [
        sum(peer.binom.pmf(passed, cases, rate) for passed, (low, high) in enumerate(intervals) if low <= rate <= high)
        for rate in np.linspace(0.01, 0.99, 99)
    ]

    assert min(coverage) >= 0.95 - 1e-9


def test_score_intervals_cover_the_true_rate_in_93_to_97_of_100_simulations() -> None:
    # Counts are whole, so the coverage swings from rate to rate: it is right on average over rates.
    generator = np.random.default_rng(7)
    rates = generator.uniform(0.05, 0.95, 2000)
    draws = generator.binomial(60, rates).tolist()

    covered = [
        low <= rate <= high
        for rate, (low, high) in zip(rates, (ends(wilson(passed, 60)) for passed in draws), strict=True)
    ]

    assert 0.93 <= np.mean(covered) <= 0.97


def test_paired_differences_cover_the_true_difference_in_93_to_97_of_100_simulations() -> None:
    tables = np.random.default_rng(7).multinomial(80, [0.6, 0.15, 0.05, 0.2], 2000).tolist()
    covered = 0

    for both, only_first, only_second, neither in tables:
        counts = PairedCounts(both=both, only_first=only_first, only_second=only_second, neither=neither)
        found = paired_rate_difference(counts)
        assert not isinstance(found, Undefined)
        covered += found.interval.low <= 0.1 <= found.interval.high

    assert 0.93 <= covered / 2000 <= 0.97


def test_intervals_of_a_mean_cover_the_true_mean_in_93_to_97_of_100_simulations() -> None:
    samples = np.random.default_rng(7).normal(0.4, 0.2, (2000, 12)).tolist()

    covered = [low <= 0.4 <= high for low, high in (ends(mean_interval(sample)) for sample in samples)]

    assert 0.93 <= np.mean(covered) <= 0.97
