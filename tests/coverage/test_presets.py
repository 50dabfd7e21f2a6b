"""The mixes that others found useful: their figures, and how cases count under them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.coverage.presets import ADVERSARIAL, PRESETS, standing_of
from goldsmith.records.case import Case
from goldsmith.records.coverage import TargetStanding
from goldsmith.records.vocabulary import AXES
from tests.coverage.building import cases_of_any_mix, document

NAMED = st.sampled_from(sorted(PRESETS))


def case(**fields: Any) -> Case:
    usual: dict[str, Any] = {"answerability": "supported", "behaviour": "answer"}
    return Case(id="a", question="?", **(usual | fields))


def counts(preset: str, *cases: Case) -> dict[str, int]:
    return {item.kind: item.cases for item in standing_of(PRESETS[preset], cases) if item.cases}


def test_the_mix_of_eighty_has_eighty_cases() -> None:
    assert {kind.name: kind.least for kind in PRESETS["eighty"].kinds} == {
        "supported": 32,
        "several_passages": 12,
        "unanswerable": 10,
        "stale_or_conflicting": 8,
        "ambiguous": 6,
        "permission_denied": 6,
        "adversarial": 6,
    }
    assert sum(kind.least for kind in PRESETS["eighty"].kinds) == 80


def test_the_mix_of_eighty_is_the_one_that_splits_are_reckoned_on(oracle: Any) -> None:
    sizes = oracle("split.60_25_15.largest_remainder")["input"]["slices"]

    assert sorted(kind.least for kind in PRESETS["eighty"].kinds) == sorted(sizes.values())


def test_seven_types_have_five_each_and_an_eighth_where_several_languages_are_in_play() -> None:
    assert [kind.name for kind in PRESETS["seven-types"].kinds if not kind.several_languages] == [
        "simple",
        "multi_hop",
        "no_answer",
        "ambiguous",
        "typo",
        "adversarial",
        "long",
    ]
    assert {kind.least for kind in PRESETS["seven-types"].kinds} == {5}


def test_every_word_of_a_preset_is_a_word_of_its_axis() -> None:
    named = {(axis, word) for preset in PRESETS.values() for kind in preset.kinds for axis, word in kind.draft.items()}
    named |= {
        (axis, word)
        for preset in PRESETS.values()
        for kind in preset.kinds
        for axis, words in kind.has.items()
        for word in words
    }

    assert {(axis, word) for axis, word in named if word not in AXES[axis]} == set()


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_case_drafted_for_a_kind_is_of_that_kind(name: str) -> None:
    for kind in PRESETS[name].kinds:
        drafted = dict(kind.draft)
        challenges = (drafted.pop("challenges"),) if "challenges" in drafted else ()

        assert kind.fits(case(**drafted, challenges=challenges)), kind.name


def test_in_the_mix_of_eighty_each_case_counts_once_under_its_most_special_kind() -> None:
    assert counts(
        "eighty",
        case(reasoning="single"),
        case(reasoning="multi_passage"),
        case(answerability="unsupported", challenges=("permission",)),
        case(answerability="unsupported", challenges=("permission", "injection")),
        case(answerability="ambiguous", challenges=("stale",)),
        case(answerability="unstated"),
    ) == {"supported": 1, "several_passages": 1, "permission_denied": 1, "adversarial": 1, "ambiguous": 1}


def test_a_case_counts_under_each_of_the_seven_types_that_it_is_of() -> None:
    assert counts("seven-types", case(reasoning="multi_hop", challenges=("typo", "long"))) == {
        "multi_hop": 1,
        "typo": 1,
        "long": 1,
    }


@pytest.mark.parametrize(
    ("adversarial", "state", "missing"),
    [(0, "short", 3), (2, "short", 1), (3, "met", 0), (5, "met", 0), (6, "over", 0)],
)
def test_a_tenth_to_a_fifth_of_the_cases_are_adversarial(adversarial: int, state: str, missing: int) -> None:
    cases = [case(challenges=(ADVERSARIAL[number % 5],)) for number in range(adversarial)]
    cases += [case() for _ in range(25 - adversarial)]

    assert standing_of(PRESETS["adversarial"], cases) == (
        TargetStanding(
            preset="adversarial",
            kind="adversarial",
            cases=adversarial,
            share=adversarial / 25,
            least=3,
            shares=(0.1, 0.2),
            state=state,  # type: ignore[arg-type]  # one of the four words, from the table above
            missing=missing,
        ),
    )


@pytest.mark.parametrize(
    ("languages", "frozen", "state"),
    [
        ((None, None), (), "not_asked"),
        (("en", "en-GB"), ("en",), "not_asked"),
        (("en", "ru"), (), "short"),
        (("en",), ("de",), "short"),
    ],
)
def test_cross_lingual_questions_are_asked_for_only_where_several_languages_are_in_play(
    languages: tuple[str | None, ...], frozen: tuple[str, ...], state: str
) -> None:
    cases = [case(language=name) for name in languages]
    documents = [document(name, language=name) for name in frozen]
    last = standing_of(PRESETS["seven-types"], cases, documents)[-1]

    assert (last.kind, last.state, last.missing) == ("cross_lingual", state, 5 if state == "short" else 0)


@given(cases_of_any_mix(), NAMED)
def test_the_cases_that_are_missing_are_enough(cases: list[Case], name: str) -> None:
    added = list(cases)
    for item in standing_of(PRESETS[name], cases):
        kind = next(one for one in PRESETS[name].kinds if one.name == item.kind)
        drafted = dict(kind.draft)
        challenges = (drafted.pop("challenges"),) if "challenges" in drafted else ()
        added += [case(**drafted, challenges=challenges) for _ in range(item.missing)]
    states = {item.kind: item.state for item in standing_of(PRESETS[name], added)}

    assert "short" not in states.values()


@given(cases_of_any_mix())
def test_in_the_mix_of_eighty_no_case_counts_twice(cases: list[Case]) -> None:
    assert sum(item.cases for item in standing_of(PRESETS["eighty"], cases)) <= len(cases)
