"""Labels said at a desk, in few words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.ondisk.work_facts import snapshot
from goldsmith.records.decision import Confirmations
from goldsmith.records.digests import case_digest
from goldsmith.records.workbench import Labelled, Mark, Opened
from goldsmith.text.spans import Span
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_sources import text_in
from tests.workflows.small_project import NOW

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
APPROVED = Labelled(
    round=1, decision="approved", reason="the source says so", answer="right", behaviour="answer", confirmations=ALL
)
REJECTED = Labelled(round=1, decision="rejected", reason="nobody asks this")


class Clock:
    """A clock that moves by a minute whenever it is read."""

    def __init__(self, start: datetime = NOW) -> None:
        self.moment = start

    def __call__(self) -> datetime:
        self.moment += timedelta(minutes=1)
        return self.moment


def desk_of(project: Project) -> Desk:
    """Return a desk with an empty store that lives as long as the test."""
    return Desk(project, MemoryReviewStore(), now=Clock())


def marked(desk: Desk, document: str, *quotes: str, need: int = 0) -> tuple[Mark, ...]:
    """Return marks of the words of one document, alternatives of one need."""
    return tuple(_mark(desk, document, quote, need) for quote in quotes)


def opened(desk: Desk, *cases: str, needed: int = 1, number: int = 1) -> None:
    """Open a round of each case as it stands."""
    held = {case.id: case for case in desk.project.golden.cases}
    for name in cases:
        case = held[name]
        fact = Opened(
            round=number, case_digest=case_digest(case), snapshot=snapshot(case), trigger="new", why="a new case",
            needed=needed, corpus=desk.project.revision.digest if desk.project.revision else None,
        )  # fmt: skip
        desk.say("owner", f"case:{name}", fact)


def labelled(desk: Desk, case: str, label: Labelled, *people: str, marks: Iterable[Mark] = ()) -> None:
    """Let each of `people` say the same of a case."""
    for name in people:
        desk.say(name, f"case:{case}", replace(label, marks=tuple(marks)))


def _mark(desk: Desk, document: str, quote: str, need: int) -> Mark:
    text = text_in(desk, document)
    start = text.text.index(quote)
    span = Span(start, start + len(quote))
    return Mark(
        need=need, document=document, start=span.start, end=span.end, quote=quote, chunks=text.names_under(span)
    )
