"""One answered question of a production system, out of what it recorded about itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from goldsmith.records.case import Identity, Message
from goldsmith.records.response import Failure, Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A question, who asked it and when, and what the system showed: enough to hold it against the access rules."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    at: str
    """UTC time at which it began, ISO 8601 with Z; empty: the source says none."""
    question: str
    """Empty where the source holds none."""
    messages: tuple[Message, ...] = ()
    """Earlier turns."""
    identity: Identity | None = None
    """Who asked, as far as the source says; None: it does not say."""
    session: str = ""
    outcome: Reply | Failure
    latency_ms: float | None = None
    case: str = ""
    """Id of the case that was asked, where a run of an evaluation wrote the trace."""
    system: str = ""
    """Service or project that wrote it."""
    where: str = ""
    """File and record, as messages name it."""
    attributes: dict[str, Any] = field(default_factory=dict)
    """What else the source says of the trace as a whole, for slices: environment, release, tags."""
