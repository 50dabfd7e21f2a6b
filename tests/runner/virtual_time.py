"""A clock that moves only when somebody sleeps, so that waiting costs no time."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from goldsmith.runner.limits import Surroundings

_SETTLE = 30
"""Turns of the loop in which everything that does not sleep gets on."""


class VirtualTime:
    """Seconds since it was made. Whoever sleeps shortest wakes first."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []
        self._until: list[float] = []

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        until = self.now + seconds
        self._until.append(until)
        try:
            while self.now < until:
                for _ in range(_SETTLE):
                    await asyncio.sleep(0)
                if self.now < until == min(self._until):
                    self.now = until
        finally:
            self._until.remove(until)

    def around(self, **others: Any) -> Surroundings:
        """Return surroundings in which this time passes; the chance is seeded."""
        return Surroundings(**{"clock": self.clock, "sleep": self.sleep, "chance": Random(7), **others})
