"""Sentinels: the few cases by which reviewers, generators and judges are measured, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.decision import DecisionWord, State

SpeakerKind = Literal["reviewer", "generator", "judge"]

RulerStanding = Literal["holds", "drifted", "cannot_tell"]
"""`drifted`: even the upper end of the interval is below the floor · `cannot_tell`: too few words, or the floor lies
inside the interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordSaid:
    """What anybody said of one case as it then read: a person, a generator or a judge."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    who: str
    kind: SpeakerKind
    case: str
    content: str
    """Case digest of what was judged."""
    at: str
    """UTC time, ISO 8601 with Z."""
    decision: DecisionWord
    evidence: tuple[str, ...] | None
    """Ids of the chunks or documents that were selected; None: none could be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledWord:
    """The word that holds for one content of a case, and since when."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    content: str
    decision: DecisionWord
    needs: tuple[tuple[str, ...], ...] | None
    """Each need as the ids that satisfy it, any one of them; None: it is not known any more."""
    since: str
    by: tuple[str, ...]
    """The two or more who agreed without each other, or whoever adjudicated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentinelStanding:
    """One sentinel: whether it can be measured by, and when it is to be labelled again."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    state: State
    calibrated: bool
    why: str
    """By whom it is calibrated, or what is missing."""
    labelled_at: str | None
    """When somebody last said something of what it says now; None: nobody did."""
    due_at: str | None
    """From when on it is to be labelled again; None: it is not approved, so that it is reviewed anyway."""
    due: bool
    open: bool
    """It is being labelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentinelChoice:
    """A case that would make a good sentinel, with what speaks for it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    value: float
    """Points for what it decides: more is better; they mean nothing alone."""
    reasons: tuple[str, ...]
    """The points in words, each with its number."""
    calibrated: bool
    """Two agree on it already, or it was adjudicated."""
    place: str = ""
    """File and line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulerReading:
    """How often somebody says of sentinels what was settled, after it was settled."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    who: str
    kind: SpeakerKind
    labels: int
    same_word: int
    interval: tuple[float, float] | None
    """Wilson's, 95 %, of the share with the same word; None: there is no label."""
    selections: int
    """Labels of which the evidence can be held against the settled one."""
    same_evidence: int
    """Those that name every need by one of its passages, and nothing else."""
    evidence_interval: tuple[float, float] | None
    apart: tuple[str, ...]
    """Cases on which they last said something else, by id."""
    standing: RulerStanding
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentinels:
    """All that `review sentinels` has to say of one set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    relabel_after_days: int
    floor: float
    sentinels: tuple[SentinelStanding, ...]
    """What is due first, then by id."""
    readings: tuple[RulerReading, ...]
    choices: tuple[SentinelChoice, ...] = ()
    next_step: str = ""

    @property
    def exit_status(self) -> int:
        """1 where a sentinel is due or not calibrated, or somebody drifted; else 0."""
        behind = any(one.due or not one.calibrated for one in self.sentinels)
        return 1 if behind or any(one.standing == "drifted" for one in self.readings) else 0
