"""What becomes of the passages that a case rests on."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.corpus import ContentHash, Ingestion
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import CaseImpact, Passage
from tests.refresh.building import (
    PINNED,
    QUOTE,
    SECTION,
    case,
    difference,
    document,
    facts,
    fresh,
    impact_of,
    passage,
    told,
    trace,
)

ELSEWHERE = passage(document="refunds.md", section="Money")


def test_a_case_whose_passages_stand_as_they_did_is_untouched() -> None:
    assert impact_of() == CaseImpact(case="c1", case_digest="c1:aa", impact="untouched", asking="none", reasons=())


def test_words_that_stand_nowhere_any_more_are_told_with_the_words() -> None:
    found = impact_of(traces=[trace(quote="gone", document="changed", section="changed", now=(), pinned=())])

    assert (found.asking, told(found)) == (
        "single",
        [("quote_gone", f'payments.md > Refunds: the quoted words "{QUOTE}" stand nowhere now')],
    )


def test_a_passage_whose_document_is_gone_says_so() -> None:
    gone = trace(quote="gone", document="absent", section="absent", document_now=None, before=None, now=(), pinned=())

    assert told(impact_of(traces=[gone])) == [
        ("quote_gone", "payments.md: the document is gone, and the quoted words stand nowhere now")
    ]


def test_an_edited_amount_is_told_with_the_old_and_the_new_one() -> None:
    edited = "Money is paid back within 14 days."
    now = passage(edited + " It goes to the card that was used.", edited)

    assert told(impact_of(traces=[trace(quote="edited", section="changed", document="changed", now=(now,))])) == [
        ("quote_edited", "payments.md > Refunds: the sentence now says 14 days, not 10 days")
    ]


def test_an_edited_passage_of_which_no_words_are_kept_is_told_without_them() -> None:
    edited = trace(quote="edited", section="changed", document="changed", before=None, now=())

    assert told(impact_of(traces=[edited])) == [("quote_edited", "payments.md: the sentence is written otherwise now")]


def test_split_words_are_counted() -> None:
    pieces = (passage("Money is paid back", None, section="A"), passage("within 10 days.", None, section="B"))

    assert told(impact_of(traces=[trace(quote="split", document="changed", now=pieces, pinned=(PINNED, PINNED))])) == [
        ("quote_split", "payments.md > Refunds: the quoted words stand in 2 pieces now")
    ]


def test_words_that_crossed_are_told_with_where_they_stand() -> None:
    crossed = trace(quote="crossed", section="changed", document="changed", document_now="refunds.md", now=(ELSEWHERE,))

    assert told(impact_of(traces=[crossed])) == [
        (
            "quote_crossed",
            "payments.md > Refunds: the quoted words are gone from here and stand in refunds.md > Money now",
        )
    ]


def test_a_document_that_no_parser_takes_any_more_is_told_with_why() -> None:
    failed = document(ingestion=Ingestion(status="failed", reason="the file is encrypted"))
    lost = trace(quote="unknown", section="unknown", document="unknown", now=(), pinned=())

    assert told(impact_of(traces=[lost], told=facts(after=[failed]))) == [
        ("source_failed", "payments.md > Refunds: the document can no longer be read: the file is encrypted")
    ]


def test_a_failure_without_a_reason_is_told_without_one() -> None:
    failed = document(ingestion=Ingestion(status="failed"))
    lost = trace(quote="gone", section="unknown", document="unknown", now=(), pinned=())

    assert told(impact_of(traces=[lost], told=facts(after=[failed]))) == [
        ("source_failed", "payments.md > Refunds: the document can no longer be read")
    ]


def test_text_that_is_not_kept_cannot_be_decided() -> None:
    unknown = trace(quote="unknown", section="unknown", document="changed", now=(), detail="another hash")

    assert told(impact_of(traces=[unknown])) == [
        (
            "undecidable",
            "payments.md > Refunds: it changed, and the text that would tell what changed is not kept (another hash)",
        )
    ]


def test_an_intact_passage_whose_section_is_not_kept_cannot_be_decided() -> None:
    assert impact_of(traces=[trace(section="unknown", document="changed")]).impact == "undecidable"


def test_other_words_of_the_section_are_told_sentence_by_sentence() -> None:
    now = passage(f"{SECTION} Fees of 5 dollars are kept. Nothing else is.")

    assert told(impact_of(traces=[trace(section="changed", document="changed", now=(now,))])) == [
        (
            "section_changed",
            (
                "payments.md > Refunds: the quoted words stand; new in the section: "
                '"Fees of 5 dollars are kept." and 1 more sentence'
            ),
        )
    ]


def test_new_words_further_on_in_a_long_section_are_told_and_shown() -> None:
    texts = [
        fresh("Fees are kept. Nothing else is.", section="Refunds"),
        fresh("Vouchers expire.", section="Vouchers", number=8),
        fresh("Fees of 5 dollars.", section="Refunds", number=7),
    ]

    found = impact_of(traces=[trace(section="changed", document="changed")], told=facts(fresh=texts))

    assert (told(found), [one.text for one in found.reasons[0].now]) == (
        [
            (
                "section_changed",
                (
                    "payments.md > Refunds: the quoted words stand; other words of the section changed; "
                    'new further on in the section: "Fees are kept." and 2 more sentences'
                ),
            )
        ],
        [SECTION, "Fees of 5 dollars.", "Fees are kept. Nothing else is."],
    )


def test_one_new_sentence_further_on_is_told_alone() -> None:
    text = fresh("Fees are kept.", section="Refunds")

    (reason,) = impact_of(traces=[trace(section="changed", document="changed")], told=facts(fresh=[text])).reasons

    assert reason.message.endswith('changed; new further on in the section: "Fees are kept."')


def test_what_is_known_besides_is_told_where_it_says_more() -> None:
    told_besides = [
        trace(quote=quote, section=section, document="changed", now=now, detail="it stands twice")
        for quote, section, now in (
            ("gone", "changed", ()),
            ("edited", "changed", (passage(),)),
            ("intact", "changed", (passage(),)),
            ("intact", "same", (passage(chunks=("payments.md#4",)),)),
        )
    ]

    assert [impact_of(traces=[one]).reasons[-1].message.endswith(" (it stands twice)") for one in told_besides] == [
        True,
        False,
        True,
        True,
    ]


def test_a_section_of_which_no_words_are_kept_is_told_without_them() -> None:
    assert told(impact_of(traces=[trace(section="absent", document="changed", before=None)])) == [
        ("section_changed", "payments.md: the quoted words stand, but not what stood around them")
    ]


def test_a_renamed_document_is_confirmed_in_bulk() -> None:
    now = passage(document="pay/payments.md", chunks=("pay/payments.md#1",))
    after = facts(after=[document("pay/payments.md")], heirs={"payments.md": ("pay/payments.md",)})

    found = impact_of(traces=[trace(document_now="pay/payments.md", now=(now,))], told=after)

    assert (found.asking, told(found)) == (
        "bulk",
        [
            (
                "document_renamed",
                "payments.md > Refunds: the document is pay/payments.md now, this section is the same",
            )
        ],
    )


def test_a_passage_in_a_renamed_document_is_told_under_both_names() -> None:
    now = passage(f"{SECTION} Fees are kept.", document="pay.md")

    assert told(
        impact_of(traces=[trace(section="changed", document="changed", document_now="pay.md", now=(now,))])
    ) == [
        (
            "section_changed",
            'payments.md > Refunds (now pay.md): the quoted words stand; new in the section: "Fees are kept."',
        )
    ]


def test_a_quote_over_two_passages_that_are_one_now_is_merged() -> None:
    apart = passage(chunks=("payments.md#1", "payments.md#2"))

    found = impact_of(traces=[trace(before=apart)])

    assert (found.asking, told(found)) == (
        "bulk",
        [
            (
                "quote_merged",
                "payments.md > Refunds: passages that stood apart are one now, their words are the same",
            )
        ],
    )


def test_two_needs_that_share_one_passage_now_are_merged() -> None:
    two = case(evidence=(Need(any_of=(PINNED,)), Need(any_of=(replace(PINNED, chunk="payments.md#2"),))))
    one, other = passage(chunks=("payments.md#1",)), passage(chunks=("payments.md#2",))
    joined = (passage(chunks=("payments.md#7",)),)

    found = impact_of(two, [trace(before=one, now=joined), trace(need=1, before=other, now=joined)])

    assert [(reason.impact, reason.need) for reason in found.reasons] == [("quote_merged", 0), ("quote_merged", 1)]


def test_a_change_elsewhere_in_the_document_is_confirmed_in_bulk() -> None:
    found = impact_of(traces=[trace(document="changed")])

    assert (found.asking, told(found)) == (
        "bulk",
        [
            (
                "changed_elsewhere",
                "payments.md > Refunds: this section is the same, the document changed elsewhere",
            )
        ],
    )


def test_another_version_of_an_edited_document_is_told_with_the_edit() -> None:
    versions = facts([document(version="v1")], [document(version="v2")])

    assert told(impact_of(traces=[trace(document="changed")], told=versions)) == [
        (
            "changed_elsewhere",
            "payments.md > Refunds: this section is the same, the document changed elsewhere, it is version v2 now",
        )
    ]


def test_a_document_that_can_be_read_in_part_only_is_confirmed_in_bulk() -> None:
    partial = document(ingestion=Ingestion(status="partial", reason="page 3 is a picture"))

    assert told(impact_of(told=facts(after=[partial]))) == [
        (
            "changed_elsewhere",
            (
                "payments.md > Refunds: this section is the same, "
                "only a part of the document could be read now: page 3 is a picture"
            ),
        )
    ]


def test_a_part_that_is_read_without_a_reason_is_told_without_one() -> None:
    partial = document(ingestion=Ingestion(status="partial"))

    assert told(impact_of(told=facts(after=[partial]))) == [
        (
            "changed_elsewhere",
            "payments.md > Refunds: this section is the same, only a part of the document could be read now",
        )
    ]


def test_the_same_words_in_another_passage_have_moved() -> None:
    found = impact_of(traces=[trace(now=(passage(chunks=("payments.md#4",)),))])

    assert (found.asking, told(found)) == (
        "bulk",
        [("anchor_moved", "payments.md > Refunds: the same words, at another place or in another passage")],
    )


def test_a_written_place_that_is_another_has_moved_and_one_that_was_never_written_has_not() -> None:
    moved = replace(PINNED, span=(90, 124))
    in_words = case(alternatives=[Alternative(document="payments.md", quote=QUOTE)])

    assert (
        impact_of(traces=[trace(pinned=(moved,))]).impact,
        impact_of(in_words, [trace(pinned=(moved,))]).impact,
        impact_of(traces=[trace(pinned=())]).impact,
    ) == ("anchor_moved", "untouched", "untouched")


def test_the_message_names_the_other_passage_that_still_stands() -> None:
    other = Alternative(document="faq.md", quote="After ten days at the latest.")
    gone = trace(quote="gone", section="changed", document="changed", now=())
    faq = passage("After ten days at the latest.", None, document="faq.md", section=None)

    found = impact_of(
        case(alternatives=[PINNED, other]),
        [gone, trace(alternative=1, document_before="faq.md", document_now="faq.md", before=faq)],
    )

    assert (found.asking, told(found)) == (
        "single",
        [
            (
                "quote_gone",
                (
                    f'payments.md > Refunds: the quoted words "{QUOTE}" stand nowhere now; '
                    "the other passage, in faq.md, still stands"
                ),
            ),
        ],
    )


def test_the_message_counts_several_other_passages() -> None:
    gone = trace(quote="gone", section="changed", document="changed", before=None, now=())
    others = [trace(alternative=number) for number in (1, 2)]

    found = impact_of(case(alternatives=[PINNED] * 3), [gone, *others])

    assert found.reasons[0].message == (
        "payments.md: the quoted words stand nowhere now; 2 other passages, in payments.md > Refunds, still stand"
    )


def test_evidence_that_did_not_stand_before_is_asked_about_only_where_its_document_changed() -> None:
    never = trace(standing=False, quote="gone", section="absent", before=None, now=())
    edited = document(content_hash=ContentHash(algorithm="sha256", value="11"))
    nowhere = replace(never, document_before="x.md", document_now=None)

    assert [
        told(impact_of(traces=[one], told=after))
        for one, after in ((never, facts()), (nowhere, facts()), (never, facts(after=[edited])))
    ] == [
        [],
        [],
        [
            (
                "undecidable",
                "payments.md: the quoted words did not stand in the earlier revision either, and the document changed",
            )
        ],
    ]


def test_evidence_that_nothing_follows_is_asked_about_unless_nothing_changed() -> None:
    assert [told(impact_of(traces=[], told=one)) for one in (facts(), facts(diff=difference(same=True)))] == [
        [("undecidable", "it is not known where this evidence stood, so nothing tells whether it changed")],
        [],
    ]


def test_a_reason_carries_what_is_proposed_and_both_passages() -> None:
    moved = replace(PINNED, chunk="payments.md#4")
    now = passage(chunks=("payments.md#4",))

    (found,) = impact_of(traces=[trace(now=(now,), pinned=(moved,), method="exact", confidence=0.9)]).reasons

    assert (found.before, found.now, found.pinned, found.method, found.confidence) == (
        passage(),
        (now,),
        (moved,),
        "exact",
        0.9,
    )


def test_an_empty_passage_is_no_passage_of_the_index() -> None:
    bare = Passage(document="payments.md", chunks=(), section=None, text="")

    assert impact_of(traces=[trace(before=bare, now=(bare,))]).impact == "untouched"
