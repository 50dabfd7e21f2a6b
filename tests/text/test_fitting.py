"""Places that resemble a quote, found by its stretches and followed from one difference to the next."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.edit_distance import letters_alike
from goldsmith.text.fitting import best_place

_QUOTE = (
    "a customer who keeps the receipt may send the goods back within thirty days and gets the full price paid out, "
    "unless the seal was broken or the parcel was opened by someone else."
)
_AROUND = ("before it stands a sentence on opening hours. ", " after it comes a sentence on the lost property office.")


def place(now: str) -> tuple[str, float]:
    text = now.join(_AROUND)
    found = best_place(_QUOTE, text, near=None)
    assert found is not None
    return text[found[1] : found[2]], round(found[0], 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("thirty", "forty"),
        ("a customer who", "any buyer who"),
        ("someone else.", "a child."),
        ("unless the seal was broken or ", ""),
        ("goods back", "goods, whole and in their own box, back"),
        ("receipt", "reciept"),
    ],
)
def test_the_whole_place_is_found_through_a_change_and_its_score_is_the_distance(old: str, new: str) -> None:
    now = _QUOTE.replace(old, new)

    assert place(now) == (now, round(letters_alike(_QUOTE, now), 3))


def test_last_words_that_are_gone_are_not_sought_further_on() -> None:
    text = _QUOTE.replace(", unless the seal was broken or the parcel was opened by someone else.", ".")
    found = best_place(_QUOTE, text + " the desk is closed on sundays, and then by someone else.", near=None)

    assert found is not None
    assert text[found[1] : found[2]] == text


@given(st.integers(0, 2**32 - 1).map(Random))
def test_a_score_is_never_better_than_the_place_deserves(draw: Random) -> None:
    words = _QUOTE.split(" ")
    now = " ".join(draw.choice(words) if draw.random() < 0.3 else word for word in words)
    text = now.join(_AROUND)
    found = best_place(_QUOTE, text, near=None)

    assert found is None or found[0] <= letters_alike(_QUOTE, text[found[1] : found[2]]) + 1e-9
