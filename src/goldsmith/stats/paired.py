"""Did two systems differ on the same cases? Tests and intervals over the per-case differences.

Differences are "new minus old" (or any fixed order), one row a case. A matrix of cases × measures is worked on in one
go: every resample draws the same cases, or the same signs, for all measures. A measure that is missing on some cases
cannot share a matrix with the others; give it its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldsmith.stats.distributions import normal_cdf, normal_quantile, require_open_share, student_two_sided_p
from goldsmith.stats.intervals import Interval, mean_interval, standard_error
from goldsmith.stats.undefined import Undefined

FloatArray = NDArray[np.float64]

EXACT_UP_TO = 30
"""The most differences other than 0 for which `sign_flip_tests` counts all sign patterns."""

_BLOCK_CELLS = 100_000
# Sums of the same differences in another order agree only so far; they are ties.
_TIE = 1e-9
_ROUNDING = 1e-12
# A chance too small for floating point is still a chance: no p is ever 0.
_LEAST_P = math.ulp(0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignFlip:
    """A paired randomisation test of one measure."""

    cases: int
    mean_difference: float
    p_value: float
    """Two-sided. Never 0."""
    exact: bool
    """All sign patterns were counted; otherwise they were drawn."""
    patterns: int
    """The sign patterns that were counted (2^cases) or drawn."""
    smallest_p: float
    """The smallest p that these data could give; above 0.05, nothing can be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class McNemar:
    """A test of two pass rates on the same cases."""

    only_old: int
    only_new: int
    p_value: float
    """Exact, two-sided; 1 when no case differs, never 0."""
    p_mid: float | Undefined
    """The mid-p, less conservative; undefined when no case differs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedT:
    """Student's test of the mean difference."""

    cases: int
    mean_difference: float
    t: float
    degrees_of_freedom: int
    p_value: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapInterval:
    """An interval of a mean difference from resampled cases."""

    cases: int
    mean_difference: float
    interval: Interval
    method: Literal["percentile", "bca"]
    resamples: int
    constant: bool
    """All differences are equal: the interval has width 0 because resampling sees no spread, not because it is sure."""


def smallest_sign_flip_p(differing_cases: int) -> float:
    """Return the smallest two-sided p of an exact sign-flip test: 2/2^n, n the cases whose difference is not 0."""
    if differing_cases < 0:
        message = f"{differing_cases} is not a count of cases"
        raise ValueError(message)
    return max(_LEAST_P, math.ldexp(1.0, 1 - max(1, differing_cases)))


def sign_flip_test(differences: Sequence[float], *, resamples: int = 10_000, seed: int) -> SignFlip | Undefined:
    """Test one measure; see `sign_flip_tests`."""
    return sign_flip_tests(_as_column(differences), resamples=resamples, seed=seed)[0]


def sign_flip_tests(differences: ArrayLike, *, resamples: int = 10_000, seed: int) -> tuple[SignFlip | Undefined, ...]:
    """Test whether the mean difference of each measure is 0 by flipping the signs of whole cases.

    `differences` is cases × measures. Under no difference each sign is a coin toss (Fisher 1935), so p is the share of
    sign patterns whose mean is at least as far from 0 as seen. Where at most `EXACT_UP_TO` differences are not 0, all
    patterns are counted; otherwise `resamples` are drawn and p = (hits + 1)/(resamples + 1) (Phipson & Smyth 2010).
    Undefined without a case. Raises ValueError for other shapes and for values that are not finite.
    """
    matrix = _as_matrix(differences)
    _require_resamples(resamples)
    cases, measures = _shape(matrix)
    if cases == 0:
        return (Undefined("needs at least 1 case, there is none"),) * measures
    differing = np.count_nonzero(matrix, axis=0)
    drawn = np.flatnonzero(differing > EXACT_UP_TO)
    drawn_p = dict(zip(drawn.tolist(), _drawn_p(matrix[:, drawn], resamples, seed), strict=True))
    results: list[SignFlip | Undefined] = []
    for measure in range(measures):
        column = matrix[:, measure]
        exact = measure not in drawn_p
        results.append(
            SignFlip(
                cases=cases,
                mean_difference=math.fsum(column.tolist()) / cases,
                p_value=_exact_p(column[column != 0.0]) if exact else drawn_p[measure],
                exact=exact,
                patterns=2**cases if exact else resamples,
                smallest_p=smallest_sign_flip_p(int(differing[measure])) if exact else 1 / (resamples + 1),
            )
        )
    return tuple(results)


