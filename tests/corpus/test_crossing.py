"""Words that their document lost, looked for in the whole corpus."""

from __future__ import annotations

import pytest

from goldsmith._base.canonical import text_sha256
from goldsmith.corpus.crossing import find_elsewhere
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import Passage, QuoteState, TracedAlternative

QUOTE = "The money is paid back within ten days."


def lost(quote: str = QUOTE, *, case: str = "c1", state: QuoteState = "gone") -> TracedAlternative:
    return TracedAlternative(
        case=case,
        need=0,
        alternative=0,
        quote=state,
        section="changed",
        document="changed",
        document_before="returns",
        document_now="returns",
        method="none",
        confidence=0.0,
        before=Passage(document="returns", chunks=("returns#1",), section=None, text=quote, span=(0, len(quote))),
        now=(),
        pinned=(),
    )


def test_words_that_stand_in_one_other_document_have_crossed_and_are_proposed_there() -> None:
    case = Case(
        id="c1",
        question="Q?",
        evidence=(Need(any_of=(Alternative(document="returns", quote=QUOTE, supports="the period", grade=2),)),),
    )
    text = "Since May the money is\npaid back within ten days. Ask."
    texts = [("faq#1", "faq", "Nothing."), ("money#1", "money", "Words."), ("money#2", "money", text)]
    (found,) = find_elsewhere([lost()], texts, cases=[case])

    assert (found.quote, found.method, found.confidence, found.document_now) == ("crossed", "searched", 1.0, "money")
    assert found.detail == "word for word in money"
    (place,) = found.now
    assert place.chunks == ("money#2",)
    assert place.span is not None
    assert place.text[slice(*place.span)] == "the money is\npaid back within ten days."
    assert found.pinned == (
        Alternative(
            document="money",
            chunk="money#2",
            sha256=text_sha256(text),
            quote=QUOTE,
            supports="the period",
            grade=2,
        ),
    )


def test_what_only_resembles_the_words_is_never_proposed() -> None:
    missing = [lost()]

    assert find_elsewhere(missing, [("a#1", "a", QUOTE.replace("ten", "five"))]) == tuple(missing)


def test_its_own_document_a_short_quote_and_what_is_not_gone_are_left_alone() -> None:
    missing = [lost(), lost("ten days"), lost(state="edited")]
    texts = [("returns#9", "returns", QUOTE), ("b#1", "b", "ten days")]

    assert find_elsewhere(missing, texts) == tuple(missing)
    assert find_elsewhere((), [("b#1", "b", QUOTE)]) == ()


def test_words_in_several_documents_are_shown_and_none_is_proposed() -> None:
    (found,) = find_elsewhere([lost()], [(f"{name}#1", name, QUOTE) for name in "abcd"])

    assert (found.confidence, found.pinned) == (0.25, ())
    assert [one.document for one in found.now] == ["a", "b", "c"]
    assert found.detail == "word for word in a, b, c and 1 more"


def test_words_over_two_chunks_name_both() -> None:
    case = Case(id="c1", question="Q?", evidence=(Need(any_of=(Alternative(document="returns", quote=QUOTE),)),))
    texts = [("m#1", "m", "Now: The money is paid"), ("m#2", "m", "back within ten days. Ask.")]
    (found,) = find_elsewhere([lost()], texts, cases=[case])

    assert [(one.chunk, one.quote) for one in found.pinned] == [
        ("m#1", "The money is paid"),
        ("m#2", "back within ten days."),
    ]


def test_many_quotes_are_looked_for_by_their_longest_word_in_any_script() -> None:
    quotes = [f"The money of clerk{at} is paid back within days." for at in range(80)]
    quotes += ["退款在十天之内到账，请到柜台。", "Деньги придут через десять рабочих дней."]
    missing = [lost(quote, case=f"c{at}") for at, quote in enumerate(quotes)]
    texts = [(f"d{at}#1", f"d{at}", f"Head. {quote} Tail.") for at, quote in enumerate(quotes)]
    found = find_elsewhere(missing, texts)

    assert [one.document_now for one in found] == [f"d{at}" for at in range(82)]


TWO = "The money is paid back within ten days. The form lies at the desk of the shop."
CASE = Case(id="c1", question="Q?", evidence=(Need(any_of=(Alternative(document="returns", quote=TWO),)),))


@pytest.mark.parametrize(
    ("texts", "documents"),
    [
        (
            {"a": "# A\n\nThe money is paid back within ten days.\n\n# B\n\nThe form lies at the desk of the shop."},
            ["a", "a"],
        ),
        ({"a": "The money is paid back within ten days.", "b": "The form lies at the desk of the shop."}, ["a", "b"]),
        (
            {"a": "The money is paid back\nwithin ten days.", "returns": "The form lies at the desk of the shop."},
            ["a", "returns"],
        ),
    ],
)
def test_sentences_that_stand_apart_in_other_documents_are_a_split_with_every_piece(
    texts: dict[str, str], documents: list[str]
) -> None:
    (found,) = find_elsewhere([lost(TWO)], _chunks(texts), cases=[CASE])

    assert (found.quote, found.method, found.confidence) == ("split", "searched", 1.0)
    assert [one.document for one in found.now] == [one.document for one in found.pinned] == documents
    assert [" ".join((one.quote or "").split()) for one in found.pinned] == [
        "The money is paid back within ten days.",
        "The form lies at the desk of the shop.",
    ]


def test_items_that_go_by_other_marks_in_another_document_have_crossed_with_the_new_marks() -> None:
    old = "The money is paid back within ten days.\n* The form lies at the desk of the shop."
    (found,) = find_elsewhere([lost(old)], _chunks({"a": f"- {old.replace('* ', '- ')}\n- More."}), cases=[CASE])

    assert (found.quote, found.document_now) == ("crossed", "a")
    assert [one.quote for one in found.pinned] == [old.replace("* ", "- ")]


@pytest.mark.parametrize(
    "texts",
    [
        {"a": "The money is paid back within ten days. The form lies at the desk of the bank."},
        {"returns": "The form lies at the desk of the shop. The money is paid back within ten days."},
    ],
)
def test_words_of_which_a_sentence_is_missing_or_that_only_changed_their_order_are_left_alone(
    texts: dict[str, str],
) -> None:
    missing = [lost(TWO)]

    assert find_elsewhere(missing, _chunks(texts), cases=[CASE]) == tuple(missing)


def test_a_sentence_that_stands_in_several_documents_is_shown_and_nothing_is_proposed() -> None:
    texts = dict.fromkeys("bc", "The form lies at the desk of the shop.")
    texts = {"a": "The money is paid back within ten days.", **texts}
    (found,) = find_elsewhere([lost(TWO)], _chunks(texts), cases=[CASE])

    assert (found.quote, found.confidence, found.pinned) == ("split", 0.5, ())
    assert [one.document for one in found.now] == ["a", "b"]


@pytest.mark.parametrize("others", [(), ("a", "z")])
def test_a_part_that_still_stands_at_home_is_looked_for_nowhere_else(others: tuple[str, ...]) -> None:
    texts = dict.fromkeys((*others, "returns"), "The form lies at the desk of the shop.")
    texts["money"] = "The money is paid back within ten days."
    (found,) = find_elsewhere([lost(TWO)], _chunks(dict(sorted(texts.items()))), cases=[CASE])

    assert (found.confidence, [one.document for one in found.now]) == (1.0, ["money", "returns"])


def _chunks(texts: dict[str, str]) -> list[tuple[str, str, str]]:
    return [(f"{name}#1", name, text) for name, text in texts.items()]
