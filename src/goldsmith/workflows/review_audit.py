"""Who did what when, newest first, for who may audit; what a reader still has to decide on stays hidden from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from goldsmith.ondisk.work_facts import read_fact
from goldsmith.ports.review_store import StoredFact
from goldsmith.records.person import Person
from goldsmith.records.workbench import AnyFact, SampleChecked
from goldsmith.review.bench import BATCH, CASE, PERSON
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_discretion import unjudged

PAGE_ROWS = 50
_FIRST_LOOK = 400
"""Facts that are read at first; four times as many each time that they do not fill the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditAsked:
    """Which part of the log is looked at."""

    person: str = ""
    """Only what this person did; empty: everybody."""
    subject: str = ""
    """Only what is about this: ``case:ID``, ``batch:NAME``, ``person:NAME``; empty: everything."""
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One thing that was done."""

    at: str
    author: str
    subject: str
    fact: AnyFact


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """One page of the log."""

    rows: tuple[AuditRow, ...]
    hidden: bool
    """Something was left out because the reader still has to decide on it: not how much, and not when."""
    more: bool
    """There are earlier rows."""


def audit(desk: Desk, reader: Person, asked: AuditAsked) -> AuditPage:
    """Return a page of the log as `reader` may see it.

    Of a case that the reader may still label they see nothing but what they did themselves, in any of its rounds: what
    others said, that they said it, and when, comes with the reader's own label.
    """
    with desk.turn() as bench:
        last = bench.position
        covered = unjudged(desk, reader)
    first = (asked.page - 1) * PAGE_ROWS
    found = _seen(desk, last, reader, asked, covered)
    rows = tuple(islice(found, first, first + PAGE_ROWS + 1))
    about = asked.subject.removeprefix(CASE) in covered if asked.subject else bool(covered)
    return AuditPage(rows=rows[:PAGE_ROWS], hidden=about, more=len(rows) > PAGE_ROWS)


def subject_meant(text: str) -> str:
    """Return the subject that somebody typed: a bare word is the id of a case."""
    text = text.strip()
    return text if not text or text.startswith((CASE, BATCH, PERSON)) else f"{CASE}{text}"


def _seen(desk: Desk, last: int, reader: Person, asked: AuditAsked, covered: frozenset[str]) -> Iterator[AuditRow]:
    """Yield what the reader may see of what they asked for, newest first."""
    for stored in _backwards(desk, last, asked.subject):
        if asked.person and stored.author != asked.person:
            continue
        name = stored.subject.removeprefix(CASE)
        if name in covered and stored.author != reader.name:
            continue
        fact = read_fact(stored.body, where=f"fact {stored.number} of {stored.subject}")
        if isinstance(fact, SampleChecked) and fact.case in covered and stored.author != reader.name:
            continue
        yield AuditRow(at=stored.at, author=stored.author, subject=stored.subject, fact=fact)


def _backwards(desk: Desk, last: int, subject: str) -> Iterator[StoredFact]:
    """Yield facts from the newest on, reading no more of the store than is asked for."""
    if subject:
        yield from reversed(desk.store.of(subject))
        return
    end, look = last, _FIRST_LOOK
    while end > 0:
        start = max(0, end - look)
        yield from reversed([stored for stored in desk.store.after(start) if stored.position <= end])
        end, look = start, look * 4
