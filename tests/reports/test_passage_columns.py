"""Two texts beside each other: what differs is marked, and no line is wider than the screen."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.passage_columns import MOST_LINES, NARROWEST, one_column, side_by_side
from goldsmith.reports.plain_text import columns

OLD = "A customer may ask for a refund within 30 days of purchase.\nThe parcel needs a label."
NEW = "A customer may ask for a refund within 14 days of purchase.\nThe parcel needs no label and no stamp."
RED, GREEN, PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[0m"


def beside(old: str, new: str, *, width: int = 100, colour: bool = False) -> list[str]:
    return side_by_side(old, new, heads=("was", "is"), width=width, colour=colour)


def numbered(count: int) -> str:
    return "\n".join(f"Rule {number} holds." for number in range(count))


def uncoloured(line: str) -> str:
    return re.sub("\x1b\\[[0-9]+m", "", line)


def test_on_a_wide_screen_they_stand_beside_each_other() -> None:
    assert beside(OLD, NEW) == [
        "was                                                is",
        "A customer may ask for a refund within [-30-]      A customer may ask for a refund within {+14+}",
        "days of purchase.                                  days of purchase.",
        "The parcel needs [-a label.-]                      The parcel needs {+no label and no stamp.+}",
    ]


def test_on_a_narrow_screen_they_stand_one_above_the_other() -> None:
    assert beside(OLD, NEW, width=60) == [
        "was",
        "A customer may ask for a refund within [-30-] days of",
        "purchase.",
        "The parcel needs [-a label.-]",
        "",
        "is",
        "A customer may ask for a refund within {+14+} days of",
        "purchase.",
        "The parcel needs {+no label and no stamp.+}",
    ]


def test_colour_takes_the_place_of_the_marks_and_no_room() -> None:
    said, needs = "A customer may ask for a refund within", "The parcel needs"

    assert beside(OLD, NEW, colour=True) == [
        "was                                                is",
        f"{said} {RED}30{PLAIN} days     {said} {GREEN}14{PLAIN} days",
        "of purchase.                                       of purchase.",
        f"{needs} {RED}a label.{PLAIN}                          {needs} {GREEN}no label and no stamp.{PLAIN}",
    ]


@pytest.mark.parametrize("new", [OLD, OLD.replace(" ", "\n"), OLD.replace("\n", "  \r\n\r\n")])
def test_lines_that_are_broken_otherwise_are_no_difference(new: str) -> None:
    assert not any(mark in line for line in beside(OLD, new) for mark in ("[-", "{+"))


def test_a_script_without_spaces_is_broken_at_the_width_and_marked_by_the_character() -> None:
    old = "顾客可以在购买后三十天内申请退款。" * 2
    new = "顾客可以在购买后十四天内申请退款。" * 2
    told = beside(old, new, width=40)

    assert told == [
        "was",
        "顾客可以在购买后[-三-]十天内申请退款。顾",
        "客可以在购买后[-三-]十天内申请退款。",
        "",
        "is",
        "顾客可以在购买后十{+四+}天内申请退款。顾",
        "客可以在购买后十{+四+}天内申请退款。",
    ]


def test_wide_characters_keep_the_second_column_in_its_place() -> None:
    rows = beside("退款三十天\nrefund", "退款十四天\nrefund")

    assert [columns(row[: row.index(word)]) for row, word in zip(rows[1:], ("退款", "refund"), strict=True)] == [0, 0]
    assert [columns(row[: row.rindex(word)]) for row, word in zip(rows[1:], ("退款", "refund"), strict=True)] == [
        51,
        51,
    ]


def test_marks_of_a_letter_stay_with_it() -> None:
    assert beside("กี่วัน", "กี่ปี", width=60) == ["was", "กี่[-วัน-]", "", "is", "กี่{+ปี+}"]


@pytest.mark.parametrize(
    "hostile",
    ["\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\u202egpj.exe", "nul\0", "bell\x07", "back\x08space", "\udcff"],
)
def test_what_could_move_the_screen_is_shown_as_an_escape(hostile: str) -> None:
    told = beside(f"Click {hostile} now.", "Click here now.")

    assert all(char.isprintable() for line in told for char in line)
    assert any("\\u" in line for line in told)


@pytest.mark.parametrize("mark", ["\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_every_line_end_ends_a_line_of_its_own_text_only(mark: str) -> None:
    assert beside(f"one{mark}two", "one\ntwo") == [
        "was                                                is",
        "one                                                one",
        "two                                                two",
    ]


def test_a_long_address_is_broken_and_only_its_end_is_marked() -> None:
    address = "https://example.org/a/very/long/path/to/the/page/of/the/rules/that/goes/on/and/on/"

    assert beside(f"{address}2021", f"{address}2024", width=60) == [
        "was",
        "https://example.org/a/very/long/path/to/the/page",
        "/of/the/rules/that/goes/[-on/and/on/2021-]",
        "",
        "is",
        "https://example.org/a/very/long/path/to/the/page",
        "/of/the/rules/that/goes/{+on/and/on/2024+}",
    ]


def test_words_that_differ_behind_many_equal_letters_are_marked() -> None:
    assert "[-" in "\n".join(beside("w" * 5_000 + "a", "w" * 5_000 + "b"))


def test_a_long_text_is_cut_to_its_first_line_and_what_differs() -> None:
    old = numbered(60)
    told = beside(old, old.replace("Rule 30 holds", "Rule 30 falls"), width=60)
    around = [f"Rule {number} holds." for number in range(24, 37)]

    assert told == [
        "was",
        "Rule 0 holds.",
        "…",
        *(line.replace("Rule 30 holds.", "Rule 30 [-holds.-]") for line in around),
        "…",
        "",
        "is",
        "Rule 0 holds.",
        "…",
        *(line.replace("Rule 30 holds.", "Rule 30 {+falls.+}") for line in around),
        "…",
    ]


def test_of_two_long_texts_the_same_place_is_shown_where_one_only_says_more() -> None:
    old = numbered(60)
    told = beside(old, old.replace("Rule 30", "Write to us.\nRule 30"), width=60)
    was, now = told[: told.index("is")], told[told.index("is") :]

    assert "{+Write to us.+}" in now
    assert "Rule 30 holds." in was
    assert "Rule 50 holds." not in was
    assert not any("[-" in line for line in told)


def test_two_places_that_differ_are_both_shown() -> None:
    old = numbered(80)
    told = beside(
        old, old.replace("Rule 20 holds", "Rule 20 falls").replace("Rule 60 holds", "Rule 60 falls"), width=60
    )

    assert [line for line in told if "[-" in line] == ["Rule 20 [-holds.-]", "Rule 60 [-holds.-]"]
    assert told[: told.index("")].count("…") == 3


def test_however_much_differs_it_is_no_longer_than_a_screen_and_says_what_is_left_out() -> None:
    told = beside(numbered(200), numbered(200).replace("holds", "falls"), width=100)
    column = told[1:]

    assert (len(column), column[-1].split("   ")[0].strip()) == (MOST_LINES + 1, "… 176 more lines differ (--json)")


def test_many_places_that_differ_are_shown_with_less_around_them() -> None:
    new = numbered(300)
    for number in (20, 80, 140, 200, 260):
        new = new.replace(f"Rule {number} holds", f"Rule {number} falls")
    told = beside(numbered(300), new, width=100)

    assert sum("[-" in line for line in told) == 5


def test_a_text_of_as_many_lines_as_are_shown_is_whole() -> None:
    assert one_column(numbered(MOST_LINES), 60) == numbered(MOST_LINES).splitlines()
    assert one_column(numbered(MOST_LINES + 2), 60) == [*numbered(MOST_LINES).splitlines(), "…"]


@pytest.mark.parametrize(("old", "new"), [("", "New."), ("Old.", ""), ("", "")])
def test_one_of_them_may_be_empty(old: str, new: str) -> None:
    told = beside(old, new, width=60)

    assert told == ["was", f"[-{old}-]" if old else "", "", "is", f"{{+{new}+}}" if new else ""]


def test_heads_are_cut_to_their_column() -> None:
    label = "was, in \x1b[31m" + "版" * 90
    wide = side_by_side("a", "b", heads=(label, label), width=100, colour=False)
    narrow = side_by_side("a", "b", heads=(label, label), width=50, colour=False)

    assert [columns(wide[0]), columns(narrow[0]), columns(narrow[3])] == [98, 49, 49]
    assert all(char.isprintable() for char in wide[0] + narrow[0])


TEXTS = st.lists(
    st.sampled_from(
        ["refund", "退款三十天以内", "ที่นี่", "30", "\n", "\n\n", "é", "w" * 70, "\x1b[0m", "\u202e", "a-b", "🙂"]
    ),
    max_size=60,
).map(" ".join)


@given(old=TEXTS, new=TEXTS, width=st.integers(28, 140), colour=st.booleans())
def test_no_line_is_wider_than_the_screen(old: str, new: str, width: int, colour: bool) -> None:
    told = beside(old, new, width=width, colour=colour)

    assert max(columns(uncoloured(line)) for line in told) <= width


@given(old=TEXTS, width=st.integers(NARROWEST, 140))
def test_equal_texts_are_equal_columns_without_a_mark(old: str, width: int) -> None:
    room = (width - 3) // 2

    assert [line for line in beside(old, old, width=width)[1:] if line] == [
        f"{line}{' ' * (room - columns(line))}   {line}".rstrip() for line in one_column(old, room) if line.strip()
    ]


@given(old=TEXTS, new=TEXTS)
def test_no_word_is_lost_where_all_lines_are_shown(old: str, new: str) -> None:
    told = [uncoloured(line) for line in beside(old, new, width=60, colour=True)]
    split = told.index("is")
    held = "".join(told[1:split]).replace(" ", "")

    assert "…" in held or held == "".join(one_column(old, 60)).replace(" ", "")
