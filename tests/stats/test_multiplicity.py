"""Adjusted p-values: against the peer, and what no adjustment may do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from goldsmith.stats.multiplicity import benjamini_hochberg, holm
from goldsmith.stats.undefined import Undefined

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@given(P_VALUES)
def test_benjamini_hochberg_agrees_with_the_peer(p_values: list[float]) -> None:
    assert benjamini_hochberg(p_values) == pytest.approx(multipletests(p_values, method="fdr_bh")[1].tolist())


@settings(max_examples=10)  # the peer collects garbage in every call
@given(P_VALUES)
def test_holm_agrees_with_the_peer(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1].tolist())


@given(P_VALUES)
def test_an_adjusted_p_is_never_smaller_and_holm_is_never_milder(p_values: list[float]) -> None:
    rate, family = benjamini_hochberg(p_values), holm(p_values)

    assert all(p <= r + 1e-12 and r <= f + 1e-12 <= 1 + 2e-12 for p, r, f in zip(p_values, rate, family, strict=True))


@given(P_VALUES)
def test_the_order_of_the_tests_does_not_matter(p_values: list[float]) -> None:
    turned = list(reversed(p_values))

    assert benjamini_hochberg(turned) == tuple(reversed(benjamini_hochberg(p_values)))
    assert holm(turned) == tuple(reversed(holm(p_values)))


@given(P_VALUES)
def test_a_smaller_p_stays_smaller(p_values: list[float]) -> None:
    ascending = sorted(p_values)

    assert list(benjamini_hochberg(ascending)) == sorted(benjamini_hochberg(ascending))
    assert list(holm(ascending)) == sorted(holm(ascending))


def test_an_undefined_test_stays_undefined_and_is_not_counted() -> None:
    too_few = Undefined("needs at least 1 case, there is none")
    p_values: list[float | Undefined] = [0.02, too_few, 0.03]

    assert benjamini_hochberg([0.02, None, 0.03]) == (0.03, None, 0.03)
    assert holm(p_values) == (0.04, too_few, 0.04)


def test_no_test_at_all_gives_no_p() -> None:
    assert (benjamini_hochberg([None]), holm([])) == ((None,), ())


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_what_is_no_p_is_refused(p: float) -> None:
    with pytest.raises(ValueError, match=r"within \[0, 1\]"):
        holm([0.5, p])
