"""The pages of who owns and reads the set in a real browser: axe, narrow screens, twice the size, keys and scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from goldsmith.web.site import routes_of
from goldsmith.workflows import baseline
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_batch import Quality, draw_batch
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_people import invite
from tests.adapters.serving.calling import serving
from tests.web.owning import ALL
from tests.web.test_agreement import decided
from tests.web.test_batches import REFUSED
from tests.web.test_runs import ran
from tests.web.test_site_in_browser import findings
from tests.workflows.reviewing import labelled, opened
from tests.workflows.shop import SORRY, ask, right_answers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PATHS = (
    "/search",
    "/search?q=return+goods",
    "/write?q=return+goods",
    "/coverage",
    "/runs",
    "/runs/run?run=0002-worse",
    "/runs/compare?before=main&after=0002-worse",
    "/agreement",
    "/load?hours=1&by=2026-12-24",
    "/batches",
    "/batches/batch?name=first",
    "/sentinels?suggest=1",
    "/handbook",
)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return a desk with something on every page."""
    root = tmp_path_factory.mktemp("bench")
    made = decided(root)
    project = open_project(root)
    asked = {case.question: SORRY for case in project.golden.cases} | right_answers(project)
    ask(project, asked, name="good")
    baseline.save(project, "main", run=None, replace=False)
    ask(open_project(root), asked | {"How long may I return goods?": SORRY}, name="worse", baseline="main")
    names = [f"more-{at}" for at in range(9)]
    opened(made, *names)
    for name in names:
        labelled(made, name, REFUSED, "r1")
    draw_batch(made, made.person("owner"), name="first", quality=Quality(good=0.02, bad=0.5), cases=names[:6])
    return made


@pytest.fixture(scope="module")
def site(desk: Desk) -> Iterator[str]:
    """Serve the pages and return their address."""
    with serving(routes_of(desk, families=ALL), most_bytes=2_000_000) as listening:
        yield f"http://127.0.0.1:{listening.port}"


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start the browser once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def come_in(browser: Browser, desk: Desk, site: str, name: str = "owner", **context: Any) -> Page:
    """Return a page of somebody who came in by a link."""
    page = browser.new_context(**context).new_page()
    page.goto(site + invite(desk, "owner", name).path)
    page.click("main button")
    # Whoever goes on before the reply is there is not signed in.
    page.wait_for_url(lambda url: "/sign-in" not in url)
    return page


@pytest.mark.parametrize(("scheme", "width", "language"), [
    ("light", 1280, "en"), ("dark", 320, "ru"), ("light", 320, "zh"), ("dark", 1280, "ru"),
])  # fmt: skip
def test_axe_finds_nothing_and_no_page_scrolls_sideways(
    browser: Browser, desk: Desk, site: str, scheme: str, width: int, language: str
) -> None:
    view: dict[str, Any] = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}, "bypass_csp": True}
    page = come_in(browser, desk, site, **view)
    found, widths = {}, {}
    for path in PATHS:
        page.goto(f"{site}{path}{'&' if '?' in path else '?'}lang={language}")
        for folded in page.query_selector_all("main details:not([open]) > summary"):
            folded.click()
        found[path] = findings(page)
        widths[path] = page.evaluate("document.documentElement.scrollWidth")
    page.context.close()

    assert {path: held for path, held in found.items() if held} == {}
    assert {path: held for path, held in widths.items() if held != width} == {}


def test_a_page_at_twice_its_size_does_not_scroll_sideways(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    widths = {}
    for path in PATHS:
        page.goto(site + path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        widths[path] = page.evaluate("document.documentElement.scrollWidth")
    page.context.close()

    assert {path: held for path, held in widths.items() if held != 640} == {}


def test_the_browser_refuses_nothing_of_ours(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in PATHS:
        page.goto(site + path)
        page.wait_for_load_state("networkidle")
    page.context.close()

    assert said == []


def test_a_report_works_under_its_own_policy(browser: Browser, tmp_path: Path) -> None:
    desk = ran(tmp_path)
    said: list[str] = []
    with serving(routes_of(desk, families=ALL), most_bytes=2_000_000) as listening:
        page = come_in(browser, desk, f"http://127.0.0.1:{listening.port}")
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"http://127.0.0.1:{listening.port}/runs/run?run=0002-worse")
        page.click("text=Open the whole report")
        page.wait_for_load_state("networkidle")
        title, styled = page.title(), page.evaluate("document.styleSheets.length")
        page.context.close()

    assert said == []
    assert (styled, title != "") == (1, True)


def test_a_case_is_written_with_the_keyboard_and_kept_without_a_button(browser: Browser, desk: Desk, site: str) -> None:
    page = come_in(browser, desk, site, "arbiter")
    page.goto(f"{site}/write?q=return+goods")
    page.fill("#question", "By when do unused goods have to be back?")
    page.check("input[name=answerability][value=supported]")
    page.focus("#p1")
    page.keyboard.press("Enter")
    page.wait_for_selector("input[name=revision]:not([value='0'])", state="attached")
    page.goto(f"{site}/write")
    kept = page.input_value("#question"), page.locator("[data-marks] q").count()
    page.check("input[name=behaviour][value=answer]")
    page.fill("#answer", "They have to be back 30 days after the purchase at the latest.")
    page.fill("#required", "The deadline is 30 days.")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/write?told=proposed")
    told = page.locator("[role=status]").first.inner_text()
    page.context.close()

    assert kept == ("By when do unused goods have to be back?", 1)
    assert "waits for reviewers now" in told


def test_without_scripts_a_batch_is_drawn_and_its_sample_opened(browser: Browser, desk: Desk, site: str) -> None:
    owner = come_in(browser, desk, site, java_script_enabled=False)
    owner.goto(f"{site}/batches?good=2&bad=50&risk=5")
    owner.fill("#name", "second")
    owner.click("form[action='/batches/draw'] button")
    drawn = owner.locator("h1").inner_text()
    expert = come_in(browser, desk, site, "arbiter", java_script_enabled=False)
    expert.goto(f"{site}/batches")
    expert.click("text=Check the next case of second")
    asked = expert.locator("h1").inner_text()
    owner.context.close()
    expert.context.close()

    assert drawn == "second"
    assert asked.startswith("What is fee number")
