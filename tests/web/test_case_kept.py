"""Whatever keeps a case from being taken, what a person entered is shown to them again, and nothing makes it a page
that cannot be opened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.errors import IncompleteError
from goldsmith.ports.review_store import Draft, NewFact, StoredFact
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from tests.web.test_case import handle_in, mark_by_hand, opened
from tests.web.visiting import header, text
from tests.web.workbench import APPROVAL, come_in, follow, form_of, send, words
from tests.workflows.reviewers import PEOPLE, SINGLE, Clock, desk_in, marks, opened_in, says


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return opened_in(tmp_path)


class Full(MemoryReviewStore):
    """A store on a disk that gets full."""

    full = False

    def append(
        self, facts: Sequence[NewFact], /, *, expects: Mapping[str, int] | None = None
    ) -> tuple[StoredFact, ...]:
        self._look()
        return super().append(facts, expects=expects)

    def save_draft(self, draft: Draft, /) -> Draft:
        self._look()
        return super().save_draft(draft)

    def _look(self) -> None:
        if self.full:
            message = "the disk is full"
            raise IncompleteError(message, next_step="make room")


@pytest.fixture
def full(tmp_path: Path) -> tuple[Desk, Full]:
    store = Full()
    desk = desk_in(tmp_path, store=store)
    open_reviews(desk, person=desk.person("owner"))
    return desk, store


def test_when_the_disk_is_full_all_that_was_entered_is_shown_again_and_can_be_sent_later(
    full: tuple[Desk, Full],
) -> None:
    desk, store = full
    browser = come_in(desk, "r1")
    page = opened(browser)
    store.full = True
    evidence = mark_by_hand(browser, page, "without a receipt")
    kept = mark_by_hand(browser, page, "without a receipt", do="keep")
    passed = send(browser, page, do="cannot", decision="outside_my_field", reason="tax law")
    store.full = False
    label_page = follow(browser, send(browser, evidence, do="submit"))
    store.full = True
    label = send(browser, label_page, do="submit", **APPROVAL, reason="as it says")
    store.full = False

    assert [reply.status for reply in (evidence, kept, passed, label)] == [503] * 4
    assert all("the disk is full" in words(reply) for reply in (evidence, kept, passed, label))
    assert [json.loads(mark)["quote"] for mark in form_of(kept).marks] == ["without a receipt"]
    assert "tax law" in text(passed)
    assert "as it says" in text(label)
    assert 'value="right" checked' in text(label)
    assert send(browser, label, do="submit", **APPROVAL).status == 303


def test_when_the_disk_is_full_and_the_place_ran_out_what_was_entered_is_still_shown(full: tuple[Desk, Full]) -> None:
    desk, store = full
    browser = come_in(desk, "r1")
    page = follow(browser, send(browser, opened(browser), do="submit", none="1"))
    pass_minutes(desk, 40)
    store.full = True
    reply = send(browser, page, do="submit", decision="rejected", reason="nobody asks this")

    assert reply.status == 503
    assert "nobody asks this" in words(reply)


@pytest.mark.parametrize("step", ["evidence", "label"])
@pytest.mark.parametrize("do", ["submit", "keep", "cannot", "search"])
def test_who_lost_their_place_does_not_lose_their_words(tmp_path: Path, step: str, do: str) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    browser = come_in(desk, "r1")
    page = opened(browser)
    if step == "label":
        page = follow(browser, send(browser, page, do="submit", none="1"))
    pass_minutes(desk, 40)
    other = desk.person("r2")
    marks(desk, other, handle_in(page))
    says(desk, other, handle_in(page), "rejected", reason="nobody asks this")
    reply = send(browser, page, do=do, none="1", decision="outside_my_field", reason="two <readings>")

    assert reply.status == 409
    assert "That case no longer waits for you." in words(reply)
    assert "two <readings>" in words(reply)


@pytest.mark.parametrize("step", ["evidence", "label"])
@pytest.mark.parametrize("do", ["submit", "keep", "cannot"])
def test_a_reason_that_is_too_long_is_shown_again_whole(desk: Desk, step: str, do: str) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    if step == "label":
        page = follow(browser, send(browser, page, do="submit", none="1"))
    reply = send(browser, page, do=do, decision="outside_my_field", reason="x" * 1_000_000)

    assert reply.status == 422
    assert "x" * 1_000_000 in text(reply)


def test_a_search_for_very_much_leads_to_an_address_of_decent_length(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    replies = [
        send(browser, page, do="search", q="щ" * 100_000),
        send(browser, page, do="submit", none="1", seconds="9" * 100_000),
    ]

    assert [reply.status for reply in replies] == [303, 303]
    assert max(len(header(reply, "Location")) for reply in replies) < 4_000
    assert follow(browser, replies[0]).status == 200


def test_a_form_of_a_step_that_is_over_is_told_with_what_was_entered(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    label = follow(browser, send(browser, page, do="submit", none="1"))
    send(browser, label, action="/case/again")
    reply = send(browser, label, do="submit", reason="thought about for long")

    assert reply.status == 409
    assert "thought about for long" in words(reply)


@pytest.mark.parametrize(
    "mark", ["[" * 100_000, json.dumps({"need": 0, "document": "d", "start": 0, "end": 1, "quote": "\ud800"})]
)
def test_a_mark_that_no_page_made_is_no_mark_and_the_case_can_be_opened(desk: Desk, mark: str) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    kept = send(browser, page, do="keep", mark=mark, drop="9" * 5_000, **{"need-1": "9" * 5_000})

    assert kept.status == 303
    assert follow(browser, kept).status == 200


def pass_minutes(desk: Desk, minutes: int) -> None:
    """Let time pass at a desk with a clock that stands."""
    assert isinstance(desk.now, Clock)
    desk.now.pass_minutes(minutes)
