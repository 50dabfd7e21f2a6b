"""Quotes found again in texts that changed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.alignment import LEAST_SCORE, Ground, aligned, inside_word, same_numbers
from goldsmith.text.normal import fold
from goldsmith.text.spans import Span, cuts_character

_TEXT = (
    "# Refunds\n\nWithin 30 days of purchase, customers may ask for a refund.\n\n"
    "# Warranty\n\nThe warranty covers parts and labour for 24 months.\n"
)


def words(quote: str, text: str) -> tuple[str, str, bool] | None:
    """Return the first place of the very words, else what became of them, and whether its numbers are the same."""
    ground = Ground(text)
    places = ground.verbatim(quote)
    if places:
        return places[0][0].of(text), places[0][1], True
    found = aligned(quote, ground)
    if found is None:
        return None
    now = found.span.of(text)
    return now, "aligned", same_numbers(fold(quote).text, fold(now).text)


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("for 24 months", _TEXT, ("for 24 months", "exact", True)),
        ("“24 MONTHS”", 'He said: "24\n months"!', ('"24\n months"', "folded", True)),
        (
            "The warranty covers parts and labor for 36 months.",
            _TEXT,
            ("The warranty covers parts and labour for 24 months.", "aligned", False),
        ),
        ("within 30 days", "Refunds come within 14 days of purchase.", ("within 14 days", "aligned", False)),
        (
            "The fee is 1,000.50 euros.",
            "We say: The fee is 1,200.50 euros. Good.",
            ("The fee is 1,200.50 euros.", "aligned", False),
        ),
        (
            "Возврат возможен в течение 30 дней после покупки.",
            "# Возврат\n\nВозврат товара\nвозможен в течение 14 дней после покупки. Товар.",
            ("Возврат товара\nвозможен в течение 14 дней после покупки.", "aligned", False),
        ),
        (
            "客户可在购买之后的三十天内申请全额退款",
            "总则。客户可以在购买之后的三十天内申请全额退款。保修期为二十四个月。",
            ("客户可以在购买之后的三十天内申请全额退款", "aligned", True),
        ),
        (
            "返品は購入から30日以内に限ります。",
            "はじめに。返品は、購入から14日以内に限ります。送料は無料です。",
            ("返品は、購入から14日以内に限ります。", "aligned", False),
        ),
        ("No return is possible without a receipt.", "Returns are accepted without any proof. Ask the desk.", None),
        ("30 days", "in 130 days", ("130 days", "aligned", False)),
        ("", _TEXT, None),
        ("zz", _TEXT, None),
        ("anything at all", "", None),
    ],
)
def test_a_quote_is_found_as_it_stands_or_as_it_became(
    quote: str, text: str, expected: tuple[str, str, bool] | None
) -> None:
    assert words(quote, text) == expected


def test_the_very_words_are_told_in_every_place() -> None:
    text = "See the desk. Then go. See the desk. Then go. See the desk."

    assert [span.start for span, _ in Ground(text).verbatim("See the desk.")] == [0, 23, 46]


def test_of_several_places_that_resemble_it_alike_the_nearest_is_taken() -> None:
    line = "The fee for the account is 12 euros a month, to be paid in advance. "
    text = line + "Something quite different stands here, of no interest to anyone. " * 4 + line
    found = aligned("The fee for the account is 15 euros a month, to be paid in advance.", text, near=len(text))

    assert found is not None
    assert found.span.start == text.rindex("The fee")


def test_a_place_never_cuts_a_character() -> None:
    text = "We ship the fami\u0301ly pack \U0001f469\u200d\U0001f467 on Mondays and on every other day of the week too."
    found = aligned("We ship the family pack \U0001f469 on Sundays and on every other day of the week", text)

    assert found is not None
    assert not cuts_character(text, found.span.start)
    assert not cuts_character(text, found.span.end)


def test_a_ground_knows_the_way_back_through_runs_of_blanks() -> None:
    ground = Ground("  The\n\n money \t is  Paid. ")

    assert ground.plain == "the money is paid."
    assert ground.verbatim("money is paid") == ((Span(8, 24), "folded"),)


def test_exact_places_hide_folded_ones_that_overlap_them_and_no_others() -> None:
    assert Ground("desk DESK").verbatim("desk") == ((Span(0, 4), "exact"), (Span(5, 9), "folded"))


def test_numbers_are_compared_as_often_as_they_stand() -> None:
    assert same_numbers("1 of 2", "2 of 1")
    assert not same_numbers("1 of 2", "1 of 2 of 2")
    assert not same_numbers("три", "3")


@pytest.mark.parametrize(
    ("text", "at", "inside"),
    [
        ("word", 2, True),
        ("a b", 1, False),
        ("1,000", 2, True),
        ("1,000", 1, True),
        ("退款", 1, False),
        ("x退", 1, False),
    ],
)
def test_where_a_word_would_be_cut(text: str, at: int, inside: bool) -> None:
    assert inside_word(text, at) is inside


_BLANKED = st.text(st.sampled_from("aB1 \n\t\r."), max_size=40)


@given(_BLANKED)
def test_the_comparison_form_of_ascii_is_that_of_folding(text: str) -> None:
    ground = Ground(text)

    assert ground.plain == fold(text).text.strip(" ")
    for at, character in enumerate(ground.plain):
        if character != " ":
            assert text[ground.span(at, at + 1).start].lower() == character


_VOCABULARY = (
    "refund desk order fee letter must never pay month price item form shop return goods person law tax"
).split()


@given(st.integers(0, 2**32 - 1).map(Random))
def test_a_sentence_with_one_word_changed_is_found_and_a_deleted_one_is_not(draw: Random) -> None:
    sentences = [" ".join(draw.sample(_VOCABULARY, 12)).capitalize() + f" {at}." for at in range(12)]
    own = draw.randrange(12)
    changed = sentences[own].split(" ")
    changed[draw.randrange(1, 11)] = "quartz"
    edited = [*sentences[:own], " ".join(changed), *sentences[own + 1 :]]
    found = words(sentences[own], "\n".join(edited))
    gone = aligned(sentences[own], "\n".join(sentences[:own] + sentences[own + 1 :]))

    assert found is not None
    assert found[0] == " ".join(changed)
    assert gone is None or LEAST_SCORE <= gone.score < 0.8
