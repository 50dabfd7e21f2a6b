"""Where one case, or a whole project, stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.case import Case
from goldsmith.records.decision import ReviewFact, Status
from goldsmith.records.gate import CasePass
from goldsmith.records.resolution import Resolution
from goldsmith.records.verdict import VerdictStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRun:
    """How one run did on a case."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    run: str
    at: str
    """UTC time, ISO 8601 with Z."""
    system: str
    result: CasePass
    answer: str
    ranks: tuple[tuple[str, int | None], ...]
    """Need and best rank; None: not retrieved."""
    same_case: bool
    """The case says today what it said when it was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseStanding:
    """One case with all that is known of it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: Case
    file: str
    line: int
    digest: str
    status: Status
    facts: tuple[ReviewFact, ...]
    """What was decided, oldest first."""
    resolutions: tuple[Resolution, ...]
    """How each alternative stands in the corpus; empty without one."""
    runs: tuple[CaseRun, ...]
    """The latest runs of it, newest first."""
    next_step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestRun:
    """The newest run of a set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    run: str
    at: str
    system: str
    finished: bool
    status: VerdictStatus | None
    """None: not scored yet."""
    headline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStanding:
    """Where one set stands."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    path: str
    cases: int
    states: dict[str, int]
    """Cases by review state."""
    corpus: str | None
    documents: int
    changed_documents: int
    """Documents that are no longer what was frozen."""
    errors: int
    """Findings of the check that keep a run from starting."""
    incidents_open: int
    baselines: tuple[str, ...]
    latest: LatestRun | None
    next_step: str
