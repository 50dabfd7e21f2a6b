"""A change elsewhere in the document is asked about singly where its new text shares what matters with the case."""

from __future__ import annotations

import pytest

from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import FreshText, TracedAlternative
from goldsmith.refresh.facts import ChangedFacts
from tests.refresh.building import PINNED, QUOTE, SECTION, case, facts, fresh, impact_of, passage, told, trace

DESKS = " ".join(f"Desk {number} is open on weekdays." for number in range(20))
EARLIER = f"{SECTION} {DESKS} Write to the team for help."


def promoted(
    *texts: FreshText, one: Case | None = None, earlier: str = EARLIER, followed: TracedAlternative | None = None
) -> list[tuple[str, str]]:
    """Return what is said of a case whose document changed elsewhere: there are `texts` now."""
    change: ChangedFacts = facts(fresh=texts, earlier={"payments.md": earlier})
    return told(impact_of(one or case(), [followed or trace(document="changed")], change))


def impact(text: str, one: Case | None = None) -> str:
    """Return the impact of one new sentence."""
    return promoted(fresh(text), one=one)[0][0]


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("Vouchers are paid within 20 days.", "an amount of the same kind and 'paid' with the case"),
        ("Vouchers are paid within 3 weeks.", "an amount of the same kind and 'paid' with the case"),
        ("No money is sent unless the card is valid.", "'money' with the case, and says 'unless'"),
        ("Money no longer goes to cards from another bank.", "'money' with the case, and says 'no longer'"),
        ("Money for gifts must never be paid back.", "'money', 'paid', 'back' with the case"),
        ("Whoever sends money back is paid too.", "'money', 'back', 'paid' with the case"),
    ],
)
def test_a_new_sentence_that_shares_what_matters_is_told_with_what_it_shares(text: str, by: str) -> None:
    assert promoted(fresh(text)) == [
        (
            "shares_terms",
            f'payments.md > Refunds: new in payments.md > News: "{text}"; it shares {by}',
        )
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The desk moved to another floor.",
        "The paid parking is full.",
        "The card reader must not be cleaned.",
        "Vouchers are valid for 20 minutes.",
        "Ask within 10 days.",
        "Bring 2 copies.",
        "See https://example.org/money/paid/back.",
    ],
)
def test_a_new_sentence_that_shares_little_changes_the_document_elsewhere_only(text: str) -> None:
    assert impact(text) == "changed_elsewhere"


def test_a_large_amount_or_a_date_of_the_case_needs_no_word() -> None:
    dated = case(accept=(AcceptedAnswer(answer="After 30 days, from 1 March 2026."),))

    assert [impact(text, dated) for text in ("Wait 30 days.", "See you on 2026-03-01.", "See you on 2027-03-01.")] == [
        "shares_terms",
        "shares_terms",
        "changed_elsewhere",
    ]


def test_another_date_beside_a_word_of_the_case_is_a_matter_of_the_case() -> None:
    dated = case(accept=(AcceptedAnswer(answer="Since 1 March 2026."),))

    assert promoted(fresh("Money was paid on 5 May 2026."), one=dated)[0][1].endswith(
        "it shares a date and 'money', 'paid' with the case"
    )


def test_the_same_small_amount_is_named_where_a_word_is_shared() -> None:
    assert promoted(fresh("Vouchers are paid within 10 days."))[0][1].endswith(
        "it shares the amount 10 day and 'paid' with the case"
    )


def test_russian_and_chinese_exceptions_are_read() -> None:
    russian = case(
        question="Когда возвращают деньги?",
        alternatives=[Alternative(document="payments.md", quote="Деньги возвращают на карту.")],
        accept=(AcceptedAnswer(answer="На карту."),),
    )
    chinese = case(
        question="什么时候退款?",
        alternatives=[Alternative(document="payments.md", quote="退款到银行卡。")],
        accept=(AcceptedAnswer(answer="银行卡"),),
    )

    assert [
        impact("Деньги не возвращают, если только карта закрыта.", russian),
        impact("除非另有约定，退款到银行卡。", chinese),
    ] == [
        "shares_terms",
        "shares_terms",
    ]


