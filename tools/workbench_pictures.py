"""Take a picture of every page of the review workbench for the documentation: docs/pictures/*.png.

    python tools/workbench_pictures.py [--into docs/pictures] [NAME …]

Serves the real site over a help desk in the middle of its reviews (tools/workbench_stage.py) and opens each page in
headless Chromium, 1280 by 800, without an animation and without a caret. With names it takes those pictures alone. The
same people say the same things at the same times in each run, so that a picture changes where a page does; what a run
measures of this machine (seconds) is left outside the pictures. Needs the extra `test` and a Chromium; without a font
for Chinese the picture of the Chinese page is left out, and that is told.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from goldsmith.adapters.serving import Listening, serve  # noqa: E402
from goldsmith.web.site import FAMILIES, routes_of  # noqa: E402
from goldsmith.workflows.review_people import invite  # noqa: E402
from tools.png_palette import reduced  # noqa: E402
from tools.workbench_stage import APPLIED, DECIDED, DISPUTED, TO_SHOW, Stage, staged  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = ROOT / "docs" / "pictures"
LARGEST = 2_500_000
"""Bytes of all pictures together."""
EVERY = tuple(
    dict.fromkeys(
        (
            *FAMILIES,
            *(
                f"goldsmith.web.pages.{name}:PAGES"
                for name in ("agreement", "batches", "sentinels", "handbook", "write_case")
            ),
        )
    )
)
WIDE, NARROW = (1280, 800), (360, 780)
QUESTION = "Can I send back an opened mixer bowl?"
Act = Callable[["Page"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where the pages are served, and what stands behind them."""

    site: str
    stage: Stage
    sessions: dict[str, Any] = field(default_factory=dict)
    """Cookies of those who came in, by name."""

    def session_of(self, browser: Browser, who: str) -> Any:
        """Let somebody come in by a link, the first time that they are needed."""
        if who not in self.sessions:
            context = browser.new_context()
            page = context.new_page()
            page.goto(self.site + invite(self.stage.desk, "mira", who).path)
            page.click("main button")
            page.wait_for_url(lambda url: "/sign-in" not in url)
            self.sessions[who] = context.storage_state()
            context.close()
        return self.sessions[who]

    def at(self, path: str) -> str:
        """Return an address; ``{case-id}`` in `path` becomes the opaque name of that case."""
        head, _, rest = path.partition("{")
        case, _, tail = rest.partition("}")
        return f"{self.site}{head}{self.stage.handle(case)}{tail}" if case else f"{self.site}{path}"


def _nothing(page: Page) -> None:
    """Leave a page as it opens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One picture."""

    name: str
    path: str
    who: str | None = "mira"
    """Who looks; None: nobody has signed in."""
    act: Act = _nothing
    """What they do before the picture is taken."""
    top: str | None = None
    """What stands at the upper edge; None: the head of the page."""
    until: str | None = None
    """What stands below the lower edge: it would differ from run to run."""
    size: tuple[int, int] = WIDE
    context: dict[str, Any] = field(default_factory=dict)


def _mark(page: Page) -> None:
    """Mark two passages as two needs."""
    page.wait_for_selector(".scripted form[data-marking]")
    for words in ("A return needs proof of purchase", "A refund is paid within ten days"):
        passage = page.locator(".passage", has_text=words).first
        if passage.count():
            passage.focus()
            page.keyboard.press("Space")
    page.evaluate("window.scrollTo(0, 0)")


def _decide(page: Page) -> None:
    """Give evidence, then begin to decide."""
    _mark(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".scripted form[data-labelling]")
    for key in ("y", "g"):
        page.keyboard.press(key)
    page.evaluate("window.scrollTo(0, 0)")


def _back(page: Page) -> None:
    """Look at the case again that was begun before."""
    page.wait_for_selector(".scripted form[data-marking]")


def _write(page: Page) -> None:
    page.fill("[name=question]", QUESTION)
    page.keyboard.press("Tab")
    page.click("button[name=do][value=check]")
    page.wait_for_load_state("networkidle")


def _practise(page: Page) -> None:
    page.check("input[name=none]")
    page.click("form button.main")
    page.wait_for_load_state("networkidle")


def _draw_sample(page: Page) -> None:
    page.click("form[action='/batches/next'] button")
    page.wait_for_load_state("networkidle")


def _compare(page: Page) -> None:
    page.click("form[action='/runs/compare'] button")
    page.wait_for_load_state("networkidle")


def _first_run(page: Page) -> None:
    page.click("main table a")
    page.wait_for_load_state("networkidle")


