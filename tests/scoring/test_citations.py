"""Citations are resolved: retrieved or not, evidence or not, quoted or invented."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.records.measure import Outcome, Scored, Unscored
from goldsmith.records.observation import CitationSeen
from goldsmith.records.response import Citation, RetrievedItem
from goldsmith.scoring.measures import parse, score
from tests.scoring.building import case, chunk, chunk_need, cited, document, items, reply, seen, view

TEXT = "No return is possible without a receipt."


def citations(*found: Citation, **shown: Any) -> tuple[CitationSeen, ...] | None:
    corpus = view(chunk("returns#1", TEXT), chunk("fees#1", "3 EUR"), document("old"), asked=("gone#1",))
    return seen(case(chunk_need("returns#1"), chunk_need("fees#1")), reply(citations=found, **shown), corpus).citations


def outcome(measure: str, *needs: str, **shown: Any) -> Outcome:
    asked = case(*(chunk_need(need) for need in needs))
    return score([seen(asked, reply(**shown))], [parse(measure)])[0].outcome


@pytest.mark.parametrize(
    ("cited_id", "retrieved"),
    [("returns#1", "yes"), ("returns", "yes"), ("returns#2", "no"), ("fees", "no"), ("7", "no")],
)
def test_a_citation_was_retrieved_by_its_id_or_as_the_document_of_a_passage(cited_id: str, retrieved: str) -> None:
    found = citations(Citation(id=cited_id), retrieved=items("returns#1"))

    assert [one.retrieved for one in found or ()] == [retrieved]


def test_where_retrieval_is_not_shown_it_is_unknown_whether_a_citation_was_retrieved() -> None:
    assert [one.retrieved for one in citations(Citation(id="returns#1")) or ()] == ["unknown"]
    assert isinstance(outcome("cited_not_retrieved", citations=cited("a#1")), Unscored)


def test_a_cited_document_meets_the_needs_that_lie_in_it() -> None:
    found = citations(Citation(id="returns"), Citation(id="fees#1"), Citation(id="gone#1"))

    assert [(one.needs, one.known) for one in found or ()] == [((0,), "yes"), ((1,), "yes"), ((), "no")]


@pytest.mark.parametrize(
    ("cited_id", "quote", "state"),
    [
        ("returns#1", None, "none"),
        ("returns#1", "Without a  receipt", "found"),
        ("returns#1", "with a receipt", "not_found"),
        ("returns", "without a receipt", "found"),
        ("returns", "with a receipt", "unknown"),
        ("nowhere", "without a receipt", "unknown"),
    ],
)
def test_quoted_words_must_stand_in_the_cited_source(cited_id: str, quote: str | None, state: str) -> None:
    assert [one.quote for one in citations(Citation(id=cited_id, quote=quote)) or ()] == [state]


def test_the_retrieved_text_of_a_citation_is_a_source_too() -> None:
    shown = (RetrievedItem(id="x", text="Tea is free."),)
    found = citations(Citation(id="x", quote="tea is free"), Citation(id="x", quote="coffee"), retrieved=shown)

    assert [one.quote for one in found or ()] == ["found", "not_found"]


def test_citation_precision_and_recall_count_ids_once() -> None:
    shown = {"citations": cited("a#1", "a#1", "b#1", "x#1"), "retrieved": items("a#1", "b#1", "x#1")}

    assert outcome("citation_precision", "a#1", "b#1", "c#1", **shown) == Scored(value=2 / 3)
    assert outcome("citation_recall", "a#1", "b#1", "c#1", **shown) == Scored(value=2 / 3)


def test_nothing_cited_has_no_precision_and_a_recall_of_nothing() -> None:
    assert outcome("citation_precision", "a#1", citations=()) == Unscored(
        reason="not_applicable", detail="nothing was cited"
    )
    assert outcome("citation_recall", "a#1", citations=()) == Scored(value=0.0)
    assert outcome("citation_recall", "a#1") == Unscored(reason="not_observed", detail="citations are not shown")
    assert outcome("citation_recall", citations=()) == Unscored(
        reason="not_applicable", detail="the case has no evidence to cite"
    )


def test_made_up_citations_are_counted_by_themselves() -> None:
    assert outcome(
        "cited_not_retrieved", "a#1", citations=cited("a#1", "[7]", "[7]"), retrieved=items("a#1")
    ) == Scored(value=1.0)


def test_quotes_that_stand_nowhere_are_counted_and_open_ones_are_not_guessed() -> None:
    shown = (RetrievedItem(id="x", text="Tea is free."),)
    good, bad = Citation(id="x", quote="tea is free"), Citation(id="x", quote="coffee")
    far = Citation(id="y", quote="tea")

    assert outcome("quotes_not_found", citations=(good, bad, bad, far), retrieved=shown) == Scored(value=2.0)
    assert outcome("quotes_not_found", citations=(good,), retrieved=shown) == Scored(value=0.0)
    assert isinstance(outcome("quotes_not_found", citations=(good, far), retrieved=shown), Unscored)
    assert isinstance(outcome("quotes_not_found", citations=(Citation(id="x"),), retrieved=shown), Unscored)
    assert isinstance(outcome("quotes_not_found"), Unscored)


def test_superseded_documents_are_counted_once_wherever_they_were_used() -> None:
    corpus = view(document("new", supersedes=("old",)), chunk("old#1", "x"), chunk("old#2", "y"))
    observation = seen(case(), reply(retrieved=items("old#1", "old#2"), citations=cited("old#1", "old", "new")), corpus)

    assert score([observation], [parse("superseded_used")])[0].outcome == Scored(value=1.0)
    assert isinstance(outcome("superseded_used"), Unscored)
