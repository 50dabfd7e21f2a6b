"""Batches on pages: the plan is seen before the lot, the sample is checked blind, and the batch stands or goes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.ports.pages import Reply
from goldsmith.records.workbench import Labelled
from goldsmith.workflows.review_desk import Desk
from tests.web.owning import PEOPLE, followed, main_of, shop_desk, site_of, visit
from tests.web.visiting import Browser, header, text
from tests.web.workbench import come_in, send, words
from tests.workflows.reviewing import APPROVED, labelled, opened

NOTE = "so says the counter"
REFUSED = replace(APPROVED, reason=NOTE, behaviour="refuse", answer=None)
SINGLE = PEOPLE + "\n[workbench]\nsecond_share = 0.0\nleast_second = 0\n"


def settled(root: Path, word: Labelled = REFUSED) -> Desk:
    """Return a desk on which r1 settled two cases without evidence."""
    desk = shop_desk(root, settings=SINGLE)
    opened(desk, "mars", "safe")
    for name in ("mars", "safe"):
        labelled(desk, name, word, "r1")
    return desk


def draw(desk: Desk, name: str = "first") -> Browser:
    """Draw a batch of everything."""
    browser = come_in(desk, "owner", site_of(desk))
    browser.get("/batches")
    reply = browser.post("/batches/draw", name=name, good="2", bad="50", risk="5")
    assert reply.status == 303, words(reply)
    return browser


def check(browser: Browser, name: str = "first", **label: str) -> Reply:
    """Check the next case of a sample: no evidence, then a word."""
    browser.get("/batches")
    first = followed(browser, browser.post("/batches/next", name=name))
    second = followed(browser, send(browser, first, action="/batches/sample", do="submit", none="1"))
    confirmed = {f"confirm-{one}": "1" for one in ("question_plausible", "answer_within_source", "evidence_sufficient")}
    claims = {"claim-0": "yes"} if 'name="claim-0"' in text(second) else {}
    said = {"decision": "approved", "behaviour": "refuse", **claims, **confirmed, **label}
    return send(browser, second, action="/batches/sample", do="submit", **said)


def test_the_plan_is_shown_before_a_batch_is_drawn(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    page = visit(desk, "owner", "/batches", good="2", bad="50", risk="5")

    assert "Check all 2: no smaller sample is enough." in words(page)
    assert "<polyline" in text(page)
    assert desk.bench().batches == {}


def test_a_batch_that_is_drawn_has_a_page_of_its_own(tmp_path: Path) -> None:
    browser = draw(settled(tmp_path))
    page = words(browser.get("/batches/batch", name="first"))

    assert "being checked" in page
    assert "Checked 0 of 2" in page


@pytest.mark.parametrize(("sent", "said"), [
    ({"name": "a b"}, "is no name for a batch"),
    ({"good": "x"}, "Write a number above 0 and below 100."),
    ({"bad": "200"}, "Write a number above 0 and below 100."),
    ({"good": "20", "bad": "10"}, "A bad batch has a greater share wrong than a good one."),
    ({"risk": "0"}, "Write a number above 0 and below 100."),
])  # fmt: skip
def test_what_is_no_plan_is_said_beside_its_field(tmp_path: Path, sent: dict[str, str], said: str) -> None:
    desk = settled(tmp_path)
    browser = come_in(desk, "owner", site_of(desk))
    browser.get("/batches")
    page = browser.post("/batches/draw", **{"name": "first", "good": "2", "bad": "10", "risk": "5", **sent})

    assert (page.status, desk.bench().batches) == (422, {})
    assert said in words(page)


def test_an_expert_checks_a_sample_without_seeing_what_was_said(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    draw(desk)
    browser = come_in(desk, "arbiter", site_of(desk))
    browser.get("/batches")
    page = followed(browser, browser.post("/batches/next", name="first"))

    assert page.status == 200
    assert [told for told in (NOTE, "r1", "mars", "decline") if told in main_of(page)] == []


def test_a_sample_that_holds_accepts_the_batch(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    draw(desk)
    browser = come_in(desk, "arbiter", site_of(desk))
    sent = [header(check(browser), "Location") for _ in range(2)]
    page = words(visit(desk, "owner", "/batches/batch", name="first"))

    assert sent[1] == "/batches?told=checked"
    assert "accepted Its cases can be written to the set" in page
    assert "0 wrong in the sample: 0 to 0 of 2 wrong in the batch (95 %) – accepted" in page


def test_a_sample_that_does_not_hold_sends_the_whole_batch_back(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    draw(desk)
    check(come_in(desk, "arbiter", site_of(desk)), decision="rejected", reason="nobody asks this")
    page = visit(desk, "owner", "/batches/batch", name="first")

    assert "returned whole Every case of it is labelled anew" in words(page)
    assert sorted(desk.bench().states["waiting"]) == ["mars", "safe"]
    assert "Cases that you may still judge are not listed." in words(page)
    assert "What is the warranty on Mars?" not in text(page)


def test_a_form_of_a_sample_that_is_not_whole_is_shown_again_with_what_is_missing(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    draw(desk)
    browser = come_in(desk, "arbiter", site_of(desk))
    browser.get("/batches")
    first = followed(browser, browser.post("/batches/next", name="first"))
    empty = send(browser, first, action="/batches/sample", do="submit")
    half = check(browser, behaviour="")

    assert (empty.status, half.status) == (422, 422)


def test_what_an_expert_entered_is_kept_while_they_search(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    draw(desk)
    browser = come_in(desk, "arbiter", site_of(desk))
    browser.get("/batches")
    first = followed(browser, browser.post("/batches/next", name="first"))
    found = followed(browser, send(browser, first, action="/batches/sample", do="search", q="goods", none="1"))

    assert found.status == 200
    assert 'name="none" value="1" data-key="0" checked' in text(found)


def test_who_settled_a_case_cannot_check_it(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    draw(desk)
    page = visit(desk, "r1", "/batches")

    assert "No sample waits for you." in words(page)


@pytest.mark.parametrize(("path", "status"), [
    ("/batches", {"owner": 200, "r1": 200, "pia": 403}),
    ("/batches/batch", {"owner": 200, "r1": 403, "pia": 403}),
    ("/batches/sample", {"owner": 400, "r1": 400, "pia": 403}),
])  # fmt: skip
def test_who_may_open_what(tmp_path: Path, path: str, status: dict[str, int]) -> None:
    desk = settled(tmp_path)
    draw(desk)
    site = site_of(desk)
    held = {name: visit(desk, name, path, site, name="first", case="0123456789abcdef").status for name in status}

    assert held == status
    assert site.get(path).status == 401


def test_plans_and_outcomes_of_batches_are_for_who_manages(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    draw(desk)
    page = words(visit(desk, "arbiter", "/batches"))

    assert "Check the next case of first 2 cases left for you" in page
    assert [told for told in ("All batches", "Draw a batch", "owner") if told in page] == []


def test_nobody_draws_a_batch_who_may_not_manage(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    browser = come_in(desk, "arbiter", site_of(desk))
    browser.get("/batches")

    assert browser.post("/batches/draw", name="first", good="2", bad="50", risk="5").status == 403


def test_words_on_a_sample_are_shown_again_whatever_keeps_them_from_being_taken(tmp_path: Path) -> None:
    desk = settled(tmp_path)
    browser = draw(desk)
    browser.get("/batches")
    evidence = followed(browser, browser.post("/batches/next", name="first"))
    label = followed(browser, send(browser, evidence, action="/batches/sample", do="submit", none="1"))
    long = send(browser, label, action="/batches/sample", do="keep", reason="x" * 1_000_000)
    again = {"key": "another tab", "none": "1", "reason": "thought about"}
    behind = send(browser, evidence, action="/batches/sample", do="submit", **again)
    search = send(browser, label, action="/batches/sample", do="search", q="x" * 100_000)
    gone = send(browser, label, action="/batches/sample", do="submit", reason="thought about", case="0123456789abcdef")

    assert [reply.status for reply in (long, behind, search, gone)] == [422, 409, 303, 409]
    assert "x" * 1_000_000 in text(long)
    assert "thought about" in words(behind)
    assert "thought about" in words(gone)
    assert len(header(search, "Location")) < 4_000
