"""Folding takes a short way where each character stays where it was; the long way gives the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.normal import Folded, fold


def head(folded: Folded, length: int) -> tuple[str, list[int], list[int]]:
    return folded.text[:length], list(folded.starts[:length]), list(folded.ends[:length])


@given(st.text(max_size=60) | st.text("aB\u0301\u200bßＡ，1﹐…é한ﬁİ\U0001f468\u200d \t", max_size=30), st.booleans())
def test_two_blanks_at_the_end_change_nothing_before_them(text: str, keep_case: bool) -> None:
    text = f"{text}."
    short, long = fold(text, keep_case=keep_case), fold(f"{text}  ", keep_case=keep_case)

    assert head(long, len(short.text)) == head(short, len(short.text))
    assert long.text == f"{short.text} "


def test_a_long_text_is_counted_to_its_end() -> None:
    folded = fold("A" * 5000)

    assert (folded.text, folded.starts[-1], folded.ends[-1]) == ("a" * 5000, 4999, 5000)
