"""The verdict: what to do, then why, then the figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.comparison import Comparison
from goldsmith.records.gate import CasePass, GateResult
from goldsmith.records.measure import Summary
from goldsmith.records.run import Plan, RulerNote

VerdictStatus = Literal["passed", "blocked", "incomplete", "unreviewed"]
"""`unreviewed`: nothing is broken, but no case was approved, so nothing is proved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceSummary:
    """Case passes in one slice."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    axis: str
    word: str
    passed: int
    decided: int
    cases: int
    interval: tuple[float, float] | None
    below_minimum: bool
    """Fewer decided cases than a figure can rest on (5, or what set.yaml asks)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """One case as a reader of the report wants to open it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    result: CasePass
    question: str
    answer: str
    """Of the first repeat; the failure's words where there is none."""
    expected: str
    state: str
    """Review state of the case."""
    ranks: tuple[tuple[str, int | None], ...]
    """Need and best rank."""
    scores: tuple[tuple[str, float | None, str], ...]
    """Measure, value, and the reason where there is no value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Everything that `evaluate` and `compare` have to say; terminal, JSON and HTML draw it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    status: VerdictStatus
    headline: str
    """What to do, in one line without the status word."""
    plan: Plan
    answered: int
    failed: int
    unanswered: int
    reviewed: int
    """Cases approved as they stand."""
    ruler: tuple[RulerNote, ...]
    gates: tuple[GateResult, ...]
    comparison: Comparison | None
    summaries: tuple[Summary, ...]
    slices: tuple[SliceSummary, ...]
    cases: tuple[CaseResult, ...]
    behaviours: tuple[tuple[str, str, int], ...]
    """Expected, observed, cases."""
    next_step: str
    """The next rung of the ladder, or the edit or command that helps most."""
    report: str = ""
    """Where the HTML report was written; empty: nowhere."""

    @property
    def exit_status(self) -> int:
        """0 fine; 1 the system or the set falls short; 3 the work is incomplete."""
        return {"passed": 0, "unreviewed": 0, "blocked": 1, "incomplete": 3}[self.status]
