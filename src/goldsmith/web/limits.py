"""How much one caller may ask for: a bucket that fills up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

_MOST_CALLERS = 10_000
"""Callers that are remembered."""


@dataclass(slots=True, kw_only=True)
class Limit:
    """`burst` calls at once, then `per_second`; each caller has a bucket of their own. For many threads."""

    per_second: float
    burst: float
    clock: Callable[[], float]
    """Seconds, monotonic."""
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By caller: what was left, and when."""
    _lock: Lock = field(default_factory=Lock)

    def wait_s(self, caller: str) -> float:
        """Count one call; 0 if it may pass, else the seconds until the next may."""
        with self._lock:
            now = self.clock()
            left = self._now_left(caller, now)
            if left < 1:
                return (1 - left) / self.per_second
            if caller not in self._left and len(self._left) >= _MOST_CALLERS:
                self._forget(now)
            self._left[caller] = (left - 1, now)
            return 0.0

    def _now_left(self, caller: str, now: float) -> float:
        left, at = self._left.get(caller, (self.burst, now))
        return min(self.burst, left + (now - at) * self.per_second)

    def _forget(self, now: float) -> None:
        """Drop the callers whose buckets are full; where that is not half of them, those heard of least lately too."""
        left = {name: held for name, held in self._left.items() if self._now_left(name, now) < self.burst}
        half = _MOST_CALLERS // 2
        if len(left) > half:
            left = dict(sorted(left.items(), key=lambda item: item[1][1])[-half:])
        self._left = left
