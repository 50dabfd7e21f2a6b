"""Medians and their distribution-free intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from goldsmith.stats.intervals import Interval
from goldsmith.stats.medians import median_interval, median_of
from goldsmith.stats.undefined import Undefined


def test_six_values_are_the_fewest_with_an_interval() -> None:
    assert median_interval([1, 2, 3, 4, 5]) == Undefined("needs at least 6 values, there are 5")
    assert median_interval([6, 5, 4, 3, 2, 1]) == Interval(low=1, high=6, level=0.95)


def test_of_twenty_values_the_sixth_from_either_end_bounds_the_median() -> None:
    # Conover, Practical Nonparametric Statistics, table of the sign test: n = 20 gives ranks 6 and 15.
    assert median_interval(range(1, 21)) == Interval(low=6, high=15, level=0.95)
    assert median_of(range(1, 21)) == 10.5


def test_without_values_there_is_no_median() -> None:
    assert median_of([]) == Undefined("there is no value")
    assert isinstance(median_interval([]), Undefined)


@given(st.lists(st.integers(-50, 50), min_size=6, max_size=120), st.sampled_from([0.8, 0.9, 0.95]))
def test_the_interval_is_the_widest_place_that_scipy_allows(values: list[int], level: float) -> None:
    found = median_interval(values, level=level)
    place = int(binom.ppf((1 - level) / 2, len(values), 0.5))
    place -= binom.cdf(place - 1, len(values), 0.5) > (1 - level) / 2
    ordered = sorted(values)

    assert isinstance(found, Interval)
    assert (found.low, found.high) == (ordered[place - 1], ordered[-place])
    middle = median_of(values)
    assert not isinstance(middle, Undefined)
    assert found.low <= middle <= found.high


def test_a_level_is_a_share() -> None:
    with pytest.raises(ValueError, match="level"):
        median_interval([1.0], level=1.0)
