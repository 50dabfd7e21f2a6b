"""Two texts side by side: what only one of them holds is marked, and nothing of either is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.review.word_changes import LONGEST, Piece, changed_words

TEXTS = st.text(alphabet="ab c\n.中文👩‍👧", max_size=40)


def told(pieces: tuple[Piece, ...]) -> str:
    return "".join(f"[{piece.text}]" if piece.changed else piece.text for piece in pieces)


@pytest.mark.parametrize(
    ("old", "new", "left", "right"),
    [
        ("within 30 days", "within 14 days", "within [30] days", "within [14] days"),
        ("of purchase", "after the purchase", "[of] purchase", "[after the] purchase"),
        ("one two", "one\n\ntwo", "one two", "one\n\ntwo"),
        ("", "all new", "", "[all new]"),
        ("三十天内", "十四天内", "[三]十天内", "十[四]天内"),
        ("same", "same", "same", "same"),
    ],
)
def test_words_that_only_one_text_holds_are_marked(old: str, new: str, left: str, right: str) -> None:
    before, now = changed_words(old, new)

    assert (told(before), told(now)) == (left, right)


@given(TEXTS, TEXTS)
def test_the_pieces_put_together_are_the_text(old: str, new: str) -> None:
    before, now = changed_words(old, new)

    assert ("".join(one.text for one in before), "".join(one.text for one in now)) == (old, new)


@given(TEXTS)
def test_a_text_beside_itself_shows_no_change(text: str) -> None:
    before, now = changed_words(text, text)

    assert not any(piece.changed for piece in (*before, *now))


def test_texts_that_are_too_long_to_compare_are_shown_unmarked() -> None:
    long = "word " * (LONGEST // 5)

    assert changed_words(long, "x") == ((Piece(text=long, changed=False),), (Piece(text="x", changed=False),))
