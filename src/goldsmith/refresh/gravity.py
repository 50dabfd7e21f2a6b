"""How grave each impact is, and how a person is asked about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import get_args

from goldsmith.records.refresh import Asking, Impact, Reason

_ORDER: tuple[Impact, ...] = get_args(Impact)
_BULK: tuple[Impact, ...] = (
    "document_renamed",
    "quote_merged",
    "changed_elsewhere",
    "anchor_moved",
    "retrieval_changed",
)

GRAVITY: Mapping[Impact, int] = MappingProxyType({impact: place for place, impact in enumerate(_ORDER)})
"""Place of each impact in the order of gravity, 0 the gravest."""


def asking_of(impact: Impact) -> Asking:
    """Return how a person is asked about a case whose gravest impact this is."""
    if impact == "untouched":
        return "none"
    return "bulk" if impact in _BULK else "single"


def gravest_first(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the reasons by gravity, and inside one impact by place in the case and by message."""
    return tuple(
        sorted(
            reasons,
            key=lambda one: (GRAVITY[one.impact], _place(one.need), _place(one.alternative), one.message),
        )
    )


def _place(number: int | None) -> int:
    # What is about the whole case comes behind what is about one passage of it.
    return 1 << 30 if number is None else number
