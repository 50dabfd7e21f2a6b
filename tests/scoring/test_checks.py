"""The yes-or-no requirements of a contract; what a system does not show is never met."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.records.case import FormatRules
from goldsmith.records.measure import Outcome, Scored, Unscored
from goldsmith.scoring.measures import parse, score
from tests.scoring.building import case, cited, reply, seen, support


def states(shown: dict[str, Any], **asked: Any) -> list[str]:
    return [one.state for one in seen(case(**asked), reply(**shown)).checks]


def outcome(measure: str, shown: dict[str, Any], **asked: Any) -> Outcome:
    return score([seen(case(**asked), reply(**shown))], [parse(measure)])[0].outcome


def test_what_a_question_or_a_refusal_must_name_is_looked_for_folded() -> None:
    answer = "Which PLAN  do you have? Ask the billing desk."
    asked: dict[str, Any] = {"must_ask": ("plan", "country"), "must_point_to": ("Billing desk",)}

    assert states({"answer": answer}, **asked) == ["met", "not_met", "met"]
    assert outcome("must_ask", {"answer": answer}, **asked) == Scored(value=0.5)
    assert outcome("must_point_to", {}, **asked) == Unscored(
        reason="not_observed", detail="'Billing desk': no answer is shown"
    )


@pytest.mark.parametrize(
    ("answer", "uncertain", "conflicting"),
    [
        ("It is 30 days.", "not_met", "not_met"),
        ("It may be 30 days; please check.", "met", "not_met"),
        ("From 1 May 2026 or May 2.", "not_met", "not_met"),
        ("The two sources contradict each other.", "not_met", "met"),
        ("Возможно, 30 дней. Источники противоречат друг другу.", "met", "met"),
        ("可能是30天，两份文件不一致。", "met", "met"),
    ],
)
def test_uncertainty_and_conflict_are_recognised_in_three_languages(
    answer: str, uncertain: str, conflicting: str
) -> None:
    assert states({"answer": answer}, require=("uncertainty", "conflict")) == [uncertain, conflicting]


def test_a_word_that_goes_on_is_named_and_a_number_that_goes_on_is_not() -> None:
    assert states({"answer": "Have you the receipts?"}, must_ask=("receipt",)) == ["met"]
    assert states({"answer": "Is it 300?"}, must_ask=("30",)) == ["not_met"]
    assert states({"answer": "What a tea!"}, must_ask=("at",)) == ["not_met"]


def test_what_is_asked_of_an_answer_that_is_not_shown_is_not_observed() -> None:
    asked: dict[str, Any] = {
        "require": ("uncertainty", "conflict"),
        "format": FormatRules(max_characters=1),
        "allowed_tools": (),
    }

    assert states({}, **asked) == ["not_observed"] * 4
    assert [outcome(name, {}, **asked) for name in ("uncertainty_shown", "conflict_mentioned", "format_kept")] == [
        Unscored(reason="not_observed", detail="no answer is shown")
    ] * 3
    assert outcome("forbidden_tool_calls", {}, **asked) == Unscored(
        reason="not_observed", detail="tool calls are not shown"
    )
    assert outcome("forbidden_tool_calls", {}) == Unscored(
        reason="not_applicable", detail="the case restricts no tools"
    )
    assert outcome("forbidden_tool_calls", {"tool_calls": ()}, **asked) == Scored(value=0.0)


def test_a_state_that_lacks_a_key_is_not_kept() -> None:
    assert states({"state": {}}, expected_state={"plan": "Pro"}) == ["not_met"]


def test_schemas_of_booleans_and_constants() -> None:
    schema = {"properties": {"a": False, "b": {"const": 1}, "c": {"type": ["string", "null"], "maxLength": 2}}}

    assert [
        states({"answer": answer}, format=FormatRules(json_schema=schema))[0]
        for answer in ('{"a": 1}', '{"b": 1.0}', '{"b": true}', '{"c": null}', '{"c": "abc"}', "[]")
    ] == ["not_met", "met", "not_met", "met", "not_met", "met"]


def test_required_fields_of_a_json_answer_may_be_nested() -> None:
    rules = FormatRules(required_fields=("plan", "plan.name", "plan.seats"))

    assert states({"answer": '{"plan": {"name": "Pro"}}'}, format=rules) == ["met", "met", "not_met"]


def test_a_required_citation_is_there_or_not_or_not_shown() -> None:
    assert states({"citations": cited("a")}, require=("citation",)) == ["met"]
    assert states({"citations": ()}, require=("citation",)) == ["not_met"]
    assert states({}, require=("citation",)) == ["not_observed"]


def test_the_state_of_a_conversation_is_compared_key_by_key() -> None:
    expected = {"plan": "Pro", "seats": 3, "country": "de"}

    assert states({"state": {"plan": " pro", "seats": 3.0}}, expected_state=expected) == ["not_met", "met", "met"]
    assert outcome("state_kept", {"state": {"plan": "pro", "seats": 4, "country": "de"}}, expected_state=expected) == (
        Scored(value=2 / 3)
    )
    assert states({}, expected_state={"plan": "Pro"}) == ["not_observed"]
    assert states({"state": {"n": float("nan")}}, expected_state={"n": 1}) == ["not_met"]


def test_the_identity_that_a_system_echoes_must_be_the_one_that_asked() -> None:
    assert states({"identity_echo": "regional-support"}, identity=support()) == ["met"]
    assert states({"identity_echo": "Regional-Support"}, identity=support()) == ["not_met"]
    assert states({}, identity=support()) == ["not_observed"]


SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["days", "steps"],
    "additionalProperties": False,
    "properties": {
        "days": {"type": "integer", "minimum": 1},
        "steps": {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["ask", "send"]}},
    },
}


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ('{"days": 30, "steps": ["ask"]}', "met"),
        ('```json\n{"days": 30.0, "steps": ["ask", "send"]}\n```', "met"),
        ('{"days": true, "steps": ["ask"]}', "not_met"),
        ('{"days": 0, "steps": ["ask"]}', "not_met"),
        ('{"days": 3, "steps": []}', "not_met"),
        ('{"days": 3, "steps": ["fly"]}', "not_met"),
        ('{"days": 3}', "not_met"),
        ('{"days": 3, "steps": ["ask"], "more": 1}', "not_met"),
        ('{"days": NaN, "steps": ["ask"]}', "not_met"),
        ("30 days", "not_met"),
    ],
)
def test_a_small_part_of_json_schema_is_checked(answer: str, state: str) -> None:
    assert states({"answer": answer}, format=FormatRules(json_schema=SCHEMA)) == [state]


@pytest.mark.parametrize("schema", [{"oneOf": []}, {"type": "text"}, {"properties": {"a": {"$ref": "#/x"}}}])
def test_a_keyword_that_is_not_checked_is_never_passed(schema: dict[str, Any]) -> None:
    assert states({"answer": "{}"}, format=FormatRules(json_schema=schema)) == ["not_observed"]


def test_lengths_patterns_fields_and_forbidden_texts() -> None:
    rules = FormatRules(
        required_fields=("Summary", "steps.0"),
        pattern=r"(?i)summary:",
        min_characters=10,
        max_characters=20,
        forbidden=("as an AI",),
    )

    assert states({"answer": "Summary: send it back, as an  AI would."}, format=rules) == [
        "met",
        "not_met",
        "not_met",
        "met",
        "met",
        "not_met",
    ]
    assert outcome("format_kept", {"answer": "Summary: ok"}, format=rules) == Scored(value=0.0)


def test_one_rule_that_is_broken_decides_though_another_is_not_observed() -> None:
    rules = FormatRules(max_characters=1, pattern="(a+)+")

    assert outcome("format_kept", {"answer": "ab"}, format=rules) == Scored(value=0.0)
    assert isinstance(outcome("format_kept", {"answer": "a"}, format=rules), Unscored)
