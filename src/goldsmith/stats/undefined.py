"""Absence of a figure as a value: every reader has to face it, and it says why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Undefined:
    """There is no such figure for these data."""

    reason: str
    """Why, in words for a report, such as ``needs at least 2 cases, there is 1``."""
