"""Patterns of authors come back, always."""

from __future__ import annotations

import pytest

from goldsmith.text.patterns import Refused, risk_of, search


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a*)*b",
        "(?:a|a)*c",
        "(x+x+)+y",
        r"(\w+\s?)*$",
        "([a-z]+)*!",
        "(a?)+b",
        "((ab)*c?)*d",
        "(.|a)+z",
        ".*.*x",
        r"(.+)\w*!",
    ],
)
def test_patterns_whose_cost_may_double_with_each_character_are_refused(pattern: str) -> None:
    assert isinstance(search(pattern, "a" * 5_000), Refused)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\d+ days?",
        "(?i)refund",
        r"[A-Z]{2}-\d{4}",
        "(foo|bar)+",
        r"(?:\d{1,3},)?\d+",
        r"^a.*b$",
        r"\(a+\)+",
        "[(a+)]+",
        "(ab)+c",
        ".*refund.*30 days",
        r"\w+ \w+",
    ],
)
def test_ordinary_patterns_are_tried(pattern: str) -> None:
    assert risk_of(pattern) == ""
    assert not isinstance(search(pattern, "no such thing"), Refused)


def test_what_is_no_pattern_is_said_so() -> None:
    found = search("(", "x")

    assert isinstance(found, Refused)
    assert found.why.startswith("it is no regular expression")


def test_a_match_is_given_with_its_place() -> None:
    assert search(r"\d+", "in 30 days") == (3, 5)
    assert search(r"\d+", "soon") is None


def test_a_pattern_sees_less_of_a_long_text_the_more_it_repeats_and_says_so() -> None:
    text = "x" * 3_000 + " refund in 30 days"

    assert search("refund", text) == (3_001, 3_007)
    assert search("refund.*days", text) == (3_001, 3_018)
    assert search("refund.*in.*days", text) == Refused("the pattern was tried on the first 2000 of 3018 characters")
