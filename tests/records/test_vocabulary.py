"""The words of the axes agree with the types of the fields."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast, get_args

import pytest

from goldsmith.records.case import Case
from goldsmith.records.vocabulary import AXES, LAYERS, MAIN_RISK, Answerability, Behaviour, Layer


def test_every_axis_is_a_field_of_a_case() -> None:
    assert AXES.keys() <= {item.name for item in fields(Case)}


def test_the_closed_axes_have_the_words_of_their_types_but_for_unstated() -> None:
    assert AXES["answerability"] == tuple(word for word in get_args(Answerability) if word != "unstated")
    assert AXES["behaviour"] == tuple(word for word in get_args(Behaviour) if word != "unstated")


def test_every_job_has_its_main_risk() -> None:
    assert tuple(MAIN_RISK) == AXES["job"]


def test_the_layers_are_those_of_the_type() -> None:
    assert get_args(Layer) == LAYERS


def test_no_axis_says_a_word_twice() -> None:
    assert {axis for axis, words in AXES.items() if len(set(words)) != len(words)} == set()


@pytest.mark.parametrize("table", [AXES, MAIN_RISK])
def test_the_vocabulary_cannot_be_changed_by_accident(table: object) -> None:
    with pytest.raises(TypeError):
        cast("dict[str, Any]", table)["job"] = ()
