"""How alike two selections are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.stats.set_overlap import jaccard, masi

SELECTION = st.frozensets(st.sampled_from("abcde"))


@given(SELECTION, SELECTION)
def test_masi_is_never_above_jaccard_and_both_are_shares(one: frozenset[str], other: frozenset[str]) -> None:
    assert 0.0 <= masi(one, other) <= jaccard(one, other) <= 1.0


@given(SELECTION, SELECTION)
def test_only_equal_selections_are_fully_alike_and_only_strangers_not_at_all(
    one: frozenset[str], other: frozenset[str]
) -> None:
    for overlap in (jaccard, masi):
        assert (overlap(one, other) == 1.0) == (one == other)
        assert (overlap(one, other) == 0.0) == (one != other and not one & other)
        assert overlap(one, other) == overlap(other, one)


def test_a_selection_that_adds_to_another_is_nearer_than_one_that_crosses_it() -> None:
    pairs = [({"a", "b"}, {"a"}), ({"a", "b"}, {"b", "c"}), ({"a"}, {"b"})]

    assert [masi(one, other) for one, other in pairs] == [1 / 2 * 2 / 3, 1 / 3 / 3, 0.0]


def test_two_empty_selections_are_the_same() -> None:
    assert (jaccard(set(), set()), masi(set(), set())) == (1.0, 1.0)
