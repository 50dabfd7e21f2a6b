"""Every page is held against axe-core, open and folded, in light and dark."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldsmith.records.verdict import Verdict
from goldsmith.reports.html import render_html
from goldsmith.reports.redacting import redacted
from tests.conftest import ROOT
from tests.reports.detail import whole_verdict
from tests.reports.sample import case_result, gate, verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
AXE = ROOT / ".venv" / "axe" / "axe.min.js"


def passed() -> Verdict:
    """Return a verdict in which every gate holds."""
    return verdict(
        status="passed",
        headline="every gate holds",
        gates=(gate("refusal", "passed", rules_out=0.193), gate("citations", "not_applicable", checked=0)),
        comparison=None,
        cases=(case_result("returns-001"), case_result("returns-002")),
    )


PAGES: dict[str, Callable[[], Verdict]] = {
    "blocked": whole_verdict,
    "passed": passed,
    "ids": lambda: redacted(whole_verdict()),
}


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the source of axe-core; without it the test is skipped, or fails where a browser was promised."""
    if not AXE.is_file():
        if os.environ.get("GOLDSMITH_REQUIRE_BROWSER"):  # noqa: TID251 - what a test run promised to have
            pytest.fail("no axe-core beside the tests: make .venv/.axe", pytrace=False)
        pytest.skip("no axe-core beside the tests: make .venv/.axe")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start the browser once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(browser: Browser, axe: str, tmp_path: Path, name: str, scheme: str) -> None:
    path = tmp_path / "report.html"
    path.write_bytes(render_html(PAGES[name]()).encode())
    page = browser.new_page(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]  # a word of two
    page.goto(path.as_uri())
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    page.evaluate(axe)
    found = page.evaluate("axe.run().then(done => done.violations.map(one => [one.id, one.nodes[0].html]))")
    page.close()

    assert found == []
