"""How alike two selections are: 1 the same, 0 nothing in common. Two empty selections are the same."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

Overlap = Callable[[AbstractSet[str], AbstractSet[str]], float]
"""From two sets to how alike they are: 1 for equal sets, 0 where they share nothing, the same in both orders."""


def jaccard(first: AbstractSet[str], second: AbstractSet[str]) -> float:
    """Return what both selected as a share of what either did (Jaccard 1912)."""
    if not first and not second:
        return 1.0
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared)


def masi(first: AbstractSet[str], second: AbstractSet[str]) -> float:
    """Return MASI (Passonneau 2006): Jaccard times 1 for equal sets, 2/3 where one holds the other, else 1/3.

    So a selection that adds to another one differs less from it than one that goes elsewhere.
    """
    if first == second:
        return 1.0
    nested = first < second or second < first
    return jaccard(first, second) * (2.0 if nested else 1.0) / 3.0
