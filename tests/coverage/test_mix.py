"""Counting words never loses a case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.coverage.mix import CROSSED, axis_mix, crossing, minimum_standing, unlabelled_axes, words_on
from goldsmith.records.case import Case, Identity, Message
from goldsmith.records.coverage import Cell, Crossing, MinimumStanding, WordCount
from goldsmith.records.golden_set import Minimum
from tests.coverage.building import cases_of_any_mix

SEVERAL = {"challenges", "tag"}


@given(cases_of_any_mix(), st.sampled_from(CROSSED))
def test_the_words_of_an_axis_and_the_unlabelled_add_up_to_all_cases(cases: list[Case], axis: str) -> None:
    mix = axis_mix(cases, axis)
    counted = sum(item.cases for item in mix.words)

    assert counted + mix.unlabelled >= len(cases)
    assert axis in SEVERAL or counted + mix.unlabelled == len(cases)
    assert max((item.cases for item in mix.words), default=0) + mix.unlabelled <= len(cases)


@given(cases_of_any_mix(), st.sampled_from(CROSSED), st.sampled_from(CROSSED))
def test_the_cells_of_a_crossing_and_the_unlabelled_add_up_to_all_cases(
    cases: list[Case], first: str, second: str
) -> None:
    crossed = crossing(cases, first, second, added={})
    counted = sum(item.cases for item in crossed.cells)

    assert counted + crossed.unlabelled >= len(cases)
    assert {first, second} & SEVERAL or counted + crossed.unlabelled == len(cases)


@given(cases_of_any_mix(), st.randoms(use_true_random=False), st.sampled_from(CROSSED))
def test_the_order_of_cases_changes_nothing(cases: list[Case], chance: object, axis: str) -> None:
    shuffled = list(cases)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # what hypothesis hands out is a random.Random

    assert axis_mix(shuffled, axis) == axis_mix(cases, axis)
    assert crossing(shuffled, axis, "risk", added={}) == crossing(cases, axis, "risk", added={})


def test_standard_words_stand_first_with_what_set_yaml_asks_and_others_follow() -> None:
    cases = [
        Case(id="a", question="?", risk="high"),
        Case(id="b", question="?", risk="dire"),
        Case(id="c", question="?"),
    ]
    mix = axis_mix(cases, "risk", minima=[Minimum(slice={"risk": "high"}, cases=8)])

    assert mix.words == (
        WordCount(word="low", cases=0, share=0.0),
        WordCount(word="medium", cases=0, share=0.0),
        WordCount(word="high", cases=1, share=1 / 3, asked=8),
        WordCount(word="dire", cases=1, share=1 / 3),
    )
    assert mix.unlabelled == 1


def test_an_empty_set_has_words_without_cases() -> None:
    assert axis_mix([], "difficulty").words[0] == WordCount(word="easy", cases=0, share=0.0)


def test_a_challenge_that_no_case_has_is_not_listed() -> None:
    assert axis_mix([Case(id="a", question="?", challenges=("typo", "typo"))], "challenges").words == (
        WordCount(word="typo", cases=1, share=1.0),
    )


def test_tenant_and_interaction_are_read_off_the_case() -> None:
    plain = Case(id="a", question="?")
    talk = Case(
        id="b", question="?", identity=Identity(user="ann", tenant="eu"), messages=(Message(role="user", content="Hi"),)
    )

    assert [words_on(item, axis) for item in (plain, talk) for axis in ("tenant", "interaction")] == [
        (),
        ("single_turn",),
        ("eu",),
        ("multi_turn",),
    ]


def test_a_crossing_shows_pairs_without_a_case() -> None:
    cases = [
        Case(id="a", question="?", split="dev", language="en"),
        Case(id="b", question="?", split="audit", language="de"),
        Case(id="c", question="?", split="dev"),
    ]

    assert crossing(cases, "split", "language", added={"language": ("de",)}) == Crossing(
        axes=("split", "language"),
        cells=(
            Cell(words=("audit", "de"), cases=1),
            Cell(words=("audit", "en"), cases=0),
            Cell(words=("dev", "de"), cases=0),
            Cell(words=("dev", "en"), cases=1),
        ),
        unlabelled=1,
    )


def test_a_minimum_counts_cases_that_have_all_its_words() -> None:
    cases = [Case(id="a", question="?", risk="high", job="lookup"), Case(id="b", question="?", risk="high")]
    standing = minimum_standing(cases, Minimum(slice={"risk": "high", "job": "lookup"}, cases=2))

    assert standing == MinimumStanding(slice={"risk": "high", "job": "lookup"}, cases=1, asked=2)
    assert not standing.met


def test_an_axis_without_any_label_is_named_once_there_are_cases() -> None:
    labelled = Case(id="a", question="?", job="lookup", difficulty="easy", risk="low")
    mixes = [axis_mix([labelled], axis) for axis in ("job", "reasoning", "difficulty", "risk", "origin", "language")]

    assert unlabelled_axes(mixes, 1) == ("reasoning", "origin")
    assert unlabelled_axes([axis_mix([], "job")], 0) == ()
