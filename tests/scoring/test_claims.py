"""Claims in the words of an answer: found by their matcher, as whole words and numbers, not where they are denied."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goldsmith.records.claims import (
    AnyOfMatch,
    Claim,
    DateMatch,
    Matcher,
    NumberMatch,
    OptionalClaim,
    PatternMatch,
    ProhibitedClaim,
    RequiredClaim,
    ValueMatch,
)
from goldsmith.records.observation import ClaimSeen
from tests.scoring.building import case, chunk_need, reply, seen


def state(matcher: Matcher, answer: str, *, claim: str = "It holds.") -> str:
    return one_claim(RequiredClaim(required=claim, match=matcher), answer).state


def one_claim(claim: Claim, answer: str | None) -> ClaimSeen:
    return seen(case(claims=(claim,)), reply(answer=answer)).claims[0]


@pytest.mark.parametrize(
    ("value", "answer", "expected"),
    [
        ("a receipt", "Bring A  Receipt, please.", "stated"),
        ("receipt", "Bring receipts.", "not_stated"),
        ("30", "within 30.", "stated"),
        ("30", "within 30.5 or 1,300 or 130 days", "not_stated"),
        ("收据", "没问题，请出示收据。", "stated"),
        ("чек", "Нужен чек.", "stated"),
        ("чек", "Нужна чековая книжка.", "not_stated"),
        ("می", "می\u200cخواهم", "not_stated"),
        ("", "anything", "not_stated"),
    ],
)
def test_a_value_is_found_as_whole_words_in_comparison_form(value: str, answer: str, expected: str) -> None:
    assert state(ValueMatch(value=value), answer) == expected


@pytest.mark.parametrize(
    ("number", "unit", "tolerance", "answer", "expected"),
    [
        (30, "day", 0, "You have 30 days.", "stated"),
        (30, "day", 0, "You have thirty days.", "stated"),
        (30, "day", 0, "Срок — 30 дней.", "stated"),
        (30, "day", 0, "You have 130 days.", "not_stated"),
        (30, "day", 0, "You have 1 month.", "not_stated"),
        (24, "month", 0, "The warranty lasts 2 years.", "stated"),
        (10, "percent", 0.5, "about 10.4 %", "stated"),
        (10, "percent", 0.5, "about 10.6 %", "not_stated"),
        (3, "parcel", 0, "Up to 3 parcels fit.", "stated"),
        (3, "parcel", 0, "Up to 3 bags fit.", "not_stated"),
        (30, None, 0, "30 pieces", "stated"),
    ],
)
def test_a_number_is_found_whole_with_a_unit_that_converts_exactly(
    number: float, unit: str | None, tolerance: float, answer: str, expected: str
) -> None:
    assert state(NumberMatch(number=number, unit=unit, tolerance=tolerance), answer) == expected


def test_another_number_in_the_place_of_the_right_one_is_shown() -> None:
    seen_claim = one_claim(
        RequiredClaim(required="30 days", match=NumberMatch(number=30, unit="day")), "In 14 days, 2 kg."
    )

    assert (seen_claim.state, seen_claim.found) == ("not_stated", "14 days")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("on 1 March 2026", "stated"),
        ("01.03.2026", "stated"),
        ("2026年3月1日", "stated"),
        ("March 2, 2026", "not_stated"),
    ],
)
def test_a_date_is_found_in_any_spelling(answer: str, expected: str) -> None:
    assert state(DateMatch(date="2026-03-01"), answer) == expected


def test_any_of_several_is_enough_and_a_plain_text_is_a_value() -> None:
    matcher = AnyOfMatch(any_of=("thirty days", NumberMatch(number=1, unit="month")))

    assert state(matcher, "One month.") == "stated"
    assert state(matcher, "Soon.") == "not_stated"


def test_what_only_a_judge_can_tell_is_undecided_and_an_empty_answer_states_nothing() -> None:
    assert state("judged", "Some prose.") == "undecided"
    assert state("judged", "  ") == "not_stated"
    assert one_claim(RequiredClaim(required="x", match=ValueMatch(value="x")), None).state == "undecided"


@pytest.mark.parametrize(
    "answer",
    [
        "No voucher is given instead.",
        "You do not get a voucher.",
        "This is not a voucher.",
        "Vouchers? A voucher is not given.",
        "Ваучер не выдаётся, не ваучер, а деньги.",
    ],
)
def test_a_prohibited_claim_that_is_denied_is_not_stated(answer: str) -> None:
    claim = ProhibitedClaim(prohibited="A voucher.", match=AnyOfMatch(any_of=("voucher", "ваучер")))

    assert one_claim(claim, answer).state == "not_stated"


@pytest.mark.parametrize(
    "answer",
    ["No later than 30 days.", "Not after 30 days.", "It is not only 30 days.", "You cannot return it after 30 days."],
)
def test_a_negation_that_leaves_the_number_true_does_not_deny_it(answer: str) -> None:
    assert state(NumberMatch(number=30, unit="day"), answer) == "stated"


def test_a_number_that_is_denied_is_not_stated_and_the_denial_is_shown() -> None:
    claim = one_claim(RequiredClaim(required="30 days", match=NumberMatch(number=30, unit="day")), "It is not 30 days.")

    assert (claim.state, claim.found) == ("not_stated", "denied: It is not 30 days")


def test_a_claim_worded_with_a_negation_is_never_taken_for_denied() -> None:
    assert (
        state(ValueMatch(value="receipt"), "No receipt, no return.", claim="No return without a receipt.") == "stated"
    )


def test_a_statement_beside_its_denial_counts() -> None:
    assert state(ValueMatch(value="voucher"), "No voucher online; in the shop a voucher.") == "stated"


def test_a_pattern_that_may_never_end_is_not_tried() -> None:
    claim = one_claim(RequiredClaim(required="x", match=PatternMatch(pattern="(a+)+b")), "a" * 60)

    assert claim.state == "undecided"
    assert claim.found == "'(a+)+' repeats something that can match in several ways"


def test_a_claim_keeps_force_weight_and_the_needs_that_it_names() -> None:
    claims = (
        RequiredClaim(required="r", weight=2, needs=("fee", "lost"), match=ValueMatch(value="r")),
        OptionalClaim(optional="o", match=ValueMatch(value="o")),
        ProhibitedClaim(prohibited="p", kind="unsupported", match=ValueMatch(value="p")),
    )
    observation = seen(case(chunk_need("a#1", name="fee"), claims=claims), reply(answer="r and p"))

    assert [(one.force, one.kind, one.state, one.weight, one.needs) for one in observation.claims] == [
        ("required", "claim", "stated", 2, (0,)),
        ("optional", "claim", "not_stated", 1, ()),
        ("prohibited", "unsupported", "stated", 1, ()),
    ]


def test_invisible_characters_in_an_answer_make_no_difference(shared_case: Callable[[str], Path]) -> None:
    path = shared_case("019-invisible-characters-in-text") / "cases.jsonl"
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    assert {row["id"]: state(ValueMatch(value=row["required_values"][0]), row["answer"]) for row in rows} == {
        "g001": "stated",
        "g002": "stated",
        "g003": "stated",
        "g004": "stated",
    }


def ordered(answer: str, *steps: tuple[int, str]) -> list[str]:
    claims = tuple(RequiredClaim(required=text, order=order, match=ValueMatch(value=text)) for order, text in steps)
    return [one.state for one in seen(case(claims=claims), reply(answer=answer)).checks]


def test_ordered_claims_must_stand_in_their_order() -> None:
    assert ordered("open, press, close", (1, "open"), (2, "press"), (3, "close")) == ["met"]
    assert ordered("press, open", (1, "open"), (2, "press")) == ["not_met"]
    assert ordered("press, open, press", (1, "open"), (2, "press")) == ["met"]
    assert ordered("press, open", (1, "open"), (1, "press")) == ["met"]
    assert ordered("open", (1, "open"), (2, "press")) == ["not_met"]
    assert ordered("open", (1, "open")) == []
