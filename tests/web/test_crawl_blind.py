"""A second reviewer who follows every link finds nothing of what the first one said and of what is expected."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from goldsmith.records.workbench import Labelled
from goldsmith.workflows import baseline
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_batch import draw_batch
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_take import take
from tests.web.owning import ALL, PEOPLE, shop_desk, site_of
from tests.web.visiting import Browser, text
from tests.web.workbench import come_in
from tests.workflows.reviewing import APPROVED, labelled, marked, opened
from tests.workflows.shop import SORRY, ask, right_answers

NOTE = "zanzibar is what the first one wrote"
EARLIER = "madagascar was settled before"
ANSWER = "Within 30 days."
WRONG = {"How long may I return goods?": SORRY}
DOUBLE = PEOPLE + "\n[workbench]\nsecond_share = 1.0\n"
_LINK = re.compile(r'<a [^>]*?href="([^"]+)"')
_MOST = 400
"""Addresses that are opened; a crawl that does not end is a fault of its own."""


def reopened(root: Path) -> Desk:
    """Return a desk with runs and decisions in the set, on which every case is open again."""
    desk = shop_desk(root, settings=DOUBLE, approved=True)
    project = open_project(root)
    ask(project, right_answers(project), name="good")
    baseline.save(project, "main", run=None, replace=False)
    ask(open_project(root), right_answers(project) | WRONG, name="worse", baseline="main")
    open_reviews(desk, person=desk.person("owner"), cases=["window", "mars", "safe"], trigger="audit")
    return desk


def first_says(desk: Desk) -> None:
    """Let the first reviewer mark words, reject the case and say why."""
    word = replace(APPROVED, decision="rejected", reason=NOTE)
    labelled(desk, "window", word, "r1", marks=marked(desk, "returns.md", "within 30 days"))


def crawled(browser: Browser) -> Iterator[tuple[str, str]]:
    """Yield every page that can be reached by links from the first ones, with its address."""
    paths = sorted(path for method, path in browser.handles if method == "GET" and path not in {"*", "/sign-out"})
    waiting = [path for path in paths if not path.startswith("/static/")]
    waiting += ["/search?q=return+goods", "/write?q=return", "/handbook", "/agreement?by=job"]
    seen: set[str] = set()
    while waiting:
        address = waiting.pop(0)
        if address in seen or "lang=" in address:
            continue
        seen.add(address)
        assert len(seen) < _MOST, sorted(seen)
        parts = urlsplit(address)
        page = text(browser.get(parts.path, **dict(parse_qsl(parts.query))))
        yield address, page
        for link in map(html.unescape, _LINK.findall(page)):
            held = urlsplit(link)
            if not held.netloc and held.scheme == "":
                query = f"?{held.query}" if held.query else ""
                waiting.append(f"{held.path or parts.path}{query}")


def steady(page: str) -> str:
    """Return a page without what is drawn anew each time: tokens, keys, times, and what is derived from a secret."""
    page = re.sub(r'name="(csrf|key|base|revision)" value="[^"]*"', "", page)
    return re.sub(r"\b[0-9a-f]{16}\b|\d{4}-\d\d-\d\dT?[ 0-9:]*Z?", "~", page)


def test_no_page_holds_a_word_of_the_first_label_or_of_the_drafted_answer(tmp_path: Path) -> None:
    desk = reopened(tmp_path)
    first_says(desk)
    browser = come_in(desk, "r2", site_of(desk))
    take(desk, desk.person("r2"), handle_for(desk, "window"))
    pages = dict(crawled(browser))

    assert [address for address, page in pages.items() if NOTE in page or "zanzibar" in page] == []
    assert [address for address, page in pages.items() if ANSWER in page] == []
    assert {
        "/runs",
        "/runs/run?run=0002-worse",
        "/agreement",
        "/coverage",
        "/handbook",
        "/search?q=return+goods",
    } <= set(pages)


def test_every_page_is_the_same_before_and_after_the_first_one_spoke(tmp_path: Path) -> None:
    desk = reopened(tmp_path)
    browser = come_in(desk, "r2", site_of(desk))
    before = {address: steady(page) for address, page in crawled(browser)}
    first_says(desk)
    after = {address: steady(page) for address, page in crawled(browser)}

    assert before.keys() == after.keys()
    assert [address for address in before if before[address] != after[address]] == []


def test_an_expert_finds_nothing_of_the_settled_word_that_they_are_to_check(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path, settings=DOUBLE)
    opened(desk, "mars")
    word = Labelled(
        round=1, decision="approved", reason=EARLIER, behaviour="refuse", confirmations=APPROVED.confirmations
    )
    labelled(desk, "mars", word, "r1")
    draw_batch(desk, desk.person("owner"), name="first")
    browser = come_in(desk, "arbiter", site_of(desk))
    pages = dict(crawled(browser))

    assert [address for address, page in pages.items() if EARLIER in page or "madagascar" in page] == []
    assert "/batches" in pages


@pytest.mark.parametrize("name", ["r2", "pia", "arbiter"])
def test_no_page_fails_for_anybody(tmp_path: Path, name: str) -> None:
    desk = reopened(tmp_path)
    first_says(desk)
    browser = come_in(desk, name, site_of(desk))
    paths = sorted(path for method, path in browser.handles if method == "GET" and path != "*")
    statuses = {path: browser.get(path).status for path in paths}

    assert {path: status for path, status in statuses.items() if status >= 500} == {}
    assert len(ALL) > 15
