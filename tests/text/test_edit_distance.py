"""Edit distances and common letters, held against the plain dynamic programmes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.edit_distance import (
    distances_to_beginnings,
    edit_distance,
    letters_alike,
    shared_beginning,
    shared_blocks,
)

_LETTERS = st.text(st.sampled_from("ab 1\0é退\U0001f469"), max_size=24)
_SIMPLE = st.text(st.sampled_from("ab "), max_size=90)


def plain_distances(one: str, other: str) -> list[int]:
    """Return the distance of `one` to each beginning of `other`, by the table of Wagner and Fischer (1974)."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, start=1):
        above, row = row, [count]
        for at, one_more in enumerate(other):
            row.append(min(above[at + 1] + 1, row[at] + 1, above[at] + (letter != one_more)))
    return row


def plain_common(one: str, other: str) -> int:
    row = [0] * (len(other) + 1)
    for letter in one:
        above, row = row, [0]
        for at, one_more in enumerate(other):
            row.append(above[at] + 1 if letter == one_more else max(above[at + 1], row[at]))
    return row[-1]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("", "", 0),
        ("", "desk", 4),
        ("desk", "desk", 0),
        ("kitten", "sitting", 3),
        ("退款须在三十天内", "退款须在十四天内", 2),
        ("\U0001f469\u200d\U0001f467", "\U0001f469", 2),
        ("\ud800 lone", "\udfff lone", 1),
    ],
)
def test_the_least_number_of_changes_is_told(one: str, other: str, expected: int) -> None:
    assert edit_distance(one, other) == expected


def test_likeness_is_the_share_of_the_longer_text_that_stays() -> None:
    assert [letters_alike("", ""), letters_alike("", "a"), letters_alike("abcd", "abxde")] == [1.0, 0.0, 0.6]


@given(_LETTERS | _SIMPLE, _LETTERS | _SIMPLE)
def test_distances_are_those_of_the_plain_table(one: str, other: str) -> None:
    expected = plain_distances(one, other)

    assert distances_to_beginnings(one, other, range(len(other) + 1)) == expected
    assert edit_distance(one, other) == expected[-1]


@given(_LETTERS | _SIMPLE, _LETTERS | _SIMPLE)
def test_blocks_are_a_longest_common_subsequence_in_order(one: str, other: str) -> None:
    blocks = shared_blocks(one, other)
    ends = [(0, 0), *((at + size, to + size) for at, to, size in blocks)]

    assert sum(size for _, _, size in blocks) == plain_common(one, other)
    assert all(one[at : at + size] == other[to : to + size] != "" for at, to, size in blocks)
    assert all(at >= end[0] and to >= end[1] for (at, to, _), end in zip(blocks, ends, strict=False))


def test_of_several_common_subsequences_the_one_towards_the_end_is_taken() -> None:
    assert shared_blocks("ab", "ab-a-b") == [(0, 3, 1), (1, 5, 1)]


@given(_LETTERS | _SIMPLE, _LETTERS | _SIMPLE, _LETTERS)
def test_the_shared_beginning_ends_where_the_texts_part(one: str, other: str, both: str) -> None:
    one, other = both + one, both + other
    expected = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )

    assert shared_beginning(one, other) == expected
