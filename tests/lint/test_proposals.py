"""Claims are proposed from the amounts, dates and names of accepted answers."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.lint.proposals import as_yaml, propose
from goldsmith.records.claims import AnyOfMatch, DateMatch, NumberMatch, RequiredClaim, ValueMatch


def matches(*answers: str) -> list[object]:
    return [claim.match for claim in propose(answers)]


def test_an_amount_with_its_unit_is_proposed_with_the_sentence_that_states_it() -> None:
    assert propose(["You may return it. Refunds take ten days."]) == (
        RequiredClaim(required="Refunds take ten days.", match=NumberMatch(number=10, unit="day")),
    )


def test_amounts_are_read_in_russian_and_chinese() -> None:
    assert matches("В течение 30 дней с покупки.") == [NumberMatch(number=30, unit="day")]
    assert matches("保修期为24个月。") == [NumberMatch(number=24, unit="month")]


def test_dates_and_names_are_proposed_in_the_order_of_the_answer() -> None:
    assert matches("Since 3 March 2026 the Alder Mixer is repaired by Brook Service only.") == [
        DateMatch(date="2026-03-03"),
        ValueMatch(value="Alder Mixer"),
        ValueMatch(value="Brook Service"),
    ]


def test_a_word_that_only_opens_a_sentence_is_no_name() -> None:
    assert matches("Customers must keep the paper receipt until the end. Then they may throw it away.") == []


def test_a_name_of_the_question_or_inside_another_name_is_left_out() -> None:
    claims = propose(
        ["The Alder Mixer's hinge is repaired by Brook Service, never by Brook."],
        question="Who repairs the Alder Mixer?",
    )

    assert [claim.match for claim in claims] == [ValueMatch(value="Brook Service")]


def test_a_short_answer_is_a_claim_as_a_whole() -> None:
    assert matches("the second clause.") == [ValueMatch(value="the second clause")]


def test_of_several_answers_only_what_all_say_is_proposed() -> None:
    assert matches("Within 30 days, by post.", "By courier, within 30 days.") == [NumberMatch(number=30, unit="day")]
    assert matches("by post", "by courier") == [AnyOfMatch(any_of=("by post", "by courier"))]


def test_the_lines_are_yaml_that_says_the_same() -> None:
    lines = as_yaml(propose(['Within 30 days: "no" later than 2026-03-03, at Brook Service: Hall A.']))

    assert yaml.safe_load(lines)["claims"][:2] == [
        {"required": 'Within 30 days: "no" later than 2026-03-03, at Brook Service: Hall A.', "match": match}
        for match in ({"number": 30, "unit": "day"}, {"date": "2026-03-03"})
    ]


def test_several_short_answers_are_one_claim_in_yaml_too() -> None:
    assert yaml.safe_load(as_yaml(propose(["by post", "by courier"]))) == {
        "claims": [{"required": "by post", "match": {"any_of": ["by post", "by courier"]}}]
    }


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60), max_size=3))
def test_whatever_is_accepted_the_lines_are_yaml(answers: list[str]) -> None:
    claims = propose(answers)

    assert len(yaml.safe_load(as_yaml(claims))["claims"] or ()) == len(claims)
