"""What the opening of reviews did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What opening did."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    opened: tuple[str, ...]
    """Cases of which a round began, in the order of the set."""
    closed: tuple[str, ...]
    """Cases that are gone from the set, or retired, and whose round ended without a word."""
    waiting: int
    """Reviews that wait for labels now."""
    double: int
    """Of those that were opened: how many two people label."""
    hands: int
    """People who may label. Where two are needed and there is one, nothing that needs two can be settled."""
