"""GS5xx and GS6xx: coverage and release."""

from __future__ import annotations

import pytest

from goldsmith.records.case import Origin
from goldsmith.records.golden_set import Minimum, SetHeader
from tests.lint.building import case, document, findings, identity, told, view

FEW = [case(f"c{number}", risk="high") for number in range(4)]


def test_a_slice_below_what_the_set_asks_is_a_warning_and_bars_publishing() -> None:
    header = SetHeader(name="s", minima=(Minimum(slice={"risk": "high"}, cases=6),))

    assert told("GS501", view(*FEW, header=header))[0] == ("warning", "", "risk=high: 4 cases, set.yaml asks for 6")
    assert told("GS501", view(*FEW, header=header, ready=True))[0][0] == "error"


def test_below_five_cases_a_slice_is_thin_unless_the_set_rules_it() -> None:
    ruled = SetHeader(name="s", minima=(Minimum(slice={"risk": "high"}, cases=4),))

    assert ("advice", "", "fewer than 5 cases with high 4") in told("GS501", view(*FEW))
    assert [one.message for one in findings("GS501", view(*FEW, header=ruled)) if one.field == "risk"] == []


def test_kinds_of_question_that_every_set_should_hold_are_named_where_there_is_none() -> None:
    found = told("GS501", view(*FEW, case("c4", risk="high", reasoning="single")))

    assert [message for _, _, message in found] == [
        "fewer than 5 cases with ambiguous 0, unsupported 0",
        "fewer than 5 cases with multi_hop 0, single 1",
        "fewer than 5 cases with long 0, provocation 0, typo 0",
    ]


def test_a_published_case_is_labelled_and_says_who_asks() -> None:
    bare = case("a", risk="low")
    full = case(
        "b", job="lookup", difficulty="easy", risk="low", origin=Origin(kind="log"), identity=identity("anonymous")
    )

    assert told("GS502", view(bare, full, ready=True)) == [("error", "a", "not labelled: job, difficulty, origin")]
    assert told("GS506", view(bare, full, ready=True)) == [("error", "a", "the case does not say who asks")]


def test_somebody_is_denied_something() -> None:
    message = "no case is asked by somebody who may not see some source: permission leaks are not tested"
    guarded = document("salaries", allowed_principals=("people",))

    assert told("GS503", view(case())) == [("advice", "", message)]
    assert told("GS503", view(case(), documents=[guarded], ready=True)) == [("error", "", message)]


@pytest.mark.parametrize("who", [identity(denied=("salaries",)), identity(roles=("agent",))])
def test_a_denial_by_the_case_or_by_the_corpus_is_a_denied_source_test(who: object) -> None:
    guarded = document("salaries", allowed_principals=("people",))

    assert told("GS503", view(case(identity=who), documents=[guarded])) == []


def test_where_everybody_may_see_everything_no_denial_is_asked_for() -> None:
    assert told("GS503", view(case(), documents=[document("open")], ready=True)) == []


def test_a_set_asks_what_the_corpus_does_not_answer() -> None:
    unanswerable = case("b", answerability="unsupported", behaviour="refuse", evidence=())

    assert len(told("GS504", view(case()))) == 1
    assert told("GS504", view(case(), unanswerable)) == []


def test_a_set_marks_its_high_risk_cases() -> None:
    assert told("GS505", view(case(risk="low"))) == [("advice", "", "no case is marked as high risk")]
    assert told("GS505", view(case(risk="high"))) == []


def test_a_published_set_has_an_owner_a_description_and_a_version() -> None:
    full = SetHeader(name="s", owner="Avery", description="The help desk.", version="1.0.0")

    assert told("GS601", view(case(), header=SetHeader(name="s", owner=" "), ready=True)) == [
        ("error", "", "set.yaml does not say: owner, description, version")
    ]
    assert told("GS601", view(case(), header=full, ready=True)) == []
