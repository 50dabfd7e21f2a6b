"""Foreign text stays on its line and in its column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.plain_text import cell, columns, is_unseen, listed, middle, shown, wrapped


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


def test_vowel_signs_of_thai_take_no_column_and_those_with_a_width_of_their_own_do() -> None:
    assert [columns("ที่นี่"), columns("की"), columns("กำ")] == [2, 2, 2]


def test_a_script_without_spaces_is_broken_at_the_width_and_not_before_a_mark_or_a_stop() -> None:
    lines = list(wrapped("顾客可以在三十天之内退货，需要收据。", 12, head="  "))

    assert lines == ["  顾客可以在", "  三十天之内", "  退货，需要", "  收据。"]
    assert list(wrapped("ที่นี่ดี", 4, head="", indent=0)) == ["ที่นี่ดี"]
    assert list(wrapped("ที่นี่ดี", 2, head="", indent=0)) == ["ที่นี่", "ดี"]


@given(st.text("顾客可以退货，。（）ABก่ี", max_size=60), st.integers(min_value=12, max_value=40))
def test_no_letter_of_a_broken_sentence_is_lost(text: str, width: int) -> None:
    lines = list(wrapped(text, width))

    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("name", "width", "short"),
    [
        ("short.md", 8, "short.md"),
        ("a-very-long-name.md", 12, "a-ve…name.md"),
        ("退货规则和费用.md", 10, "退…费用.md"),
        ("cafe\u0301-cafe\u0301-cafe\u0301.md", 9, "caf…fe\u0301.md"),
        ("abc", 1, "…"),
    ],
)
def test_the_middle_of_a_long_name_is_cut_by_columns(name: str, width: int, short: str) -> None:
    assert middle(name, width) == short


@given(st.text(min_size=1), st.integers(min_value=1, max_value=40))
def test_a_name_cut_in_its_middle_never_exceeds_its_width(name: str, width: int) -> None:
    assert columns(middle(name, width)) <= width


def test_a_list_of_names_says_how_many_more_there_are() -> None:
    assert [listed(("a", "b"), 2), listed(("a", "b", "c", "d"), 2)] == ["a, b", "a, b and 2 more"]
