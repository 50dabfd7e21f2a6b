"""The words of the messages."""

from __future__ import annotations

import pytest

from goldsmith.refresh.wording import place, quoted, some, told_change, told_section, words_of
from tests.refresh.building import QUOTE, passage


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        ("Wait 10 days.", "Wait 14 days.", "now says 14 days, not 10 days"),
        ("Wait ten days.", "Wait 10 days.", 'now says "Wait 10 days.", not "Wait ten days."'),
        ("From 1 March 2026.", "From 2 April 2026.", "now says 2 April 2026, not 1 March 2026"),
        (
            "Between 2 kg and 30 euros.",
            "Between 3 kg and 40 euros.",
            "now says 3 kg and 40 euros, not 2 kg and 30 euros",
        ),
        ("Send it back.", "Send it\nback.", "is written otherwise now"),
        ("Send the form back.", "Send the signed form back.", 'now says "Send the signed form back."'),
        ("Send the signed form back.", "Send the form back.", 'no longer says "Send the signed form back."'),
        (
            "Our desk in Rome sends all the forms back.",
            "Our shop in Rome sends all the papers back.",
            'now says "Our shop in Rome…", not "Our desk in Rome…", and 1 more change',
        ),
        ("退款到银行卡。", "退款到信用卡。", 'now says "…款到信用卡。", not "…款到银行卡。"'),
        ("", "Send it.", 'now says "Send it."'),
        ("Wait 10 days.", "Wait.", 'now says "Wait.", not "Wait 10 days."'),
    ],
)
def test_a_change_is_told_by_its_figures_or_else_by_its_words(before: str, now: str, told: str) -> None:
    assert told_change(before, now) == told


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        ("A stays. B is 10 days.", "A stays. B is 14 days.", "the section now says 14 days, not 10 days"),
        ("A stays. B goes.", "A stays.", 'gone from the section: "B goes."'),
        (
            "A stays. B goes. C goes.",
            "A stays. D comes.",
            'new in the section: "D comes."; gone from the section: "B goes." and 1 more sentence',
        ),
        ("A stays.", "A stays.", "other words of the section changed"),
    ],
)
def test_a_section_is_told_by_its_sentences(before: str, now: str, told: str) -> None:
    assert told_section(before, now) == told


def test_long_words_are_cut_and_blanks_folded() -> None:
    assert (quoted("a\n b"), len(quoted("word " * 100))) == ('"a b"', 162)


def test_places_and_lists_read_as_a_person_writes_them() -> None:
    assert (place("a.md", "B > C"), place("a.md", None), some(["a", "b"]), some(["a", "b", "c", "d", "e"])) == (
        "a.md > B > C",
        "a.md",
        "a, b",
        "a, b, c and 2 more",
    )


def test_the_quoted_words_of_a_passage_are_those_that_are_marked() -> None:
    assert (words_of(passage()), words_of(passage("All of it.", None))) == (QUOTE, "All of it.")
