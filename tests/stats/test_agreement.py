"""Two raters: against a peer, where nothing can be said, and what must hold for any table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa as peer_kappa

from goldsmith.stats.agreement import LabelAgreement, agreement_by_label, cohen_kappa, pair_table
from goldsmith.stats.intervals import Interval
from goldsmith.stats.undefined import Undefined

PAIRS = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), min_size=1, max_size=40)
PARADOX = [[90, 4], [4, 2]]


def table_of(pairs: list[tuple[int, int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    return pair_table([one for one, _ in pairs], [other for _, other in pairs], labels=4)


def test_a_pair_is_counted_where_both_gave_a_label() -> None:
    counts = pair_table([0, 1, -1, 1], [0, 0, 1, -1], labels=2)

    assert counts.tolist() == [[1, 0], [1, 0]]


@given(PAIRS)
def test_the_table_holds_every_item_that_both_labelled_once(pairs: list[tuple[int, int]]) -> None:
    assert int(table_of(pairs).sum()) == sum(one >= 0 and other >= 0 for one, other in pairs)


@given(PAIRS)
def test_kappa_and_its_error_are_those_of_the_peer(pairs: list[tuple[int, int]]) -> None:
    counts = table_of(pairs)
    ours = cohen_kappa(counts)
    if isinstance(ours.value, Undefined):
        return
    # Its test against 0 divides by an error of 0 in some tables; kappa and its own error are not touched by that.
    with np.errstate(all="ignore"):
        theirs = peer_kappa(counts)

    assert [ours.value, ours.standard_error] == [
        pytest.approx(theirs.kappa, abs=1e-9),
        pytest.approx(0.0 if np.isnan(theirs.std_kappa) else theirs.std_kappa, abs=1e-5),
    ]


@given(PAIRS)
def test_kappa_minds_neither_the_order_of_the_raters_nor_that_of_the_labels(pairs: list[tuple[int, int]]) -> None:
    counts = table_of(pairs)
    turned = np.flip(counts.T)

    assert _figures(turned) == pytest.approx(_figures(counts), abs=1e-9)


@given(PAIRS)
def test_kappa_is_at_most_the_raw_agreement_and_at_least_minus_one(pairs: list[tuple[int, int]]) -> None:
    found = cohen_kappa(table_of(pairs))
    if isinstance(found.value, Undefined) or isinstance(found.observed, Undefined):
        return

    assert -1.0 - 1e-9 <= found.value <= found.observed + 1e-9


def _figures(table: np.ndarray[tuple[int, ...], np.dtype[np.intp]]) -> list[float]:
    found = cohen_kappa(table)
    held = (found.observed, found.expected, found.value, found.standard_error)
    return [9.0 if isinstance(one, Undefined) else one for one in held]


def test_one_label_leaves_nothing_to_correct_but_raw_agreement_is_told() -> None:
    found = cohen_kappa([[10, 0], [0, 0]])

    assert (found.observed, found.value) == (1.0, Undefined("only one label was used"))
    assert found.interval == found.value


def test_one_item_gives_raw_agreement_and_no_kappa() -> None:
    found = cohen_kappa([[0, 1], [0, 0]])

    assert (found.items, found.observed) == (1, 0.0)
    assert found.value == Undefined("needs at least 2 items that both labelled, there is 1")


def test_no_item_gives_no_figure_at_all() -> None:
    found = cohen_kappa(pair_table([], [], labels=2))

    assert (found.items, found.observed, found.value) == (0, *[Undefined("no item has a label of both")] * 2)


def test_full_agreement_has_an_interval_without_width() -> None:
    assert cohen_kappa([[6, 0], [0, 4]]).interval == Interval(low=1.0, high=1.0, level=0.95)


def test_the_agreement_on_a_rare_label_shows_what_the_raw_one_hides() -> None:
    common, rare = agreement_by_label(PARADOX)

    assert [common.share, common.agreement] == pytest.approx([0.94, 180 / 188])
    assert [rare.share, rare.agreement] == pytest.approx([0.06, 4 / 12])


def test_a_label_that_nobody_gave_has_no_agreement() -> None:
    assert agreement_by_label([[2, 0], [0, 0]]) == (
        LabelAgreement(share=1.0, agreement=1.0),
        LabelAgreement(share=0.0, agreement=Undefined("nobody gave this label")),
    )


def test_near_misses_cost_less_with_weights() -> None:
    near, far = [[5, 2, 0], [0, 5, 0], [0, 0, 5]], [[5, 0, 2], [0, 5, 0], [0, 0, 5]]
    observed = [cohen_kappa(table, weights="quadratic").observed for table in (near, far)]

    assert observed == pytest.approx([1 - 2 / 17 / 4, 1 - 2 / 17])


@pytest.mark.parametrize(
    "table", [[[1, 2]], [1, 2], [[1, -1], [0, 1]], [[float("nan"), 0], [0, 1]]], ids=["flat", "line", "negative", "nan"]
)
def test_what_is_no_table_of_counts_is_refused(table: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"table has as many rows|number of items"):
        cohen_kappa(table)


def test_unknown_labels_and_raters_of_unlike_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="there are 2 labels, and one is 2"):
        pair_table([0, 2], [0, 1], labels=2)
    with pytest.raises(ValueError, match="one label an item"):
        pair_table([0, 1], [0], labels=2)
