"""What every page has: headers, languages, rights, and words where something is in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import ConflictError, GoldsmithError, IncompleteError, InputError, Problem
from goldsmith.ports.pages import Reply
from goldsmith.web.rendering import static_files
from goldsmith.web.site import CSP, FAMILIES, HEADERS, routes_of
from goldsmith.web.visit import Page, Visit
from tests.web.visiting import PEOPLE, browser_of, header, make_desk, signed_in, text

ERRORS: dict[str, GoldsmithError] = {
    "input": InputError("no such thing", next_step="do another", problems=(Problem(message="line 3 is odd"),)),
    "conflict": ConflictError("somebody else wrote"),
    "incomplete": IncompleteError("the database does not answer"),
}


def fails(visit: Visit) -> Reply:
    raise ERRORS[visit.call.asked("how")]


PAGES = (Page(method="GET", path="/fails", right=None, handle=fails),)
FAILING = (*FAMILIES, f"{__name__}:PAGES")


@pytest.mark.parametrize("path", ["/people", "/nowhere", "/sign-in", "/audit", "/keys"])
def test_every_page_forbids_what_is_not_ours(tmp_path: Path, path: str) -> None:
    desk = make_desk(tmp_path)
    reply = signed_in(browser_of(desk), desk, "ada").get(path)

    assert {name: header(reply, name) for name, _ in HEADERS} == dict(HEADERS)
    assert header(reply, "Cache-Control") == "no-store"
    assert "unsafe" not in CSP


@pytest.mark.parametrize(("name", "path", "status"), [
    ("pia", "/people", 403), ("pia", "/audit", 403), ("pia", "/", 200), ("pia", "/keys", 200),
    ("ben", "/people", 403), ("ben", "/audit", 403), ("ben", "/", 303),
    ("sam", "/people", 403), ("sam", "/audit", 200), ("ada", "/people", 200), ("ada", "/audit", 200),
])  # fmt: skip
def test_a_role_opens_its_pages_and_no_other(tmp_path: Path, name: str, path: str, status: int) -> None:
    desk = make_desk(tmp_path)
    reply = signed_in(browser_of(desk), desk, name).get(path)

    assert reply.status == status
    assert ("not yours to open" in text(reply)) == (status == 403)


def test_a_form_of_a_page_that_is_not_theirs_does_nothing(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = signed_in(browser_of(desk), desk, "ben")
    browser.get("/keys")

    assert browser.post("/people/invite", name="ada").status == 403
    assert [item.author for item in desk.bench().people["ben"]] == ["ada", "ben"]


def test_the_head_leads_only_where_a_person_may_go(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    page = text(signed_in(browser_of(desk), desk, "sam").get("/audit"))

    assert 'href="/audit" aria-current="page"' in page
    assert 'href="/people"' not in page


@pytest.mark.parametrize(("asked", "tag"), [
    ("", "en"), ("ru", "ru"), ("de, zh-CN;q=0.9, en;q=0.5", "zh-Hans"), ("zh;q=0, ru;q=0.1", "ru"),
    ("xx;q=high, ;, ru-RU", "ru"), ("*", "en"),
])  # fmt: skip
def test_a_browser_asks_for_its_language(tmp_path: Path, asked: str, tag: str) -> None:
    browser = browser_of(make_desk(tmp_path), headers={"accept-language": asked})

    assert f'<html lang="{tag}">' in text(browser.get("/sign-in"))


def test_a_chosen_language_is_kept(tmp_path: Path) -> None:
    browser = browser_of(make_desk(tmp_path))
    chosen, then = browser.get("/sign-in", lang="ru"), browser.get("/sign-in")

    assert "Вы не вошли" in text(chosen)
    assert "Вы не вошли" in text(then)


@pytest.mark.parametrize("asked", ["xx", "ru; Path=/evil", "ru\r\nSet-Cookie: a=b"])
def test_a_language_that_there_is_not_is_not_kept(tmp_path: Path, asked: str) -> None:
    reply = browser_of(make_desk(tmp_path)).get("/sign-in", lang=asked)

    assert '<html lang="en">' in text(reply)
    assert "goldsmith-language" not in "".join(value for _, value in reply.headers)


def test_a_choice_of_language_leads_back_to_the_same_page(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    page = text(signed_in(browser_of(desk), desk, "ada").get("/audit", person='"><b>', lang="en"))

    assert "/audit?person=%22%3E%3Cb%3E&amp;lang=ru" in page
    assert "<b>" not in page


def test_a_path_that_there_is_not_is_a_page(tmp_path: Path) -> None:
    browser = browser_of(make_desk(tmp_path))
    missing = browser.get("/nowhere")

    assert (missing.status, browser.get("/static/../site.py").status) == (404, 404)
    assert "There is no such page" in text(missing)


@pytest.mark.parametrize(("how", "status", "words"), [
    ("input", 400, "That could not be done"),
    ("conflict", 409, "Somebody was faster"),
    ("incomplete", 503, "This cannot be done right now"),
])  # fmt: skip
def test_an_error_of_ours_is_a_page_with_its_words(tmp_path: Path, how: str, status: int, words: str) -> None:
    desk = make_desk(tmp_path)
    reply = signed_in(browser_of(desk, families=FAILING), desk, "ben").get("/fails", how=how)

    assert reply.status == status
    assert [told for told in (words, ERRORS[how].message, ERRORS[how].next_step) if told not in text(reply)] == []


def test_what_is_wrong_with_the_files_is_told_to_who_keeps_the_set(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    browser = browser_of(desk, families=FAILING)
    pages = [text(signed_in(browser, desk, name).get("/fails", how="input")) for name in ("ben", "ada")]

    assert ["line 3 is odd" in page for page in pages] == [False, True]


def test_two_pages_never_have_one_address(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="several pages have one address"):
        routes_of(make_desk(tmp_path), families=(*FAILING, f"{__name__}:PAGES"))


def test_a_file_of_ours_is_kept_for_ever_under_the_address_of_its_content(tmp_path: Path) -> None:
    browser = browser_of(make_desk(tmp_path))
    style = static_files()["style.css"]
    path, _, version = style.address.partition("?v=")
    exact, plain = browser.get(path, v=version), browser.get(path, v="older")

    assert (exact.status, exact.media_type, exact.body) == (200, "text/css; charset=utf-8", style.body)
    assert header(exact, "Cache-Control") == "public, max-age=31536000, immutable"
    assert header(plain, "Cache-Control") == "no-cache"
    assert style.address in text(browser.get("/sign-in"))


def test_a_file_that_a_browser_has_is_not_sent_again(tmp_path: Path) -> None:
    browser = browser_of(make_desk(tmp_path))
    tag = header(browser.get("/static/style.css"), "ETag")
    browser.headers["if-none-match"] = f'"other", W/{tag}'
    again = browser.get("/static/style.css")

    assert (again.status, again.body, header(again, "ETag")) == (304, b"", tag)


def test_the_pages_open_from_any_address_with_its_path(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings=PEOPLE)
    reply = signed_in(browser_of(desk), desk, "ada").get("/", next="https://evil.example")

    assert (reply.status, header(reply, "Location")) == (303, "/queue")
