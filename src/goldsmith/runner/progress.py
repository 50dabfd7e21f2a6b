"""How far a run is, and how long the rest of it will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

RECENT = 128
"""Results that the pace is read from."""
_FEWEST = 8
"""Results before anything is said of the time left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is. Only what is on disk counts, and all of it counts, whichever sitting it came from."""

    kept: int
    """Results on disk."""
    total: int
    failed: int
    """Failures among those kept."""
    calls: int = 0
    """Calls made, those tried again included; what a kill cut off is not among them."""
    retried: int = 0
    """Calls among them that tried again."""
    cost_usd: float | None = None
    """What the replies told of their cost, together; None: none of them told."""
    elapsed_s: float = 0
    """Since this sitting began."""
    left_s: float | None = None
    """What is left at the pace of the latest results; None: too few of them yet."""


def time_left(times: Sequence[float], left: int) -> float | None:
    """Return the seconds that `left` results will take; `times` are the start and when the latest ones were kept.

    The pace is the median over stretches of a quarter of them: results that arrive in bursts are not taken for a fast
    pace, nor one long pause for a slow one. None where fewer than eight results say too little.
    """
    if left == 0:
        return 0.0
    if len(times) <= _FEWEST:
        return None
    stretch = len(times) // 4
    paces = [(later - earlier) / stretch for earlier, later in zip(times, times[stretch:], strict=False)]
    return median(paces) * left
