"""What a set can detect."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.stats.paired import mcnemar
from goldsmith.stats.power import (
    clustered_standard_error,
    design_effect,
    exact_mcnemar_power,
    paired_sample_size,
    smallest_fall_that_flips,
    smallest_visible_drop,
    smallest_visible_mean_drop,
    standard_error_with_repeats,
)
from goldsmith.stats.undefined import Undefined

FLIPS = st.floats(0.01, 1.0)
POWERS = st.sampled_from([0.5, 0.8, 0.9, 0.95])


@given(st.integers(5, 5000), FLIPS, POWERS)
def test_the_smallest_visible_drop_needs_just_these_cases(cases: int, flip_share: float, power: float) -> None:
    drop = smallest_visible_drop(cases, flip_share=flip_share, power=power)
    if isinstance(drop, Undefined):
        assert paired_sample_size(drop=flip_share, flip_share=flip_share, power=power) > cases
        return

    assert paired_sample_size(drop=drop * (1 + 1e-9), flip_share=min(1.0, flip_share * (1 + 1e-9)), power=power) in {
        cases,
        cases + 1,
    }


@given(st.integers(1, 2000), st.integers(1, 2000), FLIPS)
def test_more_cases_never_show_less(cases: int, further: int, flip_share: float) -> None:
    few = smallest_visible_drop(cases, flip_share=flip_share)
    many = smallest_visible_drop(cases + further, flip_share=flip_share)

    assert isinstance(few, Undefined) or (not isinstance(many, Undefined) and many <= few)


@given(st.floats(0.01, 0.2), st.floats(0.2, 0.6), st.floats(0.01, 0.3))
def test_noisier_verdicts_need_more_cases(drop: float, flip_share: float, noise: float) -> None:
    assert paired_sample_size(drop=drop, flip_share=flip_share) <= paired_sample_size(
        drop=drop, flip_share=flip_share + noise
    )


def test_an_unreachable_drop_says_so() -> None:
    assert smallest_visible_drop(20, flip_share=0.1) == Undefined(
        "20 cases of which 10% flip cannot show a fall, even if all flips go one way"
    )


def test_a_single_case_shows_nothing() -> None:
    assert isinstance(smallest_visible_drop(1, flip_share=1.0), Undefined)


@pytest.mark.parametrize(
    ("cases", "only_old", "only_new", "alpha"),
    [(9, 0.3, 0.1, 0.05), (12, 0.5, 0.0, 0.05), (8, 0.6, 0.4, 0.2), (5, 0.9, 0.1, 0.0625)],
)
def test_exact_power_is_the_chance_of_all_tables_that_the_test_rejects(
    cases: int, only_old: float, only_new: float, alpha: float
) -> None:
    rejected = 0.0
    for old in range(cases + 1):
        for new in range(cases + 1 - old):
            ways = math.comb(cases, old) * math.comb(cases - old, new)
            same = max(0.0, 1 - only_old - only_new) ** (cases - old - new)
            if mcnemar(old, new).p_value <= alpha:
                rejected += ways * only_old**old * only_new**new * same

    assert exact_mcnemar_power(cases, p_only_old=only_old, p_only_new=only_new, alpha=alpha) == pytest.approx(rejected)


@given(st.integers(1, 120), st.floats(0, 0.5), st.floats(0, 0.5))
def test_exact_power_is_a_chance_and_does_not_care_which_system_is_better(cases: int, one: float, other: float) -> None:
    power = exact_mcnemar_power(cases, p_only_old=one, p_only_new=other)

    assert 0.0 <= power <= 1.0 + 1e-12
    assert exact_mcnemar_power(cases, p_only_old=other, p_only_new=one) == pytest.approx(power, abs=1e-12)


def test_without_flips_there_is_no_power() -> None:
    assert exact_mcnemar_power(50, p_only_old=0.0, p_only_new=0.0) == 0.0


def test_a_visible_mean_drop_halves_with_four_times_the_cases() -> None:
    assert smallest_visible_mean_drop(240, sd=0.3) == pytest.approx(smallest_visible_mean_drop(60, sd=0.3) / 2)


def test_repeats_cannot_shrink_what_lies_between_the_cases() -> None:
    floor = math.sqrt(0.16 / 60)
    errors = [standard_error_with_repeats(between=0.16, within=0.09, cases=60, repeats=k) for k in (1, 3, 100, 10_000)]

    assert errors == sorted(errors, reverse=True)
    assert errors[-1] > floor


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30, unique=True))
def test_clusters_of_one_give_nearly_the_error_of_independent_values(values: list[float]) -> None:
    found = clustered_standard_error([[value] for value in values])
    if isinstance(found, Undefined):
        assert max(values) - min(values) <= 1e-12
        return

    shrink = math.sqrt((len(values) - 1) / len(values))
    assert (found.mean, found.clustered, found.naive) == pytest.approx(
        (np.mean(values), found.naive * shrink, np.std(values, ddof=1) / math.sqrt(len(values)))
    )


def test_one_cluster_or_no_spread_has_no_error() -> None:
    assert [
        clustered_standard_error([[1, 0], []]),
        clustered_standard_error([]),
        clustered_standard_error([[1], [1]]),
    ] == [
        Undefined("needs at least 2 clusters, there is 1"),
        Undefined("needs at least 2 clusters, there are none"),
        Undefined("all values are equal, so they say nothing of their spread"),
    ]


def test_falls_are_the_reference_vectors_where_there_are_flips_enough(oracle: Callable[[str], dict[str, Any]]) -> None:
    rows = [row for row in oracle("power.paired.mde")["expected"]["rows"] if row["mde"] is not None]
    found = [smallest_fall_that_flips(row["n"], least_flips=row["flip_share"]) for row in rows]

    assert found == pytest.approx([row["mde"] for row in rows], abs=1e-6)


@given(st.integers(6, 3000), st.floats(0, 1))
def test_a_fall_never_outgrows_the_flips_that_it_brings(cases: int, least: float) -> None:
    fall = smallest_fall_that_flips(cases, least_flips=least)

    assert isinstance(fall, float)
    assert 0.0 < fall <= 1.0
    assert paired_sample_size(drop=fall, flip_share=max(least, fall)) in {cases, cases + 1}


def test_five_cases_show_no_fall_since_p_cannot_reach_the_level() -> None:
    assert smallest_fall_that_flips(5, least_flips=0.2) == Undefined(
        "5 case(s): p is at least 2/2^5 = 0.06, even if all flip"
    )
    assert isinstance(smallest_fall_that_flips(5, least_flips=0.2, alpha=0.1), float)


def test_clusters_widen_the_variance_as_much_as_the_clustered_error_says() -> None:
    clusters = [[1.0] * 3, [0.0] * 3, [1.0] * 3, [0.0] * 3]
    error = clustered_standard_error(clusters)
    independent = clustered_standard_error([[value] for cluster in clusters for value in cluster])

    assert not isinstance(error, Undefined)
    assert not isinstance(independent, Undefined)
    assert (error.clustered / independent.clustered) ** 2 == pytest.approx(design_effect([3, 3, 3, 3]))


@pytest.mark.parametrize(
    ("sizes", "correlation", "effect"),
    [
        ([], 1.0, 1.0),
        ([1, 1, 1], 1.0, 1.0),
        ([4, 4], 1.0, 4.0),
        ([4, 4], 0.0, 1.0),
        ([1, 3], 1.0, 2.5),
        ([1, 3], 0.5, 1.75),
    ],
)
def test_a_design_effect_is_the_mean_cluster_of_a_value(sizes: list[int], correlation: float, effect: float) -> None:
    assert design_effect(sizes, correlation=correlation) == pytest.approx(effect)


def test_impossible_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="needs a flip share from that to 1"):
        paired_sample_size(drop=0.2, flip_share=0.1)
    with pytest.raises(ValueError, match="least_flips must lie within"):
        smallest_fall_that_flips(10, least_flips=1.1)
    with pytest.raises(ValueError, match="clusters of 1 or more"):
        design_effect([2, 0])
    with pytest.raises(ValueError, match="flip_share must lie within"):
        smallest_visible_drop(10, flip_share=0.0)
    with pytest.raises(ValueError, match="not chances of two exclusive outcomes"):
        exact_mcnemar_power(10, p_only_old=0.7, p_only_new=0.4)
    with pytest.raises(ValueError, match="sd must not be negative"):
        smallest_visible_mean_drop(10, sd=-1)
    with pytest.raises(ValueError, match="at least 1 repeat"):
        standard_error_with_repeats(between=0.1, within=0.1, cases=3, repeats=0)
    with pytest.raises(ValueError, match="at least 1 case"):
        smallest_visible_mean_drop(0, sd=1)
    with pytest.raises(ValueError, match="power must lie between 0 and 1"):
        paired_sample_size(drop=0.1, flip_share=0.1, power=1.0)
