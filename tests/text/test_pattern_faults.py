"""A pattern is usable when it is a regular expression whose cost is bounded."""

from __future__ import annotations

import pytest

from goldsmith.text.patterns import fault_of


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b\d+ days?\b",
        r"(?i)refund(ed|s)?",
        r"(?:one|two) weeks",
        r"[a-z+*]+",
        r"(\d{1,3}){2}",
        r"(ab|cd)+",
        r"\(a+\)+",
        r"[]a]+",
        r"[[a]",
    ],
)
def test_plain_patterns_are_usable(pattern: str) -> None:
    assert fault_of(pattern) == ""


@pytest.mark.parametrize(
    "pattern", [r"(a+)+$", r"(\w*)*", r"(a|a)*b", r"((ab)+c?)+", r"(a?){50}", r"(?:\d+|x)+", r"(.|x)*"]
)
def test_a_repeat_of_what_can_match_in_several_ways_is_refused(pattern: str) -> None:
    assert "can match in several ways" in fault_of(pattern)


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("", "it is empty and matches everything"),
        ("(", "it is no regular expression (missing ), unterminated subpattern at position 0)"),
        ("a" * 1001, "it is longer than 1000 characters"),
    ],
)
def test_what_is_no_pattern_is_refused_with_the_reason(pattern: str, fault: str) -> None:
    assert fault_of(pattern) == fault
