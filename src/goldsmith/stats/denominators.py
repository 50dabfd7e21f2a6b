"""Means that say what they are a mean of: missing scores are counted, and slices are weighed openly."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldsmith.stats.undefined import Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredMean:
    """The mean of the scores that exist, beside how many were asked for."""

    mean: float
    scored: int
    asked: int

    @property
    def completeness(self) -> float:
        """The share of the asked cases that have a score."""
        return self.scored / self.asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What the mean over all asked cases would be at worst and at best, had every one a score."""

    worst: float
    best: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceTotal:
    """The sum of the scores of one slice (of passes, where a score is pass or fail) and the number of its cases."""

    total: float
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceMeans:
    """Two means of the same slices, which differ when slices differ in size."""

    micro: float
    """The mean over cases: a large slice counts for more."""
    macro: float
    """The mean over slices that have cases: each counts the same."""
    worst_slice: str
    """The slice with the lowest mean; the first by name among equals."""
    empty_slices: tuple[str, ...]
    """Slices without a case, by name: they are in neither mean."""


def scored_mean(scores: Sequence[float], *, asked: int) -> ScoredMean | Undefined:
    """Return the mean of `scores`, the values that exist among the `asked` cases.

    Raises ValueError when there are more scores than asked cases or a score is not finite.
    """
    _require_scores(scores, asked)
    if not scores:
        return Undefined(f"none of {asked} cases has a score" if asked else "no case was asked for")
    return ScoredMean(mean=math.fsum(scores) / len(scores), scored=len(scores), asked=asked)


def worst_and_best(scores: Sequence[float], *, asked: int) -> Bounds | Undefined:
    """Return the mean over all `asked` cases with every missing score taken as 0, and as 1 (Manski's bounds).

    For measures within [0, 1] only: raises ValueError for any other score, and when there are more scores than cases.
    """
    _require_scores(scores, asked)
    if not all(0.0 <= score <= 1.0 for score in scores):
        message = "bounds are known only for scores within [0, 1]"
        raise ValueError(message)
    if asked == 0:
        return Undefined("no case was asked for")
    total = math.fsum(scores)
    return Bounds(worst=total / asked, best=(total + asked - len(scores)) / asked)


def slice_means(slices: Mapping[str, SliceTotal]) -> SliceMeans | Undefined:
    """Return the mean over cases and the mean over slices; undefined when no slice has a case.

    Compare two systems only on the cases that both have: when the mix differs, the mean over cases can rise while every
    slice falls (Simpson 1951).
    """
    filled = {name: entry for name, entry in sorted(slices.items()) if entry.cases > 0}
    if not filled:
        return Undefined("no slice has a case")
    means = {name: entry.total / entry.cases for name, entry in filled.items()}
    return SliceMeans(
        micro=math.fsum(entry.total for entry in filled.values()) / sum(entry.cases for entry in filled.values()),
        macro=math.fsum(means.values()) / len(means),
        worst_slice=min(means, key=lambda name: (means[name], name)),
        empty_slices=tuple(sorted(set(slices) - set(filled))),
    )


def _require_scores(scores: Sequence[float], asked: int) -> None:
    if len(scores) > asked:
        message = f"{len(scores)} scores for {asked} cases"
        raise ValueError(message)
    if not all(map(math.isfinite, scores)):
        message = "every score must be a finite number"
        raise ValueError(message)
