"""Krippendorff's alpha where a rating is a selection: a set of names, such as the passages that a reviewer marked.

Two selections that share no name are as far apart as can be. So only those that share one are ever compared, and ten
thousand units cost what their shared names cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldsmith.stats.alpha import Alpha, Resampling, interval_of, no_alpha, require_resampling
from goldsmith.stats.intervals import Interval
from goldsmith.stats.set_overlap import Overlap
from goldsmith.stats.undefined import Undefined

FloatArray = NDArray[np.float64]
CountArray = NDArray[np.intp]
Selection = AbstractSet[str]

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class _Alike:
    """Distinct selections that share a name, in pairs."""

    first: CountArray
    second: CountArray
    overlap: FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class _Units:
    """The units that count, and their ratings one below the other."""

    disagreement: FloatArray
    """A unit: the distances of its ordered pairs of ratings, over the number of its ratings less one."""
    unit_of: CountArray
    selection_of: CountArray
    selections: int


def alpha_of_sets(
    units: Sequence[Sequence[Selection]], overlap: Overlap, *, resampling: Resampling | None = None
) -> Alpha:
    """Return alpha of units, each with the selections that its raters made, in any order.

    The distance of two selections is 1 - `overlap`, which is 0 for selections without a shared name (two empty ones are
    equal). Undefined where no unit has two selections, and where all selections that count are the same. Raises
    ValueError for a resampling that cannot be.
    """
    counted = [unit for unit in units if len(unit) >= 2]
    left_out = sum(1 for unit in units if len(unit) == 1)
    if not counted:
        return no_alpha(left_out, "no unit was rated by two")
    codes: dict[frozenset[str], int] = {}
    coded = [[codes.setdefault(frozenset(one), len(codes)) for one in unit] for unit in counted]
    alike = _alike(list(codes), overlap)
    held = _held(coded, list(codes), overlap)
    value = _alpha(np.ones(len(counted)), held, alike)
    if np.isnan(value):
        why = Undefined("all selections are the same")
        return Alpha(units=len(counted), left_out=left_out, ratings=len(held.unit_of), value=why, interval=why)
    interval: Interval | Undefined = Undefined("no interval was asked for")
    if resampling is not None:
        interval = _interval(held, alike, resampling)
    return Alpha(units=len(counted), left_out=left_out, ratings=len(held.unit_of), value=value, interval=interval)


def _alike(selections: list[frozenset[str]], overlap: Overlap) -> _Alike:
    holders: dict[str, list[int]] = {}
    for code, selection in enumerate(selections):
        for name in sorted(selection):
            holders.setdefault(name, []).append(code)
    pairs = {
        (first, second) for held in holders.values() for place, first in enumerate(held) for second in held[place + 1 :]
    }
    ordered = sorted(pairs)
    return _Alike(
        first=np.array([first for first, _ in ordered], dtype=np.intp),
        second=np.array([second for _, second in ordered], dtype=np.intp),
        overlap=np.array([overlap(selections[first], selections[second]) for first, second in ordered]),
    )


def _held(coded: list[list[int]], selections: list[frozenset[str]], overlap: Overlap) -> _Units:
    disagreement = []
    for unit in coded:
        apart = sum(
            2.0 * (1.0 - overlap(selections[first], selections[second]))
            for place, first in enumerate(unit)
            for second in unit[place + 1 :]
            if first != second
        )
        disagreement.append(apart / (len(unit) - 1))
    return _Units(
        disagreement=np.array(disagreement),
        unit_of=np.repeat(np.arange(len(coded), dtype=np.intp), [len(unit) for unit in coded]),
        selection_of=np.array([code for unit in coded for code in unit], dtype=np.intp),
        selections=len(selections),
    )


def _alpha(times: FloatArray, held: _Units, alike: _Alike) -> float:
    """Return alpha where each unit comes so many times; NaN where all selections are the same."""
    marginals = np.bincount(held.selection_of, weights=times[held.unit_of], minlength=held.selections)
    ratings = float(marginals.sum())
    same = float(marginals @ marginals)
    near = 2.0 * float((marginals[alike.first] * marginals[alike.second] * alike.overlap).sum())
    expected = ratings * ratings - same - near
    if expected <= _ROUNDING * ratings * ratings:
        return float("nan")
    return 1.0 - (ratings - 1.0) * float(times @ held.disagreement) / expected


def _interval(held: _Units, alike: _Alike, resampling: Resampling) -> Interval | Undefined:
    require_resampling(resampling)
    generator = np.random.default_rng(resampling.seed)
    units = len(held.disagreement)
    alphas = np.empty(resampling.resamples)
    for number in range(resampling.resamples):
        times = np.bincount(generator.integers(0, units, units), minlength=units).astype(np.float64)
        alphas[number] = _alpha(times, held, alike)
    return interval_of(alphas, resampling)
