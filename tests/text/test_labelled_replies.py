"""What replies do, on the list of `labelled_replies`; docs/behaviour.md shows every figure and every miss."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from goldsmith.text.behaviour import recognise_behaviour

FOLDER = Path(__file__).with_name("labelled_replies")
PARTS = ("seen", "opened", "held_out")
BEHAVIOURS = {"answer", "refuse", "clarify", "escalate", "fail_safely"}
RIGHT = {"seen": 0.98, "opened": 0.97, "held_out": 0.45}
WRONG = {"seen": 0.0, "opened": 0.01, "held_out": 0.2}
"""Floor of the right and ceiling of the wrong ones; what is undecided is neither."""


def rows(part: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (FOLDER / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_list_is_large_enough_in_every_language_and_holds_every_behaviour_in_each() -> None:
    every = [row for part in PARTS for row in rows(part)]

    assert len({row["id"] for row in every}) == len(every) == 469
    for language in ("en", "ru", "zh"):
        assert sum(row["language"] == language for row in every) >= 150
        assert {row["behaviour"] for row in every if row["language"] == language} == BEHAVIOURS


@pytest.mark.parametrize(("part", "bit"), [("seen", 0), ("opened", 1)])
def test_which_half_a_reply_is_in_is_decided_by_its_id(part: str, bit: int) -> None:
    halves = {int(hashlib.sha256(row["id"].encode()).hexdigest(), 16) % 2 for row in rows(part)}

    assert halves == {bit}


@pytest.mark.parametrize("part", PARTS)
def test_what_was_reached_is_held(part: str) -> None:
    labelled = [(row["behaviour"], recognise_behaviour(row["text"]).behaviour) for row in rows(part)]
    right = sum(label == seen for label, seen in labelled)
    wrong = sum(seen is not None and label != seen for label, seen in labelled)

    assert right / len(labelled) >= RIGHT[part]
    assert wrong / len(labelled) <= WRONG[part]


def test_the_lists_of_one_family_are_large_enough() -> None:
    permission, foreign = rows("permission"), rows("foreign")

    assert Counter((row["language"], row["behaviour"]) for row in permission) == {
        ("en", "refuse"): 32,
        ("en", "answer"): 37,
        ("ru", "refuse"): 22,
        ("ru", "answer"): 22,
        ("zh", "refuse"): 21,
        ("zh", "answer"): 23,
    }
    assert Counter(row["behaviour"] for row in foreign) == {"refuse": 72, "answer": 25}
    assert len({row["id"] for row in [*permission, *foreign]}) == len(permission) + len(foreign)


@pytest.mark.parametrize("half", [0, 1])
def test_a_refusal_for_want_of_a_right_is_told_from_an_answer_about_rights(half: int) -> None:
    found = Counter(
        (row["behaviour"], recognise_behaviour(row["text"]).behaviour)
        for row in rows("permission")
        if int(hashlib.sha256(row["id"].encode()).hexdigest(), 16) % 2 == half
    )
    refusals, answers = found["refuse", "refuse"], found["answer", "answer"]

    assert {pair for pair in found if pair[1] is not None} == {("refuse", "refuse"), ("answer", "answer")}
    assert found.total() - refusals - answers <= 1


def test_a_refusal_for_want_of_a_right_gives_that_as_its_reason() -> None:
    told = [recognise_behaviour(row["text"]) for row in rows("permission") if row["behaviour"] == "refuse"]

    assert {one.reason for one in told} == {"not_permitted"}


def test_a_refusal_in_another_language_is_never_an_answer() -> None:
    refusals = [row["text"] for row in rows("foreign") if row["behaviour"] == "refuse"]

    assert [text for text in refusals if recognise_behaviour(text).behaviour is not None] == []


def test_nearly_every_answer_with_a_figure_in_another_language_is_an_answer() -> None:
    answers = [row["text"] for row in rows("foreign") if row["behaviour"] == "answer" and re.search(r"\d", row["text"])]
    missed = [text for text in answers if recognise_behaviour(text).behaviour != "answer"]

    assert len(answers) == 24
    assert missed == []


@pytest.mark.parametrize(
    "text",
    [
        "Within 30 days.",
        "Yes.",
        "Larch 3000",
        "Los Angeles",
        "Caf\u00e9 M\u00fcller",
        "Rio de Janeiro",
        "San Jos\u00e9 del Cabo",
        "Paris, London, Rome, Berlin, Madrid, Oslo",
        "De Morgan's laws",
        "Reboot twice",
        "42",
        "\u0414\u0430.",
        "\u041e\u0442\u0434\u0435\u043b \u043a\u0430\u0434\u0440\u043e\u0432",
        "\u662f",
        "\u306f\u3044\u3002",
    ],
)
def test_a_short_answer_is_not_taken_for_another_language(text: str) -> None:
    assert recognise_behaviour(text).behaviour == "answer"
