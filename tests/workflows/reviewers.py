"""A desk with reviewers before it, and what they mark and say in few words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.ondisk.work_facts import read_fact
from goldsmith.ports.review_store import ReviewStore
from goldsmith.records.decision import Confirmations, DecisionWord
from goldsmith.records.person import Person
from goldsmith.records.workbench import AnyFact, ClaimWord
from goldsmith.review.labelling import LabelGiven
from goldsmith.review.offer import Offer
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Kept, Sent, give_evidence, give_label
from goldsmith.workflows.review_marks import MarkGiven
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_take import take
from tests.workflows.small_project import NOW, WORDS, project_folder

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
PEOPLE = """\
documents = "documents"

[people.owner]
roles = ["evaluation_owner"]

[people.r1]

[people.r2]

[people.arbiter]
"""
DOUBLE = "\n[workbench]\nsecond_share = 1.0\n"
SINGLE = "\n[workbench]\nsecond_share = 0.0\nleast_second = 0\n"
_KEYS = count()


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, start: datetime = NOW) -> None:
        self.moment = start

    def __call__(self) -> datetime:
        return self.moment

    def pass_minutes(self, minutes: int) -> None:
        """Let time pass."""
        self.moment += timedelta(minutes=minutes)


def desk_in(
    root: Path, *, cases: str = WORDS, settings: str = PEOPLE + DOUBLE, store: ReviewStore | None = None
) -> Desk:
    """Return a desk over a small frozen project with two documents and two cases."""
    project_folder(root, cases=cases)
    (root / "goldsmith.toml").write_text(settings, encoding="utf-8")
    freeze(root / "documents", root=root, options=FreezeOptions(label="r1"))
    return Desk(open_project(root), store or MemoryReviewStore(), now=Clock())


def opened_in(root: Path, *, cases: str = WORDS, settings: str = PEOPLE + DOUBLE) -> Desk:
    """Return such a desk with a review of every case open."""
    desk = desk_in(root, cases=cases, settings=settings)
    open_reviews(desk, person=desk.person("owner"))
    return desk


def frame(offer: Offer) -> Sent:
    """Return the frame of a form that was made for an offer."""
    return Sent(round=offer.round, base=offer.base, key=f"k{next(_KEYS)}")


def quoted(offer: Offer, *quotes: str, need: int = 0) -> list[MarkGiven]:
    """Return marks of the first place of each quote among the passages of an offer."""
    marks = []
    for quote in quotes:
        passage = next(item for item in offer.passages if quote in (item.text or ""))
        start = passage.start + (passage.text or "").index(quote)
        marks.append(
            MarkGiven(need=need, source=passage.source.source, start=start, end=start + len(quote), quote=quote)
        )
    return marks


def marks(desk: Desk, person: Person, handle: str, *quotes: str) -> Kept:
    """Let a person take a case and mark some words in it, alternatives of one need."""
    offer = take(desk, person, handle)
    return give_evidence(desk, person, handle, sent=frame(offer), marks=quoted(offer, *quotes))


def says(
    desk: Desk,
    person: Person,
    handle: str,
    decision: DecisionWord = "approved",
    *,
    reason: str = "",
    claims: Sequence[ClaimWord] = (),
) -> Kept:
    """Let a person label a case on which they gave evidence."""
    label = LabelGiven(decision=decision, reason=reason, claims=tuple(claims))
    if decision == "approved":
        label = LabelGiven(
            decision=decision,
            reason=reason,
            answer="right",
            claims=tuple(claims),
            behaviour="answer",
            confirmations=ALL,
        )
    return give_label(desk, person, handle, sent=frame(take(desk, person, handle)), label=label)


def facts(desk: Desk) -> list[tuple[str, AnyFact]]:
    """Return every fact of a desk with its author, in their order."""
    return [(one.author, read_fact(one.body, where="a test")) for one in desk.store.after(0)]
