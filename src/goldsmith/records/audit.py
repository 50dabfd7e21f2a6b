"""What an audit of production traces found: who saw what they may not, and what nobody can tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.observation import Leak


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedTrace:
    """One trace in which a denied source showed."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    trace: str
    at: str
    """UTC time, ISO 8601 with Z; empty: the trace tells none."""
    user: str
    tenant: str | None
    rules: str
    """Label of the revision whose access rules held."""
    leaks: tuple[Leak, ...]
    where: str
    """File and record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Untold:
    """Traces of which nothing can be said, for one reason."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    why: str
    traces: int
    first: tuple[str, ...]
    """Ids of some of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesUsed:
    """One revision, and the traces that were held against its access rules."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    revision: str
    since: str
    """UTC time from which its rules hold; empty: from the beginning."""
    traces: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The whole audit."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    files: tuple[str, ...]
    format: str
    traces: int
    tried: int
    """Traces in which something was denied to whoever asked, and that show enough to tell."""
    leaking: tuple[AuditedTrace, ...]
    untold: tuple[Untold, ...]
    free: int
    """Traces of people to whom nothing is denied: they could show no leak."""
    rules: tuple[RulesUsed, ...]
    rules_out: float | None
    """Rate of leaks that the clean traces exclude (95 %, one-sided); None where there is a leak or no trial."""
    notes: tuple[str, ...]
    next_step: str

    @property
    def exit_status(self) -> int:
        """1: a leak · 3: no leak, and something cannot be told · 0: neither."""
        undecided = bool(self.untold) or not self.tried
        return 1 if self.leaking else 3 if undecided else 0
