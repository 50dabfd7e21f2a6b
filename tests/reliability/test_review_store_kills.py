"""A writer that is killed at any moment loses nothing that was acknowledged, and leaves no half of a save."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from goldsmith.review.chain import broken_links
from tests.reliability.review_store_writers import Write, opened, writers

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the writers are forked")

KILLED = -9
MORE = int(os.environ.get("GOLDSMITH_KILLS", "0"))  # noqa: TID251 - how long to look is said by who runs it
KILLS = {"sqlite": MORE or 25, "postgres": MORE or 5}
LONGEST_S = 0.02
"""Several saves long: so the kill falls into any part of one."""


@pytest.fixture(scope="module")
def write() -> Iterator[Write]:
    with writers() as started:
        yield started


@pytest.mark.parametrize("kind", KILLS)
def test_kills_at_random_moments_lose_nothing_and_double_nothing(
    write: Write, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = request.getfixturevalue("postgres_url") if kind == "postgres" else str(tmp_path / "work" / "workbench.db")
    chance = Random(f"{kind} 20260301")
    acknowledged: set[int] = set()
    following, early = 0, KILLS[kind] // 5
    for kill in range(KILLS[kind]):
        # The first ones fall into the making of the tables, before anything was kept.
        saves = 0 if kill < early else chance.randrange(1, 6)
        (heard,) = write(
            store=place,
            writers=["ann"],
            saves=100_000,
            kill_after=saves,
            within=chance.uniform(0, LONGEST_S),
            **{"from": following},
        )
        assert (heard["status"], heard["errors"]) == (KILLED, [])
        acknowledged |= {number for number, _ in heard["kept"]}
        # What was not acknowledged is sent again under its old key, as any client would.
        following = max(acknowledged, default=-1) + 1

        store = opened(place)
        facts = store.after(0)
        store.close()
        keys = [fact.key for fact in facts]
        found = {int(key.partition(" ")[0]) for key in keys if key}
        assert acknowledged <= found, "an acknowledged save is lost"
        assert sorted(key for key in keys if key) == sorted(
            f"{n} {part}" for n in found for part in ("evidence", "label")
        )
        assert broken_links(facts) == ()

    assert len(acknowledged) >= KILLS[kind] - early
