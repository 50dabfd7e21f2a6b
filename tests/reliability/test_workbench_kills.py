"""R1 at the workbench: a server that is killed anywhere in a submit loses no acknowledged fact and doubles none."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from goldsmith.ports.review_store import ReviewStore
from goldsmith.review.chain import broken_links
from tests.reliability.bench_people import SETTINGS, Reviewer, bench_folder, by_proxy, copied
from tests.reliability.review_store_writers import opened
from tests.reliability.served_bench import KILLED, LOG, Server, Servers, warm_servers
from tests.reliability.wire import GoneError, Wire

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the servers are forked")

MORE = int(os.environ.get("GOLDSMITH_KILLS", "0"))  # noqa: TID251 - how long to look is said by who runs it
KILLS = {"sqlite": MORE or 20, "postgres": MORE or 4}
LONGEST_S = 0.6
"""About as long as one case takes of two people at once: so the kill falls into any part of it."""
URL = "GOLDSMITH_TEST_STORE"
NAMES = ("r1", "r2")


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with warm_servers() as started:
        yield started


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bench_folder(tmp_path_factory.mktemp("template") / "project")


@dataclass(kw_only=True)
class Life:
    """One project with its reviewers, and the servers that come and go before them."""

    servers: Servers
    root: Path
    url: str = ""
    wire: Wire = field(default_factory=Wire)
    people: list[Reviewer] = field(default_factory=list)
    server: Server | None = None

    def begins(self) -> None:
        """Let the two reviewers come."""
        self.people = [Reviewer(name=name, browser=by_proxy(self.wire, name)) for name in NAMES]

    def serves(self, *at: str) -> Server:
        """Start the next server."""
        self.server = self.servers.start(self.root, at=at, **({URL: self.url} if self.url else {}))
        assert self.server.port, (self.root / LOG).read_text()
        self.wire.port = self.server.port
        return self.server

    def work_until_killed(self, server: Server, within: float) -> None:
        """Let everybody work at once and kill the server at that moment."""
        threads = [Thread(target=self._one, args=(one,)) for one in self.people]
        for thread in threads:
            thread.start()
        threads[0].join(within)
        assert self.servers.end(server) == KILLED
        for thread in threads:
            thread.join()
        assert self.failed == []

    failed: list[BaseException] = field(default_factory=list)

    def _one(self, person: Reviewer) -> None:
        try:
            with suppress(GoneError):
                person.works()
        except BaseException as error:  # noqa: BLE001 - the test is told
            self.failed.append(error)

    def store(self) -> ReviewStore:
        return opened(self.url or str(self.root / ".goldsmith" / "workbench.db"))

    def holds_what_was_promised(self) -> None:
        """Look into the store as it lies there: everything acknowledged once, nothing twice, the chain whole."""
        store = self.store()
        facts = store.after(0)
        keys = [(fact.author, fact.subject, fact.key) for fact in facts if fact.key is not None]
        names = {fact.key for fact in facts}
        said = [json.loads(fact.body) for fact in facts]
        once = [
            (fact.author, fact.subject, body["fact"], body["round"])
            for fact, body in zip(facts, said, strict=True)
            if body["fact"] in {"evidence", "label"}
        ]
        drafts = {(name, one.subject): store.draft(one.subject, name) for name in NAMES for one in facts}
        kept = {(name, json.loads(json.loads(draft.body)["entered"])["fields"].get("reason"))
                for (name, _), draft in drafts.items() if draft is not None}  # fmt: skip
        store.close()

        assert broken_links(facts) == ()
        assert len(keys) == len(set(keys)), "a form was kept twice"
        assert len(once) == len(set(once)), "one person has two labels on one case"
        for person in self.people:
            lost = [key for key in person.acknowledged if key not in names]
            assert lost == [], "an acknowledged fact is lost"
            assert len(person.acknowledged) == len(set(person.acknowledged))
            if person.in_flight is None or person.in_flight.key not in names:
                for words in person.drafts.values():
                    newer = "second words" if words == "first words" else words
                    assert {(person.name, words), (person.name, newer)} & kept, "a draft is lost"

    @property
    def over(self) -> bool:
        return all(person.done for person in self.people)


@pytest.mark.parametrize("kind", KILLS)
def test_a_server_that_is_killed_at_random_moments_loses_nothing_and_doubles_nothing(
    servers: Servers, template: Path, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else ""
    chance = Random(f"{kind} 20260301")
    acknowledged = kills = lives = 0
    while kills < KILLS[kind]:
        life = Life(servers=servers, root=copied(template, tmp_path / str(lives)), url=url)
        if url:
            (life.root / "goldsmith.toml").write_text(f'{SETTINGS}store_env = "{URL}"\n', encoding="utf-8")
        life.begins()
        while not life.over and kills < KILLS[kind]:
            life.work_until_killed(life.serves(), chance.uniform(0.02, LONGEST_S))
            life.holds_what_was_promised()
            kills += 1
        acknowledged += sum(len(person.acknowledged) for person in life.people)
        lives += 1
        if url and kills < KILLS[kind]:
            pytest.fail("the cases of this life are used up: a database is made for one")

    assert acknowledged >= KILLS[kind]


POINTS = [
    (what, when)
    for what in ("taken", "evidence", "label", "draft")
    for when in ("before", "commit", "after")
]  # fmt: skip


@pytest.mark.parametrize(("what", "when"), [*POINTS, ("forget", "before"), ("forget", "after")])
def test_a_server_that_is_killed_at_a_named_point_of_a_submit_is_taken_up_where_it_was(
    servers: Servers, template: Path, tmp_path: Path, what: str, when: str
) -> None:
    life = Life(servers=servers, root=copied(template, tmp_path / "project"))
    life.begins()
    killed = life.serves(what, when)
    person = life.people[0]
    with pytest.raises(GoneError):
        person.works()
    assert servers.end(killed, by=None) == KILLED
    life.holds_what_was_promised()
    sent = person.in_flight
    there = [fact.key for fact in life.store().after(0)]

    if sent is not None and what in {"evidence", "label"}:
        assert (sent.key in there) == (when == "after")
    server = life.serves()
    person.works(cases=2)
    servers.end(server)
    life.holds_what_was_promised()
    assert len(person.acknowledged) >= 4
    assert sent is None or person.acknowledged.count(sent.key) == 1
