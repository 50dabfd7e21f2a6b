"""One call as a person looks at it: what was sent, what came back, and what was made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.response import Failure, Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A call and its reply, every secret hidden."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    method: str
    url: str
    request_headers: tuple[tuple[str, str], ...]
    request_body: str
    """Empty where none was sent."""
    status: int | None
    """None: there was no reply."""
    response_headers: tuple[tuple[str, str], ...]
    response_body: str
    """As received, a stream as it stood on the wire; bytes that are no UTF-8 are replaced."""
    duration_ms: float
    outcome: Reply | Failure
    """What the reply was read as, or why it could not be."""
    missing: tuple[str, ...]
    """Parts that the settings map and that the reply does not hold, with what was found instead."""
    unread: tuple[str, ...]
    """Names in the reply that nothing reads."""
    echoed: tuple[str, ...]
    """Names of the secrets that the reply gave back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """One question asked by hand, and what was made of the reply."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    system: str
    question: str
    user: str | None
    exchange: Exchange | None
    """As it went over the wire; None: the system is called in no way that could be shown."""
    outcome: Reply | Failure
    latency_ms: float
    shown: tuple[str, ...]
    """Parts of the reply that are there."""
    absent: tuple[tuple[str, str], ...]
    """Parts that are not, and what nobody can tell without them."""
    known_ids: int
    """Ids in the reply that the frozen corpus holds."""
    unknown_ids: tuple[str, ...]
    """Those that it does not hold."""
    next_step: str
