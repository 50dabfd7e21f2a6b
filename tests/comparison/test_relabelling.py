"""Evidence is labelled anew only where its place is proved, and all pieces of a split become needs."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.comparison.relabelling import Relabelled, Unproved, relabel
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import ProhibitedClaim, RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import TracedAlternative
from tests.comparison.sides import case


def at(chunk: str, quote: str = "Within 30 days.") -> Alternative:
    return Alternative(document="rules", chunk=chunk, quote=quote)


def traced(*pinned: str, need: int = 0, alternative: int = 0, **fields: Any) -> TracedAlternative:
    usual: dict[str, Any] = {
        "case": "a",
        "need": need,
        "alternative": alternative,
        "quote": "intact",
        "section": "same",
        "document": "same",
        "document_before": "rules",
        "document_now": "rules",
        "method": "exact",
        "confidence": 1.0,
        "before": None,
        "now": (),
        "pinned": tuple(at(name) for name in pinned),
    }
    return TracedAlternative(**usual | fields)


def asks(*needs: Need, **fields: Any) -> Case:
    return case("a", evidence=needs, **fields)


def test_an_intact_quote_is_labelled_where_it_stands_now() -> None:
    written = asks(Need(any_of=(at("old#1"),)))

    assert relabel(written, [traced("new#7")], where="new") == Relabelled(
        case=asks(Need(any_of=(at("new#7"),))), moved=True
    )


def test_a_passage_that_keeps_its_id_has_not_moved() -> None:
    written = asks(Need(any_of=(at("old#1"),)))

    assert relabel(written, [traced("old#1")], where="new") == Relabelled(case=written, moved=False)


def test_all_pieces_become_needs_and_what_named_the_need_names_them_all() -> None:
    written = asks(
        Need(need="window", any_of=(at("old#1"),)),
        claims=(RequiredClaim(required="30 days", needs=("window",)), ProhibitedClaim(prohibited="60 days")),
        accept=(AcceptedAnswer(answer="30 days", needs=("window",)),),
    )

    assert relabel(written, [traced("new#1", "new#2", quote="split")], where="new") == Relabelled(
        case=asks(
            Need(need="window-1", any_of=(at("new#1"),)),
            Need(need="window-2", any_of=(at("new#2"),)),
            claims=(
                RequiredClaim(required="30 days", needs=("window-1", "window-2")),
                ProhibitedClaim(prohibited="60 days"),
            ),
            accept=(AcceptedAnswer(answer="30 days", needs=("window-1", "window-2")),),
        ),
        moved=True,
    )


def test_a_case_without_evidence_stays_as_it_is() -> None:
    assert relabel(asks(), [], where="new") == Relabelled(case=asks(), moved=False)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (traced("new#1", quote="edited", confidence=0.9), "old#1: other words stand in its place in new"),
        (traced(quote="gone", confidence=0.0), "old#1: its words stand nowhere in new"),
        (traced("new#1", quote="crossed"), "old#1: its words stand in another document only in new"),
        (traced(quote="unknown", confidence=0.0), "old#1: nothing can be told of its words in new"),
        (traced(), "old#1: no place is known in new"),
        (traced("new#1", confidence=0.5), "old#1: which of several places in new is its own is not certain"),
    ],
)
def test_what_is_not_proved_leaves_the_case_out(found: TracedAlternative, why: str) -> None:
    assert relabel(asks(Need(any_of=(at("old#1"),))), [found], where="new") == Unproved(why=why)


def test_one_of_several_alternatives_in_pieces_leaves_the_case_out() -> None:
    written = asks(Need(any_of=(at("old#1"), at("old#2"))))
    found = [traced("new#1"), traced("new#2", "new#3", alternative=1, quote="split")]

    assert relabel(written, found, where="new") == Unproved(
        why="old#2: one of several alternatives stands in pieces in new"
    )
