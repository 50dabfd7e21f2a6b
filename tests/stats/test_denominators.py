"""Means that say what they are a mean of."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.stats.denominators import (
    Bounds,
    ScoredMean,
    SliceMeans,
    SliceTotal,
    scored_mean,
    slice_means,
    worst_and_best,
)
from goldsmith.stats.undefined import Undefined

SCORES = st.lists(st.floats(0, 1), max_size=30)


def test_missing_scores_are_counted_and_never_become_zeros() -> None:
    mean = scored_mean([0.75, 0.5, 1.0], asked=4)

    assert mean == ScoredMean(mean=0.75, scored=3, asked=4)


def test_nothing_scored_has_no_mean_but_has_bounds() -> None:
    assert (scored_mean([], asked=5), worst_and_best([], asked=5)) == (
        Undefined("none of 5 cases has a score"),
        Bounds(worst=0.0, best=1.0),
    )


def test_nothing_asked_has_neither() -> None:
    nothing = Undefined("no case was asked for")

    assert (scored_mean([], asked=0), worst_and_best([], asked=0)) == (nothing, nothing)


@given(SCORES, st.integers(0, 30))
def test_the_bounds_hold_the_mean_over_all_whatever_the_missing_scores_are(scores: list[float], missing: int) -> None:
    asked = len(scores) + missing
    bounds = worst_and_best(scores, asked=asked)
    if isinstance(bounds, Undefined):
        assert asked == 0
        return

    for filler in (0.0, 0.3, 1.0):
        assert bounds.worst - 1e-12 <= math.fsum([*scores, *[filler] * missing]) / asked <= bounds.best + 1e-12
    assert bounds.best - bounds.worst == pytest.approx(missing / asked, abs=1e-12)


@given(SCORES.filter(bool))
def test_the_order_of_the_scores_does_not_matter(scores: list[float]) -> None:
    asked = len(scores)

    assert scored_mean(scores, asked=asked) == scored_mean(sorted(scores), asked=asked)


def test_more_scores_than_cases_are_refused() -> None:
    with pytest.raises(ValueError, match="2 scores for 1 cases"):
        scored_mean([0.1, 0.2], asked=1)


def test_a_score_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        scored_mean([math.nan], asked=1)


def test_bounds_of_an_unbounded_measure_are_refused() -> None:
    with pytest.raises(ValueError, match=r"within \[0, 1\]"):
        worst_and_best([250.0], asked=2)


def test_the_two_means_of_slices_name_the_worst_and_the_empty() -> None:
    slices = {
        "easy": SliceTotal(total=10, cases=10),
        "hard": SliceTotal(total=1, cases=2),
        "denied": SliceTotal(total=2, cases=4),
        "stale": SliceTotal(total=0, cases=0),
        "typo": SliceTotal(total=2, cases=4),
    }

    means = slice_means(slices)

    assert means == SliceMeans(micro=0.75, macro=0.625, worst_slice="denied", empty_slices=("stale",))


def test_slices_without_a_case_have_no_means() -> None:
    assert slice_means({"stale": SliceTotal(total=0, cases=0)}) == Undefined("no slice has a case")


@given(st.dictionaries(st.text(max_size=3), st.tuples(st.floats(0, 1), st.integers(1, 9)), min_size=1, max_size=6))
def test_both_means_lie_between_the_worst_and_the_best_slice(slices: dict[str, tuple[float, int]]) -> None:
    means = slice_means({name: SliceTotal(total=mean * cases, cases=cases) for name, (mean, cases) in slices.items()})

    assert not isinstance(means, Undefined)
    values = [mean for mean, _ in slices.values()]
    for found in (means.micro, means.macro):
        assert min(values) - 1e-12 <= found <= max(values) + 1e-12
