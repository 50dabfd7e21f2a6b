"""What is said of an answer beside an expected output, without a judge."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.ports.matcher import Sought
from goldsmith.workflows.regtrace_expected import AsExpected, compared


def state(answer: str, expected: str, **options: Any) -> str:
    return (
        AsExpected()
        .decide(Sought(claim="", answer=answer, question="", options={"expected": expected, **options}))
        .state
    )


@pytest.mark.parametrize(
    ("answer", "expected", "found"),
    [
        ("Paris is the capital of France.", "paris is the capital of France", "stated"),
        ("Surely: 500 requests per minute, no more.", "500 requests per minute", "stated"),
        ("It is not 500 requests per minute.", "500 requests per minute", "undecided"),
        ("1500 requests per minute", "500 requests per minute", "undecided"),
        ("The capital of France is Paris.", "Paris is the capital of France.", "undecided"),
        ("Lyon is the capital of France.", "Paris is the capital of France.", "undecided"),
    ],
)
def test_only_the_very_words_decide_and_words_in_common_do_not(answer: str, expected: str, found: str) -> None:
    assert state(answer, expected) == found


def test_json_is_right_where_enough_of_its_values_agree() -> None:
    expected = '{"id": 7, "vendor": "Muster", "total": 12.5, "paid": false}'
    given = '```json\n{"id": 7, "vendor": "Muster ", "total": 12.505, "paid": 0}\n```'

    assert [state(given, expected, threshold=least) for least in (0.75, 0.8)] == ["stated", "not_stated"]


def test_prose_in_place_of_json_is_wrong() -> None:
    assert state("The total is 12.50.", '{"total": 12.5}', threshold=0.7) == "not_stated"


def test_a_tone_is_right_where_the_text_is_the_expected_one_and_else_for_a_judge() -> None:
    assert [state(text, "Good day.", only_same=True) for text in ("good day.", "Well, good day.")] == [
        "stated",
        "undecided",
    ]


def test_what_one_side_lacks_disagrees() -> None:
    wanted, given = {"a": 1, "b": [1, 2]}, {"a": "1", "b": [1], "c": None}

    assert list(compared(wanted, given, "$")) == [("$.a", False), ("$.b[0]", True), ("$.b[1]", False), ("$.c", False)]
