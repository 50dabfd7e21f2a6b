"""How a run is carried out, and how far it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from goldsmith.errors import ConfigurationError


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How many calls at once, how long each may take, how often each case is asked.

    Raises ConfigurationError for a number with which nothing could be asked.
    """

    concurrency: int = 8
    timeout_s: float = 120.0
    """Longest wall time of one call."""
    repeats: int = 1

    def __post_init__(self) -> None:
        for name, value in (("concurrency", self.concurrency), ("repeats", self.repeats)):
            if value < 1:
                raise ConfigurationError(f"{name} is {value}", next_step=f"set {name} to 1 or more")
        if not (math.isfinite(self.timeout_s) and self.timeout_s > 0):
            raise ConfigurationError(
                f"timeout_s is {self.timeout_s}", next_step="set timeout_s to the seconds that one call may take"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is. Only what is on disk counts."""

    kept: int
    """Results on disk, those of earlier sittings included."""
    total: int
    failed: int
    """Failures among those kept in this sitting."""
