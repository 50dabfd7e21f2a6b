"""Many texts found in many others: the same as asking for each in each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.corpus.finding import Needles

_LETTERS = st.text(st.sampled_from("ab é退"), max_size=80)


@given(st.lists(_LETTERS, max_size=6), st.lists(_LETTERS, max_size=6), st.data())
def test_the_same_is_found_as_by_asking_for_each_in_each(
    texts: list[str], other: list[str], data: st.DataObject
) -> None:
    cut = [text[data.draw(st.integers(0, len(text))) :] for text in texts]
    wanted = [*cut, *other]

    found = list(Needles(wanted).found_in(texts))

    assert sorted(found) == sorted(
        (needle, at) for needle, text in enumerate(wanted) for at, held in enumerate(texts) if text and text in held
    )


def test_nothing_is_found_across_the_border_of_two_texts() -> None:
    assert list(Needles(["end begin", "end"]).found_in(["the end", "begin"])) == [(1, 0)]


def test_many_texts_are_searched_a_part_at_a_time() -> None:
    texts = [f"{'x' * 700_000} number {at}" for at in range(8)]

    found = list(Needles(["number 3", "number 7", "x number 0"]).found_in(texts))

    assert sorted(found) == [(0, 3), (1, 7), (2, 0)]
