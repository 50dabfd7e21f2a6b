"""Times of spans as nanoseconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

_UNITS = {10: 1_000_000_000, 13: 1_000_000, 16: 1_000, 18: 1, 19: 1}
"""Digits of a count -> nanoseconds in its unit."""


def nanoseconds(value: Any) -> int:
    """Return an ISO 8601 time, or a count since 1970 as number or text, as nanoseconds; 0: it is none.

    A time without an offset is UTC, as the tools that write one mean it. How many digits a count has says whether it is
    of seconds, milliseconds, microseconds or nanoseconds: of those of today none has as many as another.
    """
    text = str(value) if value is not None and not isinstance(value, bool) else ""
    if text.isdecimal():
        unit = _UNITS.get(len(text), 0)
        return int(text) * unit if unit else 0
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return 0
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return round(moment.timestamp() * 1_000_000) * 1_000
