"""The distributions that intervals and tests stand on: normal, beta and Student's t.

Written out here so that the core needs no scientific package. Accurate to 1e-9 or better at the sizes of evaluations.
"""

from __future__ import annotations

import math
from statistics import NormalDist

_STANDARD_NORMAL = NormalDist()
_SMALLEST = 1e-300
_FRACTION_PRECISION = 1e-14
_QUANTILE_PRECISION = 1e-12
_MOST_STEPS = 200


def normal_cdf(z: float) -> float:
    """Return the chance that a standard normal value is at most `z`."""
    return _STANDARD_NORMAL.cdf(z)


def normal_quantile(probability: float) -> float:
    """Return the standard normal value below which `probability`, inside (0, 1), lies."""
    return _STANDARD_NORMAL.inv_cdf(probability)


def two_sided_z(level: float) -> float:
    """Return z such that a standard normal value lies within ±z with chance `level`, inside (0, 1)."""
    require_open_share("level", level)
    return normal_quantile(0.5 + level / 2)


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b) for x in [0, 1] and positive a, b."""
    return _beta_cdf(x, 1.0 - x, a, b)


def beta_quantile(probability: float, a: float, b: float) -> float:
    """Return x with I_x(a, b) = `probability`, by Newton's steps kept inside a shrinking bracket.

    `probability` is inside (0, 1); for one from 1e-9 to 1 - 1e-6 the error is below 1e-9.
    """
    low, high = 0.0, 1.0
    x = a / (a + b)
    for _ in range(_MOST_STEPS):
        excess = beta_cdf(x, a, b) - probability
        if excess > 0:
            high = x
        else:
            low = x
        density = math.exp(_log_beta_kernel(x, 1.0 - x, a, b)) / (x * (1.0 - x))
        # A flat tail has a density of 0 in floating point: there only halving makes progress.
        following = x - excess / density if density > 0 else -1.0
        if not low < following < high:
            following = (low + high) / 2
        step, x = abs(following - x), following
        if step <= _QUANTILE_PRECISION * x or not 0.0 < x < 1.0:
            break
    return x


def student_two_sided_p(t: float, degrees_of_freedom: float) -> float:
    """Return the chance that Student's t is at least as far from 0 as `t`."""
    square = t * t
    total = degrees_of_freedom + square
    return _beta_cdf(degrees_of_freedom / total, square / total, degrees_of_freedom / 2, 0.5)


def student_two_sided_t(level: float, degrees_of_freedom: float) -> float:
    """Return t such that Student's t lies within ±t with chance `level`, inside (0, 1)."""
    require_open_share("level", level)
    inside = beta_quantile(level, 0.5, degrees_of_freedom / 2)
    if inside <= 0.5:
        return math.sqrt(degrees_of_freedom * inside / (1.0 - inside))
    # Near 1 the share inside has lost its digits; the share outside still has them.
    outside = beta_quantile(1.0 - level, degrees_of_freedom / 2, 0.5)
    return math.sqrt(degrees_of_freedom * (1.0 - outside) / outside)


def binomial_cdf(successes: int, trials: int, chance: float) -> float:
    """Return the chance of at most `successes` in `trials` independent trials of the given chance."""
    if successes < 0:
        return 0.0
    if successes >= trials:
        return 1.0
    return _beta_cdf(1.0 - chance, chance, trials - successes, successes + 1)


def require_open_share(name: str, value: float) -> None:
    """Raise ValueError unless `value` lies inside (0, 1)."""
    if not 0.0 < value < 1.0:
        message = f"{name} must lie between 0 and 1 (both excluded), not {value!r}"
        raise ValueError(message)


def _beta_cdf(x: float, y: float, a: float, b: float) -> float:
    """Return I_x(a, b); `y` is 1 - x, given apart because it may carry digits that 1 - x has lost."""
    if x <= 0.0:
        return 0.0
    if y <= 0.0:
        return 1.0
    kernel = math.exp(_log_beta_kernel(x, y, a, b))
    # The fraction converges fast on this side of the mean only; the other side is its mirror.
    if x <= (a + 1.0) / (a + b + 2.0):
        return kernel * _beta_fraction(x, a, b) / a
    return 1.0 - kernel * _beta_fraction(y, b, a) / b


def _log_beta_kernel(x: float, y: float, a: float, b: float) -> float:
    """Return log(x^a y^b / B(a, b))."""
    return a * math.log(x) + b * math.log(y) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)


def _beta_fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method."""
    numerator = 1.0
    denominator = 1.0 / _away_from_zero(1.0 - (a + b) * x / (a + 1.0))
    value = denominator
    change = 0.0
    m = 0
    while abs(change - 1.0) >= _FRACTION_PRECISION:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for coefficient in (even, odd):
            denominator = 1.0 / _away_from_zero(1.0 + coefficient * denominator)
            numerator = _away_from_zero(1.0 + coefficient / numerator)
            change = numerator * denominator
            value *= change
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