CASE = f"/case?case={{{TO_SHOW}}}"
ALBUM: tuple[Picture, ...] = (
    Picture(name="not-signed-in", path="/queue", who=None),
    Picture(name="sign-in", path="", who=None),
    Picture(name="audit", path="/audit", who="sam"),
    Picture(name="queue", path="/queue", who="anna"),
    Picture(name="practice", path="/practice", who="anna"),
    Picture(name="practice-case", path="/practice?n=2", who="anna", act=_practise),
    Picture(name="case-evidence", path=CASE, who="anna", act=_mark),
    Picture(name="case-evidence-dark", path=CASE, who="anna", act=_mark, context={"color_scheme": "dark"}),
    Picture(name="case-evidence-narrow", path=CASE, who="anna", act=_mark, size=NARROW),
    Picture(name="case-evidence-russian", path=f"{CASE}&lang=ru", who="anna", act=_back),
    Picture(name="case-evidence-chinese", path=f"{CASE}&lang=zh", who="anna", act=_back),
    Picture(name="case-decision", path=CASE, who="anna", act=_decide),
    Picture(name="outcome", path=f"/outcome?case={{{DECIDED}}}", who="anna"),
    Picture(name="outcome-applied", path=f"/outcome?case={{{APPLIED[0]}}}", who="ben", top="#hidden"),
    Picture(name="disputes", path="/disputes", who="clara"),
    Picture(name="adjudication", path=f"/disputes?case={{{DISPUTED}}}", who="clara"),
    Picture(name="adjudication-choice", path=f"/disputes?case={{{DISPUTED}}}", who="clara", top="#sources"),
    Picture(name="refresh", path="/refresh", who="anna"),
    Picture(name="write-case", path="/write", who="pia", act=_write),
    Picture(name="search", path="/search?q=warranty+for+a+mixer+motor", who="pia"),
    Picture(name="coverage", path="/coverage"),
    Picture(name="agreement", path="/agreement"),
    Picture(name="workload", path="/load"),
    Picture(name="runs", path="/runs"),
    Picture(name="run", path="/runs", act=_first_run),
    Picture(name="comparison", path="/runs", act=_compare, until="#effects"),
    Picture(name="batches", path="/batches"),
    Picture(name="batch", path="/batches/batch?name=2026-09-products"),
    Picture(name="batch-sample", path="/batches", who="clara", act=_draw_sample),
    Picture(name="sentinels", path="/sentinels"),
    Picture(name="people", path="/people"),
    Picture(name="handbook", path="/handbook", who="anna"),
    Picture(name="keys", path="/keys", who="anna"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures; 1 where one is missing or all of them are too large."""
    parser = argparse.ArgumentParser(description="Pictures of every page of the review workbench.")
    parser.add_argument("--into", type=Path, default=PICTURES)
    parser.add_argument("names", nargs="*", metavar="NAME")
    told = parser.parse_args(arguments)
    unknown = sorted(set(told.names) - {item.name for item in ALBUM})
    if unknown:
        parser.error(f"there is no picture {', '.join(unknown)}")
    album = [item for item in ALBUM if item.name in told.names or not told.names]
    if not _reads_chinese():
        print("no font for Chinese is installed (Debian: fonts-wqy-microhei): its picture is left out")
        album = [item for item in album if not item.name.endswith("-chinese")]
    told.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        stage = staged(Path(folder) / "help-desk")
        with _served(stage) as site, _chromium() as browser:
            scene = Scene(site=site, stage=stage)
            for item in album:
                path = told.into / f"{item.name}.png"
                path.write_bytes(reduced(_taken(browser, scene, item)))
                print(f"{path.name:<32}{path.stat().st_size:>9,} bytes")
    size = sum(path.stat().st_size for path in told.into.glob("*.png"))
    print(f"{size:,} bytes in {told.into}")
    return 0 if size <= LARGEST else 1


def _taken(browser: Browser, scene: Scene, item: Picture) -> bytes:
    width, height = item.size
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB",
        storage_state=scene.session_of(browser, item.who) if item.who is not None else None, **item.context,
    )  # fmt: skip
    try:
        context.set_default_timeout(10_000)
        page = context.new_page()
        path = item.path or invite(scene.stage.desk, "mira", "anna").path
        page.goto(scene.at(path))
        item.act(page)
        page.wait_for_load_state("networkidle")
        if item.top is not None:
            page.evaluate("top => document.querySelector(top).scrollIntoView({block: 'start'})", item.top)
        # Nothing below the foot of a short page.
        end = page.evaluate("Math.ceil(document.querySelector('footer').getBoundingClientRect().bottom)")
        seen = page.evaluate(
            "Math.ceil(document.querySelector('main').lastElementChild.getBoundingClientRect().bottom)"
        )
        shown = min(height, max(200, min(end, seen + 48)))
        if item.until is not None:
            below = page.evaluate("top => document.querySelector(top).getBoundingClientRect().top", item.until)
            shown = min(shown, int(below) - 40)
        return page.screenshot(
            clip={"x": 0, "y": 0, "width": width, "height": shown}, animations="disabled", caret="hide"
        )
    finally:
        context.close()


@contextmanager
def _served(stage: Stage) -> Iterator[str]:
    ready: SimpleQueue[Listening] = SimpleQueue()
    # Each look at this clock is a minute, so that nobody signs in too often.
    minutes = count(step=60)
    routes = routes_of(stage.desk, families=EVERY, clock=lambda: float(next(minutes)))
    thread = Thread(target=serve, args=(routes,), kwargs={"host": "127.0.0.1", "port": 0, "ready": ready.put})
    thread.start()
    listening = ready.get(timeout=30)
    try:
        yield f"http://127.0.0.1:{listening.port}"
    finally:
        listening.stop()
        thread.join(timeout=30)


@contextmanager
def _chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("GOLDSMITH_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found,
            args=["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--hide-scrollbars"],
        )
        try:
            yield browser
        finally:
            browser.close()


def _reads_chinese() -> bool:
    try:
        told = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=False)
    except OSError:
        return True
    return bool(told.stdout.strip())


if __name__ == "__main__":
    sys.exit(main())
