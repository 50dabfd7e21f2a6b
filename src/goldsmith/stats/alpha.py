"""Krippendorff's alpha: agreement of any number of raters, with ratings missing, and with any distance.

alpha = 1 - observed / expected disagreement. Observed: the mean distance of two ratings of one unit. Expected: the mean
distance of any two ratings, whichever units they are of. Units with a single rating say nothing and are left out.
1: all agree; 0: as if ratings were shuffled over the units; below 0: they differ more than that.
(Krippendorff, Content Analysis, 4th edition 2019, chapter 12; intervals: units drawn with replacement.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldsmith.stats.distributions import require_open_share
from goldsmith.stats.intervals import Interval
from goldsmith.stats.undefined import Undefined

FloatArray = NDArray[np.float64]
CountArray = NDArray[np.intp]

Metric = Literal["nominal", "ordinal", "interval", "ratio"]
"""Of two ratings: whether they differ; how many ratings lie between them in order; their difference; the difference as
a share of their sum. All but the first are squared."""

_BLOCK_CELLS = 400_000
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """How an interval is drawn."""

    level: float = 0.95
    resamples: int = 1_000
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Alpha:
    """Krippendorff's alpha, and what it rests on."""

    units: int
    """Units with two ratings or more."""
    left_out: int
    """Units with a single rating."""
    ratings: int
    """Of the units that count."""
    value: float | Undefined
    interval: Interval | Undefined
    """Percentiles of alpha over resampled units. Undefined where none was asked for, where resampling sees no spread,
    and where too many resamples hold one value only and so have no alpha."""


def krippendorff_alpha(
    ratings: ArrayLike, *, metric: Metric | FloatArray = "nominal", resampling: Resampling | None = None
) -> Alpha:
    """Return alpha of raters x units; NaN: the rater did not rate the unit.

    `metric` names a distance, or is the matrix of distances between the values 0, 1, 2 … that the ratings then are:
    symmetric, 0 on its diagonal. Undefined where no unit has two ratings, and where all pairable ratings are one value.
    Raises ValueError for other shapes, infinite ratings, and ratings that the matrix does not know.
    """
    given = np.asarray(ratings, dtype=np.float64)
    if given.ndim != 2:
        message = f"ratings must be raters x units, not of {given.ndim} dimensions"
        raise ValueError(message)
    if np.isinf(given).any():
        message = "every rating must be a finite number, or NaN where there is none"
        raise ValueError(message)
    counts, values = _unit_counts(given, metric)
    rated = counts.sum(axis=1)
    left_out = int((rated == 1).sum())
    counts = counts[rated >= 2]
    if len(counts) == 0:
        return no_alpha(left_out, "no unit was rated by two")
    # Units with the same ratings are interchangeable: a handful of patterns stands for thousands of units.
    patterns, times = np.unique(counts, axis=0, return_counts=True)
    pairs = _coincidences(patterns)
    whole = _alphas(times[None, :].astype(np.float64) @ pairs, values, metric)[0]
    value = Undefined("only one value was given") if np.isnan(whole) else float(whole)
    interval: Interval | Undefined = Undefined("no interval was asked for")
    if isinstance(value, Undefined):
        interval = value
    elif resampling is not None:
        drawn = _drawn(times, resampling) @ pairs
        interval = interval_of(_alphas(drawn, values, metric), resampling)
    return Alpha(
        units=len(counts), left_out=left_out, ratings=round(float(counts.sum())), value=value, interval=interval
    )


def interval_of(alphas: FloatArray, resampling: Resampling) -> Interval | Undefined:
    """Return the percentile interval of the alphas of resamples; NaN: the resample had none."""
    tail = (1.0 - resampling.level) / 2
    absent = float(np.isnan(alphas).mean())
    if absent > tail:
        return Undefined(f"in {absent * 100:.0f} % of the resamples only one value is left")
    told = alphas[~np.isnan(alphas)]
    low, high = np.quantile(told, (tail, 1.0 - tail)).tolist()
    if high - low <= _ROUNDING:
        return Undefined("all resamples are alike, so resampling sees no spread")
    return Interval(low=low, high=high, level=resampling.level)


def require_resampling(resampling: Resampling) -> None:
    """Raise ValueError for a level outside (0, 1) and for less than one resample."""
    require_open_share("level", resampling.level)
    if resampling.resamples < 1:
        message = f"needs at least 1 resample, not {resampling.resamples}"
        raise ValueError(message)


