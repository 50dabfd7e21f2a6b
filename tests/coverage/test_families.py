"""Cases that hang together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.coverage.families import families, family_sizes
from goldsmith.records.case import Case, Identity, Message, VariantOf
from tests.coverage.building import cases_of_any_mix


def variant(name: str, original: str) -> Case:
    return Case(id=name, question=name, variant_of=VariantOf(case=original, how="typo"))


def test_variants_are_a_family_over_several_steps_and_without_the_original() -> None:
    cases = [
        variant("c", "b"),
        Case(id="a", question="a"),
        variant("b", "a"),
        variant("x", "gone"),
        variant("y", "gone"),
    ]

    assert families(cases) == (0, 0, 0, 3, 3)


def test_one_question_under_two_identities_is_a_family_and_after_other_turns_is_none() -> None:
    ann = Case(id="a", question="How  long?", identity=Identity(user="ann"))
    ben = Case(id="b", question="how long?", identity=Identity(user="ben"))
    talk = Case(id="c", question="How long?", messages=(Message(role="user", content="Hi"),))

    assert families([ann, ben, talk]) == (0, 0, 2)


def test_cases_without_a_question_are_no_twins() -> None:
    assert families([Case(id="a", question=""), Case(id="b", question=" ")]) == (0, 1)


@given(cases_of_any_mix(), st.randoms(use_true_random=False))
def test_families_take_in_every_case_in_whatever_order(cases: list[Case], chance: object) -> None:
    shuffled = list(cases)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # what hypothesis hands out is a random.Random
    sizes = family_sizes(families(cases))

    assert sum(sizes) == len(cases)
    assert sorted(family_sizes(families(shuffled))) == sorted(sizes)