def mcnemar(only_old: int, only_new: int) -> McNemar:
    """Test whether two pass rates on the same cases differ: only cases where the two verdicts differ matter.

    Two-sided binomial test of the two counts at 1/2 (McNemar 1947), in whole numbers; mid-p: Fagerland et al. 2013.
    Raises ValueError for a negative count.
    """
    if min(only_old, only_new) < 0:
        message = f"{only_old} and {only_new} are not counts of cases"
        raise ValueError(message)
    differing = only_old + only_new
    if differing == 0:
        no_mid = Undefined("no case differs")
        return McNemar(only_old=only_old, only_new=only_new, p_value=1.0, p_mid=no_mid)
    ways = tail = 1
    for successes in range(min(only_old, only_new)):
        ways = ways * (differing - successes) // (successes + 1)
        tail += ways
    patterns = 2**differing
    both_tails = min(2 * tail, patterns)
    return McNemar(
        only_old=only_old,
        only_new=only_new,
        p_value=max(_LEAST_P, both_tails / patterns),
        p_mid=max(_LEAST_P, (both_tails - ways) / patterns),
    )


def paired_t(differences: Sequence[float], *, level: float = 0.95) -> PairedT | Undefined:
    """Test whether the mean difference is 0 under a normal model; undefined below 2 cases and for equal differences."""
    error = standard_error(differences)
    interval = mean_interval(differences, level=level)
    if isinstance(error, Undefined) or isinstance(interval, Undefined):
        return Undefined("needs at least 2 cases whose differences are not all equal")
    cases = len(differences)
    mean = math.fsum(differences) / cases
    t = mean / error
    return PairedT(
        cases=cases,
        mean_difference=mean,
        t=t,
        degrees_of_freedom=cases - 1,
        p_value=student_two_sided_p(t, cases - 1),
        interval=interval,
    )


def bootstrap_interval(
    differences: Sequence[float],
    *,
    method: Literal["percentile", "bca"] = "bca",
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int,
) -> BootstrapInterval | Undefined:
    """Return the interval of one measure; see `bootstrap_intervals`."""
    column = _as_column(differences)
    return bootstrap_intervals(column, method=method, level=level, resamples=resamples, seed=seed)[0]


def bootstrap_intervals(
    differences: ArrayLike,
    *,
    method: Literal["percentile", "bca"] = "bca",
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int,
) -> tuple[BootstrapInterval | Undefined, ...]:
    """Return the interval of the mean difference of each measure from cases drawn with replacement.

    `differences` is cases × measures. ``percentile`` takes the quantiles of the resampled means (Efron 1979), ``bca``
    corrects them for bias and skewness (Efron 1987). Undefined below 2 cases, where every resample is the same.
    Raises ValueError for other shapes and for values that are not finite.
    """
    matrix = _as_matrix(differences)
    require_open_share("level", level)
    _require_resamples(resamples)
    cases, measures = _shape(matrix)
    if cases < 2:
        return (Undefined(f"needs at least 2 cases, there {'is 1' if cases else 'are none'}"),) * measures
    means = np.ascontiguousarray(bootstrap_means(matrix, resamples=resamples, seed=seed).T)
    results: list[BootstrapInterval | Undefined] = []
    for measure in range(measures):
        column = matrix[:, measure]
        constant = bool(np.ptp(column) <= _ROUNDING * np.max(np.abs(column)))
        mean = math.fsum(column.tolist()) / cases
        if constant:
            interval = Interval(low=mean, high=mean, level=level)
        else:
            tails = ((1.0 - level) / 2, (1.0 + level) / 2)
            if method == "bca":
                tails = _bca_tails(column, means[measure], tails)
            low, high = np.quantile(means[measure], tails).tolist()
            interval = Interval(low=low, high=high, level=level)
        results.append(
            BootstrapInterval(
                cases=cases,
                mean_difference=mean,
                interval=interval,
                method=method,
                resamples=resamples,
                constant=constant,
            )
        )
    return tuple(results)


