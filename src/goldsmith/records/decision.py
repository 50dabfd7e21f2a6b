"""What people decided about a case. Facts are appended, never changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

DecisionWord = Literal["approved", "rejected", "retired", "ambiguous", "outside_my_field", "source_unreadable"]
"""`retired` is said by the owner of a set of a case whose rule no longer exists; the others by reviewers."""

Trigger = Literal["new", "refresh", "audit", "edit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmations:
    """The three things that a reviewer must be able to say before approving."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    question_plausible: bool
    answer_within_source: bool
    """The answer says no more than the source."""
    evidence_sufficient: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What one reviewer said of one case, bound to the digest of exactly what they judged."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["decision"] = "decision"
    id: str
    case: str
    reviewer: str
    at: str
    """UTC time, ISO 8601 with Z."""
    decision: DecisionWord
    reason: str
    evidence: tuple[str, ...] = ()
    """Chunk or document ids that the reviewer selected."""
    blind: bool | None = None
    """True: they marked the evidence themselves, before what the case names was shown; None: nobody recorded it."""
    confirmations: Confirmations | None = None
    """None only where the decision is not an approval."""
    case_digest: str
    handbook_digest: str | None = None
    trigger: Trigger = "new"
    request: str | None = None
    """The refresh request that it answers."""
    corpus: str | None = None
    """Digest of the corpus revision under which it was judged; None: nobody recorded it."""
    previous: str | None = None
    """Digest of the fact before this one on the same case: a chain that shows a gap or a change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """How a third person resolved decisions that disagreed."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["adjudication"] = "adjudication"
    id: str
    case: str
    reviewer: str
    at: str
    decision: DecisionWord
    reason: str
    resolves: tuple[str, ...]
    """Ids of the decisions."""
    case_digest: str
    previous: str | None = None


ReviewFact = Decision | Adjudication

State = Literal["candidate", "approved", "edited", "rejected", "retired"]
Flag = Literal["stale", "uncalibrated", "disputed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Where a case stands: derived from facts, never written by hand."""

    state: State
    why: str
    flags: tuple[Flag, ...] = ()
