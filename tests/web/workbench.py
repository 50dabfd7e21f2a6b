"""A workbench with every page of a reviewer on it: in this process for a browser of ours, or behind a real server."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from urllib.parse import parse_qsl

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.adapters.serving import Listening, serve
from goldsmith.ondisk.revisions import load_revision
from goldsmith.ports.pages import Call, Reply
from goldsmith.review.labelling import LabelGiven
from goldsmith.web.site import FAMILIES, routes_of
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.refresh import plan_refresh
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import give_evidence, give_label
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_people import invite
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_take import find_passages, take
from tests.conftest import ROOT
from tests.web.visiting import Browser, browser_of, header, text
from tests.workflows.moving import BOTH, CHANGED, shop
from tests.workflows.reviewers import DOUBLE, PEOPLE, Clock, frame, marks, quoted, says

PAGES = tuple(
    f"goldsmith.web.pages.{name}:PAGES" for name in ("queue", "case", "adjudication", "refresh_requests", "practice")
)
EVERY = tuple(dict.fromkeys((*FAMILIES, *PAGES)))
HELP_DESK = ROOT / "src" / "goldsmith" / "_example" / "help-desk"
STAFF = (
    PEOPLE.replace("[people.r1]", '[people.r1]\ntenant = "eu"')
    .replace("[people.r2]", '[people.r2]\ntenant = "eu"')
    .replace("[people.arbiter]", '[people.arbiter]\ntenant = "eu"')
    + DOUBLE
)
"""People of the tenant whose questions the example asks."""
APPROVAL = {
    "decision": "approved",
    "behaviour": "answer",
    "answer": "right",
    "confirm-question_plausible": "1",
    "confirm-answer_within_source": "1",
    "confirm-evidence_sufficient": "1",
}
"""Fields of an approval of a case without claims."""


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form as a page holds it: hidden fields by name, and the marks that it carries."""

    fields: Mapping[str, str]
    marks: tuple[str, ...]


def come_in(desk: Desk, name: str, site: Browser | None = None) -> Browser:
    """Return a browser in which `name` is signed in."""
    base = site or browser_of(desk, families=EVERY)
    browser = Browser(handles=base.handles, host=base.host, client=base.client)
    token = invite(desk, "owner", name).token
    browser.get("/sign-in", token=token)
    assert browser.post("/sign-in", token=token).status == 303
    return browser


def form_of(reply: Reply, *, action: str = "/case") -> Form:
    """Return the form of a page that posts to `action`, with what stands outside and belongs to it."""
    page = text(reply)
    start = page.index(f'action="{action}"')
    inner = page[start : page.index("</form>", start)]
    outer = re.findall(r'<input type="hidden" form="case-form" name="([^"]*)" value="([^"]*)"', page)
    inside = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', inner)
    held = [(name, html.unescape(value)) for name, value in (*inside, *outer)]
    return Form(
        fields={name: value for name, value in held if name not in {"mark", "csrf"}},
        marks=tuple(value for name, value in held if name == "mark"),
    )


def send(browser: Browser, reply: Reply, *, action: str = "/case", **fields: str) -> Reply:
    """Send the form of a page that `browser` opened, with some fields filled in."""
    form = form_of(reply, action=action)
    told: dict[str, tuple[str, ...]] = {"csrf": (browser.csrf,)}
    told |= {name: (value,) for name, value in {**form.fields, **fields}.items()}
    if form.marks and "mark" not in fields:
        told["mark"] = form.marks
    headers = {"host": browser.host, "origin": f"http://{browser.host}"}
    call = Call(
        method="POST", path=action, form=told, headers=headers, cookies=dict(browser.cookies), client=browser.client
    )
    return browser.handles["POST", action](call)


def follow(browser: Browser, reply: Reply) -> Reply:
    """Open the page to which a reply leads."""
    assert reply.status == 303, text(reply)
    path, _, query = header(reply, "Location").partition("#")[0].partition("?")
    return browser.get(path, **dict(parse_qsl(query, keep_blank_values=True)))


def words(reply: Reply) -> str:
    """Return what a page shows, as one line of text."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", text(reply), flags=re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def help_desk(root: Path, *, settings: str = STAFF) -> Desk:
    """Return a desk over the example that is shipped, with a review of every case open."""
    shutil.copytree(HELP_DESK, root, dirs_exist_ok=True)
    (root / "goldsmith.toml").write_text(settings, encoding="utf-8")
    freeze(root / "documents", root=root, options=FreezeOptions(label="help-desk"))
    desk = Desk(open_project(root), MemoryReviewStore(), now=Clock())
    cases = [case.id for case in desk.project.golden.cases]
    open_reviews(desk, person=desk.person("owner"), cases=cases, trigger="audit")
    return desk


def differing(desk: Desk) -> Desk:
    """Let r1 and r2 differ on one case of a small desk: in the decision and in a passage."""
    handle, first, second = handle_for(desk, "receipt"), desk.person("r1"), desk.person("r2")
    marks(desk, first, handle, "No return is possible without a receipt.")
    says(desk, first, handle)
    one = take(desk, second, handle)
    found = replace(one, passages=find_passages(desk, second, handle, "within 30 days"))
    own = [*quoted(one, "Keep the receipt."), *quoted(found, "within 30 days", need=1)]
    give_evidence(desk, second, handle, sent=frame(one), marks=own)
    rejected = LabelGiven(decision="rejected", reason="nobody asks this")
    give_label(desk, second, handle, sent=frame(take(desk, second, handle)), label=rejected)
    return desk


def refreshed(root: Path) -> Desk:
    """Return a desk whose corpus changed, with the plan that asks about it."""
    shop(root, BOTH)
    (root / "goldsmith.toml").write_text((PEOPLE + DOUBLE).replace('"documents"', '"docs"'), encoding="utf-8")
    (root / "docs" / "returns.md").write_text(CHANGED, encoding="utf-8")
    freeze(root / "docs", root=root, options=FreezeOptions(label="june"))
    desk = Desk(open_project(root), MemoryReviewStore(), now=Clock())
    plan_refresh(desk.project, load_revision(root, "june"))
    return desk


@contextmanager
def served(desk: Desk) -> Iterator[str]:
    """Serve the pages of `desk` and give their address."""
    ready: SimpleQueue[Listening] = SimpleQueue()
    routes = routes_of(desk, families=EVERY)
    thread = Thread(target=serve, args=(routes,), kwargs={"host": "127.0.0.1", "port": 0, "ready": ready.put})
    thread.start()
    listening = ready.get(timeout=30)
    try:
        yield f"http://127.0.0.1:{listening.port}"
    finally:
        listening.stop()
        thread.join(timeout=30)
