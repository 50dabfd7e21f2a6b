"""What texts share: units, headings, languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.support import (
    Weights,
    alike,
    body_of,
    is_bare_heading,
    is_figure,
    same_language,
    sentences,
    shown_units,
    units_of,
)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Returns are accepted.", "They accept a returned item"),
        ("возврат товара", "Возвраты товаров"),
        ("退货期限", "退货期限为"),
        ("within 24 months", "two years"),
        ("on 1 March 2026", "2026-03-01"),
    ],
)
def test_two_ways_to_say_a_thing_share_units(left: str, right: str) -> None:
    assert units_of(left) & shown_units(right)


def test_words_without_content_are_no_units() -> None:
    assert units_of("Is it what they have? И что это для нас 的") == frozenset()


def test_an_amount_is_shown_also_without_its_unit() -> None:
    assert units_of("30 days") == {"day", "#time 2592000"}
    assert shown_units("30 days") == {"day", "#time 2592000", "#30"}


def test_a_small_count_proves_nothing() -> None:
    assert [is_figure(unit) for unit in ("#3", "#30", "#time 3", "@2026-03-01", "three")] == [
        False, True, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "section", "bare"),
    [
        ("Building evals and test cases\n\n\n", "Building evals and test cases", True),
        ("# Сроки возврата", None, True),
        ("3. 退货期限", "退货 > 退货期限", True),
        ("Returns", None, False),
        ("# Returns\n\nWithin 30 days.", "Returns", False),
        ("# Fees from 2026-03-01", None, False),
        ("## We take returns. Bring a receipt.", None, False),
        ("", "Returns", False),
    ],
)
def test_a_bare_heading_is_a_marked_or_named_line_alone(text: str, section: str | None, *, bare: bool) -> None:
    assert is_bare_heading(text, section) is bare


@pytest.mark.parametrize(
    ("text", "section", "body"),
    [
        ("Returns\n\n\nWithin 30 days.", None, "Within 30 days."),
        ("# Returns\nWithin 30 days.", None, "Within 30 days."),
        ("Returns\nWithin 30 days.", "Shop > Returns", "Within 30 days."),
        ("Within 30 days.\n\nBring a receipt.", None, "Within 30 days.\n\nBring a receipt."),
    ],
)
def test_the_heading_is_no_part_of_the_body(text: str, section: str | None, body: str) -> None:
    assert body_of(text, section) == body


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("Returns are taken for 30 days.", "The shop is open.", True),
        ("Returns are taken for 30 days.", "Возврат возможен в течение 30 дней.", False),
        ("Returns are taken for 30 days.", "Rückgabe binnen 30 Tagen in der Filiale", False),
        ("Rückgabe in der Filiale", "Der Laden ist offen", True),
        ("退货期限为三十天", "商店开门", True),
        ("Товар можно вернуть в магазин", "退货期限为三十天", False),
    ],
)
def test_languages_are_told_apart(left: str, right: str, *, same: bool) -> None:
    assert same_language(left, right) is same


def test_what_stands_everywhere_weighs_little() -> None:
    weights = Weights([frozenset({"claude", f"word{number}"}) for number in range(20)])
    few = Weights([frozenset({"claude", "a"}), frozenset({"claude", "b"})])

    assert weights.of({"claude"}) < 0.1 < weights.of({"word1"}) < weights.of({"unseen"})
    assert few.of({"claude"}) == few.of({"a"}) == 1.0
    assert few.of({"#30"}) == 2.0


def test_texts_with_other_figures_are_not_alike() -> None:
    told = units_of("Returns are accepted within 30 days of purchase")

    assert alike(told, units_of("We accept returns within thirty days of the purchase"), least=0.8)
    assert not alike(told, units_of("Returns are accepted within 14 days of purchase"), least=0.8)
    assert not alike(frozenset(), frozenset(), least=0.8)


def test_sentences_are_told_once_and_in_order() -> None:
    assert sentences("One. Two!\nOne.\n三。四") == ("One.", "Two!", "三。", "四")


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_has_units_and_a_share_is_between_none_and_all(left: str, right: str) -> None:
    weights = Weights([units_of(left), units_of(right)])

    assert units_of(left) <= shown_units(left)
    assert 0.0 <= weights.share(units_of(left), units_of(right)) <= 1.0
    assert body_of(left) in left
    assert is_bare_heading(left) in {True, False}
    assert same_language(left, right) == same_language(right, left)