def bootstrap_means(differences: ArrayLike, *, resamples: int = 10_000, seed: int) -> FloatArray:
    """Return the mean of each measure in each resample of the cases: resamples × measures.

    Raises ValueError without a case, for other shapes than cases × measures and for values that are not finite.
    """
    matrix = _as_matrix(differences)
    _require_resamples(resamples)
    cases = matrix.shape[0]
    if cases == 0:
        message = "needs at least 1 case"
        raise ValueError(message)
    generator = np.random.default_rng(seed)
    means = np.empty((resamples, matrix.shape[1]))
    # How often each case was drawn, times the differences, is the sum of the resample: one matrix product does what a
    # gather of every drawn row would. Blocks stay inside the cache.
    block = max(1, _BLOCK_CELLS // cases)
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        drawn = generator.integers(0, cases, (rows, cases), dtype=np.intp)
        drawn += (np.arange(rows, dtype=np.intp) * cases)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * cases).reshape(rows, cases)
        means[start : start + rows] = counts.astype(np.float64) @ matrix
    means /= cases
    return means


def _bca_tails(column: FloatArray, means: FloatArray, tails: tuple[float, float]) -> tuple[float, float]:
    """Return the shares of the resampled means at which a bias-corrected, accelerated interval ends."""
    centred = column - column.mean()
    # For a mean the jackknife's acceleration has this closed form.
    acceleration = float((centred**3).sum()) / (6.0 * float((centred**2).sum()) ** 1.5)
    centre = float(column.mean())
    tie = _TIE * float(np.abs(column).mean())
    below = np.count_nonzero(means < centre - tie)
    at_most = np.count_nonzero(means <= centre + tie)
    # A share of 0 or 1 comes from few resamples and has no normal quantile.
    share = min(max(0.5 * (below + at_most), 0.5), len(means) - 0.5) / len(means)
    bias = normal_quantile(share)
    low, high = (_bca_tail(bias, acceleration, tail) for tail in tails)
    return low, high


def _bca_tail(bias: float, acceleration: float, tail: float) -> float:
    shifted = bias + normal_quantile(tail)
    divisor = 1.0 - acceleration * shifted
    if divisor <= 0.0:
        return float(shifted > 0.0)
    return normal_cdf(bias + shifted / divisor)


def _drawn_p(matrix: FloatArray, resamples: int, seed: int) -> list[float]:
    cases, measures = _shape(matrix)
    if measures == 0:
        return []
    generator = np.random.default_rng(seed)
    total = matrix.sum(axis=0)
    far = np.abs(total) - _TIE * np.abs(matrix).sum(axis=0)
    hits = np.zeros(measures, dtype=np.intp)
    block = max(1, _BLOCK_CELLS // cases)
    kept = np.empty((min(block, resamples), cases))
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        packed = np.frombuffer(generator.bytes(rows * ((cases + 7) // 8)), dtype=np.uint8).reshape(rows, -1)
        kept[:rows] = np.unpackbits(packed, axis=1, count=cases)
        # Sum under the signs = what is kept minus what is flipped = twice what is kept, minus all.
        hits += np.count_nonzero(np.abs(2.0 * (kept[:rows] @ matrix) - total) >= far, axis=0)
    return [(int(hit) + 1) / (resamples + 1) for hit in hits]


def _exact_p(differing: FloatArray) -> float:
    """Return the share of all sign patterns at least as far from 0, from the sums of two halves of the differences."""
    far = abs(math.fsum(differing.tolist())) - _TIE * float(np.abs(differing).sum())
    if far <= 0.0:
        return 1.0
    # Sorted, so that the p does not depend on the order of the cases in its last digit.
    ordered = np.sort(differing)
    left = _signed_sums(ordered[::2])
    right = np.sort(_signed_sums(ordered[1::2]))
    hits = right.size * left.size - int(np.searchsorted(right, far - left, side="left").sum())
    hits += int(np.searchsorted(right, -far - left, side="right").sum())
    return hits / (left.size * right.size)


def _signed_sums(values: FloatArray) -> FloatArray:
    sums = np.zeros(1)
    for value in values:
        sums = np.concatenate((sums - value, sums + value))
    return sums


def _as_column(differences: Sequence[float]) -> FloatArray:
    return np.asarray(differences, dtype=np.float64).reshape(-1, 1)


def _as_matrix(differences: ArrayLike) -> FloatArray:
    matrix = np.asarray(differences, dtype=np.float64)
    if matrix.ndim != 2:
        message = f"differences must be cases x measures, not of {matrix.ndim} dimensions"
        raise ValueError(message)
    if not np.isfinite(matrix).all():
        message = "every difference must be a finite number"
        raise ValueError(message)
    return np.ascontiguousarray(matrix)


def _shape(matrix: FloatArray) -> tuple[int, int]:
    cases, measures = matrix.shape
    return int(cases), int(measures)


def _require_resamples(resamples: int) -> None:
    if resamples < 1:
        message = f"needs at least 1 resample, not {resamples}"
        raise ValueError(message)
