"""A small workbench and a browser for it that keeps cookies and sends forms, without a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.ports.pages import Call, Reply
from goldsmith.records.person import Person
from goldsmith.web.site import FAMILIES, routes_of
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_people import invite

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
PEOPLE = """\
[people.ada]
roles = ["evaluation_owner", "domain_reviewer"]

[people.ben]
roles = ["domain_reviewer"]
tenant = "eu"
principals = ["staff"]

[people.sam]
roles = ["security_owner"]

[people.pia]
roles = ["product_owner"]
"""
ME = Person(name="me", roles=("product_owner", "domain_reviewer", "security_owner", "evaluation_owner"))
CASES = """\
- id: window
  question: How long may I return goods?
  answerability: unsupported
  behaviour: refuse

- id: mars
  question: What is the warranty on Mars?
  answerability: unsupported
  behaviour: refuse
"""


class Clock:
    """A clock that a test sets; as the seconds of the limits, and as the time of the desk."""

    def __init__(self) -> None:
        self.passed_s = 0.0

    def seconds(self) -> float:
        return self.passed_s

    def now(self) -> datetime:
        return START + timedelta(seconds=self.passed_s)


def make_desk(root: Path, clock: Clock | None = None, *, settings: str = PEOPLE, local: Person | None = None) -> Desk:
    """Return a desk over two cases; `settings` is the text of goldsmith.toml."""
    (root / "golden" / "cases").mkdir(parents=True, exist_ok=True)
    (root / "golden" / "set.yaml").write_text("name: help-desk\n", encoding="utf-8")
    (root / "golden" / "cases" / "shop.yaml").write_text(CASES, encoding="utf-8")
    (root / "goldsmith.toml").write_text(settings, encoding="utf-8")
    return Desk(open_project(root), MemoryReviewStore(), now=(clock or Clock()).now, local=local)


@dataclass(kw_only=True)
class Browser:
    """One browser: it opens pages, keeps cookies, and sends the token of the page that it opened last."""

    handles: Mapping[tuple[str, str], Callable[[Call], Reply]]
    host: str = "bench.example"
    client: str = "198.51.100.7"
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    csrf: str = ""

    def get(self, path: str, **query: str) -> Reply:
        return self._kept(self._handle("GET", path)(Call(
            method="GET", path=path, query={name: (value,) for name, value in query.items()},
            headers={"host": self.host, **self.headers}, cookies=dict(self.cookies), client=self.client,
        )))  # fmt: skip

    def post(self, path: str, *, csrf: str | None = None, origin: str | None = None, **form: str) -> Reply:
        told = {"csrf": self.csrf if csrf is None else csrf, **form}
        headers = {"host": self.host, "origin": f"http://{self.host}" if origin is None else origin, **self.headers}
        return self._kept(self._handle("POST", path)(Call(
            method="POST", path=path, form={name: (value,) for name, value in told.items()},
            headers=headers, cookies=dict(self.cookies), client=self.client,
        )))  # fmt: skip

    def _handle(self, method: str, path: str) -> Callable[[Call], Reply]:
        return self.handles.get((method, path)) or self.handles[method, "*"]

    def _kept(self, reply: Reply) -> Reply:
        for name, value in reply.headers:
            if name == "Set-Cookie":
                cookie, _, rest = value.partition(";")
                key, _, told = cookie.partition("=")
                if "Max-Age=0" in rest:
                    self.cookies.pop(key, None)
                else:
                    self.cookies[key] = told
        found = re.search(r'name="csrf" value="([0-9a-f]{64})"', text(reply))
        self.csrf = found[1] if found else self.csrf
        return reply


def browser_of(
    desk: Desk, clock: Clock | None = None, *, families: Sequence[str] = FAMILIES, **about: object
) -> Browser:
    """Return a browser of nobody in particular."""
    routes = routes_of(desk, families=families, clock=(clock or Clock()).seconds)
    return Browser(handles={(route.method, route.path): route.handle for route in routes}, **about)  # type: ignore[arg-type]


def other_browser(browser: Browser) -> Browser:
    """Return another browser before the same site."""
    return Browser(handles=browser.handles, host=browser.host, client=browser.client)


def signed_in(browser: Browser, desk: Desk, name: str) -> Browser:
    """Let somebody come in by a link."""
    token = invite(desk, "ada", name).token
    browser.get("/sign-in", token=token)
    assert browser.post("/sign-in", token=token).status == 303
    return browser


def text(reply: Reply) -> str:
    """Return a page as text."""
    return reply.body.decode() if reply.media_type.startswith("text/") else ""


def header(reply: Reply, name: str) -> str:
    """Return the first header of a name; empty without one."""
    return next((value for key, value in reply.headers if key.lower() == name.lower()), "")
