"""Case 037: two reviewers save at once, one from an old revision, one the same request twice; by the store's own rules.

How the pages tell it is held where the pages are; that 20 reviewers saving 50 times each lose nothing, in
tests/reliability/test_review_store_load.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.errors import ConflictError
from goldsmith.ports.review_store import NewFact, ReviewStore
from goldsmith.review.chain import broken_links

Event = dict[str, Any]
AT = "2026-03-01T09:00:00Z"


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReviewStore]:
    """Return a store in which the case stands at revision 4: so many facts are known of it."""
    opened = MemoryReviewStore() if request.param == "memory" else open_sqlite(tmp_path / "workbench.db")
    opened.append([NewFact(subject="case:g001", author="owner", at=AT, body=f"{n}") for n in range(1, 5)])
    yield opened
    opened.close()


@pytest.fixture
def saves(shared_case: Callable[[str], Path]) -> list[Event]:
    """Return the four saves: of r1, of r2, of r1 from the old revision, of r2 once more."""
    text = (shared_case("037-concurrent-reviewers") / "events.jsonl").read_text(encoding="utf-8")
    return [event for event in map(json.loads, text.splitlines()) if event["action"] == "save"]


def save(store: ReviewStore, event: Event) -> None:
    """Send what the reviewer selected, as somebody who knew of the revision that the event names."""
    subject, reviewer = f"case:{event['case']}", event["reviewer"]
    known = store.of(subject)[: event["base_revision"]]
    body = json.dumps(event["selection"])
    fact = NewFact(
        subject=subject,
        author=reviewer,
        at=AT,
        body=body,
        key=f"{event['base_revision']} {body}",
        base=sum(one.author == reviewer for one in known),
    )
    store.append([fact])


def selections(store: ReviewStore) -> list[tuple[str, list[str]]]:
    return [(fact.author, json.loads(fact.body)) for fact in store.of("case:g001")[4:]]


def test_037_both_selections_stand_under_their_own_names(store: ReviewStore, saves: list[Event]) -> None:
    for event in saves[:2]:
        save(store, event)

    assert selections(store) == [("r1", ["c1"]), ("r2", ["c2"])]


def test_037_a_save_from_an_old_revision_is_refused_and_what_stands_can_be_shown(
    store: ReviewStore, saves: list[Event]
) -> None:
    for event in saves[:2]:
        save(store, event)

    with pytest.raises(ConflictError, match="'r1' has 1 fact on 'case:g001' already, where 0 facts were known") as told:
        save(store, saves[2])
    assert told.value.next_step == "look at what stands there now (another window may have sent it)"
    assert selections(store) == [("r1", ["c1"]), ("r2", ["c2"])]


def test_037_the_refused_save_is_taken_once_it_knows_the_newer_state(store: ReviewStore, saves: list[Event]) -> None:
    for event in saves[:2]:
        save(store, event)
    save(store, saves[2] | {"base_revision": 6})

    assert selections(store) == [("r1", ["c1"]), ("r2", ["c2"]), ("r1", ["c1", "c3"])]


def test_037_the_same_request_after_a_timeout_changes_nothing(store: ReviewStore, saves: list[Event]) -> None:
    for event in (*saves[:2], saves[3], saves[3]):
        save(store, event)

    assert selections(store) == [("r1", ["c1"]), ("r2", ["c2"])]
    assert broken_links(store.after(0)) == ()
