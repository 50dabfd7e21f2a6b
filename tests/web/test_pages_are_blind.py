"""Shared case 038: whatever the second reviewer asks for, nothing on any page depends on what the first one said."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.ports.pages import Reply
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import comment
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_take import take
from tests.web.visiting import Browser, text
from tests.web.workbench import come_in, follow, send
from tests.workflows.reviewers import frame, marks, opened_in, says

QUOTE, NOTE = "No return is possible without a receipt.", "obvious to everybody"
Ask = Callable[[Browser, str], Reply]

ASKED: dict[str, tuple[str, Ask]] = {
    "GET /cases/g001 as r2": ("r2", lambda browser, handle: browser.get("/case", case=handle)),
    "GET /cases/g001/history as r2": ("r2", lambda browser, handle: browser.get("/case/history", case=handle)),
    "GET /cases?sort=agreement as r2": ("r2", lambda browser, _: browser.get("/queue", sort="agreement")),
    "GET /export?status=in_review as r2": ("r2", lambda browser, _: browser.get("/export", status="in_review")),
    "GET /reviewers/r1/annotations as r2": ("r2", lambda browser, _: browser.get("/reviewers/r1/annotations")),
    "GET /cases/g001 as arbitrator (before r2 submits)": (
        "arbiter",
        lambda browser, handle: browser.get("/disputes", case=handle),
    ),
    'search text "obvious" as r2': ("r2", lambda browser, handle: browser.get("/case", case=handle, q="obvious")),
    "the list of differences as arbitrator": ("arbiter", lambda browser, _: browser.get("/disputes")),
    "the queue as arbitrator": ("arbiter", lambda browser, _: browser.get("/queue")),
    "what became of it as r2": ("r2", lambda browser, handle: browser.get("/outcome", case=handle)),
    "what became of it as arbitrator": ("arbiter", lambda browser, handle: browser.get("/outcome", case=handle)),
    "changed sources as r2": ("r2", lambda browser, _: browser.get("/refresh")),
    "a form that is refused": (
        "r2",
        lambda browser, handle: send(browser, browser.get("/case", case=handle), do="submit"),
    ),
    "the second step as r2": (
        "r2",
        lambda browser, handle: follow(
            browser, send(browser, browser.get("/case", case=handle), do="submit", none="1")
        ),
    ),
}


def same(reply: Reply) -> tuple[int, str]:
    """Return a page without what is drawn anew each time, or bound to a session."""
    page = re.sub(r'name="(csrf|key)" value="[0-9a-f]*"', "", text(reply))
    return reply.status, re.sub(r'name="base" value="\d+"', "", page)


def first_says(desk: Desk) -> None:
    """Let the first reviewer mark, decide with a note, and comment."""
    handle, person = handle_for(desk, "receipt"), desk.person("r1")
    marks(desk, person, handle, QUOTE)
    says(desk, person, handle, "rejected", reason=NOTE)
    comment(desk, person, handle, sent=frame(take(desk, person, handle)), text=NOTE)


@pytest.mark.parametrize("request_", ASKED)
def test_a_page_is_the_same_whether_or_not_the_first_reviewer_spoke(tmp_path: Path, request_: str) -> None:
    name, ask = ASKED[request_]
    before, after = opened_in(tmp_path / "before"), opened_in(tmp_path / "after")
    pages = []
    for desk, spoken in ((before, False), (after, True)):
        browser = come_in(desk, name)
        if spoken:
            first_says(desk)
        page = ask(browser, handle_for(desk, "receipt"))
        pages.append((page.status, masked(desk, same(page)[1])))

    assert pages[0] == pages[1]
    assert NOTE not in pages[1][1]


def masked(desk: Desk, page: str) -> str:
    """Return a page with the opaque names of its desk taken out: every store has its own."""
    return re.sub(r"[0-9a-f]{16}", "·", page)


def test_every_kind_of_request_of_the_shared_case_is_asked(shared_case: Callable[[str], Path]) -> None:
    told = (shared_case("038-double-blind-leaks") / "requests.txt").read_text(encoding="utf-8").splitlines()

    assert [line for line in told if line.strip() and line.strip() not in ASKED] == []


def test_the_page_of_a_case_tells_neither_its_id_nor_who_wrote_it_nor_what_is_expected(tmp_path: Path) -> None:
    cases = """\
- id: unanswerable-trap-17
  question: What does express cost on Mars?
  answerability: unsupported
  behaviour: refuse
  refusal_reason: not_found
  origin: {kind: synthetic, ref: generator-9}
  tags: [trap]
  notes: planted by the author
  risk: high
  claims:
    - prohibited: A price is made up.
"""
    desk = opened_in(tmp_path, cases=cases)
    browser = come_in(desk, "r1")
    first = browser.get("/case", case=handle_for(desk, "unanswerable-trap-17"))
    second = follow(browser, send(browser, first, do="submit", none="1"))
    hidden = ("trap-17", "generator-9", "synthetic", "planted by the author", "not_found", "fees.txt", "returns.md")

    assert [word for word in hidden if word in text(first) or word in text(second)] == []
    assert "A price is made up." not in text(first)
    assert "A price is made up." in text(second)
    assert " checked" not in text(second)
