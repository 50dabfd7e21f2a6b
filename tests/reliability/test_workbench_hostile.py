"""R16 at the workbench: fifty hostile texts wherever a person or a file can put one; nothing runs, all is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.web.site import CSP, routes_of
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Sent, comment
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_seat import handle_for
from tests.adapters.serving.calling import sent, serving
from tests.reliability.bench_people import HEADER, PROXY, by_proxy, fills
from tests.reliability.hostile_words import PAYLOADS
from tests.reliability.wire import Wire
from tests.web.workbench import follow, served
from tests.workflows.reviewers import Clock

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request, Response

FIRST, SECOND, THIRD = PAYLOADS[3], PAYLOADS[25], PAYLOADS[39]
"""Names of people that a goldsmith.toml allows."""
SET_NAME = "</title><script>window.pwned=1</script>"
QUESTION = " ".join(PAYLOADS)
CASE = "<i>hostile</i>"


def settings() -> str:
    people = {FIRST: ["domain_reviewer"], SECOND: ["domain_reviewer"], THIRD: ["evaluation_owner", "product_owner"]}
    who = f"tenant = {json.dumps(PAYLOADS[1])}\nprincipals = [{json.dumps(PAYLOADS[2])}]\n"
    lines = [f"[people.{json.dumps(name)}]\nroles = {json.dumps(roles)}\n{who}" for name, roles in people.items()]
    return "\n".join([*lines, f"[workbench]\nsecond_share = 1.0\n{PROXY}"])


def hostile_case() -> dict[str, object]:
    return {
        "id": CASE,
        "question": QUESTION,
        "messages": [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(PAYLOADS)],
        "identity": {"user": FIRST, "tenant": PAYLOADS[1], "roles": [PAYLOADS[2]]},
        "accept": list(PAYLOADS),
        "claims": [{"required": text} for text in PAYLOADS],
        "must_ask": list(PAYLOADS),
        "must_point_to": list(PAYLOADS),
        "tone": PAYLOADS[0],
        "tags": [PAYLOADS[0], PAYLOADS[44]],
        "notes": PAYLOADS[5],
        "behaviour": "answer",
        "answerability": "supported",
        "risk": "high",
        "evidence": ["doc-0#1"],
    }


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    root = tmp_path_factory.mktemp("hostile")
    rows = [
        {"chunk_id": f"doc-{n // 10}#{n % 10 + 1}", "doc_id": f"doc-{n // 10}", "text": text, "section": text,
         "title": PAYLOADS[n - n % 10], "source_uri": PAYLOADS[33 + n // 10]}
        for n, text in enumerate(PAYLOADS)
    ]  # fmt: skip
    (root / "golden" / "cases").mkdir(parents=True)
    (root / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (root / "golden" / "set.yaml").write_text(f"name: {json.dumps(SET_NAME)}\ncorpus: {{label: r1}}\n")
    (root / "golden" / "cases" / "a.jsonl").write_text(json.dumps(hostile_case()) + "\n", encoding="utf-8")
    (root / "goldsmith.toml").write_text(settings(), encoding="utf-8")
    freeze(root / "manifest.jsonl", root=root, options=FreezeOptions(label="r1"))
    made = Desk(open_project(root), MemoryReviewStore(), now=Clock())
    open_reviews(made, person=made.person(THIRD))
    yield made
    made.close()


@pytest.fixture(scope="module")
def site(desk: Desk) -> Iterator[str]:
    with served(desk) as address:
        yield address


@dataclass(kw_only=True)
class Watched:
    """A page of one person in a browser, and what it did that it should not."""

    page: Page
    site: str
    faults: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Watch dialogs, errors, calls to elsewhere, and the policy of every page."""
        page = self.page
        page.on("dialog", self._dialog)
        page.on("pageerror", lambda error: self.faults.append(f"error {error}"))
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("popup", lambda other: self.faults.append(f"popup {other.url}"))
        page.on("console", lambda said: self._said(said.text) if said.type == "error" else None)

    def open(self, path: str) -> None:
        """Open a page and look at it."""
        self.page.goto(self.site + path)
        self.look()

    def press(self, selector: str) -> None:
        """Press what leads to another page, and look at that."""
        with self.page.expect_navigation():
            self.page.click(selector)
        self.look()

    def look(self) -> None:
        """Note what ran, and links that are none."""
        told = self.page.evaluate(_LOOK)
        if told["pwned"] or "pwned" in told["title"].replace(SET_NAME, ""):
            self.faults.append(f"ran on {self.page.url}")
        own = (f"{self.site}/", "#")
        self.faults += [f"link {link}" for link in told["links"] if not link.startswith(own)]
        self.faults += [f"handler {name}" for name in told["handlers"]]

    def shown(self) -> str:
        """Return every character of text on the page, and what stands in fields."""
        found: str = self.page.evaluate(_TEXT)
        return found

    def lacks(self, texts: tuple[str, ...], *, times: int = 1) -> list[str]:
        """Return which of `texts` do not stand on the page so many times, character for character."""
        shown = self.shown()
        return [item for item in texts if shown.count(item) < times]

    def _dialog(self, dialog: object) -> None:
        self.faults.append("dialog")
        dialog.dismiss()  # type: ignore[attr-defined] # of a package that may be absent

    def _said(self, words: str) -> None:
        # That a page is an error page is meant; what a policy had to forbid is not.
        if not words.startswith("Failed to load resource: the server responded with a status of 4"):
            self.faults.append(f"console {words}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.site}/", "data:image/")):
            self.faults.append(f"request {request.url}")

    def _response(self, response: Response) -> None:
        if response.request.resource_type == "document" and response.status not in {302, 303}:
            policy = response.headers.get("content-security-policy")
            if policy != CSP:
                self.faults.append(f"policy {policy} on {response.url}")


