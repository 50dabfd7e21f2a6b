"""Reasons: how grave each is, how a person is asked about it, and what a followed passage gives it to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import get_args

from goldsmith.records.refresh import Asking, Impact, Reason, TracedAlternative

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


def reason_of(trace: TracedAlternative, impact: Impact, message: str) -> Reason:
    """Return a reason about the passage that `trace` follows: where it stood, where it stands and what is proposed."""
    return Reason(
        impact=impact,
        message=message,
        need=trace.need,
        alternative=trace.alternative,
        method=trace.method,
        confidence=trace.confidence,
        before=trace.before,
        now=trace.now,
        pinned=trace.pinned,
    )


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
