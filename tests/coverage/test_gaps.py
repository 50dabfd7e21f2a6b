"""What is missing, as a list to draft."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.coverage.covering import Asked, Material, cover
from goldsmith.coverage.gaps import Found, gaps_of, rule_words
from goldsmith.coverage.mix import axis_mix
from goldsmith.coverage.presets import PRESETS, standing_of
from goldsmith.records.case import Case, Identity
from goldsmith.records.coverage import Coverage, Gap, MinimumStanding
from goldsmith.records.golden_set import Minimum, SetHeader
from goldsmith.records.vocabulary import AXES
from tests.coverage.building import cases_of_any_mix, document

NOTHING = Found(axes=(), minima=(), targets=(), access=(), documents=None)
MINIMA = st.lists(
    st.builds(
        lambda risk, least: Minimum(slice={"risk": risk}, cases=least),
        st.sampled_from(AXES["risk"]),
        st.integers(0, 12),
    ),
    max_size=3,
)


def covered(cases: list[Case], minima: list[Minimum], **more: object) -> Coverage:
    material = Material(
        header=SetHeader(name="s", minima=tuple(minima)), cases=cases, cited=[frozenset() for _ in cases]
    )
    return cover(replace(material, **more), Asked(presets=tuple(PRESETS)))  # type: ignore[arg-type]  # named fields


def test_a_minimum_that_is_not_met_says_what_to_write() -> None:
    found = replace(NOTHING, minima=(MinimumStanding(slice={"behaviour": "refuse"}, cases=2, asked=5),))

    assert gaps_of(found) == (
        Gap(
            kind="minimum",
            slice={"answerability": "unsupported", "behaviour": "refuse"},
            cases=3,
            why=("set.yaml asks for 5 behaviour=refuse, there are 2",),
        ),
    )


def test_reasons_for_the_same_cases_are_one_gap_of_the_gravest_kind_and_largest_number() -> None:
    cases = [Case(id="a", question="?", answerability="unsupported", behaviour="refuse")]
    found = replace(
        NOTHING,
        minima=(MinimumStanding(slice={"behaviour": "refuse"}, cases=1, asked=3),),
        targets=standing_of(PRESETS["eighty"], cases)[2:3],
        axes=(axis_mix(cases, "behaviour"),),
    )

    assert gaps_of(found) == (
        Gap(
            kind="minimum",
            slice={"answerability": "unsupported", "behaviour": "refuse"},
            cases=9,
            why=(
                "set.yaml asks for 3 behaviour=refuse, there are 1",
                "eighty asks for 10 unanswerable, there are 1",
            ),
        ),
    )


def test_kinds_that_every_set_should_hold_stand_before_other_thin_slices() -> None:
    cases = [Case(id="a", question="?", reasoning="inference", challenges=("stale",))]
    found = replace(NOTHING, axes=tuple(axis_mix(cases, axis) for axis in ("reasoning", "challenges", "difficulty")))

    assert [(gap.slice, gap.cases) for gap in gaps_of(found)] == [
        ({"challenges": "long"}, 5),
        ({"challenges": "provocation"}, 5),
        ({"challenges": "typo"}, 5),
        ({"reasoning": "multi_hop"}, 5),
        ({"reasoning": "single"}, 5),
        ({"challenges": "stale"}, 4),
        ({"reasoning": "inference"}, 4),
    ]


def test_a_slice_with_a_minimum_is_held_to_that_alone() -> None:
    cases = [Case(id="a", question="?", risk="high")]
    found = replace(
        NOTHING,
        axes=(axis_mix(cases, "risk"),),
        minima=(MinimumStanding(slice={"risk": "high"}, cases=1, asked=1),),
    )

    assert gaps_of(found) == ()


def test_an_access_rule_that_nobody_tries_asks_for_a_case_on_either_side() -> None:
    documents = [document("path", tenant="eu", allowed_principals=("support",))]
    found = [gap for gap in covered([], [], documents=documents).gaps if gap.kind == "access"]

    assert found == [
        Gap(
            kind="access",
            slice={"answerability": "supported", "behaviour": "answer", "challenges": "permission"},
            cases=1,
            why=("nobody who may see it is asked about it",),
            asker="tenant eu, support",
            documents=("path",),
        ),
        Gap(
            kind="access",
            slice={"answerability": "unsupported", "behaviour": "refuse", "challenges": "permission"},
            cases=1,
            why=("nobody who may not see it asks for it",),
            asker="anybody but tenant eu, support",
            documents=("path",),
        ),
    ]


def test_a_document_that_cases_alone_deny_wants_somebody_who_may_see_it() -> None:
    denied = Case(id="a", question="Which path?", identity=Identity(user="guest", denied=("path",)))
    found = covered([denied], [], documents=[document("path")]).gaps

    assert [(gap.asker, gap.why) for gap in found if gap.kind == "access"] == [
        ("somebody to whom no case denies it", ("nobody who may see it is asked about it",))
    ]


def test_a_document_for_nobody_is_only_to_be_denied() -> None:
    found = covered([], [], documents=[document("sealed", allowed_principals=())]).gaps

    assert [(gap.asker, gap.slice["behaviour"]) for gap in found if gap.kind == "access"] == [("anybody", "refuse")]


def test_a_rule_that_is_tried_on_both_sides_is_no_gap() -> None:
    cases = [
        Case(id="a", question="Path?", identity=Identity(user="support")),
        Case(id="b", question="Path?", identity=Identity(user="guest")),
    ]
    documents = [document("path", allowed_principals=("support",))]
    found = covered(cases, [], documents=documents, cited=[frozenset({"path"}), frozenset()])

    assert [gap for gap in found.gaps if gap.kind == "access"] == []


def test_a_folder_that_hardly_any_evidence_cites_names_documents_to_draft_from() -> None:
    documents = [document(f"d{number}", source=f"guide/{number}.md") for number in range(9)]
    documents += [document("x", source="other/x.md")]
    found = covered([Case(id="a", question="?")], [], documents=documents, cited=[frozenset({"x", "d0"})])

    assert [gap for gap in found.gaps if gap.kind == "documents"] == [
        Gap(
            kind="documents",
            slice={},
            cases=5,
            why=("evidence cites 1 of 9 documents in guide/",),
            documents=("d1", "d2", "d3", "d4", "d5"),
        )
    ]


def test_whom_a_rule_lets_in_is_told_in_words() -> None:
    assert [
        rule_words("eu", None),
        rule_words(None, ("a", "b")),
        rule_words("eu", ("a",)),
        rule_words(None, ()),
        rule_words(None, None),
    ] == ["tenant eu", "a or b", "tenant eu, a", "nobody", "everybody"]


@given(cases_of_any_mix(), MINIMA)
def test_a_set_that_meets_every_minimum_has_no_gap_from_one_and_status_0(
    cases: list[Case], minima: list[Minimum]
) -> None:
    found = covered(cases, minima)
    met = all(item.met for item in found.minima)

    assert (found.exit_status == 0) == met
    assert any(gap.kind == "minimum" for gap in found.gaps) != met


@given(cases_of_any_mix(), MINIMA)
def test_writing_the_cases_of_a_minimum_closes_it(cases: list[Case], minima: list[Minimum]) -> None:
    written = [
        Case(id="new", question="?", risk=gap.slice["risk"])
        for gap in covered(cases, minima).gaps
        if gap.kind == "minimum"
        for _ in range(gap.cases)
    ]

    assert covered([*cases, *written], minima).exit_status == 0


@given(cases_of_any_mix(), MINIMA, st.randoms(use_true_random=False))
def test_the_order_of_cases_and_documents_changes_nothing(
    cases: list[Case], minima: list[Minimum], chance: object
) -> None:
    documents = [document("open"), document("eu", tenant="eu"), document("ann", allowed_principals=("ann",))]
    cited = [frozenset({documents[number % 3].id}) for number in range(len(cases))]
    order = list(range(len(cases)))
    chance.shuffle(order)  # type: ignore[attr-defined]  # what hypothesis hands out is a random.Random
    before = covered(cases, minima, documents=documents, cited=cited)
    after = covered(
        [cases[place] for place in order],
        minima,
        documents=documents[::-1],
        cited=[cited[place] for place in order],
    )

    assert after == before


@given(cases_of_any_mix())
def test_every_gap_asks_for_a_case_and_says_why(cases: list[Case]) -> None:
    for gap in covered(cases, [], documents=[document("open"), document("eu", tenant="eu")]).gaps:
        assert gap.cases > 0
        assert gap.why
        assert gap.slice or gap.documents
