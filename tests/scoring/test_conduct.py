"""Expected against observed behaviour, and the figures that follow."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.records.case import Case
from goldsmith.records.measure import Outcome, Scored
from goldsmith.records.response import Failure, Reply
from goldsmith.records.run import RulerNote
from goldsmith.scoring.declarations import declared_otherwise
from goldsmith.scoring.measures import parse, score
from tests.scoring.building import case, chunk_need, reply, response, seen


def values(one: Case, **shown: Any) -> list[str | float]:
    observation = seen(one, reply(**shown))
    wanted = [parse(name) for name in ("right_behaviour", "false_refusal", "missed_refusal")]
    return [told(row.outcome) for row in score([observation], wanted)]


def told(outcome: Outcome) -> str | float:
    return outcome.value if isinstance(outcome, Scored) else outcome.reason


REFUSAL = "I could not find this in the documents."


def test_a_declaration_stands_above_the_words() -> None:
    seen_one = seen(case(behaviour="refuse"), reply(answer="It is 30 days.", behaviour="refuse")).behaviour

    assert (seen_one.observed, seen_one.source, seen_one.why) == ("refuse", "declared", "declared refuse")


def test_without_a_declaration_the_words_are_recognised() -> None:
    seen_one = seen(case(behaviour="refuse"), reply(answer=REFUSAL)).behaviour

    assert (seen_one.observed, seen_one.source) == ("refuse", "recognised")


@pytest.mark.parametrize("answer", [None, "", "  "])
def test_no_words_are_no_behaviour(answer: str | None) -> None:
    assert seen(case(behaviour="answer"), reply(answer=answer)).behaviour.observed is None


def test_evidence_without_a_word_about_behaviour_asks_for_an_answer() -> None:
    assert seen(case(chunk_need("a")), reply(answer="A")).behaviour.expected == "answer"
    assert seen(case(), reply(answer="A")).behaviour.expected == "unstated"


def test_false_and_missed_refusals_are_told_apart() -> None:
    due, not_due = case(behaviour="answer"), case(behaviour="refuse")

    assert values(due, answer="30 days.") == [1.0, 0.0, "not_applicable"]
    assert values(due, answer=REFUSAL) == [0.0, 1.0, "not_applicable"]
    assert values(not_due, answer=REFUSAL) == [1.0, "not_applicable", 0.0]
    assert values(not_due, answer="30 days.") == [0.0, "not_applicable", 1.0]
    assert values(case(), answer="30 days.") == ["not_applicable", "not_applicable", "not_applicable"]
    assert values(due) == ["not_observed", "not_observed", "not_applicable"]


def test_a_failed_call_is_neither_a_refusal_nor_an_answer() -> None:
    failure = Failure(kind="timeout", message="30 s")
    wanted = [parse("right_behaviour"), parse("failed"), parse("latency_ms"), parse("attempts")]
    row = score([seen(case(behaviour="refuse"), response(failure, latency_ms=30_000.0))], wanted)

    assert [told(one.outcome) for one in row] == ["system_failed", 1.0, "system_failed", 1.0]


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        ({"behaviour": "refuse", "refusal_reason": "not_permitted"}, "right"),
        ({"behaviour": "refuse", "refusal_reason": "not_found"}, "wrong"),
        ({"behaviour": "refuse"}, "unknown"),
        ({"answer": REFUSAL}, "wrong"),
        ({"answer": "30 days."}, "unknown"),
    ],
)
def test_the_reason_of_a_refusal_is_compared_where_it_is_told(shown: dict[str, Any], reason: str) -> None:
    asked = case(behaviour="refuse", refusal_reason="not_permitted")

    assert seen(asked, reply(**shown)).behaviour.refusal_reason == reason
    assert seen(case(behaviour="refuse"), reply(**shown)).behaviour.refusal_reason == "not_asked"


def test_the_right_reason_is_a_figure_of_its_own() -> None:
    asked = case(behaviour="refuse", refusal_reason="not_permitted")
    rows = [
        told(score([seen(one, reply(**shown))], [parse("right_refusal_reason")])[0].outcome)
        for one, shown in (
            (asked, {"behaviour": "refuse", "refusal_reason": "not_permitted"}),
            (asked, {"behaviour": "refuse", "refusal_reason": "not_found"}),
            (asked, {"behaviour": "refuse"}),
            (asked, {"answer": "30 days."}),
            (asked, {}),
            (case(behaviour="refuse"), {"behaviour": "refuse"}),
        )
    ]

    assert rows == [1.0, 0.0, "not_observed", "not_applicable", "not_observed", "not_applicable"]


def test_a_refusal_that_may_hold_an_answer_is_not_observed_and_passes_nothing() -> None:
    undecided = "I cannot say for certain. The shop opens in the morning."
    seen_one = seen(case(behaviour="refuse"), reply(answer=undecided)).behaviour

    assert (seen_one.observed, seen_one.source) == (None, "none")
    assert seen_one.why.startswith("undecided: ")
    assert values(case(behaviour="refuse"), answer=undecided) == ["not_observed", "not_applicable", "not_observed"]


def test_a_declared_refusal_that_reads_as_an_answer_is_told_by_its_case() -> None:
    plain = [
        response(Reply(answer="Band C starts at 61,000 EUR.", behaviour="refuse"), name="band-c"),
        response(Reply(answer=REFUSAL, behaviour="refuse"), name="mars"),
        response(Reply(answer="30 days.", behaviour="answer"), name="window"),
        response(Reply(answer="A 5 day visa? Or 30 days?", behaviour="clarify"), name="visa"),
        response(Failure(kind="timeout", message="30 s"), name="slow"),
    ]

    assert declared_otherwise(plain[1:]) is None
    assert declared_otherwise(plain) == RulerNote(
        kind="declared_otherwise",
        message="the system declares not to answer 1 case whose text reads as a plain answer: band-c (declared refuse)",
        mend="the declaration was counted: read these answers, and mend what the system declares",
    )
