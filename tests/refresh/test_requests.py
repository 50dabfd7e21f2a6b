"""One request for each case that is asked about singly, under an id that follows from the change."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.refresh import CaseImpact, Reason
from goldsmith.refresh.gravity import asking_of, gravest_first
from goldsmith.refresh.requests import requests
from tests.refresh.building import passage, reason

OLD, NEW = CorpusPin(label="r1", digest="d1"), CorpusPin(label="r2", digest="d2")
EDITED = passage("Money is paid back within 14 days.", None)


def impact(name: str, *reasons: Reason, digest: str = "c1:aa") -> CaseImpact:
    """Return the impact of a case that has `reasons`."""
    gravest = gravest_first(reasons)
    return CaseImpact(
        case=name,
        case_digest=digest,
        impact=gravest[0].impact,
        asking=asking_of(gravest[0].impact),
        reasons=gravest,
    )


def edited(**fields: Any) -> Reason:
    usual: dict[str, Any] = {"before": passage(), "now": (EDITED,)}
    return reason("quote_edited", **(usual | fields))


def id_of(*reasons: Reason, previous: CorpusPin = OLD, current: CorpusPin = NEW, **fields: Any) -> str:
    (request,) = requests([impact("c1", *reasons, **fields)], previous=previous, current=current)
    return request.id


def test_a_request_carries_what_a_person_needs() -> None:
    one = edited()
    (request,) = requests([impact("c1", one)], previous=OLD, current=NEW)

    assert (
        request.id[:2],
        len(request.id),
        request.case,
        request.case_digest,
        request.previous,
        request.current,
        request.trigger,
        request.impact,
        request.reasons,
        request.passage,
    ) == ("q-", 14, "c1", "c1:aa", OLD, NEW, "source", "quote_edited", (one,), "payments.md > Refunds")


def test_only_what_is_asked_singly_is_requested() -> None:
    found = requests(
        [impact("c1", reason("anchor_moved")), impact("c2", reason("query_pattern"))], previous=OLD, current=NEW
    )

    assert [one.case for one in found] == ["c2"]


def test_requests_on_one_passage_stand_together_the_gravest_passage_first() -> None:
    other = passage(document="terms.md", section=None)
    found = requests(
        [
            impact("c4", reason("section_changed", before=other)),
            impact("c3", reason("section_changed", before=passage())),
            impact("c2", reason("may_be_answered", now=(passage(document="benefits.md"),))),
            impact("c1", reason("quote_gone", before=passage())),
        ],
        previous=OLD,
        current=NEW,
    )

    assert [(one.passage, one.case) for one in found] == [
        ("payments.md > Refunds", "c1"),
        ("payments.md > Refunds", "c3"),
        ("terms.md", "c4"),
        ("benefits.md > Refunds", "c2"),
    ]


def test_the_cases_that_are_to_come_first_lead_their_group() -> None:
    lost = reason("sight_lost", before=passage())
    found = requests([impact("c1", lost), impact("c2", lost)], previous=OLD, current=NEW, first=["c2"])

    assert [one.case for one in found] == ["c2", "c1"]


def test_a_request_without_any_passage_is_about_the_question() -> None:
    (request,) = requests([impact("c1", reason("query_pattern", "users ask this"))], previous=OLD, current=NEW)

    assert (request.passage, request.trigger) == ("question of c1", "query_pattern")


def test_the_trigger_is_the_source_where_it_says_or_declares_something_else() -> None:
    rival = reason("rival_passage", now=(passage(document="faq.md"),))
    cut = reason("quote_split", before=passage(), now=(passage(chunks=("a",)), passage(chunks=("b",))))
    torn = reason("quote_split", before=passage(), now=(passage(), passage("Other words.", None)))
    unseen = reason("quote_split", now=(passage(),))
    asked = reason("query_pattern")

    assert [
        requests([impact("c1", *reasons)], previous=OLD, current=NEW)[0].trigger
        for reasons in (
            (edited(), asked),
            (reason("dates_changed"),),
            (rival,),
            (rival, asked),
            (cut,),
            (torn,),
            (unseen,),
            (asked, reason("anchor_moved")),
            (reason("sight_lost"),),
        )
    ] == [
        "source",
        "source",
        "corpus_revision",
        "corpus_revision",
        "corpus_revision",
        "source",
        "source",
        "query_pattern",
        "corpus_revision",
    ]


def test_the_same_change_has_the_same_id_whatever_the_revisions_are_called() -> None:
    labels = CorpusPin(label="spring"), CorpusPin(label="summer", digest="d9")

    assert id_of(edited()) == id_of(edited(), previous=labels[0], current=labels[1])


def test_the_id_does_not_depend_on_places_line_ends_or_wording() -> None:
    wrapped = passage("Money is paid back\nwithin 14 days.", None, chunks=("payments.md#8",))

    assert id_of(edited()) == id_of(edited(need=3, alternative=1, now=(wrapped,), message="said otherwise"))


def test_other_words_another_case_or_another_impact_have_another_id() -> None:
    later = passage("Money is paid back within 21 days.", None)
    ids = [
        id_of(edited()),
        id_of(edited(now=(later,))),
        id_of(edited(before=later)),
        id_of(edited(), digest="c1:bb"),
        id_of(reason("section_changed", before=passage(), now=(EDITED,))),
        id_of(edited(), reason("query_pattern")),
    ]

    assert len(set(ids)) == len(ids)


def test_what_is_declared_tells_two_changes_of_the_same_words_apart() -> None:
    ids = {id_of(reason("dates_changed", f"from {day}", before=passage(), now=(passage(),))) for day in (1, 2)}

    assert len(ids) == 2


def test_a_change_outside_of_what_is_shown_is_told_apart_by_its_message() -> None:
    ids = {id_of(reason("section_changed", one, before=passage(), now=(passage(),))) for one in ("a", "b")}

    assert len(ids) == 2


def test_a_long_section_that_is_edited_once_more_is_asked_about_again_though_the_words_shown_are_the_same() -> None:
    ids = {
        id_of(reason("section_changed", "m", before=passage(whole="aa"), now=(passage(whole=whole),)))
        for whole in ("bb", "cc")
    }

    assert len(ids) == 2


REASONS = (edited(), edited(need=1, now=()), reason("dates_changed", "from 1"), reason("query_pattern", "i-7"))


@given(order=st.permutations(REASONS), names=st.permutations(["c1", "c2", "c3"]))
def test_ids_and_order_do_not_depend_on_the_order_of_cases_and_needs(order: list[Reason], names: list[str]) -> None:
    found = requests([impact(name, *order) for name in names], previous=OLD, current=NEW)
    plain = requests([impact(name, *REASONS) for name in ("c1", "c2", "c3")], previous=OLD, current=NEW)

    assert [(one.id, one.case) for one in found] == [(one.id, one.case) for one in plain]
