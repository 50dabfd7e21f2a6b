"""The page in a real browser: nothing in it runs, nothing leaves it, and it reads on a narrow screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldsmith.records.verdict import Verdict
from goldsmith.reports.html import render_html
from tests.reports.detail import WAIVERS, saying, whole_verdict
from tests.reports.payloads import PAYLOADS
from tests.reports.sample import broken, case_result, comparison, gate, plan, verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that is open, and what it asked the network for."""

    page: Page
    requests: list[str]
    dialogs: list[str]
    errors: list[str]


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start the browser once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def hostile() -> Verdict:
    """Return a verdict with the payloads in every place that comes from elsewhere."""
    first = PAYLOADS[0]
    return verdict(
        headline=first,
        next_step=PAYLOADS[1],
        plan=plan(set_name=PAYLOADS[2], system=PAYLOADS[3], corpus=PAYLOADS[4], run=PAYLOADS[5]),
        gates=(gate(first, "failed", *(broken(text, text) for text in PAYLOADS)),),
        comparison=comparison(baseline=first, why_this_baseline=PAYLOADS[6], improved=PAYLOADS),
        cases=tuple(saying(text, text) for text in PAYLOADS),
        waivers=tuple(replace(WAIVERS[0], case=text, gate=text, who=text, why=text, until=text) for text in PAYLOADS),
    )


def opened(browser: Browser, folder: Path, shown: Verdict, **context: object) -> Opened:
    """Return `shown` as an open page."""
    path = folder / "report.html"
    path.write_bytes(render_html(shown).encode())
    page = browser.new_page(**context)  # type: ignore[arg-type]  # viewport and colour scheme
    requests: list[str] = []
    dialogs: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    page.goto(path.as_uri())
    return Opened(page, requests, dialogs, errors)


def test_nothing_in_the_page_runs_and_nothing_leaves_it(browser: Browser, tmp_path: Path) -> None:
    told = opened(browser, tmp_path, hostile())
    for handle in told.page.query_selector_all("summary"):
        handle.evaluate("summary => { summary.parentElement.open = true }")

    assert (told.page.title(), told.dialogs) == (f"BLOCKED: {PAYLOADS[2]}", [])
    assert [url for url in told.requests if not url.startswith(("file:", "data:"))] == []
    assert told.page.query_selector_all("img, iframe, object, form, a:not([href^='#'])") == []
    assert len(told.page.query_selector_all("script")) == 1
    assert told.errors == []


def test_fifty_payloads_are_shown_character_for_character(browser: Browser, tmp_path: Path) -> None:
    told = opened(browser, tmp_path, hostile())
    for part in (".words >> nth=1", "blockquote mark", ".turn .passage >> nth=0", "ol.hits .passage"):
        shown = [case.locator(part).first.text_content() for case in told.page.locator("dl.case").all()]

        assert (part, sorted(map(str, shown))) == (part, sorted(PAYLOADS))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_colour_scheme(browser: Browser, tmp_path: Path, scheme: str) -> None:
    told = opened(browser, tmp_path, verdict(), color_scheme=scheme)
    paper = told.page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(19, 23, 28)"}[scheme]


def test_a_narrow_screen_does_not_scroll_sideways(browser: Browser, tmp_path: Path) -> None:
    long_id = case_result("x" * 300, question="y" * 500, answer="z" * 500)
    told = opened(browser, tmp_path, verdict(cases=(long_id, *verdict().cases)), viewport={"width": 400, "height": 800})

    assert told.page.evaluate("document.documentElement.scrollWidth") == 400


def test_a_link_from_a_gate_opens_its_case(browser: Browser, tmp_path: Path) -> None:
    told = opened(browser, tmp_path, verdict())
    told.page.locator("#gates a", has_text="warranty-002").focus()
    told.page.keyboard.press("Enter")
    told.page.wait_for_function("document.querySelector('details.item:target').closest('details.group').open")

    assert told.page.locator("details.item:target > summary .id").text_content() == "warranty-002"


def shown_cases(page: Page) -> list[str]:
    shown = "items => items.filter(i => !i.closest('[hidden]')).map(i => i.querySelector('.id').textContent)"
    found: list[str] = page.eval_on_selector_all("#cases details.item", shown)
    return found


def test_cases_are_found_by_state_slice_and_words(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, whole_verdict()).page
    page.locator("#find-slice").select_option(label="lookup")
    by_slice = shown_cases(page)
    page.locator("#find-state").select_option("failed")
    by_both = shown_cases(page)
    page.locator("#find-slice").select_option(label="all")
    page.locator("#find-text").fill("CHIEF EARNS")

    assert (by_slice, by_both, shown_cases(page)) == (["access-007", "plans-001"], ["access-007"], ["access-007"])
    assert page.locator("#find-count").text_content() == "1 of 40"


def test_j_and_k_go_from_case_to_case_unless_somebody_writes(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, verdict()).page
    focused = "document.activeElement.querySelector('.id')?.textContent"
    seen = []
    for key in ("j", "j", "j", "k"):
        page.keyboard.press(key)
        seen.append(page.evaluate(focused))
    page.locator("#find-text").press("j")
    page.locator("#find-text").fill("")
    page.locator("#find-keys").uncheck()
    page.keyboard.press("j")

    assert seen == ["returns-004", "returns-009", "warranty-007", "returns-009"]
    assert page.evaluate("document.activeElement.id") == "find-keys"


def test_without_script_everything_is_there(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, whole_verdict(), java_script_enabled=False).page

    assert page.locator("#find").is_hidden()
    assert page.locator("#cases details.item").count() == 40


def test_on_paper_what_failed_is_open_and_what_passed_is_not(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, whole_verdict()).page
    page.emulate_media(media="print")
    seen = {
        state: page.locator(f"#cases details.item.{state} dl.case >> nth=0").is_visible()
        for state in ("failed", "passed")
    }

    assert seen == {"failed": True, "passed": False}
    assert page.locator("#find").is_hidden()


def test_the_first_stop_of_the_keyboard_skips_to_the_gates(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, verdict()).page
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.getAttribute('href')") == "#gates"
    assert page.locator("a.skip").bounding_box()["x"] >= 0  # type: ignore[index]
