"""A slice holds the cases that share a word on an axis; a case without a label is in none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from goldsmith.records.case import Case, Identity, Origin
from goldsmith.records.slices import SLICED, in_slice, words
from tests.records.building import FULL, cases

BARE = Case(id="a", question="Q?")


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        ("job", ("lookup",)),
        ("answerability", ("supported",)),
        ("behaviour", ("answer",)),
        ("reasoning", ("single",)),
        ("difficulty", ("easy",)),
        ("risk", ("low",)),
        ("hallucination_risk", ("low",)),
        ("language", ("en",)),
        ("source_format", ("markdown",)),
        ("challenges", ("typo", "long")),
        ("origin", ("ticket",)),
        ("profile", ("ann",)),
        ("source", ("real",)),
        ("split", ("dev",)),
        ("tag", ("returns", "eu")),
        ("question", ()),
    ],
)
def test_a_case_has_its_words_on_each_axis(axis: str, expected: tuple[str, ...]) -> None:
    assert words(FULL, axis) == expected


def test_a_case_without_labels_is_on_no_axis_but_asked_by_anybody() -> None:
    assert {axis: words(BARE, axis) for axis in SLICED} == dict.fromkeys(SLICED, ()) | {"profile": ("anonymous",)}


def test_a_synthetic_case_is_set_apart_from_real_ones() -> None:
    synthetic = Case(id="a", question="Q?", origin=Origin(kind="synthetic"))

    assert (words(synthetic, "source"), words(synthetic, "origin")) == (("synthetic",), ("synthetic",))


def test_an_identity_is_a_profile() -> None:
    assert words(Case(id="a", question="Q?", identity=Identity(user="agent-eu")), "profile") == ("agent-eu",)


def test_a_slice_asks_for_every_word() -> None:
    assert in_slice(FULL, {"risk": "low", "challenges": "long"})
    assert not in_slice(FULL, {"risk": "low", "challenges": "stale"})


@settings(max_examples=40)
@given(cases)
def test_every_case_is_in_the_empty_slice_and_in_the_slices_of_its_words(case: Case) -> None:
    assert in_slice(case, {})
    assert all(in_slice(case, {axis: word}) for axis in SLICED for word in words(case, axis))
