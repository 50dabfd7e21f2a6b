"""From an open case to an approved one, through the real commands, a real server and a real browser."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.workflows.small_project import project_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
GOLDSMITH = Path(sys.executable).with_name("goldsmith")
PEOPLE = """\
documents = "documents"
[people.ann]
[people.ben]
[people.cleo]
[people.omar]
roles = ["evaluation_owner"]
"""
CASE = """\
- id: receipt
  question: Do I need a receipt when goods are returned, and within how many days?
  risk: high
  accept: ["Yes, and 30 days."]
  evidence: [{document: returns, quote: No return is possible without a receipt.}]
"""


def goldsmith(root: Path, *words: str) -> str:
    done = subprocess.run([GOLDSMITH, *words], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def serving(root: Path) -> Iterator[str]:
    server = subprocess.Popen(
        [GOLDSMITH, "serve", "--port", "0"], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert server.stdout is not None
    try:
        yield next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=30)


@pytest.fixture
def browser(chromium: str) -> Iterator[Browser]:
    """Start the browser."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def come_in(browser: Browser, root: Path, site: str, name: str) -> Page:
    """Return the page of somebody who was invited on the command line."""
    told = goldsmith(root, "review", "invite", name)
    page = browser.new_context().new_page()
    page.goto(site + re.findall(r"/sign-in\?token=\S+", told)[0])
    page.click("main button")
    page.wait_for_url("**/queue")
    return page


def label(page: Page, *words: str) -> None:
    """Take the next case, mark the passage with each of `words` as a need of its own, and approve, by keyboard."""
    page.keyboard.press("n")
    page.wait_for_selector(".scripted form[data-marking]")
    for quote in words:
        page.locator(".passage", has_text=quote).first.focus()
        page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".scripted form[data-labelling]")
    for key in ("y", "g", "a"):
        page.keyboard.press(key)
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/queue*")


def test_two_label_a_third_settles_and_the_case_is_approved_in_the_set(browser: Browser, tmp_path: Path) -> None:
    project_folder(tmp_path, cases=CASE)
    (tmp_path / "goldsmith.toml").write_text(PEOPLE, encoding="utf-8")
    goldsmith(tmp_path, "freeze", "--label", "r1")
    goldsmith(tmp_path, "check", "--fix")
    with serving(tmp_path) as site:
        ann = come_in(browser, tmp_path, site, "ann")
        label(ann, "No return is possible", "Goods can be returned within 30 days")
        ben = come_in(browser, tmp_path, site, "ben")
        before = ben.content()
        label(ben, "No return is possible")
        cleo = come_in(browser, tmp_path, site, "cleo")
        cleo.goto(f"{site}/disputes")
        cleo.keyboard.press("n")
        cleo.wait_for_url("**/disputes?case=*")
        apart = cleo.inner_text("main")
        # The side that marked two passages.
        side = next(letter for letter in "AB" if _marks(cleo, letter) == 2)
        cleo.keyboard.press(side.lower())
        cleo.keyboard.type("Both halves of the question have an answer.")
        cleo.keyboard.press("Control+Enter")
        cleo.wait_for_url("**/disputes?told=saved")
    told = goldsmith(tmp_path, "review", "apply")
    standing = json.loads(goldsmith(tmp_path, "show", "receipt", "--json"))

    assert "ann" not in before
    assert "ann" not in apart
    assert "1 settled review(s) of desk written" in told
    assert standing["status"]["state"] == "approved"
    quotes = [need["any_of"][0]["quote"] for need in standing["case"]["evidence"]]
    # The drafted words were marked and stay; the other passage was marked as a whole.
    assert quotes[0] == "No return is possible without a receipt."
    assert "Goods can be returned within 30 days of purchase." in quotes[1]
    facts = [json.loads(line) for line in (tmp_path / "golden/reviews.jsonl").read_text().splitlines()]
    assert [(fact["fact"], fact["reviewer"]) for fact in facts] == [
        ("decision", "ann"), ("decision", "ben"), ("adjudication", "cleo"),
    ]  # fmt: skip


def _marks(page: Page, letter: str) -> int:
    return page.locator(f"article[aria-labelledby='side-{letter}'] .need").count()
