"""The pages of people and of the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.records.workbench import (
    AppliedToSet,
    BatchClosed,
    BatchDrawn,
    Closed,
    Commented,
    EvidenceGiven,
    Pooled,
    Practised,
    Resolved,
    SampleChecked,
    SignedIn,
    SignedOut,
    Taken,
    Withdrawn,
)
from goldsmith.workflows.review_people import invite
from tests.web.visiting import browser_of, header, make_desk, other_browser, signed_in, text
from tests.workflows.reviewing import APPROVED, labelled, opened

LATER = "2026-04-01T09:00:00Z"


def test_everybody_stands_on_the_page_with_role_and_clearance(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    page = text(signed_in(browser_of(desk), desk, "ada").get("/people"))
    told = ("evaluation owner, domain reviewer", "tenant eu", "groups staff", "what everybody may see", "all languages")

    assert [words for words in told if words not in page] == []


def test_a_link_is_shown_once(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    browser.get("/people")
    made = text(browser.post("/people/invite", name="ben"))
    token = made.partition("http://bench.example/sign-in?token=")[2].partition("<")[0]
    later = text(browser.get("/people"))
    ben = other_browser(browser)
    ben.get("/sign-in", token=token)

    assert ben.post("/sign-in", token=token).status == 303
    assert token not in later
    assert "A link waits until" in later


def test_somebody_elses_sessions_are_ended(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    ada = signed_in(browser_of(desk), desk, "ada")
    ben = signed_in(other_browser(ada), desk, "ben")
    ada.get("/people")
    done = ada.post("/people/sign-out", name="ben")
    told = text(ada.get("/people", out="ben"))

    assert (done.status, header(done, "Location")) == (303, "/people?out=ben")
    assert "Every session of ben has ended" in told
    assert (ben.get("/keys").status, ada.get("/keys").status) == (401, 200)


@pytest.mark.parametrize("path", ["/people/invite", "/people/sign-out"])
def test_a_name_that_nobody_has_is_told(tmp_path: Path, path: str) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    browser.get("/people")
    reply = browser.post(path, name="eve")

    assert reply.status == 400
    assert "&#39;eve&#39;" in text(reply)


def test_a_name_in_the_address_is_never_believed(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    page = text(signed_in(browser_of(desk), desk, "ada").get("/people", out="<b>eve</b>"))

    assert "Every session of" not in page


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_everything_that_can_be_done_has_words_in_the_log(tmp_path: Path, language: str) -> None:
    desk = make_desk(tmp_path)
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ben")
    for fact in (
        Pooled(round=1, passages=(), scored_by="words"), Taken(round=1, until=LATER),
        EvidenceGiven(round=1, marks=(), prelabel_shown=False), Withdrawn(round=1, what="evidence"),
        Withdrawn(round=1, what="label"), Resolved(round=1, label=APPROVED, of=()), Commented(round=1, text="x"),
        AppliedToSet(round=1, decisions=(), case_digest="c1:0"), Closed(round=1, why="gone"),
    ):  # fmt: skip
        desk.say("ben", "case:window", fact)
    desk.say("ben", "batch:b", BatchDrawn(cases=(), sample=(), accept=0, good=0.1, bad=0.2, risk=0.1, seed=1))
    desk.say("ben", "batch:b", SampleChecked(case="window", label=APPROVED))
    desk.say("ben", "batch:b", BatchClosed(accepted=True, wrong=()))
    for way in ("link", "proxy", "local"):
        desk.say("ben", "person:ben", SignedIn(way=way))
    desk.say("ben", "person:ben", SignedOut())
    desk.say("ben", "person:ben", Practised(example="e", right=True))
    invite(desk, "ben", "ben")
    browser = signed_in(browser_of(desk), desk, "sam")
    page = text(browser.get("/audit", person="ben", lang=language))

    assert page.count("<bdi>ben</bdi>") == 19


def test_the_log_of_a_case_that_waits_for_its_reader_says_only_that(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    opened(desk, "window", needed=2)
    labelled(desk, "window", APPROVED, "ben")
    page = text(signed_in(browser_of(desk), desk, "sam").get("/audit", subject="window"))

    assert "hidden until you have decided on it yourself" in page
    assert "decided: approved" not in page
    assert "Nothing was done that fits this" in page


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 40, "٣", "1.5", ""])
def test_a_page_that_there_is_not_is_the_first_or_empty(tmp_path: Path, page: str) -> None:
    desk = make_desk(tmp_path)

    assert signed_in(browser_of(desk), desk, "sam").get("/audit", page=page).status == 200
