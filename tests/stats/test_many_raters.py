"""Any number of raters: against a peer, and where there is nothing to say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import fleiss_kappa as peer_fleiss

from goldsmith.stats.agreement import cohen_kappa, pair_table
from goldsmith.stats.many_raters import (
    brennan_prediger,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    label_counts,
)
from goldsmith.stats.undefined import Undefined

RATINGS = st.integers(2, 8).flatmap(
    lambda items: st.lists(st.lists(st.integers(0, 2), min_size=items, max_size=items), min_size=3, max_size=3)
)


@given(RATINGS)
def test_fleiss_kappa_is_that_of_the_peer(ratings: list[list[int]]) -> None:
    counts = label_counts(ratings, labels=3)
    ours = fleiss_kappa(counts).value
    if isinstance(ours, Undefined):
        return

    assert ours == pytest.approx(peer_fleiss(counts), abs=1e-9)


@given(RATINGS)
def test_neither_the_order_of_raters_nor_that_of_items_matters(ratings: list[list[int]]) -> None:
    turned = np.array(ratings)[::-1, ::-1]
    both = [gwet_ac1(label_counts(given, labels=3)) for given in (ratings, turned)]
    figures = [[both_.value, both_.observed, both_.expected, both_.standard_error] for both_ in both]

    assert figures[1] == pytest.approx(figures[0], abs=1e-9)


@given(RATINGS)
def test_of_two_raters_conger_and_cohen_are_one(ratings: list[list[int]]) -> None:
    two = np.array(ratings[:2])
    ours = conger_kappa(two, labels=3).value
    cohen = cohen_kappa(pair_table(two[0], two[1], labels=3)).value
    if isinstance(ours, Undefined) or isinstance(cohen, Undefined):
        return

    assert ours == pytest.approx(cohen, abs=1e-9)


def test_items_of_a_single_rater_are_left_out_and_counted() -> None:
    found = gwet_ac1(label_counts([[0, 1, 0], [0, -1, 1]], labels=2))

    assert (found.items, found.left_out, found.observed) == (2, 1, 0.5)


def test_without_two_raters_there_is_no_figure() -> None:
    counts = label_counts([[0, 1, 1]], labels=2)
    reason = Undefined("no item was labelled by two")

    assert [gwet_ac1(counts).value, fleiss_kappa(counts).value, brennan_prediger(counts).value] == [reason] * 3
    assert conger_kappa([[0, 1, 1]], labels=2).value == Undefined("needs at least 2 raters")


def test_one_label_alone_leaves_ac1_undefined_and_raw_agreement_told() -> None:
    found = gwet_ac1(label_counts([[0, 0], [0, 0]], labels=1))

    assert (found.observed, found.value) == (1.0, Undefined("only one label was used"))


def test_what_is_no_rating_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 2 labels, and one is 5"):
        label_counts([[5]], labels=2)
    with pytest.raises(ValueError, match="raters x items"):
        label_counts([0, 1], labels=2)
    with pytest.raises(ValueError, match="number of raters"):
        gwet_ac1([[1, -1]])
    with pytest.raises(ValueError, match="items x labels"):
        gwet_ac1([1, 2])
