"""R4: of what one reviewer said, nothing that anybody else can reach shows a trace before both have said theirs.

Each world begins as a copy of one bench, secrets and all, and differs in what the first reviewer did. Whatever anybody
else is replied must be the same in all of them, to the byte, but for what is drawn anew at each call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.ports.pages import Reply
from goldsmith.review.blinding import handle_of
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from tests.reliability.bench_people import PROXY, by_proxy, copied, fills
from tests.reliability.wire import Wire
from tests.web.visiting import Browser, text
from tests.web.workbench import APPROVAL, follow, form_of, served, words
from tests.workflows.reviewers import PEOPLE, Clock, desk_in
from tests.workflows.small_project import WORDS

SETTINGS = f"""{PEOPLE}
[people.asks]
roles = ["product_owner"]

[workbench]
second_share = 1.0
{PROXY}"""
CASE = WORDS.partition("\n- id: receipt")[0]
NOTE = "obvious-zyxw"
QUOTE = "Goods can be returned within 30 days of purchase."
OTHERS = ("r2", "arbiter", "owner")
EVERYBODY = ("r1", *OTHERS, "asks")
FULL = frozenset({"nothing", "approves it"})
"""Worlds in which somebody who only reads looks too."""
DRAWN = re.compile(r'(?<=name="key" value=")[0-9a-f]{16}(?=")')
"""The key of a form."""


@contextmanager
def bench(root: Path) -> Iterator[Wire]:
    """Serve the bench in a folder at a moment that is always the same."""
    desk = Desk(open_project(root), open_sqlite(root / ".goldsmith" / "workbench.db"), now=Clock())
    try:
        with served(desk) as address:
            yield Wire(port=int(address.rpartition(":")[2]))
    finally:
        desk.close()


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a bench whose one case is open, at which everybody came in once."""
    root = tmp_path_factory.mktemp("begun") / "project"
    desk_in(root, cases=CASE, settings=SETTINGS)
    desk = Desk(open_project(root), open_sqlite(root / ".goldsmith" / "workbench.db"), now=Clock())
    open_reviews(desk, person=desk.person("owner"))
    desk.close()
    with bench(root) as wire:
        for name in EVERYBODY:
            assert by_proxy(wire, name).get("/keys").status == 200
    return root


@pytest.fixture(scope="module")
def handle(begun: Path) -> str:
    store = open_sqlite(begun / ".goldsmith" / "workbench.db")
    secret = store.secret("handles")
    store.close()
    return handle_of(secret, "window")


def first_does(browser: Browser, what: str) -> None:
    """Let the first reviewer do one of the things of which nobody must see a trace."""
    if what == "nothing":
        return
    browser.get("/queue")
    page = follow(browser, browser.post("/queue/next"))
    if what == "leaves a draft":
        assert browser.post("/case/draft", **{**form_of(page).fields, "reason": NOTE}).status == 200
        return
    place = next(name[8:] for name, value in form_of(page).fields.items() if "30 days" in value)
    given = {f"need-{place}": "1", f"words-{place}": QUOTE} if what != "says that there is none" else {"none": "1"}
    page = follow(browser, fills(browser, page, do="submit", **given))
    if what == "marks it":
        return
    said = {"decision": "ambiguous"} if what == "says that there is none" else APPROVAL
    assert fills(browser, page, do="submit", **said, reason=NOTE).status == 303
    if what == "takes it back":
        undone = fills(browser, browser.get("/queue"), action="/case/undo")
        assert undone.status == 303


DEEDS = (
    "nothing", "leaves a draft", "marks it", "approves it", "says that there is none", "takes it back",
)  # fmt: skip


