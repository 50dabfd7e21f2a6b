"""The sentences, words, figures and conditions of a text."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.claims import AnyOfMatch, DateMatch, NumberMatch, PatternMatch, RequiredClaim, ValueMatch
from goldsmith.records.evidence import Alternative
from goldsmith.refresh.case_words import answer_figures, answers, of_one_kind, one_kind, quotes, same_amount
from goldsmith.refresh.conditions import condition_of, exception_of
from goldsmith.refresh.reading import figures, read_sentences, words
from goldsmith.text.numbers import Quantity
from tests.refresh.building import PINNED, QUOTE, case


def amount(value: int, unit: str) -> Quantity:
    return Quantity(value=Decimal(value), unit=unit, start=0, end=0)


def test_a_wrapped_sentence_is_one_and_a_list_is_several() -> None:
    text = "Send the form\nback. Keep it:\n- one\n- two"

    assert [one.text for one in read_sentences(text)] == ["Send the form back.", "Keep it:", "- one", "- two"]


def test_a_sentence_that_stands_twice_is_read_once() -> None:
    assert [(one.start, one.text) for one in read_sentences("B. A. B. A.\nC.")] == [(0, "B."), (3, "A."), (12, "C.")]


@given(text=st.text(alphabet="aB. \n-,", max_size=40))
def test_every_sentence_stands_where_it_is_said_to(text: str) -> None:
    assert [" ".join(text[one.start : one.end].split()) for one in read_sentences(text)] == [
        one.text for one in read_sentences(text)
    ]


def test_words_leave_out_figures_units_and_addresses() -> None:
    text = "Send [the form](forms/refund.pdf) within ten days, from 1 March 2026: https://example.org/desk"

    assert words(text) == {"send", "form", "march"}


def test_figures_are_amounts_with_a_unit_and_dates() -> None:
    found = figures("Send 3 forms within ten days, before 1 March 2026.")

    assert (
        [(int(one.value), one.unit) for one in found.amounts],
        [one[0].isoformat() for one in found.dates],
        bool(found),
    ) == (
        [(10, "day")],
        ["2026-03-01"],
        True,
    )


def test_a_case_turns_on_the_figures_of_its_answers_claims_and_quotes() -> None:
    claims = (
        RequiredClaim(required="It is so.", match=NumberMatch(number=24, unit="month")),
        RequiredClaim(required="It is.", match=AnyOfMatch(any_of=("5 kg", ValueMatch(value="6 kg")))),
        RequiredClaim(required="It starts.", match=DateMatch(date="2026-03-01")),
        RequiredClaim(required="It has a form.", match=PatternMatch(pattern="[0-9]+ days")),
        RequiredClaim(required="It is judged."),
    )
    one = case(claims=claims)

    assert (
        list(answers(one)),
        [(int(each.value), each.unit) for each in answer_figures(one).amounts],
        [each[0].isoformat() for each in answer_figures(one).dates],
    ) == (
        [
            "Within 10 days.",
            "It is so.",
            "24 month",
            "It is.",
            "5 kg",
            "6 kg",
            "It starts.",
            "2026-03-01",
            "It has a form.",
            "It is judged.",
        ],
        [(10, "day"), (24, "month"), (5, "kg"), (6, "kg"), (10, "day")],
        ["2026-03-01"],
    )


def test_evidence_without_quoted_words_has_none() -> None:
    assert list(quotes(case(alternatives=[Alternative(chunk="payments.md#1"), PINNED]))) == [QUOTE]


def test_amounts_are_the_same_however_they_are_counted() -> None:
    assert (
        same_amount(amount(2, "week"), amount(14, "day")),
        same_amount(amount(2, "week"), amount(15, "day")),
        same_amount(amount(1, "month"), amount(30, "day")),
    ) == (True, False, False)


def test_units_are_of_one_kind_where_people_would_write_either() -> None:
    assert (
        one_kind(amount(2, "week"), amount(10, "day")),
        one_kind(amount(2, "hour"), amount(1, "day")),
        one_kind(amount(5, "minute"), amount(10, "day")),
        one_kind(amount(5, "USD"), amount(10, "EUR")),
        of_one_kind([amount(5, "kg"), amount(3, "week")], [amount(10, "day")]),
    ) == (True, True, False, False, amount(3, "week"))


@pytest.mark.parametrize(
    ("sentence", "by"),
    [
        ("Except on Sundays.", "except"),
        ("It doesn\u2019t apply here.", "doesn't apply"),
        ("It holds from 1 March 2026.", "from 1 march"),
        ("It holds until 2027.", "until 2027"),
        ("From 8 hours to 2 hours.", ""),
        ("С 1 января 2026 г. иначе.", "с 1 января"),
        ("Больше не требуется.", "больше не"),
        ("За исключением посылок.", "за исключением"),
        ("自2026年3月1日起施行。", "自2026年3月1日起"),
        ("除非另有约定。", "除非"),
        ("It is so.", ""),
    ],
)
def test_an_exception_is_read_by_its_words(sentence: str, by: str) -> None:
    assert exception_of(sentence) == by


@pytest.mark.parametrize(
    ("sentence", "by"),
    [
        ("You must ask.", "must"),
        ("It isn't so.", "isn't"),
        ("Нельзя просить.", "нельзя"),
        ("必须申请。", "必须"),
        ("It is so.", ""),
    ],
)
def test_a_condition_is_read_by_its_words(sentence: str, by: str) -> None:
    assert condition_of(sentence) == by
