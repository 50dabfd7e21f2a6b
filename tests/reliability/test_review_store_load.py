"""Twenty people who save at once, each from a program of their own, into one SQLite file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goldsmith.review.chain import broken_links
from tests.reliability.review_store_writers import CASES, opened, writers

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the writers are forked")

WRITERS, SAVES = 20, 50
SLOWEST_S = 2.0
"""Of 99 in 100 saves."""


def test_1000_of_1000_saves_are_found_none_is_locked_out_and_none_overwritten(tmp_path: Path) -> None:
    place = str(tmp_path / "work" / "workbench.db")
    names = [f"r{n:02}" for n in range(WRITERS)]
    with writers() as write:
        heard = write(store=place, writers=names, saves=SAVES, **{"from": 0})
    store = opened(place)
    facts = store.after(0)
    store.close()
    found = {name: [fact.key for fact in facts if fact.author == name] for name in names}
    seconds = sorted(taken for one in heard for _, taken in one["kept"])

    assert [(one["status"], one["errors"]) for one in heard] == [(0, [])] * WRITERS
    assert len(seconds) == WRITERS * SAVES
    assert found == {name: [f"{n} {part}" for n in range(SAVES) for part in ("evidence", "label")] for name in names}
    assert [fact.position for fact in facts] == list(range(1, 2 * WRITERS * SAVES + 1))
    assert {fact.subject for fact in facts} == {f"case:{n}" for n in range(CASES)}
    assert broken_links(facts) == ()
    assert seconds[len(seconds) * 99 // 100 - 1] < SLOWEST_S
