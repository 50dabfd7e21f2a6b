"""Subjects of a question that the earlier corpus never named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.refresh.rivals import rivals
from goldsmith.refresh.topics import Pair, Topics, pairs_of, standing_in
from tests.refresh.building import case, fresh, no_answer

CARDS = no_answer(question="Can a gift card be returned for cash?")
TWICE = fresh("A gift card is sent by mail. Every gift card has a number.", name="gifts.md", section="Gifts")
GIFT_CARD: Pair = ("gift", "card")


def nothing(_wanted: frozenset[Pair]) -> frozenset[Pair]:
    return frozenset()


def told(*texts: str, stood: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return document and sentence of what is told of gift cards, where each text is a document of its own."""
    topics = Topics([CARDS])
    for number, text in enumerate(texts):
        topics.read(fresh(text, name=f"{number}.md"))
    found = topics.new(lambda wanted: standing_in(stood, wanted))
    return [(one.document, one.text[slice(*one.span)]) for one in found]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Gift cards are sold.", {("gift", "card")}),
        ("A card is a gift.", set()),
        ("gift of a card", set()),
        ("Call 5 gifts 5 cards", set()),
        ("gift gift", set()),
        ("an ox by me", set()),
        ("礼品卡可以退款吗", set()),
        ("", set()),
    ],
)
def test_a_pair_is_two_neighbouring_words_that_can_name_something(text: str, pairs: set[Pair]) -> None:
    assert pairs_of(text) == pairs


def test_what_no_document_named_and_one_speaks_of_twice_is_told_with_its_first_sentence() -> None:
    topics = Topics([CARDS])
    topics.read(TWICE)
    (found,) = topics.new(nothing)

    assert (found.case, found.impact, found.document, found.chunk, found.section, found.states) == (
        "c1",
        "may_be_answered",
        "gifts.md",
        "gifts.md#9",
        "Gifts",
        "",
    )
    assert found.text[slice(*found.span)] == "A gift card is sent by mail."


def test_one_sentence_may_only_brush_against_a_subject() -> None:
    assert told("A gift card is sent by mail. It has a number.") == []
    assert told("A gift card, or two gift cards, are sent by mail.") == []


def test_two_documents_of_one_sentence_each_are_not_one_that_speaks_of_it() -> None:
    assert told("A gift card is sent by mail.", "Every gift card has a number.") == []


def test_the_sentences_of_a_document_count_together_over_its_passages() -> None:
    topics = Topics([CARDS])
    topics.read(fresh("A gift card is sent by mail.", name="gifts.md", number=1))
    topics.read(fresh("Every gift card has a number.", name="gifts.md", number=2))

    assert [one.chunk for one in topics.new(nothing)] == ["gifts.md#1"]


@pytest.mark.parametrize(
    ("earlier", "found"),
    [
        (["We sell gift cards."], []),
        (["We sell GIFT\nCARDS."], []),
        (["A card is a gift."], [("0.md", "A gift card is sent by mail.")]),
        ([], [("0.md", "A gift card is sent by mail.")]),
    ],
)
def test_a_subject_that_the_earlier_corpus_named_is_not_new(earlier: list[str], found: list[tuple[str, str]]) -> None:
    assert told(TWICE.text, stood=earlier) == found


def test_every_case_that_asks_about_the_subject_is_told_and_weighs_less_where_many_do() -> None:
    topics = Topics([CARDS, no_answer("c2", question="What is on a gift card?"), no_answer("c3", question="Why?")])
    topics.read(TWICE)

    assert [(one.case, one.score) for one in topics.new(nothing)] == [("c1", 0.5), ("c2", 0.5)]


def test_each_document_and_each_subject_is_told_in_the_order_of_the_words() -> None:
    topics = Topics([no_answer(question="Does a gift card open the bike shed?")])
    sheds = "The bike shed is red. The bike shed is old."
    for name, text in (("b.md", f"{TWICE.text} {sheds}"), ("a.md", sheds)):
        topics.read(fresh(text, name=name))

    assert [(one.document, one.text[slice(*one.span)]) for one in topics.new(nothing)] == [
        ("a.md", "The bike shed is red."),
        ("b.md", "The bike shed is red."),
        ("b.md", "A gift card is sent by mail."),
    ]


def test_the_earlier_corpus_is_asked_once_about_all_that_a_document_speaks_of() -> None:
    asked: list[frozenset[Pair]] = []

    def stood(wanted: frozenset[Pair]) -> frozenset[Pair]:
        asked.append(wanted)
        return wanted

    topics = Topics([CARDS])
    topics.read(TWICE)
    held = list(topics.new(stood))

    assert held == []
    assert asked == [frozenset({GIFT_CARD})]


def test_the_earlier_corpus_is_not_asked_where_nothing_was_spoken_of() -> None:
    def stood(_wanted: frozenset[Pair]) -> frozenset[Pair]:
        raise AssertionError

    topics, empty = Topics([CARDS]), Topics([])
    for one in (topics, empty):
        one.read(fresh("The office has a kitchen. The kitchen has a window."))

    assert [list(one.new(stood)) for one in (topics, empty)] == [[], []]


def test_the_earlier_texts_are_read_until_all_were_found() -> None:
    def texts() -> Iterator[str]:
        yield "The sea is blue."
        yield "Gift cards."
        yield "The sky is blue."
        raise AssertionError

    assert standing_in(texts(), frozenset({GIFT_CARD})) == {GIFT_CARD}


@pytest.mark.parametrize(
    "text", ["Travel policies", "TRAVEL POLICY", "travelled policied", "Ребёнок едет", "café crème"]
)
def test_every_form_of_a_word_is_found_in_the_earlier_corpus(text: str) -> None:
    pairs = frozenset(pairs_of(text))

    assert len(pairs) == 1
    assert standing_in([text], pairs) == pairs


def test_what_stands_nowhere_is_not_returned() -> None:
    wanted = frozenset({GIFT_CARD, ("bike", "shed")})

    assert standing_in(["A gift card.", "A shed for one bike."], wanted) == {GIFT_CARD}


def test_a_subject_is_told_only_where_its_words_did_not_find_a_better_place() -> None:
    noise = [fresh(f"Room {number} has a screen.", name="rooms.md", number=number) for number in range(30)]
    answer = fresh("A gift card can be returned for cash.", name="answer.md")
    by_words = rivals([CARDS], [*noise, TWICE, answer], stood=nothing)
    by_subject = rivals([CARDS], [*noise, TWICE], stood=nothing)

    assert [one.document for one in by_words] == ["answer.md"]
    assert [one.document for one in by_subject] == ["gifts.md"]


def test_a_case_with_an_answer_is_not_asked_about_for_a_new_subject() -> None:
    asked = case(question="Can a gift card be returned for cash?")

    assert rivals([asked], [TWICE], stood=nothing) == ()


@given(st.lists(st.sampled_from(["gift", "cards", "of", "policies", "ёлки", "."]), max_size=12).map(" ".join))
def test_a_pair_of_a_text_stands_in_that_text(text: str) -> None:
    pairs = frozenset(pairs_of(text))

    assert standing_in([text], pairs) == pairs
