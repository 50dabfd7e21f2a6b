"""The middle of values whose distribution nobody knows, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from goldsmith.stats.distributions import binomial_cdf, require_open_share
from goldsmith.stats.intervals import Interval
from goldsmith.stats.undefined import Undefined


def median_interval(values: Sequence[float], *, level: float = 0.95) -> Interval | Undefined:
    """Return the distribution-free interval of a median from the order of the values (the sign test turned round).

    From the k-th smallest to the k-th largest, k the greatest number with P(B(n, 1/2) < k) <= (1 - level)/2.
    Undefined with so few values that even the smallest and the largest are too near: below 6 at 0.95.
    """
    require_open_share("level", level)
    ordered = sorted(values)
    tail = (1.0 - level) / 2
    place = 0
    while binomial_cdf(place, len(ordered), 0.5) <= tail and place < len(ordered) // 2:
        place += 1
    if not place:
        least = math.ceil(1 - math.log2(1.0 - level))
        return Undefined(f"needs at least {least} values, there are {len(ordered)}")
    return Interval(low=ordered[place - 1], high=ordered[-place], level=level)


def median_of(values: Sequence[float]) -> float | Undefined:
    """Return the median; of an even number the mean of the two in the middle."""
    return median(values) if values else Undefined("there is no value")
