"""Foreign text stays on its line and in its column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.plain_text import cell, columns, is_unseen, listed, shown, wrapped


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("two\nlines\tand  blanks", "two lines and blanks"),
        ("\x1b[31mred", "\\u001b[31mred"),
        ("evil\u202egnp.exe", "evil\\u202egnp.exe"),
        ("hidden\U000e0041", "hidden\\U000e0041"),
        ("half \ud800", "half \\ud800"),
        ("возврат 退货", "возврат 退货"),
    ],
)
def test_what_could_move_the_cursor_is_shown_by_number(text: str, safe: str) -> None:
    assert shown(text, 80) == safe


def test_a_wide_character_takes_two_columns_and_a_combining_mark_none() -> None:
    assert [columns("退货"), columns("e\u0301"), cell("退", 4), cell("abcdef", 4)] == [4, 1, "退  ", "abc…"]


@given(st.text(st.characters()), st.integers(min_value=1, max_value=60))
def test_nothing_exceeds_its_width_or_hides(text: str, width: int) -> None:
    fitted = shown(text, width)

    assert (columns(fitted) <= width, any(map(is_unseen, fitted)), "\n" in fitted) == (True, False, False)


@given(st.text(st.characters()), st.integers(min_value=1, max_value=60))
def test_a_cell_fills_its_width_exactly(text: str, width: int) -> None:
    assert columns(cell(text, width)) == width


def test_a_sentence_is_wrapped_and_a_long_word_stays_whole() -> None:
    lines = list(wrapped("run goldsmith_evaluate_--system_worse now", 12, head="  "))

    assert lines == ["  run", "  goldsmith_evaluate_--system_worse", "  now"]


def test_a_list_of_names_says_how_many_more_there_are() -> None:
    assert [listed(("a", "b"), 2), listed(("a", "b", "c", "d"), 2)] == ["a, b", "a, b and 2 more"]
