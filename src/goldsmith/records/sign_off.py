"""A person's word for a run: who, in which role, what they state, and over exactly what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.verdict import VerdictStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOff:
    """One statement, bound to the digest of the run that it speaks of. Appended, never changed."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    run: str
    run_digest: str
    """SHA-256 over plan, cases, responses and verdict of the run."""
    person: str
    role: str
    statement: str
    at: str
    """UTC time, ISO 8601 with Z."""
    system: str
    set_name: str
    corpus: str | None
    verdict: VerdictStatus
    gates: tuple[tuple[str, str], ...]
    """Gate and how it stood."""
    guarded: int
    """Cases on which something was denied to whoever asked; 0: the run says nothing of access."""
    not_observed: tuple[tuple[str, int], ...]
    """Channels that were not seen, and on how many guarded cases: the statement does not cover them."""
    previous: str | None = None
    """Digest of the statement before this one: a chain that shows a gap or a change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOffChecked:
    """A statement held against what lies in the run folder today."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    sign_off: SignOff
    state: str
    """`holds`, `changed` (the run is no longer what was signed) or `gone` (its folder is not here)."""