def asked_by(browser: Browser, handle: str) -> Mapping[str, Reply]:
    """Make the seven kinds of request, and their like."""
    browser.get("/keys")
    old = {"case": handle, "round": "1", "base": "0", "key": "0" * 16}
    return {
        # the case and its history
        "the queue": browser.get("/queue"),
        "the case": browser.get("/case", case=handle),
        "its history": browser.get("/audit", subject="case:window"),
        "everything that was done": browser.get("/audit"),
        # lists, their order and their counts
        "the list by agreement": browser.get("/queue", sort="agreement"),
        "agreement": browser.get("/agreement"),
        "coverage": browser.get("/coverage"),
        "runs": browser.get("/runs"),
        "batches": browser.get("/batches"),
        "sentinels": browser.get("/sentinels"),
        "changed sources": browser.get("/refresh"),
        "people": browser.get("/people"),
        "health": browser.get("/health"),
        "the start": browser.get("/"),
        # an export
        "an export": browser.get("/export", status="in_review"),
        # what the first one did
        "the labels of the first": browser.get("/reviewers/r1/annotations"),
        "what the first did": browser.get("/audit", person="r1"),
        # the third person, before both are in
        "the differences": browser.get("/disputes"),
        "the difference": browser.get("/disputes", case=handle),
        "settling it": browser.post("/disputes", **old, seen="0" * 16, whose="A", reason="no"),
        # a search
        "a search": browser.get("/search", q=NOTE),
        "a search in the case": browser.get("/case", case=handle, q=NOTE),
        # what errors say
        "taking it back": browser.post("/case/undo", **old),
        "changing evidence": browser.post("/case/again", **old),
        "opening it anew": browser.post("/case/anew", **old),
        "an old draft": browser.post("/case/draft", **old, revision="7", step="evidence"),
        "an old form": browser.post("/case", **{**old, "round": "7"}, step="label", do="submit", decision="rejected",
                                    reason="no"),
        "the next case": browser.post("/queue/next"),
        "leaving it": browser.post("/case/leave", **old),
        "the queue after that": browser.get("/queue"),
    }  # fmt: skip


def seen(reply: Reply) -> tuple[int, int, str, tuple[tuple[str, str], ...]]:
    """Return what a reply tells, status, size, body and headers, without what is drawn anew."""
    headers = tuple((name, value) for name, value in reply.headers if name != "Date")
    return reply.status, len(reply.body), DRAWN.sub("-", text(reply) or repr(reply.body)), headers


Worlds = Mapping[tuple[str, str], Mapping[str, Reply]]


def worlds(begun: Path, handle: str, root: Path) -> Worlds:
    """Return what everybody is replied in every world, by deed and person."""
    found: dict[tuple[str, str], Mapping[str, Reply]] = {}
    for deed in DEEDS:
        after = copied(begun, root / deed)
        with bench(after) as wire:
            first_does(by_proxy(wire, "r1"), deed)
        for name in OTHERS if deed not in FULL else (*OTHERS, "asks"):
            with bench(copied(after, root / f"{deed} {name}")) as wire:
                found[deed, name] = asked_by(by_proxy(wire, name), handle)
    return found


def test_nobody_is_replied_anything_else_whatever_the_first_reviewer_did(
    begun: Path, handle: str, tmp_path: Path
) -> None:
    found = worlds(begun, handle, tmp_path)
    differing = [
        (deed, name, what)
        for (deed, name), replies in found.items()
        for what, reply in replies.items()
        if seen(reply) != seen(found["nothing", name][what])
    ]
    # A search is told back to who made it.
    told = [
        (deed, name, what)
        for (deed, name), replies in found.items()
        for what, reply in replies.items()
        if NOTE.encode() in reply.body and "search" not in what
    ]
    statuses = {
        name: {what: one.status for what, one in found["approves it", name].items()} for name in (*OTHERS, "asks")
    }

    assert differing == []
    assert told == []
    # And the requests reach what they are meant to reach.
    assert (statuses["r2"]["the case"], statuses["r2"]["its history"]) == (200, 403)
    assert statuses["owner"]["its history"] == statuses["owner"]["everything that was done"] == 200
    assert statuses["arbiter"]["the differences"] == 200
    assert statuses["arbiter"]["the difference"] == statuses["arbiter"]["settling it"] == 400
    assert statuses["asks"]["the case"] == 403


def test_once_both_are_in_the_third_sees_both_and_the_second_nothing_of_the_first(
    begun: Path, handle: str, tmp_path: Path
) -> None:
    with bench(copied(begun, tmp_path / "project")) as wire:
        first, second, third, owner = (by_proxy(wire, name) for name in ("r1", "r2", "arbiter", "owner"))
        first_does(first, "approves it")
        page = second.get("/case", case=handle)
        page = follow(second, fills(second, page, do="submit", none="1"))
        reply = fills(second, page, do="submit", decision="rejected", reason="nothing says so")
        dispute = third.get("/disputes", case=handle)
        history = owner.get("/audit", subject="case:window")
        later = asked_by(second, handle)

    assert reply.status == 303
    assert all(said in words(dispute) for said in (NOTE, QUOTE, "nothing says so"))
    assert "r1" not in words(dispute).split()
    assert "r1" in words(history).split()
    assert [what for what, one in later.items() if NOTE.encode() in one.body and "search" not in what] == []
