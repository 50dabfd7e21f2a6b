"""Find quotes again: exactly, folded, approximately."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.anchors import THRESHOLD, Place, locate, nearest
from goldsmith.text.normal import fold, normalise_document
from goldsmith.text.spans import Span, cuts_character

_POLICY = (
    "# Refunds\n\nWithin 30 days of purchase, customers may ask for a refund.\n\n"
    "# Warranty\n\nThe warranty covers parts and labour for 24 months.\n\n"
    "# Shipping\n\nWithin 30 days\nof purchase, customers may ask for a \u201crefund\u201d.\n"
)


def test_a_repeated_quote_is_given_with_every_place() -> None:
    places = locate("Within 30 days of purchase", _POLICY)

    assert [(place.span.of(_POLICY), place.how, place.score) for place in places] == [
        ("Within 30 days of purchase", "exact", 1.0),
        ("Within 30 days\nof purchase", "folded", 1.0),
    ]


def test_overlapping_places_are_all_given() -> None:
    assert [place.span for place in locate("na na", "na na na na")] == [Span(0, 5), Span(3, 8), Span(6, 11)]


def test_a_reworded_quote_is_given_as_approximate() -> None:
    places = locate("The warranty covers parts and labor for 24 months", _POLICY)

    assert [(place.span.of(_POLICY), place.how) for place in places] == [
        ("The warranty covers parts and labour for 24 months", "approximate")
    ]
    assert THRESHOLD <= places[0].score < 1


def test_a_changed_number_is_never_the_same_passage() -> None:
    quote = "The warranty covers parts and labour for 36 months."
    near = nearest(quote, _POLICY)

    assert locate(quote, _POLICY) == ()
    assert near is not None
    assert near.span.of(_POLICY) == "The warranty covers parts and labour for 24 months"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("30 days", "in 130 days"),
        ("1.1", "version 1.10"),
        ("👩", "👩\u200d👧 plan"),
        ("cafe", "cafe\u0301"),
        (" \n", "a \n b"),
    ],
)
def test_a_place_cuts_neither_number_nor_character(quote: str, text: str) -> None:
    assert locate(quote, text) == ()


def test_a_text_that_shares_no_word_has_no_nearest_place() -> None:
    assert nearest("colourless green ideas", _POLICY) is None
    assert nearest("", _POLICY) is None


def test_chinese_quotes_are_found_through_small_edits() -> None:
    text = "总则。客户可以在购买之后的三十天内申请全额退款。保修期为二十四个月。"
    places = locate("客户可在购买之后的三十天内申请全额退款", text)

    assert [(place.span.of(text), place.how) for place in places] == [
        ("客户可以在购买之后的三十天内申请全额退款", "approximate")
    ]


def test_many_quotes_can_be_looked_for_in_one_folded_text() -> None:
    folded = fold(_POLICY)

    assert locate("WARRANTY\n", folded) == (
        Place(span=Span(74, 82), score=1.0, how="folded"),
        Place(span=Span(88, 96), score=1.0, how="folded"),
    )


def test_deleted_sentences_of_real_pages_are_not_found_elsewhere(shared: Path) -> None:
    pages = sorted((shared / "data" / "tts-handbook").rglob("*.md"))
    draw = random.Random(7)
    checked = false_finds = missed = 0
    for page in draw.sample(pages, min(25, len(pages))):
        text = normalise_document(page.read_text(encoding="utf-8"))
        sentences = [one for one in re.findall(r"[A-Z][^.\n|]{60,200}\.", text) if text.count(one) == 1]
        for sentence in draw.sample(sentences, min(3, len(sentences))):
            checked += 1
            missed += locate(sentence, text) != (
                Place(span=Span(text.index(sentence), text.index(sentence) + len(sentence)), score=1.0, how="exact"),
            )
            false_finds += bool(locate(sentence, text.replace(sentence, "")))

    assert checked >= 25
    assert (missed, false_finds) == (0, 0)


_WORDS = st.lists(
    st.sampled_from(["within", "30", "days", "возврат", "退款", "👩\u200d👧", "é", "e\u0301", "-", "\n", "1,000"]),
    max_size=20,
)


@given(_WORDS, st.lists(st.sampled_from(["Zug", "quartz", "fjord", "42", "ночь"]), min_size=1, max_size=6), _WORDS)
def test_every_planted_quote_is_found_where_it_was_planted(
    before: list[str], quote: list[str], after: list[str]
) -> None:
    words = " ".join(quote)
    text = " ".join([*before, words, *after])
    start = len(" ".join([*before, ""]))

    assert Place(span=Span(start, start + len(words)), score=1.0, how="exact") in locate(words, text)


@given(_WORDS, _WORDS)
def test_places_lie_in_the_text_in_order_with_scores_between_threshold_and_one(
    quote: list[str], text: list[str]
) -> None:
    whole = " ".join(text)
    places = locate(" ".join(quote), whole)

    assert list(places) == sorted(places, key=lambda place: place.span)
    for place in places:
        assert 0 <= place.span.start < place.span.end <= len(whole)
        assert THRESHOLD <= place.score <= 1
        assert not cuts_character(whole, place.span.start)
