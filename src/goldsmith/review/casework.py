"""What the facts of a case say together: its rounds, who said what, and in which state each round is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from goldsmith.ports.review_store import StoredFact
from goldsmith.records.workbench import (
    AppliedToSet,
    Closed,
    Commented,
    EvidenceGiven,
    Labelled,
    Opened,
    OpenState,
    Pooled,
    Resolved,
    Taken,
    Withdrawn,
    WorkFact,
)
from goldsmith.review.differences import agree

V = TypeVar("V")

SIDES = frozenset({"approved", "rejected", "ambiguous", "source_unreadable"})
"""Words that say something of the case. Who says that it is outside their field leaves the place to somebody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSaid:
    """A label with who gave it, when, and the digest of its fact."""

    author: str
    at: str
    digest: str
    label: Labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A comment with who made it and when."""

    author: str
    at: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One review of one case, as far as it got."""

    case: str
    opened: Opened
    opened_at: str
    opened_by: str
    pool: Pooled | None = None
    taken: Mapping[str, str] = field(default_factory=dict)
    """Until when each person has it before them (UTC, ISO 8601 with Z)."""
    evidence: Mapping[str, EvidenceGiven] = field(default_factory=dict)
    """First halves of labels, by person."""
    labels: tuple[LabelSaid, ...] = ()
    """The standing label of each person, in the order in which they were given."""
    resolved: LabelSaid | None = None
    comments: tuple[Remark, ...] = ()
    applied: AppliedToSet | None = None
    closed: Closed | None = None

    @property
    def number(self) -> int:
        """1 the first time that the case is reviewed."""
        return self.opened.round

    @property
    def sides(self) -> tuple[LabelSaid, ...]:
        """The labels that say something of the case."""
        return tuple(said for said in self.labels if said.label.decision in SIDES)

    @property
    def state(self) -> OpenState:
        """Where the round stands."""
        if self.applied is not None:
            return "applied"
        if self.closed is not None:
            return "closed"
        if self.resolved is not None:
            return "settled"
        if len(self.sides) < self.opened.needed:
            return "waiting"
        return "settled" if agree([said.label for said in self.sides]) else "disputed"

    @property
    def is_open(self) -> bool:
        """Say whether something is still to be done: a label, a resolution, or to apply it."""
        return self.state not in {"applied", "closed"}

    @property
    def word(self) -> Labelled | None:
        """The label that holds: the resolution, else the first of those that agree; None: it is not settled."""
        if self.state not in {"settled", "applied"}:
            return None
        if self.resolved is not None:
            return self.resolved.label
        return self.sides[0].label

    def answers(self, case_digest: str) -> bool:
        """Say whether it was applied, and a case of this digest says what was shown or what was written."""
        # What was applied on a branch of git still says here what it said before.
        return self.applied is not None and case_digest in {self.opened.case_digest, self.applied.case_digest}

    def label_of(self, person: str) -> LabelSaid | None:
        """Return the standing label of one person."""
        return next((said for said in self.labels if said.author == person), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseWork:
    """All rounds of one case, and how much each person said: what a later save is held against."""

    case: str
    rounds: tuple[Round, ...] = ()
    facts: int = 0
    """Facts of the case."""
    said: Mapping[str, int] = field(default_factory=dict)
    """Facts of the case by author."""

    @property
    def current(self) -> Round | None:
        """The latest round."""
        return self.rounds[-1] if self.rounds else None


def advanced(work: CaseWork, stored: StoredFact, fact: WorkFact) -> CaseWork:
    """Return `work` with one more fact. A fact of a round that was never opened counts and changes nothing else."""
    said = {**work.said, stored.author: work.said.get(stored.author, 0) + 1}
    counted = replace(work, facts=work.facts + 1, said=said)
    if isinstance(fact, Opened):
        opened = Round(case=work.case, opened=fact, opened_at=stored.at, opened_by=stored.author)
        return replace(counted, rounds=(*work.rounds, opened))
    rounds = tuple(_told(one, stored, fact) if one.number == fact.round else one for one in work.rounds)
    return replace(counted, rounds=rounds)


def _told(one: Round, stored: StoredFact, fact: WorkFact) -> Round:
    match fact:
        case Pooled():
            return replace(one, pool=fact)
        case Taken():
            return replace(one, taken={**one.taken, stored.author: fact.until})
        case Commented():
            return replace(one, comments=(*one.comments, Remark(author=stored.author, at=stored.at, text=fact.text)))
        case AppliedToSet():
            return replace(one, applied=fact)
        case Closed():
            return replace(one, closed=fact)
    return _labelled(one, stored, fact)


def _labelled(one: Round, stored: StoredFact, fact: WorkFact) -> Round:
    author = stored.author
    match fact:
        case EvidenceGiven():
            return replace(one, evidence={**one.evidence, author: fact})
        case Labelled():
            said = LabelSaid(author=author, at=stored.at, digest=stored.digest, label=fact)
            return replace(one, labels=(*_without(one, author), said), taken=_less(one.taken, author))
        case Withdrawn(what="label"):
            return replace(one, labels=_without(one, author))
        case Withdrawn():
            return replace(one, labels=_without(one, author), evidence=_less(one.evidence, author))
        case Resolved():
            said = LabelSaid(author=author, at=stored.at, digest=stored.digest, label=fact.label)
            return replace(one, resolved=said, taken=_less(one.taken, author))
    return one


def _without(one: Round, author: str) -> tuple[LabelSaid, ...]:
    return tuple(said for said in one.labels if said.author != author)


def _less(held: Mapping[str, V], name: str) -> dict[str, V]:
    return {key: value for key, value in held.items() if key != name}