_LOOK = """() => ({
  pwned: "pwned" in window,
  title: document.title,
  links: [...document.querySelectorAll("a[href], form[action], iframe, object, embed, base")]
    .map(one => one.href || one.action || one.outerHTML),
  handlers: [...document.querySelectorAll("*")]
    .flatMap(one => [...one.attributes].map(at => at.name)).filter(name => name.startsWith("on") || name === "style"),
})"""
_TEXT = """() => [document.body.textContent,
  ...[...document.querySelectorAll("textarea, input")].map(one => one.value)].join("\\n")"""


@pytest.fixture(scope="module")
def chrome(chromium: str) -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def watched(chrome: Browser, site: str, name: str) -> Watched:
    """Return the page of a person whom a proxy names."""
    page = chrome.new_context(extra_http_headers={HEADER: name}).new_page()
    page.set_default_timeout(10_000)
    seen = Watched(page=page, site=site)
    seen.begin()
    return seen


@pytest.mark.browser
def test_nothing_of_fifty_hostile_texts_runs_and_each_is_shown_as_it_is(chrome: Browser, desk: Desk, site: str) -> None:
    first = watched(chrome, site, FIRST)
    lacking = {}
    first.open("/queue")
    lacking["queue"] = first.lacks((FIRST, SET_NAME))
    first.press("main .take button")
    # Every text stands in the question, and once more among the messages.
    lacking["case"] = first.lacks((QUESTION, SET_NAME)) + first.lacks(PAYLOADS, times=2)
    first.press("button[name=do][value^='read:']")
    lacking["document"] = [] if holds_a_document(first.shown()) else ["ten texts of one document"]
    first.page.click("[data-mark-passage]")
    first.press("main form#case-form button.main")
    # And among the answers, the claims, what must be asked, and where it must point to.
    lacking["label"] = first.lacks((QUESTION, FIRST, PAYLOADS[2])) + first.lacks(PAYLOADS, times=6)
    first.page.fill("textarea[name=reason]", QUESTION)
    first.page.check("input[name=decision][value=rejected]")
    first.press("main form#case-form button.main")
    first.open("/queue")
    lacking["decided"] = first.lacks((QUESTION,))

    handle = handle_for(desk, CASE)
    disagree(desk, site, handle)
    third = watched(chrome, site, THIRD)
    third.open("/disputes")
    lacking["disputes"] = third.lacks((QUESTION,))
    third.open(f"/disputes?case={handle}")
    said = (f"No: {QUESTION}", f"Remark: {QUESTION}")
    lacking["dispute"] = third.lacks(said) + third.lacks((QUESTION,), times=4) + third.lacks(PAYLOADS, times=9)
    for path, texts in OTHER_PAGES.items():
        third.open(path)
        lacking[path] = third.lacks(texts)
    first.page.context.close()
    third.page.context.close()

    assert (first.faults, third.faults) == ([], [])
    assert {place: texts for place, texts in lacking.items() if texts} == {}


