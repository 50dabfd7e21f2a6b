"""Our distributions against those of a scientific package."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special
from scipy import stats as peer

from goldsmith.stats.distributions import (
    beta_cdf,
    beta_quantile,
    binomial_cdf,
    normal_cdf,
    normal_quantile,
    student_two_sided_p,
    student_two_sided_t,
    two_sided_z,
)

SHAPE = st.floats(0.5, 5000)
SHARE = st.floats(0.001, 0.999)


@given(st.floats(0, 1), SHAPE, SHAPE)
def test_the_incomplete_beta_function_agrees_with_the_peer(x: float, a: float, b: float) -> None:
    assert beta_cdf(x, a, b) == pytest.approx(special.betainc(a, b, x), rel=1e-8, abs=1e-11)


@given(SHARE, SHAPE, SHAPE)
def test_the_beta_quantile_agrees_with_the_peer(probability: float, a: float, b: float) -> None:
    assert beta_quantile(probability, a, b) == pytest.approx(special.betaincinv(a, b, probability), abs=1e-9)


@pytest.mark.parametrize(("probability", "a", "b"), [(1e-9, 0.5, 0.5), (1 - 1e-6, 0.5, 3000), (1e-9, 5000, 1)])
def test_the_beta_quantile_reaches_far_tails(probability: float, a: float, b: float) -> None:
    assert beta_quantile(probability, a, b) == pytest.approx(special.betaincinv(a, b, probability), abs=1e-9)


@given(st.floats(-60, 60), st.integers(1, 5000))
def test_students_p_agrees_with_the_peer(t: float, degrees_of_freedom: int) -> None:
    expected = 2 * peer.t.sf(abs(t), degrees_of_freedom)

    assert student_two_sided_p(t, degrees_of_freedom) == pytest.approx(expected, rel=1e-9, abs=1e-11)


@given(SHARE, st.integers(1, 100_000))
def test_students_quantile_agrees_with_the_peer(level: float, degrees_of_freedom: int) -> None:
    expected = peer.t.ppf(0.5 + level / 2, degrees_of_freedom)

    assert student_two_sided_t(level, degrees_of_freedom) == pytest.approx(expected, rel=1e-9)


@given(st.integers(-1, 400), st.integers(0, 400), st.floats(0, 1))
def test_the_binomial_sum_agrees_with_the_peer(successes: int, trials: int, chance: float) -> None:
    assert binomial_cdf(successes, trials, chance) == pytest.approx(
        peer.binom.cdf(successes, trials, chance), abs=1e-10
    )


@given(SHARE)
def test_the_normal_quantile_inverts_the_normal_distribution(probability: float) -> None:
    assert normal_cdf(normal_quantile(probability)) == pytest.approx(probability, rel=1e-9)


def test_the_binomial_sum_ends_at_nothing_and_at_everything() -> None:
    assert (binomial_cdf(-1, 3, 0.4), binomial_cdf(3, 3, 0.4), binomial_cdf(0, 0, 0.4)) == (0.0, 1.0, 1.0)


def test_the_familiar_95_percent_of_the_normal_lie_within_1_96() -> None:
    assert two_sided_z(0.95) == pytest.approx(1.959963984540054)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, math.nan])
def test_a_level_outside_0_and_1_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level must lie between 0 and 1"):
        student_two_sided_t(level, 5)
