"""Who did what when, paged, for one person or one case where that is asked."""

from __future__ import annotations

from dataclasses import dataclass

from goldsmith.ports.pages import Reply
from goldsmith.records.workbench import AnyFact, EvidenceGiven, Labelled, Resolved, SignedIn, Withdrawn
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_audit import AuditAsked, AuditRow, audit, subject_meant

_MOST_PAGES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """One row as the page shows it."""

    at: str
    author: str
    what: str
    kind: str
    """``case``, ``batch`` or ``person``."""
    name: str
    subject: str


def show_audit(visit: Visit) -> Reply:
    """Return a page of the log, as far as its reader may see it."""
    page = visit.call.asked("page", "1")
    asked = AuditAsked(
        person=visit.call.asked("person"),
        subject=subject_meant(visit.call.asked("subject")),
        page=min(max(int(page), 1), _MOST_PAGES) if page.isascii() and page.isdecimal() and len(page) < 6 else 1,
    )
    found = audit(visit.desk, visit.person, asked)
    query = {name: value for name, value in (("person", asked.person), ("subject", asked.subject)) if value}
    names = sorted({*visit.desk.people, *([asked.person] if asked.person else [])})
    values = {
        "lines": [_line(visit, row) for row in found.rows],
        "asked": asked,
        "hidden": found.hidden,
        "more": found.more,
        "query": query,
        "people": [("", visit.say("audit.everybody")), *((name, name) for name in names)],
    }
    return visit.page("audit.html", values)


def _line(visit: Visit, row: AuditRow) -> AuditLine:
    kind, _, name = row.subject.partition(":")
    return AuditLine(
        at=row.at, author=row.author, what=_what(visit, row.fact), kind=kind, name=name, subject=row.subject
    )


def _what(visit: Visit, fact: AnyFact) -> str:
    say = visit.say
    match fact:
        case Labelled():
            return say("audit.did.label", word=say(f"audit.word.{fact.decision}"))
        case Resolved():
            return say("audit.did.resolved", word=say(f"audit.word.{fact.label.decision}"))
        case EvidenceGiven():
            return say("audit.did.evidence", n=len(fact.marks)) if fact.marks else say("audit.did.no_evidence")
        case Withdrawn():
            return say(f"audit.did.withdrew_{fact.what}")
        case SignedIn():
            return say(f"audit.did.came_by_{fact.way}")
    return say(f"audit.did.{fact.fact}")


PAGES = (Page(method="GET", path="/audit", right="audit", handle=show_audit),)
