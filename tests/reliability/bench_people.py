"""Reviewers who work through their queue as a browser without scripts would, and remember what they were told."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from goldsmith.ports.pages import Reply
from goldsmith.workflows.freeze import FreezeOptions, freeze
from tests.reliability.wire import Wire, browser_at
from tests.web.visiting import Browser, header
from tests.web.workbench import follow, form_of
from tests.workflows.reviewers import PEOPLE
from tests.workflows.small_project import project_folder

HEADER = "x-person"
PROXY = f'trusted_header = "{HEADER}"\ntrusted_proxies = ["127.0.0.1"]\n'
SETTINGS = f"{PEOPLE}\n[workbench]\nsecond_share = 1.0\n{PROXY}"
MANY = 40


def asked(count: int) -> str:
    """Return so many cases of the small project."""
    return "\n".join(
        f"- id: case-{number:02}\n"
        f"  question: When can I return goods of kind {number}?\n"
        "  accept: [Within 30 days.]\n"
        "  evidence: [{document: returns, quote: within 30 days}]\n"
        for number in range(count)
    )


def bench_folder(root: Path, *, cases: int = MANY, settings: str = SETTINGS) -> Path:
    """Return a frozen project with people who come in by the header of a proxy on this machine."""
    project_folder(root, cases=asked(cases))
    (root / "goldsmith.toml").write_text(settings, encoding="utf-8")
    freeze(root / "documents", root=root, options=FreezeOptions(label="r1"))
    return root


def copied(template: Path, root: Path) -> Path:
    """Return a copy of a project."""
    shutil.copytree(template, root)
    return root


def by_proxy(wire: Wire, name: str) -> Browser:
    """Return the browser of a person whom a proxy names."""
    return browser_at(wire, **{HEADER: name})


def fills(browser: Browser, page: Reply, *, action: str = "/case", **fields: str) -> Reply:
    """Send the form of a page that `browser` opened, with some fields filled in."""
    return browser.post(action, **{**form_of(page, action=action).fields, **fields})


@dataclass(kw_only=True)
class Form:
    """A form as it was sent."""

    path: str
    fields: Mapping[str, str]

    @property
    def key(self) -> str:
        """Under which the fact is kept."""
        return self.fields["key"]


@dataclass(kw_only=True)
class Reviewer:
    """One person before their browser, who labels case after case."""

    name: str
    browser: Browser
    acknowledged: list[str] = field(default_factory=list)
    """Keys of forms that were taken, in their order."""
    drafts: dict[str, str] = field(default_factory=dict)
    """The words of the last draft that was taken, by handle, as long as nothing was submitted over it."""
    in_flight: Form | None = None
    """The form to which no reply came yet."""
    done: bool = False

    def works(self, *, cases: int = 10_000) -> None:
        """Label up to so many cases. Raises GoneError where the server goes."""
        if self.in_flight is not None:
            assert self.sends(self.in_flight).status == 303, "a form that is sent again is taken as done"
        for _ in range(cases):
            self.browser.get("/queue")
            place = self.browser.post("/queue/next")
            if header(place, "Location").startswith("/queue"):
                self.done = True
                return
            page = follow(self.browser, place)
            if form_of(page).fields["step"] == "evidence":
                self.keeps_a_draft(page)
                page = follow(self.browser, self.submits(page, none="1"))
            self.submits(page, decision="rejected", reason=f"{self.name} says no")

    def submits(self, page: Reply, **fields: str) -> Reply:
        """Fill a form in and submit it."""
        self.in_flight = Form(path="/case", fields={**form_of(page).fields, **fields, "do": "submit"})
        return self.sends(self.in_flight)

    def sends(self, form: Form) -> Reply:
        """Send a form, the same one if it was sent before, and remember that it was taken."""
        reply = self.browser.post(form.path, **form.fields)
        assert reply.status in {200, 303}, reply
        self.in_flight = None
        if form.path == "/case/draft":
            self.drafts[form.fields["case"]] = form.fields["reason"]
        else:
            self.acknowledged.append(form.key)
            self.drafts.pop(form.fields["case"], None)
        return reply

    def keeps_a_draft(self, page: Reply) -> None:
        """Let the page keep what was entered so far, twice."""
        fields = form_of(page).fields
        for words in ("first words", "second words"):
            reply = self.browser.post("/case/draft", **{**fields, "reason": words})
            assert reply.status == 200, reply
            fields = {**fields, "revision": str(json.loads(reply.body)["revision"])}
            self.drafts[fields["case"]] = words
