"""A wrong answer that somebody met, and what became of it. Facts are appended, never changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A wrong answer, and the case that was written so that it is seen from now on."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["incident"] = "incident"
    id: str
    case: str
    question: str
    wrong_answer: str
    link: str | None = None
    """Where it was reported: a ticket, a conversation, a page."""
    at: str
    """UTC time, ISO 8601 with Z."""
    reporter: str
    missed_because: str
    """Why the set did not see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentClosed:
    """The case fails on the recorded wrong answer and passes on the mended system."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["closed"] = "closed"
    incident: str
    at: str
    run: str
    """The run in which the case passed."""
    case_digest: str
    """What the case said when both were seen."""
    red: tuple[str, ...]
    """Why the recorded answer fails."""


IncidentFact = Incident | IncidentClosed


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What came of a report."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    incident: Incident
    file: str
    line: int
    seen: bool
    """The case that was written fails on the wrong answer."""
    passages: tuple[tuple[str, str], ...]
    """Chunks that may be its evidence: id and first words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """Whether one incident could be closed."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    incident: Incident
    closed: bool
    told: str
    """Why, or what is missing."""


def open_incidents(facts: Iterable[IncidentFact]) -> tuple[Incident, ...]:
    """Return the incidents that nobody closed, oldest first."""
    held = tuple(facts)
    closed = {fact.incident for fact in held if isinstance(fact, IncidentClosed)}
    return tuple(fact for fact in held if isinstance(fact, Incident) and fact.id not in closed)
