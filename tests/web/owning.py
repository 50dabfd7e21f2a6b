"""A workbench over a small shop with every page on it: for the pages of who owns and reads the set."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qsl

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.ports.pages import Call, Reply
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from tests.web.visiting import Browser, browser_of, header, text
from tests.web.workbench import EVERY, come_in
from tests.workflows.reviewing import Clock
from tests.workflows.shop import approve_all, make_shop

PAGES = tuple(
    f"goldsmith.web.pages.{name}:PAGES"
    for name in ("search", "write_case", "coverage", "runs", "agreement", "batches", "sentinels", "handbook")
)
ALL = tuple(dict.fromkeys((*EVERY, *PAGES)))
PEOPLE = """\
documents = "documents"

[people.owner]
roles = ["evaluation_owner"]
principals = ["staff"]

[people.r1]
principals = ["staff"]

[people.r2]
hours_per_week = 2.0

[people.arbiter]
principals = ["staff"]

[people.pia]
roles = ["product_owner"]
"""


def shop_desk(root: Path, *, settings: str = PEOPLE, approved: bool = False) -> Desk:
    """Return a desk over three cases and two documents, of which only the staff sees one."""
    make_shop(root)
    if approved:
        approve_all(root)
    (root / "goldsmith.toml").write_text(settings, encoding="utf-8")
    return Desk(open_project(root), MemoryReviewStore(), now=Clock())


def site_of(desk: Desk) -> Browser:
    """Return a browser of nobody before every page."""
    return browser_of(desk, families=ALL)


def visit(desk: Desk, who: str, path: str, site: Browser | None = None, /, **query: str) -> Reply:
    """Return a page as `who` sees it."""
    return come_in(desk, who, site or site_of(desk)).get(path, **query)


def post(browser: Browser, path: str, /, **form: str | tuple[str, ...]) -> Reply:
    """Send a form, fields with several values too."""
    told = {name: (value,) if isinstance(value, str) else value for name, value in form.items()}
    headers = {"host": browser.host, "origin": f"http://{browser.host}"}
    call = Call(
        method="POST", path=path, form={"csrf": (browser.csrf,), **told}, headers=headers,
        cookies=dict(browser.cookies), client=browser.client,
    )  # fmt: skip
    return browser.handles["POST", path](call)


def followed(browser: Browser, reply: Reply) -> Reply:
    """Open the page to which a reply leads."""
    assert reply.status == 303, text(reply)
    path, _, query = header(reply, "Location").partition("?")
    return browser.get(path, **dict(parse_qsl(query)))


def main_of(reply: Reply) -> str:
    """Return what stands between the head and the foot of a page, as markup."""
    page = text(reply)
    return page[page.index("<main") : page.index("</main>")]


def hidden_field(reply: Reply, name: str) -> str:
    """Return the value of a hidden field of a page."""
    found = re.search(rf'<input type="hidden"(?: form="case-form")? name="{name}" value="([^"]*)"', text(reply))
    return found[1].replace("&#34;", '"') if found else ""