def no_alpha(left_out: int, reason: str) -> Alpha:
    """Return what there is to say where no unit counts."""
    why = Undefined(reason)
    return Alpha(units=0, left_out=left_out, ratings=0, value=why, interval=why)


def _unit_counts(given: FloatArray, metric: Metric | FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return units x values, and the values; only those that were given, unless a matrix says which there are."""
    present = ~np.isnan(given)
    told = given[present]
    if isinstance(metric, str):
        values, codes = np.unique(told, return_inverse=True)
    else:
        values = np.arange(len(metric), dtype=np.float64)
        _require_distances(metric)
        codes = told.astype(np.intp)
        if told.size and not ((codes == told).all() and int(codes.min()) >= 0 and int(codes.max()) < len(metric)):
            message = f"every rating must be a whole number from 0 to {len(metric) - 1}, a row of the matrix"
            raise ValueError(message)
    units = given.shape[1]
    places = np.nonzero(present)[1] * len(values) + codes
    counts = np.bincount(places, minlength=units * len(values)).reshape(units, len(values))
    return counts.astype(np.float64), values


def _require_distances(matrix: FloatArray) -> None:
    square = matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1]
    if not square or not (np.isfinite(matrix).all() and (matrix == matrix.T).all() and not np.diag(matrix).any()):
        message = "distances must be a symmetric matrix of finite numbers with 0 on its diagonal"
        raise ValueError(message)


def _coincidences(patterns: FloatArray) -> FloatArray:
    """Return patterns x values²: the ordered pairs of ratings within a unit, over the number of ratings less one."""
    rated = patterns.sum(axis=1)
    pairs = patterns[:, :, None] * patterns[:, None, :]
    diagonal = np.arange(patterns.shape[1])
    pairs[:, diagonal, diagonal] -= patterns
    pairs /= (rated - 1.0)[:, None, None]
    flat: FloatArray = pairs.reshape(len(patterns), -1)
    return flat


def _drawn(times: CountArray, resampling: Resampling) -> FloatArray:
    """Return how often each pattern comes in each resample of as many units."""
    require_resampling(resampling)
    units = int(times.sum())
    generator = np.random.default_rng(resampling.seed)
    return generator.multinomial(units, times / units, size=resampling.resamples).astype(np.float64)


def _alphas(coincidences: FloatArray, values: FloatArray, metric: Metric | FloatArray) -> FloatArray:
    """Return alpha of each row of resamples x values²; NaN where all ratings are one value."""
    size = len(values)
    found = np.empty(len(coincidences))
    block = max(1, _BLOCK_CELLS // max(1, size * size))
    for start in range(0, len(coincidences), block):
        held = coincidences[start : start + block].reshape(-1, size, size)
        found[start : start + block] = _block_of_alphas(held, values, metric)
    return found


def _block_of_alphas(held: FloatArray, values: FloatArray, metric: Metric | FloatArray) -> FloatArray:
    marginals = held.sum(axis=2)
    ratings = marginals.sum(axis=1)
    distances = _distances(marginals, values, metric)
    observed = (held * distances).sum(axis=(1, 2))
    expected = (marginals[:, :, None] * marginals[:, None, :] * distances).sum(axis=(1, 2))
    # Distances may be of any size: what is nothing beside the largest one is nothing.
    least = _ROUNDING * np.maximum(1.0, np.abs(distances).max(axis=(1, 2), initial=0.0)) * ratings
    found: FloatArray = np.full(len(held), np.nan)
    spread = expected > least
    found[spread] = 1.0 - (ratings[spread] - 1.0) * observed[spread] / expected[spread]
    return found


def _distances(marginals: FloatArray, values: FloatArray, metric: Metric | FloatArray) -> FloatArray:
    """Return the distance of each two values: one matrix, or one a resample where it depends on how often they came."""
    if not isinstance(metric, str):
        return metric[None, :, :]
    one, other = values[:, None], values[None, :]
    match metric:
        case "nominal":
            differing: FloatArray = np.not_equal(one, other).astype(np.float64)[None, :, :]
            return differing
        case "interval":
            return ((one - other) ** 2)[None, :, :]
        case "ratio":
            total = one + other
            share: FloatArray = np.divide(one - other, total, out=np.zeros_like(total), where=total != 0.0)
            return (share * share)[None, :, :]
        case "ordinal":
            # The ratings strictly between two values, and half of those at either.
            middle = np.cumsum(marginals, axis=1) - marginals / 2.0
            ordinal: FloatArray = (middle[:, :, None] - middle[:, None, :]) ** 2
            return ordinal
