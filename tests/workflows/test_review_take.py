"""What is laid before a reviewer, in which order, and who gets the last place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Literal

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.errors import InputError
from goldsmith.records.corpus import Chunk
from goldsmith.records.person import Person
from goldsmith.records.workbench import Pooled, PooledPassage, Taken
from goldsmith.review.offer import Offer
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import give_evidence
from goldsmith.workflows.review_marks import MarkGiven
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_sources import text_in
from goldsmith.workflows.review_take import (
    document_page,
    find_passages,
    next_case,
    put_back,
    take,
    waiting_for,
)
from tests.workflows.reviewers import PEOPLE, SINGLE, Clock, facts, frame, marks, opened_in, says
from tests.workflows.small_project import project_folder

MANY = "".join(
    f"- {{id: c{number}, question: When can I return item {number}?, risk: {risk}, evidence: [returns]}}\n"
    for number, risk in enumerate(["low", "high"] * 6)
)
GUARDED = """\
- {id: open, question: When can I return it?, evidence: [{document: returns, quote: within 30 days}]}
- {id: closed, question: What is the express fee?, evidence: [{document: fees.txt, quote: 9 euro}]}
- {id: nowhere, question: What is the fee on Mars?, evidence: [{document: mars, quote: 9 euro}]}
- id: other
  question: Which desk?
  identity: {user: guest, denied: [fees.txt]}
  answerability: unsupported
  behaviour: refuse
