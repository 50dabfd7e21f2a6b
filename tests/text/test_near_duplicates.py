"""Every pair of questions that differ by a word or two is found, and no other."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.text.near_duplicates import NearPair, allowed_edits, edits_between, near_duplicates, words_of

EIGHT = "when may i send a used oven back"


def edits_one_by_one(left: list[str], right: list[str]) -> int:
    """Return the optimal string alignment over words, by its definition."""
    table = [[max(row, column) for column in range(len(right) + 1)] for row in range(len(left) + 1)]
    for row, word in enumerate(left, start=1):
        for column, other in enumerate(right, start=1):
            best = min(table[row - 1][column], table[row][column - 1]) + 1
            best = min(best, table[row - 1][column - 1] + (word != other))
            if row > 1 and column > 1 and word == right[column - 2] and left[row - 2] == other:
                best = min(best, table[row - 2][column - 2] + 1)
            table[row][column] = best
    return table[-1][-1]


def pairs_one_by_one(texts: list[str], groups: list[int] | None = None) -> list[NearPair]:
    """Return the near duplicates by holding every text against every other."""
    found = []
    for first, second in combinations(range(len(texts)), 2):
        left, right = words_of(texts[first]), words_of(texts[second])
        edits = edits_one_by_one(left, right)
        same_group = groups is None or groups[first] == groups[second]
        if left and right and same_group and edits <= allowed_edits(min(len(left), len(right))):
            found.append(NearPair(first, second, edits))
    return found


@pytest.mark.parametrize(
    ("other", "edits"),
    [
        (EIGHT, 0),
        ("When may I send a used oven back?", 0),
        ("when can i send a used oven back", 1),
        ("when may i send the used mixer back", 2),
        ("when i may send a used oven back", 1),
        ("so when may i please send a used oven back", 2),
        ("when may i send used oven back", 1),
    ],
)
def test_a_word_or_two_added_dropped_replaced_or_swapped_are_found(other: str, edits: int) -> None:
    assert near_duplicates([EIGHT, "how much is it", other]) == (NearPair(0, 2, edits),)


@pytest.mark.parametrize("other", ["when can he send a used mixer back", "where is the nearest shop of yours then"])
def test_three_words_are_another_question(other: str) -> None:
    assert near_duplicates([EIGHT, other]) == ()


def test_short_texts_bear_fewer_edits_and_an_empty_one_is_like_none() -> None:
    assert near_duplicates(["is it free", "is it new", "Is it free?", "what is it now", "what was it now"]) == (
        NearPair(0, 2, 0),
        NearPair(3, 4, 1),
    )
    assert near_duplicates(["", "", "?", "…"]) == ()
    assert near_duplicates([]) == ()


def test_characters_are_words_where_no_spaces_are_written() -> None:
    assert near_duplicates(["保修期有多长时间", "保修期是多长时间", "哪里可以注册产品"]) == (NearPair(0, 1, 1),)


def test_pairs_are_made_inside_a_group_only() -> None:
    assert near_duplicates([EIGHT, EIGHT, EIGHT], [0, 1, 0]) == (NearPair(0, 2, 0),)


def test_a_long_text_is_found_with_two_words_changed_anywhere() -> None:
    long = [f"w{number}" for number in range(60)]
    changed = [*long[:3], "other", *long[4:50], *long[51:]]

    assert near_duplicates([" ".join(long), " ".join(changed)]) == (NearPair(0, 1, 2),)


def test_texts_of_one_pattern_are_each_paired_with_the_next_ones() -> None:
    texts = [f"what does part {number} of the big mixer cost" for number in range(200)]
    found = near_duplicates(texts)

    assert {pair.edits for pair in found} == {1}
    assert {pair.second for pair in found} == set(range(1, 200))


WORDS = st.sampled_from("a b c d e f".split())


@st.composite
def edited(draw: st.DrawFn) -> list[str]:
    """Draw texts that come from few by few edits, of lengths around every border."""
    size = draw(st.sampled_from([1, 3, 4, 5, 7, 8, 9, 30, 31, 32, 33, 34]))
    words = draw(st.lists(WORDS, min_size=size, max_size=size))
    texts = [words]
    for _ in range(draw(st.integers(1, 4))):
        copy = list(draw(st.sampled_from(texts)))
        for _ in range(draw(st.integers(0, 3))):
            at = draw(st.integers(0, len(copy)))
            kind = draw(st.sampled_from(["add", "drop", "replace", "swap"]))
            if kind == "add":
                copy.insert(at, draw(WORDS))
            elif kind == "swap":
                copy[at : at + 2] = copy[at : at + 2][::-1]
            else:
                copy[at : at + 1] = [draw(WORDS)] if kind == "replace" else []
        texts.append(copy)
    return [" ".join(words) for words in texts]


@settings(max_examples=300, deadline=None)
@given(edited(), st.booleans())
def test_exactly_the_pairs_are_found_that_comparing_all_with_all_finds(texts: list[str], grouped: bool) -> None:
    groups = [place % 2 for place in range(len(texts))] if grouped else None

    assert list(near_duplicates(texts, groups)) == pairs_one_by_one(texts, groups)


@given(st.lists(WORDS, max_size=7), st.lists(WORDS, max_size=7))
def test_edits_are_counted_as_their_definition_says_and_no_further_than_asked(
    left: list[str], right: list[str]
) -> None:
    assert edits_between(left, right) == min(edits_one_by_one(left, right), 3)
    assert edits_between(left, right) == edits_between(right, left)
