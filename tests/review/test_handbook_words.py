"""Every word that a reviewer meets has a sentence, and no sentence speaks of a word that does not exist."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from goldsmith.records.decision import Confirmations, DecisionWord
from goldsmith.records.gate import HARD_GATES
from goldsmith.records.vocabulary import AXES
from goldsmith.review import handbook_words as words


def test_every_decision_confirmation_gate_and_axis_is_told_and_no_other() -> None:
    assert set(words.DECISIONS) == set(get_args(DecisionWord))
    assert list(words.CONFIRMATIONS) == [item.name for item in fields(Confirmations)]
    assert set(words.GATES) == set(HARD_GATES)
    assert list(words.AXIS_QUESTIONS) == list(AXES)
    assert len(words.RULES) == 4


@pytest.mark.parametrize("axis", AXES)
def test_every_standard_word_of_an_axis_means_something_of_its_own(axis: str) -> None:
    told = [words.word_meaning(axis, word) for word in AXES[axis]]

    assert all(told)
    assert len(set(told)) == len(told)
    assert words.word_meaning(axis, "no such word") is None


def test_every_sentence_ends_and_code_is_closed() -> None:
    told = [
        *words.PURPOSE,
        *words.RULES.values(),
        *words.DECISIONS.values(),
        *words.CONFIRMATIONS.values(),
        *words.MARKING.values(),
        *words.GATES.values(),
        *words.AXIS_QUESTIONS.values(),
        *(words.word_meaning(axis, word) or "" for axis in AXES for word in AXES[axis]),
    ]

    assert [text for text in told if not text.endswith((".", "?")) or text.count("`") % 2 or "<" in text] == []
