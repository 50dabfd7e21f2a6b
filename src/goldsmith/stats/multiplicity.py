"""Many tests at once: adjusted p-values. An undefined test stays undefined and is not counted as a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from goldsmith.stats.undefined import Undefined

Absent = TypeVar("Absent", bound=Undefined | None)
"""How the caller writes "this test has no p": it comes back unchanged in its place."""


def benjamini_hochberg(p_values: Sequence[float | Absent]) -> tuple[float | Absent, ...]:
    """Return the p-values adjusted to bound the expected share of false alarms among the alarms.

    Benjamini & Hochberg 1995: the running minimum, from the largest down, of p·m/rank. `m` counts the defined tests.
    Raises ValueError when a p is not within [0, 1].
    """
    return _adjusted(p_values, _step_up)


def holm(p_values: Sequence[float | Absent]) -> tuple[float | Absent, ...]:
    """Return the p-values adjusted to bound the chance of a single false alarm (Holm 1979).

    The running maximum, from the smallest up, of p·(m - rank + 1), at most 1. `m` counts the defined tests.
    Raises ValueError when a p is not within [0, 1].
    """
    return _adjusted(p_values, _step_down)


def _adjusted(
    p_values: Sequence[float | Absent], adjust: Callable[[list[float]], list[float]]
) -> tuple[float | Absent, ...]:
    defined = [(float(p), place) for place, p in enumerate(p_values) if isinstance(p, float | int)]
    if not all(0.0 <= p <= 1.0 for p, _ in defined):
        message = "every p-value must lie within [0, 1]"
        raise ValueError(message)
    defined.sort()
    result = list(p_values)
    for (_, place), p in zip(defined, adjust([p for p, _ in defined]), strict=True):
        result[place] = p
    return tuple(result)


def _step_up(ascending: list[float]) -> list[float]:
    tests = len(ascending)
    smallest = 1.0
    adjusted = []
    for rank in range(tests, 0, -1):
        smallest = min(smallest, ascending[rank - 1] * tests / rank)
        adjusted.append(smallest)
    adjusted.reverse()
    return adjusted


def _step_down(ascending: list[float]) -> list[float]:
    tests = len(ascending)
    largest = 0.0
    adjusted = []
    for rank, p in enumerate(ascending, start=1):
        largest = min(1.0, max(largest, p * (tests - rank + 1)))
        adjusted.append(largest)
    return adjusted
