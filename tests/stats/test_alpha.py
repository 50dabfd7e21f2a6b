"""Krippendorff's alpha: against the definition, with any distance, and what must hold for any ratings."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.stats.alpha import Alpha, Metric, Resampling, krippendorff_alpha
from goldsmith.stats.alpha_of_sets import alpha_of_sets
from goldsmith.stats.intervals import Interval
from goldsmith.stats.set_overlap import Overlap, jaccard, masi
from goldsmith.stats.undefined import Undefined

NAN = float("nan")
UNITS = st.lists(st.lists(st.sampled_from([NAN, 1.0, 2.0, 3.0, 5.0]), min_size=3, max_size=3), min_size=1, max_size=12)
METRICS = st.sampled_from(["nominal", "ordinal", "interval", "ratio"])
SELECTION = st.frozensets(st.sampled_from("abcd"), max_size=3)
SELECTIONS = st.lists(st.lists(SELECTION, min_size=1, max_size=3), min_size=1, max_size=10)
DRAWN = Resampling(seed=1, resamples=200)


def number(found: Alpha) -> float:
    return 9.0 if isinstance(found.value, Undefined) else found.value


def by_definition(units: list[list[float]], distance: Callable[[float, float], float]) -> float:
    """Return alpha from every ordered pair of ratings, in and across units; 9 where it is undefined."""
    counted = [held for unit in units if len(held := [one for one in unit if not math.isnan(one)]) >= 2]
    every = [one for unit in counted for one in unit]
    observed = sum(
        sum(distance(one, other) for one, other in itertools.permutations(unit, 2)) / (len(unit) - 1)
        for unit in counted
    )
    expected = sum(distance(one, other) for one, other in itertools.permutations(every, 2))
    return 9.0 if expected == 0 else 1 - (len(every) - 1) * observed / expected


DISTANCES: dict[str, Callable[[float, float], float]] = {
    "nominal": lambda one, other: float(one != other),
    "interval": lambda one, other: (one - other) ** 2,
    "ratio": lambda one, other: ((one - other) / (one + other)) ** 2,
}


@given(UNITS, st.sampled_from(sorted(DISTANCES)))
def test_alpha_is_one_less_observed_over_expected_disagreement(units: list[list[float]], metric: Metric) -> None:
    ours = number(krippendorff_alpha(np.array(units).T, metric=metric))

    assert ours == pytest.approx(by_definition(units, DISTANCES[metric]), abs=1e-9)


@given(UNITS, METRICS)
def test_neither_the_order_of_raters_nor_that_of_units_matters(units: list[list[float]], metric: Metric) -> None:
    ratings = np.array(units).T
    turned = ratings[::-1, ::-1]

    assert number(krippendorff_alpha(turned, metric=metric)) == pytest.approx(
        number(krippendorff_alpha(ratings, metric=metric)), abs=1e-9
    )


@given(UNITS, METRICS)
def test_alpha_is_at_most_one_and_at_least_minus_one(units: list[list[float]], metric: Metric) -> None:
    found = krippendorff_alpha(np.array(units).T, metric=metric)
    if isinstance(found.value, Undefined):
        return

    assert -1.0 - 1e-9 <= found.value <= 1.0


@given(UNITS)
def test_a_matrix_of_distances_says_what_a_named_metric_says(units: list[list[float]]) -> None:
    ratings = np.array(units).T
    places = np.arange(6, dtype=np.float64)
    squares = (places[:, None] - places[None, :]) ** 2

    assert number(krippendorff_alpha(ratings, metric=squares)) == pytest.approx(
        number(krippendorff_alpha(ratings, metric="interval")), abs=1e-9
    )


def test_units_with_a_single_rating_are_left_out_and_counted() -> None:
    found = krippendorff_alpha([[1, 2, NAN, NAN], [1, 3, 2, NAN]])

    assert (found.units, found.left_out, found.ratings) == (2, 1, 4)


def test_nothing_to_compare_is_undefined_and_says_why() -> None:
    nothing = krippendorff_alpha([[1, NAN], [NAN, 2]], resampling=DRAWN)
    one_value = krippendorff_alpha([[1, 1], [1, 1]], resampling=DRAWN)

    assert (nothing.value, nothing.interval) == (Undefined("no unit was rated by two"),) * 2
    assert (one_value.value, one_value.interval) == (Undefined("only one value was given"),) * 2


def test_the_interval_is_that_of_units_drawn_again() -> None:
    generator = np.random.default_rng(5)
    truth = generator.integers(0, 3, 200)
    ratings = np.where(generator.random((3, 200)) < 0.8, truth, generator.integers(0, 3, (3, 200))).astype(np.float64)
    drawn = [number(krippendorff_alpha(ratings[:, generator.integers(0, 200, 200)])) for _ in range(1_000)]
    found = krippendorff_alpha(ratings, resampling=Resampling(seed=1)).interval

    assert isinstance(found, Interval)
    assert [found.low, found.high] == pytest.approx(np.quantile(drawn, (0.025, 0.975)).tolist(), abs=0.01)


def test_resampling_that_sees_no_spread_or_hardly_any_variety_gives_no_interval() -> None:
    agreed = krippendorff_alpha([[1, 2] * 10, [1, 2] * 10], resampling=DRAWN)
    rare = krippendorff_alpha([[1] * 30, [1] * 29 + [2]], resampling=DRAWN)

    assert (agreed.value, agreed.interval) == (1.0, Undefined("all resamples are alike, so resampling sees no spread"))
    assert isinstance(rare.interval, Undefined)
    assert "of the resamples only one value is left" in rare.interval.reason


def test_the_same_seed_gives_the_same_interval() -> None:
    ratings = [[1, 2, 3, 1, 2, 3], [1, 2, 3, 2, 2, 1]]
    first, second = (krippendorff_alpha(ratings, resampling=DRAWN) for _ in range(2))

    assert first == second


@pytest.mark.parametrize(
    ("ratings", "metric", "reason"),
    [
        ([1.0, 2.0], "nominal", "raters x units"),
        ([[1.0, float("inf")]], "nominal", "finite number"),
        ([[0.5], [0.0]], np.zeros((2, 2)), "whole number from 0 to 1"),
        ([[0.0], [3.0]], np.zeros((2, 2)), "whole number from 0 to 1"),
        ([[0.0], [1.0]], np.array([[0.0, 1.0], [2.0, 0.0]]), "symmetric matrix"),
        ([[0.0], [1.0]], np.array([[1.0, 1.0], [1.0, 0.0]]), "symmetric matrix"),
    ],
)
def test_what_cannot_be_rated_is_refused(ratings: list[list[float]], metric: Metric, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        krippendorff_alpha(ratings, metric=metric)


@given(SELECTIONS, st.sampled_from([jaccard, masi]))
def test_alpha_of_sets_is_that_of_the_matrix_of_their_distances(
    units: list[list[frozenset[str]]], overlap: Overlap
) -> None:
    distinct = sorted({one for unit in units for one in unit}, key=sorted)
    matrix = np.array([[1.0 - overlap(one, other) for other in distinct] for one in distinct])
    codes = [[float(distinct.index(one)) for one in unit] + [NAN] * (3 - len(unit)) for unit in units]

    assert number(alpha_of_sets(units, overlap)) == pytest.approx(
        number(krippendorff_alpha(np.array(codes).T, metric=matrix)), abs=1e-9
    )


@given(SELECTIONS)
def test_the_order_of_selections_and_units_does_not_matter(units: list[list[frozenset[str]]]) -> None:
    turned = [list(reversed(unit)) for unit in reversed(units)]

    assert number(alpha_of_sets(turned, masi)) == pytest.approx(number(alpha_of_sets(units, masi)), abs=1e-9)


def test_two_who_both_find_nothing_agree() -> None:
    some = [[frozenset("a"), frozenset("a")], [frozenset("b"), frozenset("c")]]
    nothing = [frozenset[str](), frozenset[str]()]

    assert number(alpha_of_sets([*some, nothing], masi)) > number(alpha_of_sets(some, masi))


def test_selections_that_are_all_the_same_say_nothing() -> None:
    found = alpha_of_sets([[frozenset("a"), frozenset("a")], [frozenset("a")]], masi, resampling=DRAWN)

    assert (found.units, found.left_out) == (1, 1)
    assert (found.value, found.interval) == (Undefined("all selections are the same"),) * 2


def test_selections_of_one_reviewer_alone_are_no_unit() -> None:
    assert alpha_of_sets([[frozenset("a")]], masi).value == Undefined("no unit was rated by two")


def test_the_interval_of_sets_holds_their_alpha() -> None:
    units = [[frozenset({str(n), "x"}), frozenset({str(n)} if n % 3 else {"y"})] for n in range(40)]
    found = alpha_of_sets(units, jaccard, resampling=DRAWN)

    assert isinstance(found.interval, Interval)
    assert found.interval.low < number(found) < found.interval.high


@pytest.mark.parametrize("asked", [Resampling(seed=1, resamples=0), Resampling(seed=1, level=1.0)])
def test_a_resampling_that_cannot_be_is_refused(asked: Resampling) -> None:
    with pytest.raises(ValueError, match=r"at least 1 resample|level must lie"):
        krippendorff_alpha([[1, 2], [2, 2]], resampling=asked)
    with pytest.raises(ValueError, match=r"at least 1 resample|level must lie"):
        alpha_of_sets([[frozenset("a"), frozenset("b")]], masi, resampling=asked)
