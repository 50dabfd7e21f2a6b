"""The handbook in a real browser: nothing in it runs or leaves, axe finds nothing, and it reads on a narrow screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldsmith.reports.handbook import render_handbook
from tests.conftest import ROOT
from tests.reports.handbooks import example, handbook
from tests.reports.payloads import PAYLOADS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
AXE = ROOT / ".venv" / "axe" / "axe.min.js"


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start the browser once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def opened(browser: Browser, folder: Path, page_text: str, **context: object) -> Page:
    path = folder / "handbook.html"
    path.write_text(page_text, encoding="utf-8")
    page = browser.new_page(**context)  # type: ignore[arg-type]  # viewport and colour scheme
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, tmp_path: Path, scheme: str) -> None:
    if not AXE.is_file():
        if os.environ.get("GOLDSMITH_REQUIRE_BROWSER"):  # noqa: TID251 - what a test run promised to have
            pytest.fail("no axe-core beside the tests: make .venv/.axe", pytrace=False)
        pytest.skip("no axe-core beside the tests: make .venv/.axe")
    told = render_handbook(handbook(example()), "html")
    page = opened(browser, tmp_path, told, color_scheme=scheme, bypass_csp=True)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then(done => done.violations.map(one => [one.id, one.nodes[0].html]))")

    assert found == []


@pytest.mark.parametrize("width", [320, 400, 1200])
def test_no_screen_scrolls_sideways(browser: Browser, tmp_path: Path, width: int) -> None:
    told = render_handbook(handbook(example("x" * 300), text="y" * 300), "html")
    page = opened(browser, tmp_path, told, viewport={"width": width, "height": 800})

    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_nothing_in_the_page_runs_and_nothing_leaves_it(browser: Browser, tmp_path: Path) -> None:
    told = render_handbook(handbook(*(example(text) for text in PAYLOADS), text=PAYLOADS[0]), "html")
    page = browser.new_page()
    requests: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: errors.append(message.text))
    (tmp_path / "handbook.html").write_text(told, encoding="utf-8")
    page.goto((tmp_path / "handbook.html").as_uri())

    assert page.title() == f"Reviewer handbook: {PAYLOADS[0]}"
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert page.query_selector_all("script, img, iframe, object, form, a:not([href^='#'])") == []
    assert errors == []


def test_the_first_stop_of_the_keyboard_skips_the_head_and_every_link_leads_somewhere(
    browser: Browser, tmp_path: Path
) -> None:
    page = opened(browser, tmp_path, render_handbook(handbook(example()), "html"))
    page.keyboard.press("Tab")
    places = page.eval_on_selector_all("a", "links => links.map(a => document.querySelector(a.getAttribute('href')))")

    assert page.evaluate("document.activeElement.getAttribute('href')") == "#purpose"
    assert None not in places
    assert len(places) == 10


def test_on_paper_the_links_are_left_out(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, render_handbook(handbook(example()), "html"))
    page.emulate_media(media="print")

    assert page.locator("nav").is_hidden()
    assert page.locator("#examples blockquote").first.is_visible()