def test_what_the_whole_document_or_corpus_speaks_of_is_no_shared_term() -> None:
    topic = " ".join(f"Money is paid back by desk {number} of team {number}." for number in range(40))

    assert promoted(fresh("Whoever sends money back is paid too."), earlier=topic)[0][0] == "changed_elsewhere"


def test_sentences_that_stood_before_are_not_new() -> None:
    text = "Whoever sends money back is paid too."

    assert promoted(fresh(f"The desk moved. {text}"), earlier=f"{EARLIER} {text}")[0][0] == "changed_elsewhere"


def test_every_passage_of_the_document_is_held_against_its_new_text() -> None:
    change = facts(fresh=[fresh("Vouchers are paid within 20 days.")], earlier={"payments.md": EARLIER})
    both = case(alternatives=[PINNED, PINNED])

    found = impact_of(both, [trace(document="changed"), trace(alternative=1, document="changed")], change)

    assert [(one.impact, one.alternative) for one in found.reasons] == [("shares_terms", 0), ("shares_terms", 1)]


def test_the_section_of_the_quote_is_not_elsewhere() -> None:
    assert promoted(fresh(f"{SECTION} The desk moved."), earlier="")[0][0] == "changed_elsewhere"


def test_new_text_of_another_document_is_not_the_document_elsewhere() -> None:
    assert promoted(fresh("Vouchers are paid within 20 days.", name="faq.md"))[0][0] == "changed_elsewhere"


def test_the_new_text_of_a_renamed_document_is_looked_at_under_its_new_name() -> None:
    moved = trace(document="changed", document_now="pay.md", now=(passage(document="pay.md"),))
    found = promoted(fresh("Vouchers are paid within 20 days.", name="pay.md"), followed=moved)

    assert [impact for impact, _ in found] == ["shares_terms", "document_renamed"]


def test_what_says_most_is_shown_with_its_place() -> None:
    words = fresh("Whoever sends money back is paid too.", number=7)
    amount = fresh("News. Vouchers are paid within 20 days.", number=8)
    found = impact_of(
        traces=[trace(document="changed")], told=facts(fresh=[words, amount], earlier={"payments.md": EARLIER})
    )

    (shown,) = found.reasons[0].now
    assert (shown.chunks, shown.text[slice(*(shown.span or (0, 0)))], found.reasons[0].pinned) == (
        ("payments.md#8",),
        "Vouchers are paid within 20 days.",
        (PINNED,),
    )


def test_a_case_without_a_known_place_is_compared_by_its_own_words() -> None:
    followed = trace(document="changed", before=None, now=(passage(QUOTE),))

    assert promoted(fresh("Vouchers are paid within 20 days."), followed=followed)[0][0] == "shares_terms"


@pytest.mark.parametrize(
    ("section", "text", "by"),
    [
        ("Terms", "None of the rules below apply.", "stands above this section, and says 'none of'"),
        (None, "This page was withdrawn in May.", "stands above this section, and says 'withdrawn'"),
        ("Terms", "Правила ниже отменены.", "stands above this section, and says 'отменены'"),
        ("Terms", "以下规定已经废止。", "stands above this section, and says '废止'"),
        ("Terms > Refunds > Shops", "Bring the paper within 3 weeks.", "stands below this section, and says '3 week'"),
        ("Terms > Refunds > Shops", "Children must wait.", "stands below this section, and says 'must'"),
    ],
)
def test_what_holds_for_the_whole_section_needs_no_word_of_the_case(section: str | None, text: str, by: str) -> None:
    own = passage(section="Terms > Refunds")
    found = promoted(fresh(text, section=section), followed=trace(document="changed", before=own, now=(own,)))

    assert [(impact, said.rpartition("; it ")[2]) for impact, said in found] == [("shares_terms", by)]


@pytest.mark.parametrize("section", ["Terms > News", "Ter", "Terms > Refunds in shops"])
def test_what_stands_beside_the_section_says_nothing_of_it(section: str) -> None:
    own = passage(section="Terms > Refunds")
    text = fresh("None of the rules below apply.", section=section)

    assert promoted(text, followed=trace(document="changed", before=own, now=(own,)))[0][0] == "changed_elsewhere"