"""
NARROW = '\n[people.guest]\ndenied = ["fees.txt"]\n'


def clock(desk: Desk) -> Clock:
    assert isinstance(desk.now, Clock)
    return desk.now


def taken(desk: Desk, name: str) -> Offer:
    offer = next_case(desk, desk.person(name))

    assert offer is not None
    return offer


def pooled(rows: Iterable[tuple[Chunk, Literal["auto", "human_required"], bool]]) -> Pooled:
    passages = tuple(
        PooledPassage(
            chunk=chunk.id,
            document=chunk.document,
            score=0.9,
            source=source,
            audited=audited,
            retrievers=("words",),
        )
        for chunk, source, audited in rows
    )
    return Pooled(round=1, scored_by="words-1", passages=passages)


def test_the_next_case_is_kept_for_half_an_hour(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    offer = taken(desk, "r1")
    same = taken(desk, "r1")

    assert (offer.step, offer.base, offer.until) == ("evidence", 1, "2026-09-08T12:30:00Z")
    assert same == offer
    assert [fact for _, fact in facts(desk) if isinstance(fact, Taken)] == [Taken(round=1, until=offer.until or "")]


def test_a_place_that_runs_out_soon_is_kept_for_longer(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    taken(desk, "r1")
    clock(desk).pass_minutes(16)

    assert taken(desk, "r1").until == "2026-09-08T12:46:00Z"


def test_high_risk_comes_first_in_an_order_of_each_persons_own(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=MANY)
    orders = []
    for name in ("r1", "r2"):
        order = []
        for _ in range(12):
            offer = taken(desk, name)
            order.append(offer.handle)
            put_back(desk, desk.person(name), offer.handle)
        orders.append(order)
    risky = {handle_for(desk, f"c{number}") for number in range(1, 12, 2)}

    assert set(orders[0][:6]) == set(orders[1][:6]) == risky
    assert orders[0] != orders[1]
    assert set(orders[0]) == set(orders[1])


def test_what_was_begun_comes_back_first_until_it_is_put_back(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=MANY)
    first = taken(desk, "r1").handle
    clock(desk).pass_minutes(45)
    again = taken(desk, "r1").handle
    put_back(desk, desk.person("r1"), first)

    assert again == first
    assert taken(desk, "r1").handle != first


def test_of_two_who_reach_for_the_last_place_one_gets_it(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=MANY, settings=PEOPLE + SINGLE + "".join(f"[people.p{n}]\n" for n in range(16)))
    # A second desk over the same store is what a second server would be.
    other = Desk(open_project(tmp_path), desk.store, now=Clock())
    seats = [(desk if number % 2 else other, desk.person(f"p{number}")) for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        offers = list(pool.map(lambda seat: next_case(*seat), seats))
    # Those of high risk are labelled by two, the others by one.
    places = [offer.handle for offer in offers if offer is not None]
    need = {handle_for(desk, f"c{number}"): 1 + number % 2 for number in range(12)}

    assert len(places) == 16
    assert all(places.count(handle) <= need[handle] for handle in places)


def test_a_case_whose_places_are_taken_cannot_be_had_until_one_runs_out(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    handle = handle_for(desk, "receipt")
    take(desk, desk.person("r1"), handle)
    with pytest.raises(InputError, match="nothing for you"):
        take(desk, desk.person("r2"), handle)
    clock(desk).pass_minutes(31)

    assert take(desk, desk.person("r2"), handle).step == "evidence"


def test_what_a_person_may_not_see_is_not_there_for_them(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=GUARDED, settings=PEOPLE + NARROW)
    guest, r1 = desk.person("guest"), Person(name="r1")
    offer = taken(desk, "guest")
    put_back(desk, guest, offer.handle)

    assert offer.handle == handle_for(desk, "open")
    assert taken(desk, "guest").handle == offer.handle
    for name in ("closed", "nowhere", "other", "no such case"):
        with pytest.raises(InputError, match="there is nothing for you to do under this address"):
            take(desk, guest, handle_for(desk, name))
    assert waiting_for(desk, guest).left == 0
    assert {take(desk, r1, handle_for(desk, name)).step for name in ("closed", "nowhere", "other")} == {"evidence"}


def test_passages_are_found_for_the_question_among_what_may_be_seen(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=GUARDED, settings=PEOPLE + NARROW)
    handle = handle_for(desk, "open")
    words = "express fee"
    free = find_passages(desk, Person(name="r1"), handle, words)
    narrow = find_passages(desk, desk.person("guest"), handle, words)

    assert [item.text for item in free] == ["The express fee is 9 euro."]
    assert narrow == ()


def test_no_id_or_path_of_a_document_is_shown(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    offer = take(desk, desk.person("r1"), handle_for(desk, "receipt"))
    shown = repr(
        replace(offer, passages=tuple(replace(item, text=None, before=None, after=None) for item in offer.passages))
    )

    assert "returns" not in shown
    assert "receipt'" not in shown
    assert [source.number for source in offer.sources] == [1]


def test_passages_stand_in_an_order_of_each_persons_own_and_masks_stay_the_same(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + "".join(f"[people.p{n}]\n" for n in range(12)))
    handle = handle_for(desk, "receipt")
    chunks = [chunk for document in ("returns", "fees.txt") for chunk in text_in(desk, document).chunks]
    pool = pooled((chunk, "human_required", False) for chunk in chunks)
    desk.say("owner", "case:receipt", pool)
    orders = set()
    for number in range(12):
        person = desk.person(f"p{number}")
        if number:
            clock(desk).pass_minutes(31)
        offer = take(desk, person, handle)

        assert take(desk, person, handle).passages == offer.passages
        assert [source.number for source in offer.sources] == [1, 2]
        orders.add(tuple(item.passage for item in offer.passages))

    assert len(orders) > 1
    assert {frozenset(order) for order in orders} == {frozenset(next(iter(orders)))}


@pytest.mark.parametrize("shown", [False, True])
def test_of_a_pool_all_is_shown_and_its_scores_only_where_that_is_set(tmp_path: Path, *, shown: bool) -> None:
    settings = f"{PEOPLE}\n[workbench]\nshow_prelabels = {str(shown).lower()}\nsecond_share = 1.0\n"
    desk = opened_in(tmp_path, settings=settings)
    (one, two), (fee,) = text_in(desk, "returns").chunks, text_in(desk, "fees.txt").chunks
    pool = pooled([(one, "auto", False), (two, "auto", True), (fee, "human_required", False)])
    desk.say("owner", "case:receipt", pool)
    offer = take(desk, desk.person("r1"), handle_for(desk, "receipt"))
    kept = marks(desk, desk.person("r1"), offer.handle, "Keep the receipt.")
    texts = {item.text for item in offer.passages}

    assert texts == {one.text, two.text, fee.text}
    assert {item.score is not None for item in offer.passages} == {shown}
    assert {item.score for item in offer.passages} == ({0.9} if shown else {None})
    assert offer.prelabels_shown == shown
    assert f'"prelabel_shown": {str(shown).lower()}' in kept.stored.body


def test_a_document_is_shown_whole_in_paragraphs_that_can_be_marked(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    handle = handle_for(desk, "receipt")
    offer = take(desk, desk.person("r1"), handle)
    page = document_page(desk, desk.person("r1"), handle, offer.sources[0].source)
    text = text_in(desk, "returns").shown

    assert [block.text for block in page.blocks] == [
        "# Returns",
        "Goods can be returned within 30 days of purchase.",
        "# Receipts",
        "No return is possible without a receipt. Keep the receipt.",
    ]
    assert all(text[block.start : block.end] == block.text for block in page.blocks)
    assert {block.passage for block in page.blocks} >= {item.passage for item in offer.passages}


def test_a_document_that_may_not_be_seen_is_told_like_one_that_is_not_there(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=GUARDED, settings=PEOPLE + NARROW)
    handle = handle_for(desk, "open")
    (fees,) = (item.source.source for item in find_passages(desk, desk.person("r1"), handle, "express fee"))
    told = []
    for source in (fees, "0" * 16):
        with pytest.raises(InputError) as refused:
            document_page(desk, desk.person("guest"), handle, source)
        told.append(str(refused.value))

    assert told[0] == told[1]


def test_what_waits_is_counted_for_the_person_alone(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=MANY)
    first = taken(desk, "r1").handle
    before = waiting_for(desk, desk.person("r2"))
    marks(desk, desk.person("r1"), first, "within 30 days")
    says(desk, desk.person("r1"), first)

    assert (before.begun, before.left) == ((), 12)
    assert waiting_for(desk, desk.person("r2")) == before
    assert waiting_for(desk, desk.person("r1")).left == 11
    assert waiting_for(desk, desk.person("r1"), most=5).left == 5


def test_titles_are_shown_where_they_are_more_than_an_id(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    offer = take(desk, desk.person("r1"), handle_for(desk, "receipt"))
    titles = {document.id: document.title for document in desk.project.documents}

    assert titles["returns"] is None
    assert offer.sources[0].title is None
    assert offer.sources[0].link is None


def test_of_a_corpus_without_texts_the_beginnings_and_the_source_are_shown(tmp_path: Path) -> None:
    rows = [
        {
            "chunk_id": f"returns.pdf#{number}",
            "document": "returns.pdf",
            "ordinal": number,
            "source_uri": "https://intra.example/returns.pdf",
            "text_preview": preview,
        }
        for number, preview in enumerate(["You may return goods within…", "Keep the receipt: without…"])
    ]
    (tmp_path / "chunks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    project_folder(tmp_path, cases="- {id: a, question: Must I keep the receipt?, evidence: ['returns.pdf#1']}\n")
    (tmp_path / "goldsmith.toml").write_text("[people.r1]\n", encoding="utf-8")
    freeze(tmp_path / "chunks.jsonl", root=tmp_path, options=FreezeOptions(label="r1"))
    desk = Desk(open_project(tmp_path), MemoryReviewStore(), now=Clock())
    open_reviews(desk, person=desk.person("r1"))
    offer = taken(desk, "r1")
    (passage,) = (item for item in offer.passages if "Keep" in (item.preview or ""))
    page = document_page(desk, desk.person("r1"), offer.handle, passage.source.source)
    whole = MarkGiven(need=0, source=passage.source.source, passage=passage.passage)
    give_evidence(desk, desk.person("r1"), offer.handle, sent=frame(offer), marks=[whole])
    marked = taken(desk, "r1").marks

    assert (passage.text, passage.before, passage.source.link) == (
        None,
        "You may return goods within…",
        "https://intra.example/returns.pdf",
    )
    assert (page.blocks, [item.preview for item in page.previews]) == ((), [row["text_preview"] for row in rows])
    assert marked is not None
    assert [(mark.quote, mark.passages) for mark in marked] == [("", (passage.passage,))]


class Meanwhile(Clock):
    """A clock that does something once when it is read: what another tab does at that very moment."""

    act: Callable[[], object] | None = None

    def __call__(self) -> datetime:
        act, self.act = self.act, None
        if act is not None:
            act()
        return super().__call__()


def test_who_labels_in_another_tab_while_a_page_is_made_is_shown_that_it_is_done(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    reader, handle = desk.person("r1"), handle_for(desk, "window")
    marks(desk, reader, handle, "within 30 days")
    desk.now = meanwhile = Meanwhile()
    meanwhile.act = lambda: says(desk, reader, handle, "rejected", reason="no")
    meanwhile.pass_minutes(20)  # so that the place is held on to, which reads the clock

    assert take(desk, reader, handle).step == "done"


def test_a_place_taken_by_a_clock_that_ran_ahead_is_taken_anew_once_it_is_right(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    reader, handle, minutes = desk.person("r1"), handle_for(desk, "window"), 60 * 24 * 365
    clock(desk).pass_minutes(minutes)
    ahead = take(desk, reader, handle).until
    clock(desk).pass_minutes(-minutes)

    assert take(desk, reader, handle).until == "2026-09-08T12:30:00Z" != ahead
    with pytest.raises(InputError):
        take(desk, desk.person("r2"), handle)
