"""What a set can detect: how many cases show a change, and how small a change these cases show.

Two-sided tests. A paired pass/fail comparison is ruled by the flip share: the share of cases whose verdict differs
between the two runs in either direction, noise of the judge and the model included.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.stats.distributions import binomial_cdf, normal_quantile, require_open_share
from goldsmith.stats.intervals import standard_error
from goldsmith.stats.undefined import Undefined

LEAST_FLIPS = 0.15
"""Share of cases taken to flip between two runs however few did: few cases cannot show that fewer would."""
_ROUNDING = 1e-12
_NEGLIGIBLE = 1e-15


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredError:
    """The standard error of a mean whose values come in clusters, beside the one that ignores it."""

    mean: float
    clustered: float
    naive: float
    """What the error would be if all values were independent."""


def paired_sample_size(*, drop: float, flip_share: float, alpha: float = 0.05, power: float = 0.8) -> int:
    """Return the number of paired pass/fail cases that shows a true `drop` of the pass rate with the given power.

    n = (z_a·sqrt(psi) + z_b·sqrt(psi - drop²))² / drop², psi the flip share (Miettinen 1968, Connor 1987).
    Raises ValueError unless 0 < drop <= flip_share <= 1: a rate cannot fall by more than the cases that flip.
    """
    if not 0.0 < drop <= flip_share <= 1.0:
        message = f"a drop of {drop!r} needs a flip share from that to 1, not {flip_share!r}"
        raise ValueError(message)
    z_alpha, z_power = _z_values(alpha, power)
    root = z_alpha * math.sqrt(flip_share) + z_power * math.sqrt(flip_share - drop * drop)
    return max(1, math.ceil((root / drop) ** 2 * (1.0 - _ROUNDING)))


def smallest_visible_drop(
    cases: int, *, flip_share: float, alpha: float = 0.05, power: float = 0.8
) -> float | Undefined:
    """Return the smallest fall of the pass rate that `cases` paired cases show with the given power.

    The inverse of `paired_sample_size`, solved for the drop. Undefined where even flips that all go one way would not
    be seen. The result is a share: 0.14 is 14 points.
    """
    _require_cases(cases)
    if not 0.0 < flip_share <= 1.0:
        message = f"flip_share must lie within (0, 1], not {flip_share!r}"
        raise ValueError(message)
    z_alpha, z_power = _z_values(alpha, power)
    under_root = cases - z_alpha**2 + z_power**2
    if under_root >= 0:
        root = z_alpha * math.sqrt(cases) + z_power * math.sqrt(under_root)
        drop = math.sqrt(flip_share) * root / (cases + z_power**2)
        if drop <= flip_share:
            return drop
    return Undefined(f"{cases} cases of which {flip_share:.0%} flip cannot show a fall, even if all flips go one way")


def smallest_fall_that_flips(
    cases: int, *, least_flips: float, alpha: float = 0.05, power: float = 0.8
) -> float | Undefined:
    """Return the smallest fall of the pass rate that is seen where at least `least_flips` of the cases flip.

    A rate cannot fall by more than flips, so a fall greater than `least_flips` brings the flips that it needs: the drop
    of `smallest_visible_drop` grows with the root of the flip share and meets it at the square of its largest value.
    Undefined with so few cases that even flips that all go one way leave p = 2/2^n above `alpha`. Raises ValueError
    unless `least_flips` is a share.
    """
    _require_cases(cases)
    if not 0.0 <= least_flips <= 1.0:
        message = f"least_flips must lie within [0, 1], not {least_flips!r}"
        raise ValueError(message)
    if 2.0 ** (1 - cases) > alpha:
        return Undefined(f"{cases} case(s): p is at least 2/2^{cases} = {2.0 ** (1 - cases):.2f}, even if all flip")
    at_all_flips = smallest_visible_drop(cases, flip_share=1.0, alpha=alpha, power=power)
    if isinstance(at_all_flips, Undefined):
        return at_all_flips
    return at_all_flips * math.sqrt(max(least_flips, at_all_flips**2))


def design_effect(sizes: Sequence[int], *, correlation: float = 1.0) -> float:
    """Return by how much clusters of these sizes widen the variance of a mean: 1 + (sum m²/sum m - 1)·rho (Kish 1965).

    `correlation` is that of the values of one cluster; 1: they are always alike. Cases divided by it are the cases
    without kin that say as much. 1 for no cluster. Raises ValueError for an empty cluster.
    """
    if any(size < 1 for size in sizes) or not 0.0 <= correlation <= 1.0:
        message = f"needs clusters of 1 or more and a correlation from 0 to 1, not {sizes!r} and {correlation!r}"
        raise ValueError(message)
    total = sum(sizes)
    return 1.0 + (sum(size * size for size in sizes) / total - 1.0) * correlation if total else 1.0


def exact_mcnemar_power(cases: int, *, p_only_old: float, p_only_new: float, alpha: float = 0.05) -> float:
    """Return the power of the exact two-sided McNemar test, summed over every number of cases that may flip.

    `p_only_old` and `p_only_new` are the chances that a case passes with the old system only, and with the new only.
    Raises ValueError when they are negative or sum to more than 1.
    """
    _require_cases(cases)
    require_open_share("alpha", alpha)
    flip_share = p_only_old + p_only_new
    if min(p_only_old, p_only_new) < 0.0 or flip_share > 1.0 + _ROUNDING:
        message = f"{p_only_old!r} and {p_only_new!r} are not chances of two exclusive outcomes"
        raise ValueError(message)
    if flip_share == 0.0:
        return 0.0
    chance = p_only_old / flip_share
    critical = -1
    total = []
    for flips in range(cases + 1):
        # One flip more moves the critical count by at most one.
        if 2 * binomial_cdf(critical + 1, flips, 0.5) <= alpha * (1.0 + _ROUNDING):
            critical += 1
        weight = _binomial_mass(flips, cases, min(1.0, flip_share))
        if critical < 0 or weight < _NEGLIGIBLE:
            continue
        rejected = binomial_cdf(critical, flips, chance) + binomial_cdf(critical, flips, 1.0 - chance)
        total.append(weight * rejected)
    return math.fsum(total)


def smallest_visible_mean_drop(cases: int, *, sd: float, alpha: float = 0.05, power: float = 0.8) -> float:
    """Return the smallest fall of a mean of graded scores that is seen: (z_a + z_b)·sd/sqrt(n).

    `sd` is the standard deviation of the differences of the cases, in the unit of the scores.
    """
    _require_cases(cases)
    if not sd >= 0.0:
        message = f"sd must not be negative: {sd!r}"
        raise ValueError(message)
    return sum(_z_values(alpha, power)) * sd / math.sqrt(cases)


def standard_error_with_repeats(*, between: float, within: float, cases: int, repeats: int) -> float:
    """Return the standard error of a mean over `cases`, each run `repeats` times: sqrt((between + within/k)/n).

    `between` is the variance of the true values of the cases, `within` the variance of the runs of one case: repeats
    shrink only the second, so they cannot replace cases.
    """
    _require_cases(cases)
    if repeats < 1 or min(between, within) < 0.0:
        message = f"needs variances from 0 and at least 1 repeat, not {between!r}, {within!r} and {repeats}"
        raise ValueError(message)
    return math.sqrt((between + within / repeats) / cases)


def clustered_standard_error(clusters: Sequence[Sequence[float]]) -> ClusteredError | Undefined:
    """Return the standard error of the mean of all values when those of one cluster hang together.

    Paraphrases and repeats of one case are a cluster. sqrt(Σ_g(Σ_i(x_gi - mean))²)/n (Miller 2024). Undefined with
    fewer than 2 clusters that hold a value, and where all values are equal.
    """
    filled = [cluster for cluster in clusters if cluster]
    if len(filled) < 2:
        return Undefined(f"needs at least 2 clusters, there {'is 1' if filled else 'are none'}")
    values = [value for cluster in filled for value in cluster]
    naive = standard_error(values)
    if isinstance(naive, Undefined):
        return naive
    mean = math.fsum(values) / len(values)
    squares = math.fsum(math.fsum(value - mean for value in cluster) ** 2 for cluster in filled)
    return ClusteredError(mean=mean, clustered=math.sqrt(squares) / len(values), naive=naive)


def _binomial_mass(successes: int, trials: int, chance: float) -> float:
    if chance >= 1.0:
        return float(successes == trials)
    ways = math.lgamma(trials + 1) - math.lgamma(successes + 1) - math.lgamma(trials - successes + 1)
    return math.exp(ways + successes * math.log(chance) + (trials - successes) * math.log1p(-chance))


def _z_values(alpha: float, power: float) -> tuple[float, float]:
    require_open_share("alpha", alpha)
    require_open_share("power", power)
    return normal_quantile(1.0 - alpha / 2), normal_quantile(power)


def _require_cases(cases: int) -> None:
    if cases < 1:
        message = f"needs at least 1 case, not {cases}"
        raise ValueError(message)
