"""The case pages in a real browser: marked and decided by keyboard alone, drafts kept, and nothing for axe to find."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.records.workbench import EvidenceGiven, Labelled, Resolved
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_people import invite
from goldsmith.workflows.review_seat import handle_for
from tests.conftest import ROOT
from tests.web.workbench import differing, help_desk, refreshed, served
from tests.workflows.reviewers import PEOPLE, SINGLE, Clock, facts, opened_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
AXE = ROOT / ".venv" / "axe" / "axe.min.js"
MOST_KEYS = 12
"""Presses from the queue to the next case, with two spans marked and an approval."""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start the browser once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def come_in(browser: Browser, desk: Desk, site: str, name: str = "r1", **context: object) -> Page:
    """Return a page of somebody who came in by a link and stands before their queue."""
    page = browser.new_context(**context).new_page()  # type: ignore[arg-type]  # viewport, colours, scripts
    page.goto(site + invite(desk, "owner", name).path)
    page.click("main button")
    page.wait_for_url("**/queue")
    return page


def open_case(page: Page, site: str, desk: Desk, case: str) -> None:
    page.goto(f"{site}/case?case={handle_for(desk, case)}")
    page.wait_for_selector(".scripted form[data-marking]")


def given(desk: Desk) -> list[EvidenceGiven]:
    return [fact for _, fact in facts(desk) if isinstance(fact, EvidenceGiven)]


def findings(page: Page) -> object:
    if not AXE.is_file():
        if os.environ.get("GOLDSMITH_REQUIRE_BROWSER"):  # noqa: TID251 - what a test run promised to have
            pytest.fail("no axe-core beside the tests: make .venv/.axe", pytrace=False)
        pytest.skip("no axe-core beside the tests: make .venv/.axe")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate("axe.run().then(done => done.violations.map(one => [one.id, one.nodes[0].html]))")


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def test_two_spans_are_marked_and_a_case_is_approved_by_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    pressed = 0
    with served(desk) as site:
        page = come_in(browser, desk, site)

        def press(*keys: str) -> None:
            nonlocal pressed
            for key in keys:
                page.keyboard.press(key)
                pressed += 1

        press("n")
        page.wait_for_selector(".scripted form[data-marking]")
        first = page.url
        # The first passage as a whole; of the same one, its first sentence as a need of its own.
        press("j", "Space", "Shift+ArrowDown", "m")
        shown = page.locator("[data-marks] .need").count()
        press("Control+Enter")
        page.wait_for_selector(".scripted form[data-labelling]")
        press("y", "g", "a", "Control+Enter")
        page.wait_for_url(lambda url: "saved=" in url and url != first)
        saved = page.inner_text(".saved")
        press("u")
        page.wait_for_selector(".scripted form[data-labelling]")
        undone = page.is_checked("input[name=decision][value=approved]")
        page.context.close()

    (evidence,) = given(desk)
    assert shown == 2
    assert [mark.need for mark in evidence.marks] == [0, 1]
    assert evidence.marks[1].quote in evidence.marks[0].quote
    assert "Saved." in saved
    assert undone
    assert pressed - 1 <= MOST_KEYS
    (label,) = [fact for _, fact in facts(desk) if isinstance(fact, Labelled)]
    assert label.decision == "approved"
    assert label.seconds is not None


EMOJI = "💩 Notice: 👩‍👩‍👧 plan costs 20 EUR. Refund in 30 days.\r\n"


def emoji_desk(root: Path) -> Desk:
    """Return a desk over the document of shared case 020."""
    (root / "documents").mkdir()
    (root / "documents" / "notice.md").write_text(EMOJI, encoding="utf-8", newline="")
    (root / "golden" / "cases").mkdir(parents=True)
    (root / "golden" / "set.yaml").write_text("name: desk\ncorpus: {label: r1}\n")
    case = {
        "id": "g001", "question": "When is the refund?", "accept": ["In 30 days."],
        "evidence": [{"document": "notice.md", "quote": "30 days"}],
    }  # fmt: skip
    (root / "golden" / "cases" / "a.jsonl").write_text(json.dumps(case) + "\n")
    (root / "goldsmith.toml").write_text(PEOPLE + SINGLE)
    freeze(root / "documents", root=root, options=FreezeOptions(label="r1"))
    desk = Desk(open_project(root), MemoryReviewStore(), now=Clock())
    open_reviews(desk, person=desk.person("owner"))
    return desk


SELECT = """([from, to]) => {
    const passage = document.querySelector(".passage[data-start]");
    passage.focus();
    document.getSelection().setBaseAndExtent(passage.firstChild, from, passage.firstChild, to);
}"""


def test_what_a_browser_counts_in_utf16_is_kept_in_code_points(browser: Browser, tmp_path: Path) -> None:
    desk = emoji_desk(tmp_path)
    with served(desk) as site:
        page = come_in(browser, desk, site)
        open_case(page, site, desk, "g001")
        page.evaluate(SELECT, [49, 56])
        page.keyboard.press("m")
        painted = page.inner_text(".passage mark")
        text = page.evaluate("document.querySelector('.passage').textContent")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("form[data-labelling]")
        page.context.close()

    (mark,) = given(desk)[0].marks
    assert (mark.start, mark.end, mark.quote) == (45, 52, "30 days")
    assert painted.endswith("30 days")
    assert text == EMOJI.strip()


def test_words_are_marked_with_the_mouse_and_a_mark_is_taken_away_again(browser: Browser, tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    with served(desk) as site:
        page = come_in(browser, desk, site)
        open_case(page, site, desk, "receipt")
        passage = page.locator(".passage", has_text="Keep the receipt.").first
        box = passage.bounding_box()
        assert box
        passage.evaluate(
            """(element) => {
                const node = [...element.childNodes].at(-1);
                const range = document.createRange();
                range.setStart(node, node.data.indexOf("Keep"));
                range.setEnd(node, node.data.length);
                const places = range.getBoundingClientRect();
                window.places = [places.left + 1, places.top + 4, places.right - 1, places.bottom - 4];
            }"""
        )
        left, top, right, bottom = page.evaluate("window.places")
        page.mouse.move(left, top)
        page.mouse.down()
        page.mouse.move(right, bottom, steps=8)
        page.mouse.up()
        page.locator(".card", has=passage).get_by_role("button", name="Mark the selected words").click()
        marked = page.locator("[data-marks] q").all_inner_texts()
        page.get_by_role("button", name="Mark an alternative").click()
        page.locator("[data-mark-passage]").first.click()
        alternatives = page.locator("[data-marks] .or").count()
        page.keyboard.press("x")
        page.locator("[data-marks] .away").click()
        left_over = page.locator("[data-marks] .need").count()
        focus = page.evaluate("document.activeElement.name")
        page.context.close()

    assert [text.strip('“”"') for text in marked] == ["Keep the receipt."]
    assert (alternatives, left_over, focus) == (1, 0, "none")


def test_a_draft_is_kept_by_itself_and_a_second_tab_is_asked(browser: Browser, tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    with served(desk) as site:
        page = come_in(browser, desk, site)
        open_case(page, site, desk, "receipt")
        other = page.context.new_page()
        open_case(other, site, desk, "receipt")
        page.keyboard.press("j")
        page.keyboard.press("Space")
        page.wait_for_selector("text=Draft kept.")
        other.keyboard.press("0")
        other.wait_for_selector("[data-clash]:not([hidden])")
        asked = other.inner_text("[data-clash]")
        other.click("[data-use-there]")
        other.wait_for_selector(".scripted .need")
        taken = other.locator("[data-marks] .need").count()
        page.reload()
        page.wait_for_selector(".scripted .need")
        kept = page.locator(".passage mark").count()
        page.context.close()

    assert "This case is open in another tab" in asked
    assert "No return is possible without a receipt." in asked
    assert "None of the sources answers this" in asked
    assert (taken, kept > 0) == (1, True)


def test_single_keys_rest_while_somebody_types_and_when_they_are_turned_off(browser: Browser, tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    with served(desk) as site:
        page = come_in(browser, desk, site)
        open_case(page, site, desk, "receipt")
        page.keyboard.press("/")
        page.keyboard.type("j0m")
        typed = (page.input_value("#q"), page.is_checked("input[name=none]"))
        page.evaluate("localStorage.setItem('keys-off', '1')")
        open_case(page, site, desk, "receipt")
        page.keyboard.press("j")
        page.keyboard.press("0")
        off = (page.evaluate("document.activeElement.className"), page.is_checked("input[name=none]"))
        page.context.close()

    assert typed == ("j0m", False)
    assert off == ("", False)


def test_the_pages_work_with_scripts_off(browser: Browser, tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    with served(desk) as site:
        page = come_in(browser, desk, site, java_script_enabled=False)
        page.click("main form button.main")
        place = page.locator(".card", has_text="No return is possible").first
        place.locator("select").select_option("1")
        place.locator("input[type=text]").fill("without a receipt")
        page.get_by_role("button", name="Go on to the decision").click()
        for field in ("answer-right", "behaviour-answer", "decision-approved"):
            name, _, value = field.partition("-")
            page.check(f"input[name={name}][value={value}]")
        for box in page.locator("input[name^=confirm-]").all():
            box.check()
        page.get_by_role("button", name="Save and take the next").click()
        saved = page.inner_text(".saved")
        page.context.close()

    assert "Saved." in saved
    assert [[mark.quote for mark in fact.marks] for fact in given(desk)] == [["without a receipt"]]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return help_desk(tmp_path_factory.mktemp("help-desk"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "scale"), [(1280, 1), (320, 1), (640, 2)])
def test_axe_finds_nothing_and_no_page_scrolls_sideways(
    browser: Browser, example: Desk, scheme: str, width: int, scale: int
) -> None:
    """640 px at twice the pixels is what 1280 px are at 200 % zoom."""
    view = {
        "viewport": {"width": width, "height": 800},
        "device_scale_factor": scale,
        "color_scheme": scheme,
        "bypass_csp": True,
    }
    found: dict[str, object] = {}
    with served(example) as site:
        page = come_in(browser, example, site, "r1", **view)

        def look(name: str) -> None:
            found[name] = (findings(page), is_too_wide(page))

        # Russian words are the longest.
        page.goto(f"{site}/queue?lang={'ru' if scheme == 'dark' else 'en'}")
        look("queue")
        page.goto(f"{site}/practice")
        look("practice")
        page.goto(f"{site}/practice?n=1")
        page.wait_for_selector(".scripted")
        page.keyboard.press("j")
        page.keyboard.press("Space")
        look("practice case")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(".scripted form[data-labelling]")
        for key in ("y", "g", "a", "Control+Enter"):
            page.keyboard.press(key)
        page.wait_for_selector(".notice")
        look("practice answered")
        page.goto(f"{site}/queue")
        page.keyboard.press("n")
        page.wait_for_selector(".scripted form[data-marking], .scripted form[data-labelling]")
        look("case")
        if page.locator("form[data-marking]").count():
            page.keyboard.press("j")
            page.keyboard.press("Space")
            look("case marked")
            page.keyboard.press("Control+Enter")
            page.wait_for_selector(".scripted form[data-labelling]")
        look("decision")
        page.goto(f"{site}/refresh")
        look("refresh")
        page.context.close()

    assert {name: told for name, told in found.items() if told != ([], False)} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_axe_finds_nothing_where_people_differ_and_where_sources_changed(
    browser: Browser, tmp_path: Path, scheme: str, width: int
) -> None:
    view = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "bypass_csp": True}
    found = []
    for name, desk, paths in (
        ("arbiter", differing(opened_in(tmp_path / "differing")), ("/disputes", "/disputes?case={}", "/case?case={}")),
        ("r1", differing(opened_in(tmp_path / "own")), ("/outcome?case={}", "/queue")),
        ("r1", refreshed(tmp_path / "refreshed"), ("/refresh",)),
    ):
        with served(desk) as site:
            page = come_in(browser, desk, site, name, **view)
            for path in paths:
                case = "window" if path.startswith("/case") else "receipt"
                page.goto(site + path.format(handle_for(desk, case)))
                for summary in page.locator("main summary").all():
                    summary.click()
                found.append((path, findings(page), is_too_wide(page)))
            page.context.close()

    assert [told for told in found if told[1:] != ([], False)] == []


def test_a_third_person_settles_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    desk = differing(opened_in(tmp_path))
    with served(desk) as site:
        page = come_in(browser, desk, site, "arbiter")
        page.keyboard.press("d")
        page.wait_for_url("**/disputes")
        page.keyboard.press("n")
        page.wait_for_url("**/disputes?case=*")
        page.keyboard.press("b")
        page.keyboard.type("The rule itself counts.")
        page.keyboard.press("Control+Enter")
        page.wait_for_url("**/disputes?told=saved")
        page.context.close()

    (fact,) = [fact for _, fact in facts(desk) if isinstance(fact, Resolved)]
    assert fact.label.reason == "The rule itself counts."


def test_words_without_a_blank_make_no_page_scroll_sideways(browser: Browser, tmp_path: Path) -> None:
    long = "x" * 300
    cases = f"""\
- id: a
  question: {long}
  messages: [{{role: user, content: {long}}}]
  identity: {{user: {long}}}
  accept: [{long}]
  evidence: [{{document: returns, quote: within 30 days}}]
  claims: [{{required: {long}}}]
"""
    desk = opened_in(tmp_path, cases=cases)
    wide = []
    with served(desk) as site:
        page = come_in(browser, desk, site, viewport={"width": 320, "height": 700})
        page.keyboard.press("n")
        page.wait_for_selector(".scripted form[data-marking]")
        wide.append(is_too_wide(page))
        page.keyboard.press("0")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(".scripted form[data-labelling]")
        wide.append(is_too_wide(page))
        page.keyboard.press("r")
        page.keyboard.type("nobody asks this")
        page.keyboard.press("Control+Enter")
        page.wait_for_url("**/queue?told=all_done")
        wide.append(is_too_wide(page))
        page.context.close()

    assert wide == [False, False, False]
