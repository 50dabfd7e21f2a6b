"""Paired tests and intervals: against peers, and what must hold for any data."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as peer
from statsmodels.stats.contingency_tables import mcnemar as peer_mcnemar

from goldsmith.stats.intervals import Interval
from goldsmith.stats.paired import (
    BootstrapInterval,
    McNemar,
    SignFlip,
    bootstrap_interval,
    bootstrap_intervals,
    bootstrap_means,
    mcnemar,
    paired_t,
    sign_flip_test,
    sign_flip_tests,
    smallest_sign_flip_p,
)
from goldsmith.stats.undefined import Undefined

TENTHS = st.integers(-10, 10).map(lambda whole: whole / 10)
DIFFERENCES = st.lists(TENTHS, min_size=1, max_size=11)
LEVEL = 0.95


def flips(differences: list[float]) -> SignFlip:
    test = sign_flip_test(differences, resamples=2000, seed=1)
    assert isinstance(test, SignFlip)
    return test


def bootstrap(differences: list[float], method: str = "bca") -> BootstrapInterval:
    found = bootstrap_interval(differences, method="bca" if method == "bca" else "percentile", resamples=2000, seed=1)
    assert isinstance(found, BootstrapInterval)
    return found


def by_enumeration(differences: list[float]) -> float:
    seen = abs(math.fsum(differences)) - 1e-9
    patterns = list(itertools.product((-1, 1), repeat=len(differences)))
    hits = sum(abs(math.fsum(s * d for s, d in zip(signs, differences, strict=True))) >= seen for signs in patterns)
    return hits / len(patterns)


@settings(max_examples=40)
@given(DIFFERENCES)
def test_the_exact_p_is_the_share_of_all_sign_patterns(differences: list[float]) -> None:
    assert flips(differences).p_value == by_enumeration(differences)


@settings(max_examples=25)
@given(st.lists(st.floats(-1, 1), min_size=3, max_size=9))
def test_the_exact_p_agrees_with_the_peer(differences: list[float]) -> None:
    expected = peer.permutation_test(
        (np.array(differences), np.zeros(len(differences))),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=math.inf,
    )

    # The peer calls sums equal within a far smaller distance than ours.
    if all(abs(difference) > 1e-3 for difference in differences):
        assert flips(differences).p_value == pytest.approx(expected.pvalue, abs=2 / 2 ** len(differences))


@given(st.lists(TENTHS, min_size=1, max_size=30))
def test_neither_the_order_of_the_cases_nor_that_of_the_systems_changes_an_exact_p(differences: list[float]) -> None:
    test = flips(differences)

    assert flips(differences[::-1]) == test
    assert flips([-difference for difference in differences]).p_value == test.p_value


@given(st.lists(TENTHS, min_size=1, max_size=60))
def test_a_p_is_a_chance_that_is_never_below_the_smallest_one(differences: list[float]) -> None:
    test = flips(differences)

    assert test.smallest_p <= test.p_value <= 1.0


def test_no_difference_anywhere_has_a_p_of_1() -> None:
    assert flips([0.0, 0.0, 0.0]) == SignFlip(
        cases=3, mean_difference=0.0, p_value=1.0, exact=True, patterns=8, smallest_p=1.0
    )


def test_five_cases_cannot_reach_five_percent() -> None:
    assert (flips([0.2, 0.3, 0.4, 0.5, 0.6]).p_value, smallest_sign_flip_p(5)) == (0.0625, 0.0625)


def test_no_case_has_no_test() -> None:
    nothing = Undefined("needs at least 1 case, there is none")

    assert (sign_flip_test([], seed=1), sign_flip_tests(np.empty((0, 2)), seed=1)) == (nothing, (nothing, nothing))


def test_a_drawn_p_is_near_the_exact_one_and_never_0() -> None:
    # 40 verdicts that differ: the exact p is that of a sign test, in whole numbers.
    verdicts = [-1.0] * 27 + [1.0] * 13
    sweeping = [-1.0] * 40

    drawn = sign_flip_test(verdicts, resamples=50_000, seed=1)

    assert isinstance(drawn, SignFlip)
    assert (drawn.exact, drawn.patterns) == (False, 50_000)
    assert drawn.p_value == pytest.approx(mcnemar(27, 13).p_value, abs=0.004)
    assert flips(sweeping).p_value == flips(sweeping).smallest_p == 1 / 2001


def test_ties_count_as_hits_whatever_the_last_digits_of_a_sum() -> None:
    # Thirds have no exact form: the sums of equal counts differ in their last digits.
    thirds = [1 / 3, 2 / 3, -1 / 3] * 14
    whole = [1.0, 2.0, -1.0] * 14

    assert flips(thirds).p_value == flips(whole).p_value


def test_measures_tested_together_or_alone_give_the_same() -> None:
    matrix = np.random.default_rng(3).normal(0.05, 0.2, (50, 3))
    matrix[20:, 1] = 0.0

    together = sign_flip_tests(matrix, resamples=500, seed=9)
    alone = tuple(sign_flip_test(matrix[:, k].tolist(), resamples=500, seed=9) for k in range(3))

    assert together == alone


def test_the_same_seed_gives_the_same_and_another_seed_another_draw() -> None:
    differences = np.random.default_rng(3).normal(0.02, 0.2, 60).tolist()

    assert flips(differences) == flips(differences)
    assert sign_flip_test(differences, resamples=2000, seed=3) != flips(differences)


def test_p_values_of_equal_systems_are_spread_evenly() -> None:
    same = np.random.default_rng(5).normal(0, 1, (40, 2000))

    tests = sign_flip_tests(same, resamples=999, seed=1)

    share = np.mean([test.p_value <= 0.05 for test in tests if isinstance(test, SignFlip)])
    assert 0.03 <= share <= 0.07


@given(st.integers(0, 400), st.integers(0, 400))
def test_mcnemar_agrees_with_the_peer_and_does_not_care_which_system_is_which(only_old: int, only_new: int) -> None:
    test = mcnemar(only_old, only_new)

    assert test.p_value == pytest.approx(peer_mcnemar([[0, only_old], [only_new, 0]], exact=True).pvalue)
    assert (test.p_value, test.p_mid) == (mcnemar(only_new, only_old).p_value, mcnemar(only_new, only_old).p_mid)
    assert isinstance(test.p_mid, Undefined) or 0.0 < test.p_mid < test.p_value


def test_without_a_case_that_differs_mcnemar_is_1_and_the_mid_p_is_undefined() -> None:
    assert mcnemar(0, 0) == McNemar(only_old=0, only_new=0, p_value=1.0, p_mid=Undefined("no case differs"))


def test_a_p_too_small_for_a_float_is_not_0() -> None:
    sweeping = mcnemar(3000, 0)

    assert (sweeping.p_value, sweeping.p_mid, smallest_sign_flip_p(3000)) == (5e-324, 5e-324, 5e-324)


@given(st.lists(TENTHS, min_size=2, max_size=40))
def test_the_t_test_agrees_with_the_peer(differences: list[float]) -> None:
    test = paired_t(differences)
    if isinstance(test, Undefined):
        assert len(set(differences)) == 1
        return
    expected = peer.ttest_1samp(differences, 0)

    assert (test.t, test.p_value, test.degrees_of_freedom) == pytest.approx(
        (expected.statistic, expected.pvalue, len(differences) - 1), rel=1e-9, abs=1e-9
    )
    assert paired_t(differences[::-1]) == test


def test_equal_differences_or_a_single_one_have_no_t() -> None:
    undefined = Undefined("needs at least 2 cases whose differences are not all equal")

    assert [paired_t([0.1]), paired_t([0.1, 0.1]), paired_t([0.3 - 0.2, 0.2 - 0.1])] == [undefined] * 3


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_bootstrap_intervals_agree_with_the_peer(method: str) -> None:
    differences = np.random.default_rng(11).exponential(0.2, 40) - 0.15

    expected = peer.bootstrap(
        (differences,), np.mean, n_resamples=20_000, method="BCa" if method == "bca" else method, rng=1
    ).confidence_interval
    found = bootstrap_intervals(
        differences[:, None], method="bca" if method == "bca" else "percentile", resamples=20_000, seed=1
    )[0]

    assert isinstance(found, BootstrapInterval)
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), abs=0.003)


@settings(max_examples=40)
@given(st.lists(TENTHS, min_size=2, max_size=25))
def test_bootstrap_intervals_are_finite_ordered_and_within_the_data(differences: list[float]) -> None:
    for method in ("percentile", "bca"):
        found = bootstrap(differences, method)
        assert min(differences) - 1e-12 <= found.interval.low <= found.interval.high <= max(differences) + 1e-12
        assert found.constant == (len(set(differences)) == 1)


@settings(max_examples=20)
@given(st.lists(TENTHS, min_size=2, max_size=25))
def test_a_bootstrap_of_the_other_order_of_systems_is_the_mirror(differences: list[float]) -> None:
    found, mirrored = bootstrap(differences), bootstrap([-difference for difference in differences])

    assert (mirrored.interval.low, mirrored.interval.high) == pytest.approx(
        (-found.interval.high, -found.interval.low), abs=1e-9
    )


def test_equal_differences_give_a_width_of_0_that_says_why() -> None:
    assert bootstrap([0.25, 0.25, 0.25]) == BootstrapInterval(
        cases=3,
        mean_difference=0.25,
        interval=Interval(low=0.25, high=0.25, level=LEVEL),
        method="bca",
        resamples=2000,
        constant=True,
    )


def test_a_bootstrap_needs_two_cases() -> None:
    assert bootstrap_intervals(np.ones((1, 2)), seed=1) == (Undefined("needs at least 2 cases, there is 1"),) * 2
    assert bootstrap_interval([], seed=1) == Undefined("needs at least 2 cases, there are none")


def test_few_resamples_and_a_wild_case_still_give_a_finite_interval() -> None:
    found = bootstrap_interval([0.0] * 30 + [1e6], resamples=3, level=1 - 1e-15, seed=4)

    assert isinstance(found, BootstrapInterval)
    assert 0.0 <= found.interval.low <= found.interval.high <= 1e6


def test_measures_resampled_together_or_alone_give_the_same() -> None:
    matrix = np.random.default_rng(3).normal(0.05, 0.2, (50, 3))

    together = bootstrap_means(matrix, resamples=300, seed=9)
    alone = np.column_stack([bootstrap_means(matrix[:, [k]], resamples=300, seed=9)[:, 0] for k in range(3)])

    assert together == pytest.approx(alone, abs=1e-12)


def test_more_cases_give_a_narrower_bootstrap_interval() -> None:
    differences = np.random.default_rng(3).normal(0.05, 0.2, 800).tolist()
    few, many = bootstrap(differences[:50]).interval, bootstrap(differences).interval

    assert many.high - many.low < few.high - few.low


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_bootstrap_intervals_cover_the_true_mean_in_93_to_97_of_100_simulations(method: str) -> None:
    samples = np.random.default_rng(7).normal(0.1, 0.3, (80, 2000))

    found = bootstrap_intervals(samples, method="bca" if method == "bca" else "percentile", resamples=1000, seed=1)

    covered = [entry.interval.low <= 0.1 <= entry.interval.high for entry in found if not isinstance(entry, Undefined)]
    assert 0.93 <= np.mean(covered) <= 0.97


def test_data_of_another_shape_or_without_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="cases x measures"):
        sign_flip_tests([0.1, 0.2], seed=1)
    with pytest.raises(ValueError, match="finite number"):
        bootstrap_interval([0.1, math.nan], seed=1)
    with pytest.raises(ValueError, match="at least 1 resample"):
        sign_flip_test([0.1], resamples=0, seed=1)
    with pytest.raises(ValueError, match="at least 1 case"):
        bootstrap_means(np.empty((0, 1)), seed=1)
    with pytest.raises(ValueError, match="not counts of cases"):
        mcnemar(-1, 2)
    with pytest.raises(ValueError, match="not a count of cases"):
        smallest_sign_flip_p(-1)
