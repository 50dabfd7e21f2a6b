"""Forms: only from our pages, with the token of the session, and not too many."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.ports.pages import Reply
from goldsmith.web.limits import Limit
from goldsmith.workflows.review_people import invite
from tests.web.visiting import PEOPLE, Clock, browser_of, header, make_desk, other_browser, signed_in, text

GUESS = "guess"


def invitations(reply: Reply) -> bool:
    return "A link for ben" in text(reply)


def test_a_form_with_its_token_is_taken(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    browser.get("/people")

    assert invitations(browser.post("/people/invite", name="ben"))


@pytest.mark.parametrize("token", ["", "0" * 64, "\N{SNOWMAN}"])
def test_a_form_without_the_right_token_is_refused_in_words(tmp_path: Path, token: str) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    reply = browser.post("/people/invite", csrf=token, name="ben")

    assert reply.status == 403
    assert "Nothing was saved" in text(reply)
    assert desk.bench().people.get("ben") is None


def test_the_token_of_another_session_is_refused(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    other = signed_in(other_browser(browser), desk, "ada")
    other.get("/people")
    browser.get("/people")

    assert browser.csrf != other.csrf
    assert browser.post("/people/invite", csrf=other.csrf, name="ben").status == 403


def test_a_link_cannot_be_used_by_a_form_of_another_site(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    token = invite(desk, "ada", "ada").token
    attacker = browser_of(desk)
    attacker.get("/sign-in", token=token)
    victim = other_browser(attacker)
    victim.get("/sign-in")

    assert victim.post("/sign-in", csrf=attacker.csrf, token=token).status == 403
    assert attacker.post("/sign-in", token=token).status == 303


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://bench.example:81", "http://bench.example.evil"]
)
def test_a_form_of_another_origin_is_refused(tmp_path: Path, origin: str) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    browser.get("/people")

    assert browser.post("/people/invite", origin=origin, name="ben").status == 403


@pytest.mark.parametrize(("site", "status"), [("same-origin", 200), ("cross-site", 403), ("same-site", 403)])
def test_the_browsers_own_word_on_where_a_form_comes_from_counts(tmp_path: Path, site: str, status: int) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    browser.get("/people")
    browser.headers["sec-fetch-site"] = site

    assert browser.post("/people/invite", name="ben").status == status


def test_the_address_of_the_settings_is_ours_whatever_host_a_proxy_asks_for(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=f'[workbench]\nurl = "https://reviews.example"\n\n{PEOPLE}')
    browser = browser_of(desk, host="backend:8321")
    token = invite(desk, "ada", "ada").token
    browser.get("/sign-in", token=token)

    assert browser.post("/sign-in", origin="https://reviews.example", token=token).status == 303


def test_a_link_of_an_invitation_begins_with_the_address_of_the_settings(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=f'[workbench]\nurl = "https://reviews.example/"\n\n{PEOPLE}')
    browser = signed_in(browser_of(desk), desk, "ada")
    browser.get("/people")

    assert "https://reviews.example/sign-in?token=" in text(browser.post("/people/invite", name="ben"))


def test_one_person_sends_forty_forms_at_once_and_then_waits(tmp_path: Path) -> None:
    clock = Clock()
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk, clock), desk, "ada")
    browser.get("/people")
    statuses = [browser.post("/people/sign-out", name="ben").status for _ in range(41)]
    late = browser.post("/people/sign-out", name="ben")
    clock.passed_s += 0.06
    again = browser.post("/people/sign-out", name="ben")

    assert statuses == [303] * 40 + [429]
    assert (late.status, header(late, "Retry-After"), again.status) == (429, "1", 303)
    assert "Wait 1 second and send it again" in text(late)


def test_one_address_tries_ten_links_a_minute(tmp_path: Path) -> None:
    clock = Clock()
    desk = make_desk(tmp_path)
    browser = browser_of(desk, clock)
    browser.get("/sign-in", token=invite(desk, "ada", "ada").token)
    statuses = [browser.post("/sign-in", token=GUESS).status for _ in range(11)]
    elsewhere = replace(browser, client="203.0.113.9").post("/sign-in", token=GUESS).status
    clock.passed_s += 6

    assert statuses == [410] * 10 + [429]
    assert (elsewhere, browser.post("/sign-in", token=GUESS).status) == (410, 410)


def test_who_is_limited_is_forgotten_when_their_bucket_is_full_again() -> None:
    clock = Clock()
    limit = Limit(per_second=1, burst=2, clock=clock.seconds)
    waits = [limit.wait_s("a"), limit.wait_s("a"), limit.wait_s("a")]
    clock.passed_s += 1.5

    assert waits == [0, 0, 1]
    assert (limit.wait_s("a"), limit.wait_s("a")) == (0, 0.5)


def test_a_crowd_of_addresses_fills_no_memory() -> None:
    clock = Clock()
    limit = Limit(per_second=0.1, burst=1, clock=clock.seconds)
    for number in range(25_000):
        clock.passed_s += 0.001
        limit.wait_s(str(number))

    assert len(limit._left) <= 10_000  # noqa: SLF001 - what is kept is the subject
    assert limit.wait_s("24999") > 0
