"""The shell in a real browser: axe finds nothing, nothing scrolls sideways, keys work, and scripts are not needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from goldsmith.web.site import routes_of
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_people import invite
from tests.adapters.serving.calling import serving
from tests.conftest import ROOT
from tests.web.visiting import PEOPLE, make_desk
from tests.workflows.reviewing import APPROVED, labelled, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
AXE = ROOT / ".venv" / "axe" / "axe.min.js"
LONG = f'{PEOPLE}\n[people."{"x" * 60}"]\nprincipals = ["{"y" * 90}"]\n'
PATHS = ("/people", "/audit", "/keys", "/nowhere")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return a desk with something in every list."""
    made = make_desk(tmp_path_factory.mktemp("bench"), settings=LONG)
    opened(made, "window", "mars")
    labelled(made, "window", APPROVED, "ben", "sam")
    invite(made, "ada", "ben")
    return made


@pytest.fixture(scope="module")
def site(desk: Desk) -> Iterator[str]:
    """Serve the pages and return their address."""
    # The limits count by a clock that runs fast: one address signs in for every test.
    with serving(routes_of(desk, clock=lambda: 1_000 * monotonic()), most_bytes=2_000_000) as listening:
        yield f"http://127.0.0.1:{listening.port}"


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start the browser once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def come_in(browser: Browser, desk: Desk, site: str, name: str = "ada", **context: Any) -> Page:
    """Return a page of somebody who came in by a link."""
    page = browser.new_context(**context).new_page()
    page.goto(site + invite(desk, "ada", name).path)
    page.click("main button")
    # Whoever goes on before the reply is there is not signed in.
    page.wait_for_url(lambda url: "/sign-in" not in url)
    return page


def findings(page: Page) -> object:
    if not AXE.is_file():
        if os.environ.get("GOLDSMITH_REQUIRE_BROWSER"):  # noqa: TID251 - what a test run promised to have
            pytest.fail("no axe-core beside the tests: make .venv/.axe", pytrace=False)
        pytest.skip("no axe-core beside the tests: make .venv/.axe")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate("axe.run().then(done => done.violations.map(one => [one.id, one.nodes[0].html]))")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_and_no_page_scrolls_sideways(
    browser: Browser, desk: Desk, site: str, scheme: str, width: int
) -> None:
    view: dict[str, Any] = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}, "bypass_csp": True}
    stranger = browser.new_context(**view).new_page()
    stranger.goto(site + invite(desk, "ada", "ada").path)
    found = [findings(stranger)]
    page = come_in(browser, desk, site, **view)
    for path in PATHS:
        page.goto(f"{site}{path}?lang=ru")
        found += [findings(page)]
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
    stranger.context.close()
    page.context.close()

    assert found == [[]] * (1 + len(PATHS))


def test_a_page_at_twice_its_size_does_not_scroll_sideways(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    widths = []
    for path in PATHS:
        page.goto(site + path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        widths.append(page.evaluate("document.documentElement.scrollWidth"))
    page.context.close()

    assert widths == [640] * len(PATHS)


def test_a_choice_stands_beside_its_words_wherever_it_is(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site)
    page.goto(f"{site}/people")
    shown = page.evaluate(_CHOICE)
    page.context.close()

    assert shown == {"LABEL": "block", "LABEL.tick": "flex"}


_CHOICE = """() => {
  const field = document.createElement("fieldset");
  field.className = "field";
  document.querySelector("main").append(field);
  return Object.fromEntries(["", "tick"].map(name => {
    const label = field.appendChild(document.createElement("label"));
    label.className = name;
    return [label.tagName + (name && "." + name), getComputedStyle(label).display];
  }));
}"""


def test_the_browser_refuses_nothing_of_ours(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in ("/people", "/audit", "/keys"):
        page.goto(site + path)
    page.context.close()

    assert said == []


def test_without_scripts_a_link_is_made_and_a_person_signs_out(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site, java_script_enabled=False)
    page.goto(f"{site}/people")
    page.click("text=Make a link >> nth=1")
    made = page.inner_text("#link")
    page.click(".menu.person summary")
    page.click("text=Sign out")
    left = page.inner_text("h1")
    page.context.close()

    assert made.startswith(f"{site}/sign-in?token=")
    assert left == "You are signed out"


def test_a_key_presses_its_link_on_any_keyboard_but_not_while_somebody_types(
    browser: Browser, desk: Desk, site: str
) -> None:
    page = come_in(browser, desk, site)
    page.goto(f"{site}/audit")
    page.focus("#subject")
    page.keyboard.type("?")
    typed = (page.url, page.input_value("#subject"))
    page.locator("#subject").evaluate("field => field.blur()")
    page.keyboard.press("?")
    page.wait_for_url("**/keys")
    shown = page.inner_text("footer kbd")
    page.context.close()

    assert (typed, shown) == ((f"{site}/audit", "?"), "?")


def test_single_keys_are_switched_off_for_a_browser(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site)
    page.goto(f"{site}/keys")
    page.click("text=Switch off")
    page.goto(f"{site}/people")
    page.keyboard.press("?")
    marks = page.locator("kbd.key").count()
    address = page.url
    page.context.close()

    assert (marks, address) == (0, f"{site}/people")


def test_the_first_stop_of_the_keyboard_skips_to_the_content(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site)
    page.goto(f"{site}/people")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.closest('main') !== null")
    page.context.close()

    assert focused


def test_on_paper_only_the_content_is_left(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site)
    page.goto(f"{site}/people")
    page.emulate_media(media="print")
    hidden = [page.locator(part).first.is_hidden() for part in ("header nav", "footer", "main form")]
    page.context.close()

    assert hidden == [True, True, True]


def test_nothing_of_a_page_is_kept_where_the_next_person_finds_it(
    browser: Browser, desk: Desk, site: str, tmp_path: Path
) -> None:
    page = come_in(browser, desk, site)
    page.goto(f"{site}/people")
    page.click(".menu.person summary")
    page.click("text=Sign out")
    page.go_back()
    shown = page.inner_text("h1")
    page.context.close()

    assert shown == "You are not signed in"
