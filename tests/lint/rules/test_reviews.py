"""GS3xx and GS4xx: duplicates, review and agreement."""

from __future__ import annotations

import pytest

from goldsmith.records.case import Message
from goldsmith.records.decision import Confirmations, Status
from tests.lint.building import case, decision, findings, identity, told, view

APPROVED = Status(state="approved", why="approved by Avery")


def test_the_same_question_counts_once() -> None:
    found = told("GS301", view(case("a", question="How long?"), case("b", question="how  long?")))

    assert found == [("warning", "b", "'How long?' is asked by 'a' too, at cases.yaml:1")]


@pytest.mark.parametrize(
    "difference",
    [
        {"identity": identity()},
        {"messages": (Message(role="user", content="About plans."),)},
        {"corpus": "r0"},
        {"question": "How long is it?"},
    ],
)
def test_a_question_asked_under_other_conditions_is_another_one(difference: dict[str, object]) -> None:
    other = {"question": "How long?"} | difference

    assert told("GS301", view(case("a", question="How long?"), case("b", **other))) == []


def test_a_published_set_holds_approved_cases() -> None:
    states = {"a": APPROVED, "b": Status(state="candidate", why="ambiguous by Blake")}

    assert told("GS401", view(case("a"), case("b"), case("c"), states=states, ready=True)) == [
        ("error", "b", "nobody has approved this case: ambiguous by Blake"),
        ("error", "c", "nobody has approved this case: no decision yet"),
    ]


def test_an_edit_undoes_an_approval() -> None:
    states = {"a": Status(state="edited", why="changed after: approved by Avery"), "b": APPROVED}
    message = "the case is no longer the one that was approved: changed after: approved by Avery"

    assert told("GS402", view(case("a"), case("b"), states=states)) == [("warning", "a", message)]
    assert told("GS402", view(case("a"), case("b"), states=states, ready=True)) == [("error", "a", message)]


def test_a_disputed_case_is_told_once() -> None:
    states = {"a": Status(state="candidate", why="reviewers disagree", flags=("disputed",))}

    assert told("GS403", view(case("a"), case("b"), states=states)) == [("warning", "a", "reviewers disagree")]
    assert told("GS401", view(case("a"), states=states, ready=True)) == []


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"reviewer": " "}, "names no reviewer"),
        ({"reason": ""}, "by Avery gives no reason"),
        ({"confirmations": None}, "by Avery lacks the three confirmations"),
        (
            {
                "confirmations": Confirmations(
                    question_plausible=True, answer_within_source=False, evidence_sufficient=False
                )
            },
            "by Avery denies answer within source, evidence sufficient",
        ),
    ],
)
def test_an_approval_names_person_reason_and_confirmations(wrong: dict[str, object], problem: str) -> None:
    assert told("GS404", view(case(), facts=[decision("c1", **wrong)])) == [  # type: ignore[arg-type]
        ("error", "c1", f"the approval of 2026-09-01 {problem}")
    ]


def test_only_the_last_word_of_a_reviewer_must_be_founded() -> None:
    facts = [decision("c1", reason=""), decision("c1"), decision("gone", reason="")]

    assert findings("GS404", view(case(), facts=facts)) == []


def test_every_risk_slice_has_cases_that_two_people_decided() -> None:
    facts = [decision("a"), decision("a", "Blake"), decision("b"), decision("b", "Blake", case_digest="c1:2")]
    found = told("GS405", view(case("a", risk="low"), case("b", risk="high"), case("c"), facts=facts, ready=True))

    assert found == [("error", "", "risk high: 0 of 1 case reviewed by two, not 1")]
