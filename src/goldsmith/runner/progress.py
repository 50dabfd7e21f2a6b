"""How far a run is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is. Only what is on disk counts."""

    kept: int
    """Results on disk, those of earlier sittings included."""
    total: int
    failed: int
    """Failures among those kept in this sitting."""