OTHER_PAGES = {
    "/audit": (CASE, FIRST, SECOND, THIRD),
    f"/audit?subject={quote(PAYLOADS[25])}&person={quote(PAYLOADS[24])}": (PAYLOADS[25], PAYLOADS[24]),
    "/people": (FIRST, SECOND, THIRD),
    "/search": (),
    f"/search?q={quote(PAYLOADS[0])}": (PAYLOADS[0],),
    f"/search?q={quote(PAYLOADS[26])}": (PAYLOADS[26],),
    "/practice": (),
    "/coverage": (PAYLOADS[0],),
    "/runs": (),
    "/keys": (),
    "/write": (),
    "/agreement": (),
    "/load": (),
    "/batches": (),
    "/handbook": (),
    f"/case?case={quote(PAYLOADS[0])}": (),
    f"/{quote(PAYLOADS[0])}": (),
    f"/sign-in?token={quote(PAYLOADS[24])}": (),
}


def holds_a_document(shown: str) -> bool:
    """Say whether the ten texts of one document stand on the page, besides question and messages and as sections."""
    tens = [PAYLOADS[n : n + 10] for n in range(0, len(PAYLOADS), 10)]
    return any(all(shown.count(item) >= 4 for item in ten) for ten in tens)


def disagree(desk: Desk, site: str, handle: str) -> None:
    """Let the second reviewer say otherwise, and remark on it."""
    browser = by_proxy(Wire(port=int(site.rpartition(":")[2])), SECOND)
    browser.get("/queue")
    page = follow(browser, browser.post("/queue/next"))
    page = follow(browser, fills(browser, page, do="submit", none="1"))
    said = fills(browser, page, do="submit", decision="ambiguous", reason=f"No: {QUESTION}")
    assert said.status == 303
    sent = Sent(round=1, base=9, key="remark")
    comment(desk, desk.person(SECOND), handle, sent=sent, text=f"Remark: {QUESTION}")


def test_every_reply_of_ours_forbids_scripts_of_others_errors_too(desk: Desk, site: str) -> None:
    policies = refused(desk)
    for method, path, body, headers in (
        ("GET", "/queue", None, {}),
        ("GET", "/nowhere", None, {}),
        ("GET", "/health", None, {}),
        ("GET", "http://evil.example/queue", None, {}),
        ("OPTIONS", "*", None, {}),
        ("BREW", "/queue", None, {HEADER: FIRST}),
        ("POST", "/queue/next", "x" * 2_500_000, {HEADER: FIRST}),
        ("GET", "/case?case=x", None, {HEADER: FIRST}),
        ("GET", "/audit", None, {HEADER: FIRST}),
        ("GET", "/queue?%ff=1", None, {}),
        ("HEAD", "/queue", None, {HEADER: FIRST}),
        ("PUT", "/queue", "x", {HEADER: FIRST}),
        ("POST", "/queue", "x", {HEADER: FIRST}),
        ("POST", "/case", "csrf=1", {HEADER: FIRST}),
        ("POST", "/case", "a=%00", {HEADER: FIRST, "Content-Type": "application/x-www-form-urlencoded"}),
    ):
        connection = HTTPConnection("127.0.0.1", int(site.rpartition(":")[2]), timeout=20)
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        reply.read()
        connection.close()
        policies[f"{method} {path[:20]} {reply.status}"] = reply.headers.get("Content-Security-Policy", "")

    assert {name[-3:] for name in policies} == {"200", "400", "401", "403", "404", "405", "408", "413", "501"}
    assert len(policies) == 17
    assert [name for name, policy in policies.items() if not policy.startswith("default-src 'none'")] == []
    assert [name for name, policy in policies.items() if "unsafe" in policy or "*" in policy] == []


def refused(desk: Desk) -> dict[str, str]:
    """Return the policy on what is said to who does not send their form, and to who sends no HTTP at all."""
    found = {}
    with serving(routes_of(desk), body_within_s=0.2) as listening:
        for name, said in (
            ("late", b"POST /case HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na"),
            ("no HTTP", b"what is this\r\n\r\n"),
        ):
            head = sent(listening, said).partition(b"\r\n\r\n")[0].decode().lower()
            found[f"{name} {head[9:12]}"] = head.partition("content-security-policy: ")[2].partition("\r\n")[0]
    return found
