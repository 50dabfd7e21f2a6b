"""Refusals and answers of real systems: MT-RAG's replies with human evaluations, and the answers of ClapNQ.

`refusal_verdicts.json` says which of MT-RAG's replies decline or ask back, by reading. ClapNQ's unanswerable questions
have empty answers: there are no words to recognise.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from goldsmith.text.behaviour import recognise_behaviour

pytestmark = pytest.mark.real_data

VERDICTS = Path(__file__).with_name("refusal_verdicts.json")
REPLIES = "data/mtrag/mtrag-human/evaluations/reference_subset_with_human_evaluations.json"
CLAPNQ = "data/clapnq/annotated_data/dev/clapnq_dev_{}.jsonl"


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def confusion(shared: Path) -> Counter[tuple[str, str]]:
    """Return how often each label was taken as each behaviour; what is missed is printed."""
    verdicts = json.loads(VERDICTS.read_text(encoding="utf-8"))
    labels = {tuple(one): kind for kind in ("refuse", "clarify") for one in verdicts[kind]}
    found: Counter[tuple[str, str]] = Counter()
    for one in json.loads((shared / REPLIES).read_text(encoding="utf-8"))["evaluations"]:
        label = labels.get((one["task_id"], one["model_id"]), "answer")
        seen = recognise_behaviour(one["model_response"]).behaviour or "undecided"
        found[label, seen] += 1
        if label != seen:
            print(label, "taken as", seen, "|", one["model_response"][:200])  # noqa: T201 - the misses are to be read
    return found


def test_whoever_is_taken_to_refuse_does_refuse(confusion: Counter[tuple[str, str]]) -> None:
    taken = {label: count for (label, seen), count in confusion.items() if seen == "refuse"}

    assert taken == {"refuse": 15}


def test_nearly_every_refusal_is_found(confusion: Counter[tuple[str, str]]) -> None:
    refusals = {seen: count for (label, seen), count in confusion.items() if label == "refuse"}

    assert refusals == {"refuse": 15, "undecided": 1, "answer": 1}


def test_answers_are_taken_as_answers_or_now_and_then_left_undecided(confusion: Counter[tuple[str, str]]) -> None:
    answers = {seen: count for (label, seen), count in confusion.items() if label == "answer"}

    assert set(answers) <= {"answer", "undecided"}
    assert answers["answer"] / sum(answers.values()) >= 0.98


def test_answers_from_an_encyclopedia_are_no_refusals(shared: Path) -> None:
    answers = [one["answer"] for row in lines(shared / CLAPNQ.format("answerable")) for one in row["output"]]
    seen = Counter(recognise_behaviour(text).behaviour for text in answers)

    assert set(seen) <= {"answer", None}
    assert seen["answer"] / len(answers) >= 0.99


def test_unanswerable_questions_of_clapnq_have_no_words_to_recognise(shared: Path) -> None:
    answers = [one["answer"] for row in lines(shared / CLAPNQ.format("unanswerable")) for one in row["output"]]

    assert {recognise_behaviour(text).rule for text in answers} == {"empty"}
