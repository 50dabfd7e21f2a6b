"""A retrieved passage is the evidence by id, by span, by quote, or by document."""

from __future__ import annotations

import unicodedata

import pytest

from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.observation import NeedSeen
from goldsmith.records.response import RetrievedItem
from tests.scoring.building import case, chunk, chunk_need, document, items, reply, seen, view

TEXT = "No return is possible without a receipt."


def need(**fields: object) -> Need:
    return Need(any_of=(Alternative(**fields),))  # type: ignore[arg-type]


def met(one: NeedSeen) -> tuple[int | None, str | None, bool]:
    return one.rank, one.matched_by, one.document_level


def test_an_equal_id_is_the_evidence_whatever_its_normal_form_and_never_in_another_letter_case() -> None:
    composed, decomposed = "caf\u00e9#1", unicodedata.normalize("NFD", "caf\u00e9#1")
    observation = seen(
        case(chunk_need(composed), chunk_need("Fees#1")), reply(retrieved=items("x#1", decomposed, "fees#1"))
    )

    assert [met(one) for one in observation.needs] == [(2, "chunk", False), (None, None, False)]


@pytest.mark.parametrize(
    ("span", "rank"), [((0, 20), 1), ((0, 19), None), ((20, 60), 1), ((0, 40), 1), ((39, 90), None)]
)
def test_a_span_is_met_when_the_passage_covers_at_least_half_of_it(span: tuple[int, int], rank: int | None) -> None:
    item = RetrievedItem(id="theirs-7", document="returns", span=span)
    observation = seen(case(need(document="returns", span=(0, 40), chunk="returns#a")), reply(retrieved=(item,)))

    assert observation.needs[0].rank == rank


def test_a_frozen_chunk_lends_its_span_to_the_evidence_and_to_the_passage() -> None:
    corpus = view(chunk("returns#new", TEXT), chunk("returns#old", TEXT[:30]))
    observation = seen(case(need(chunk="returns#old")), reply(retrieved=items("returns#new")), corpus)

    assert met(observation.needs[0]) == (1, "span", False)


def test_spans_of_another_version_have_no_common_offsets() -> None:
    item = RetrievedItem(id="x", document="returns", span=(0, 40), version="v3")
    gold = need(document="returns", span=(0, 40), version="v4")

    assert seen(case(gold), reply(retrieved=(item,))).needs[0].rank is None


def test_a_passage_without_an_id_is_known_by_the_words_that_it_holds() -> None:
    item = RetrievedItem(id="", text=f"Note: {TEXT.upper()} See below.")
    gold = need(document="returns", quote="without  a receipt")

    assert met(seen(case(gold), reply(retrieved=(item,))).needs[0]) == (1, "quote", False)


def test_a_quote_is_never_found_inside_a_longer_number_or_word() -> None:
    item = RetrievedItem(id="", text="within 100 days of receipts")
    observation = seen(
        case(need(quote="within 10"), need(quote="of receipt"), need(quote="00 days")), reply(retrieved=(item,))
    )

    assert [one.rank for one in observation.needs] == [None, None, None]


def test_the_same_words_in_another_known_document_are_not_the_evidence() -> None:
    corpus = view(chunk("old#1", TEXT), chunk("new#1", TEXT))
    gold = need(document="new", quote="without a receipt")

    assert seen(case(gold), reply(retrieved=items("old#1")), corpus).needs[0].rank is None


@pytest.mark.parametrize(
    "gold",
    [
        {"document": "returns"},
        {"chunk": "returns"},
        {"source": "returns.md"},
    ],
)
def test_a_document_alone_is_document_level_evidence(gold: dict[str, str]) -> None:
    corpus = view(document("returns"), chunk("returns#1", TEXT))
    observation = seen(case(need(**gold)), reply(retrieved=items("x#1", "returns#1")), corpus)

    assert met(observation.needs[0]) == (2, "document", True)


def test_without_a_corpus_the_form_of_the_ids_tells_documents_from_passages() -> None:
    observation = seen(
        case(chunk_need("fees.md"), chunk_need("fees.md#2")), reply(retrieved=items("returns.md#1", "fees.md#9"))
    )

    assert [met(one) for one in observation.needs] == [(2, "document", True), (None, None, False)]


def test_a_need_with_a_whole_document_among_its_alternatives_is_document_level() -> None:
    mixed = Need(any_of=(Alternative(chunk="a#1"), Alternative(document="b")))

    assert met(seen(case(mixed), reply(retrieved=items("a#1"))).needs[0]) == (1, "chunk", True)


def test_evidence_is_looked_up_in_the_corpus() -> None:
    corpus = view(chunk("a#1", TEXT), asked=("gone#1",))
    cases = case(chunk_need("a#1"), chunk_need("gone#1"), chunk_need("never-asked"), need(document="nowhere"))
    observation = seen(cases, reply(retrieved=()), corpus)

    assert [one.in_corpus for one in observation.needs] == ["yes", "no", "unknown", "no"]


def test_rank_and_grade_of_the_best_alternative_are_kept() -> None:
    one = Need(need="fee", any_of=(Alternative(chunk="a#1", grade=1), Alternative(chunk="a#2", grade=3)))
    observation = seen(case(one), reply(retrieved=items("b#1", "a#1"), candidates=items("a#2", "b#1", "a#1")))

    assert observation.needs == (
        NeedSeen(
            need=0,
            name="fee",
            rank=2,
            candidate_rank=1,
            passage="a#1",
            grade=3,
            matched_by="chunk",
            in_corpus="unknown",
            document_level=False,
            met_grade=1,
        ),
    )
