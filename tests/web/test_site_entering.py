"""Who is let in: sessions, the header of a proxy, the person at this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import ConfigurationError
from goldsmith.web.entering import session_name
from goldsmith.workflows.review_people import invite, sign_out
from tests.web.visiting import (
    ME,
    PEOPLE,
    Clock,
    browser_of,
    header,
    make_desk,
    other_browser,
    signed_in,
    text,
)

HOUR_S = 3_600
PROXIED = f'[workbench]\ntrusted_header = "X-User"\ntrusted_proxies = ["10.0.0.5", "10.1.0.0/16"]\n\n{PEOPLE}'


def test_who_is_not_signed_in_is_told_whom_to_ask_and_nothing_of_the_set(tmp_path: Path) -> None:
    reply = browser_of(make_desk(tmp_path)).get("/people")

    assert reply.status == 401
    assert "ask the evaluation owner of your team" in text(reply)
    assert [name for name in ("help-desk", "ada", "ben") if name in text(reply)] == []


def test_a_link_shows_a_button_and_only_the_button_uses_it(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")

    assert browser.get("/people").status == 200
    assert [item.fact.fact for item in desk.bench().people["ada"]] == ["invited", "signed_in"]


def test_a_session_cookie_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=PROXIED)
    browser = browser_of(desk, client="10.0.0.5", headers={"x-forwarded-proto": "https"})
    token = invite(desk, "ada", "ada").token
    browser.get("/sign-in", token=token)
    kept = header(browser.post("/sign-in", token=token), "Set-Cookie")

    assert kept.startswith(f"{session_name(desk)}=s1.")
    assert kept.endswith("; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure")


def test_a_session_ends_after_twelve_hours_of_silence(tmp_path: Path) -> None:
    clock = Clock()
    desk = make_desk(tmp_path, clock)
    browser = signed_in(browser_of(desk, clock), desk, "ada")
    clock.passed_s += 12 * HOUR_S + 1

    assert browser.get("/people").status == 401


def test_a_session_that_is_used_goes_on_for_fourteen_days_and_no_longer(tmp_path: Path) -> None:
    clock = Clock()
    desk = make_desk(tmp_path, clock)
    browser = signed_in(browser_of(desk, clock), desk, "ada")
    statuses = []
    for _ in range(34):
        clock.passed_s += 10 * HOUR_S
        statuses.append(browser.get("/people").status)

    assert statuses == [200] * 33 + [401]


def test_signing_out_ends_the_sessions_in_every_browser(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    here = signed_in(browser_of(desk), desk, "ada")
    there = signed_in(other_browser(here), desk, "ada")
    here.get("/people")
    left = here.post("/sign-out")

    assert left.status == 200
    assert "You are signed out" in text(left)
    assert (here.get("/people").status, there.get("/people").status) == (401, 401)


def test_who_comes_in_within_the_second_of_a_sign_out_is_in(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    sign_out(desk, "ada")

    assert signed_in(browser_of(desk), desk, "ada").get("/people").status == 200


def test_a_person_who_left_the_settings_is_out(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ben")
    (tmp_path / "goldsmith.toml").write_text("[people.ada]\n", encoding="utf-8")
    desk.look_again()

    assert browser.get("/keys").status == 401


@pytest.mark.parametrize("change", [
    lambda value: value[:-1] + ("0" if value[-1] != "0" else "1"),
    lambda value: value.replace("s1.", "s2."),
    lambda value: value.replace("s1.W", "s1.X"),
    lambda value: value + ".",
    lambda value: value * 20,
    lambda value: "s1..",
    lambda value: "\N{SNOWMAN}",
    lambda value: value.rpartition(".")[0] + "." + "0" * 64,
])  # fmt: skip
def test_a_session_that_was_tampered_with_is_none(tmp_path: Path, change: object) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ada")
    browser.cookies[session_name(desk)] = change(browser.cookies[session_name(desk)])  # type: ignore[operator]

    assert browser.get("/people").status == 401


def test_a_session_of_another_workbench_is_none(tmp_path: Path) -> None:
    desk, other = make_desk(tmp_path / "one"), make_desk(tmp_path / "two")
    browser = signed_in(browser_of(desk), desk, "ada")
    stranger = browser_of(other)
    stranger.cookies[session_name(other)] = browser.cookies[session_name(desk)]

    assert stranger.get("/people").status == 401


def test_a_trusted_proxy_says_who_it_is(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=PROXIED)
    browser = browser_of(desk, client="10.1.7.7", headers={"x-user": "ada"})

    assert [browser.get("/people").status for _ in range(2)] == [200, 200]
    assert [item.fact.fact for item in desk.bench().people["ada"]] == ["signed_in"]
    assert "Signed in by your organisation" in text(browser.get("/people"))


@pytest.mark.parametrize("client", ["198.51.100.7", "10.0.0.6", "", "::1", "not an address"])
def test_the_header_of_an_address_that_is_not_trusted_says_nothing(tmp_path: Path, client: str) -> None:
    desk = make_desk(tmp_path, settings=PROXIED)
    browser = browser_of(desk, client=client, headers={"x-user": "ada", "x-forwarded-for": "10.0.0.5"})

    assert browser.get("/people").status == 401


def test_a_header_without_trusted_proxies_says_nothing(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=f'[workbench]\ntrusted_header = "X-User"\n\n{PEOPLE}')

    assert browser_of(desk, client="127.0.0.1", headers={"x-user": "ada"}).get("/people").status == 401


@pytest.mark.parametrize("named", ["eve", "ada, eve", "ADA"])
def test_a_name_that_nobody_has_is_told_so(tmp_path: Path, named: str) -> None:
    desk = make_desk(tmp_path, settings=PROXIED)
    reply = browser_of(desk, client="10.0.0.5", headers={"x-user": named}).get("/people")

    assert reply.status == 401
    assert f"signs you in as {named}" in text(reply)


def test_a_proxy_that_is_no_address_is_told_at_the_first_call(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=f'[workbench]\ntrusted_proxies = ["proxy"]\n\n{PEOPLE}')

    with pytest.raises(ConfigurationError, match="'proxy', which is no address"):
        browser_of(desk).get("/people")


@pytest.mark.parametrize("host", ["localhost:8321", "127.0.0.1:8321", "[::1]:8321", "LOCALHOST"])
def test_alone_at_this_machine_nobody_signs_in(tmp_path: Path, host: str) -> None:
    desk = make_desk(tmp_path, settings="", local=ME)
    reply = browser_of(desk, client="127.0.0.1", host=host).get("/people")

    assert reply.status == 200
    assert "whoever sits at this machine works alone" in text(reply)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8321", ""])
def test_a_foreign_name_for_this_machine_opens_nothing(tmp_path: Path, host: str) -> None:
    desk = make_desk(tmp_path, settings="", local=ME)
    browser = browser_of(desk, client="127.0.0.1", host=host)
    posted = browser.post("/people/invite", name="me")

    assert (browser.get("/people").status, posted.status) == (403, 403)


def test_another_machine_opens_nothing_of_who_works_alone(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings="", local=ME)

    assert browser_of(desk, client="198.51.100.7", host="localhost").get("/people").status == 403


def test_the_health_of_the_site_is_told_to_anybody_and_is_nothing_private(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings="", local=ME)
    reply = browser_of(desk, host="probe.example").get("/health")

    assert (reply.status, reply.media_type, reply.body) == (
        200,
        "application/json",
        b'{"status": "ok", "store": "reachable"}',
    )
    assert header(reply, "Set-Cookie") == ""


def test_a_store_that_cannot_be_reached_is_no_health(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = browser_of(desk)
    desk.store = Gone()  # type: ignore[assignment]

    assert (browser.get("/health").status, browser.get("/health").body) == (
        503,
        b'{"status": "failing", "store": "unreachable"}',
    )


class Gone:
    """A store whose database went away."""

    def draft(self, subject: str, author: str) -> None:
        message = "connection refused"
        raise OSError(message)


def test_an_address_with_https_in_the_settings_keeps_cookies_from_plain_http(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=f'[workbench]\nurl = "https://reviews.example"\n\n{PEOPLE}')

    assert header(browser_of(desk).get("/sign-in"), "Set-Cookie").endswith("; SameSite=Lax; Secure")
