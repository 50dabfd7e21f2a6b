"""The impacts of a change on whole cases: what is not about a passage, and what is gravest."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import Identity
from goldsmith.records.corpus_diff import FieldChange
from goldsmith.records.refresh import Impact
from goldsmith.refresh.facts import Rival
from goldsmith.refresh.gravity import GRAVITY, asking_of, gravest_first
from goldsmith.refresh.impacts import impacts
from tests.refresh.building import (
    case,
    difference,
    document,
    facts,
    impact_of,
    no_answer,
    reason,
    told,
    trace,
)


def rival(impact: Any = "may_be_answered", **fields: Any) -> Rival:
    usual: dict[str, Any] = {
        "case": "c1",
        "document": "benefits.md",
        "chunk": "benefits.md#3",
        "section": "Sport",
        "text": "News. Gym memberships are paid.",
        "span": (6, 31),
        "score": 0.9,
    }
    return Rival(impact=impact, **(usual | fields))


def test_a_case_without_an_answer_is_told_of_text_that_may_answer_it() -> None:
    found = impact_of(no_answer(), [], facts(rivals=[rival()]))

    assert (found.asking, told(found), found.reasons[0].now[0].span, found.reasons[0].confidence) == (
        "single",
        [
            (
                "may_be_answered",
                'benefits.md > Sport: new text may answer what had no answer: "Gym memberships are paid."',
            )
        ],
        (6, 31),
        0.9,
    )


def test_a_rival_is_told_with_what_it_states_or_that_it_says_the_same() -> None:
    rivals = [rival("rival_passage", states="20 days"), rival("rival_passage", chunk="benefits.md#4")]

    assert told(impact_of(told=facts(rivals=rivals))) == [
        (
            "rival_passage",
            'benefits.md > Sport: new text says nearly the same as the quoted sentence: "Gym memberships are paid."',
        ),
        ("rival_passage", 'benefits.md > Sport: new text states 20 days on the same: "Gym memberships are paid."'),
    ]


def test_new_text_in_the_document_of_the_evidence_or_out_of_sight_is_no_rival() -> None:
    hidden = facts(after=[document(), document("benefits.md", tenant="us")], rivals=[rival("rival_passage")])
    own = facts(rivals=[rival("rival_passage", document="payments.md")])

    assert [impact_of(case(identity=Identity(user="anna")), told=one).impact for one in (hidden, own)] == [
        "untouched",
        "untouched",
    ]


def test_a_question_of_users_that_no_approved_case_asks_names_the_incident() -> None:
    found = impact_of(told=facts(patterns={"c1": "i-7"}))

    assert (found.asking, told(found)) == (
        "single",
        [("query_pattern", "users ask this (incident i-7), and no approved case does")],
    )


def test_another_embedding_touches_every_case_in_bulk() -> None:
    other = difference(
        FieldChange(field="embedding", before="small", after="large"),
        FieldChange(field="filter", before="eu", after=None),
    )
    found = impacts([case(), no_answer("c2")], {"c1": "c1:1", "c2": "c1:2"}, [trace()], facts(diff=other))

    assert [(one.case, one.impact, one.asking) for one in found] == [
        ("c1", "retrieval_changed", "bulk"),
        ("c2", "retrieval_changed", "bulk"),
    ]
    assert told(found[0])[0][1] == (
        "passages are searched for in another way: embedding is large now, not small; "
        "filter is not declared now, not eu"
    )


def test_the_gravest_reason_decides_and_stands_first() -> None:
    found = impact_of(
        traces=[trace(document="changed")],
        told=facts(
            [document(effective_from="2026-01-01")],
            [document()],
            patterns={"c1": "i-7"},
            diff=difference(FieldChange(field="embedding", before=None, after="large")),
        ),
    )

    assert (found.impact, [one.impact for one in found.reasons]) == (
        "dates_changed",
        ["dates_changed", "query_pattern", "changed_elsewhere", "retrieval_changed"],
    )


def test_reasons_of_one_impact_stand_in_the_order_of_the_case() -> None:
    mixed = [
        reason("quote_gone", "b"),
        reason("quote_gone", "c", need=1, alternative=0),
        reason("quote_gone", "a", need=0),
    ]

    assert [one.message for one in gravest_first(mixed)] == ["a", "c", "b"]


@pytest.mark.parametrize("impact", get_args(Impact))
def test_what_is_asked_singly_is_graver_than_what_is_confirmed_in_bulk(impact: Impact) -> None:
    later = [asking_of(one) for one in get_args(Impact)[GRAVITY[impact] :]]

    assert later == sorted(later, key=["single", "bulk", "none"].index)


QUOTES = st.sampled_from(["intact", "edited", "split", "crossed", "gone", "unknown"])
STATES = st.sampled_from(["same", "changed", "absent", "unknown"])


@given(traces=st.lists(st.tuples(QUOTES, STATES, STATES, st.booleans()), min_size=1, max_size=3))
def test_a_case_is_asked_about_as_its_gravest_reason_is(traces: list[tuple[Any, Any, Any, bool]]) -> None:
    followed = [
        trace(alternative=number, quote=quote, section=section, document=whole, standing=standing)
        for number, (quote, section, whole, standing) in enumerate(traces)
    ]
    alternatives = [case().evidence[0].any_of[0]] * len(followed)

    found = impact_of(case(alternatives=alternatives), followed)

    gravest: Impact = min((one.impact for one in found.reasons), key=GRAVITY.__getitem__, default="untouched")
    assert (found.impact, found.asking) == (gravest, asking_of(gravest))


@given(
    names=st.lists(st.sampled_from("abcdef"), unique=True, min_size=1),
    who=st.sampled_from([None, Identity(user="anna"), Identity(user="anna", denied=("payments.md",))]),
    rule=st.sampled_from([None, ("anna",), ("hr",)]),
)
def test_cases_are_untouched_where_nothing_changed(
    names: list[str], who: Identity | None, rule: tuple[str, ...] | None
) -> None:
    same = [document(allowed_principals=rule, supersedes=("old.md",), version="v1"), document("old.md")]
    cases = [case(name, identity=who) for name in names]

    found = impacts(
        cases,
        dict.fromkeys(names, "c1:1"),
        [trace(name) for name in names],
        facts(same, same, diff=difference(same=True)),
    )

    assert [(one.case, one.impact, one.asking, one.reasons) for one in found] == [
        (name, "untouched", "none", ()) for name in names
    ]
