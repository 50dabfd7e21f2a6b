"""What a rate, a difference of rates, or a mean can truly be, given the cases that were seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.stats.distributions import beta_quantile, require_open_share, student_two_sided_t, two_sided_z
from goldsmith.stats.undefined import Undefined

_NO_CASE = Undefined("needs at least 1 case, there is none")
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A two-sided interval around an estimate."""

    low: float
    high: float
    level: float
    """The confidence level, such as 0.95."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateDifference:
    """The difference of two pass rates on the same cases, first minus second."""

    difference: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedCounts:
    """On how many of the same cases each of two systems passed."""

    both: int
    only_first: int
    only_second: int
    neither: int

    @property
    def cases(self) -> int:
        """All cases."""
        return self.both + self.only_first + self.only_second + self.neither


def wilson(passed: int, cases: int, *, level: float = 0.95) -> Interval | Undefined:
    """Return the score interval of a rate (Wilson 1927): for reporting.

    Raises ValueError when `passed` is not between 0 and `cases`.
    """
    _require_counts(passed, cases)
    z = two_sided_z(level)
    if cases == 0:
        return _NO_CASE
    rate = passed / cases
    stretch = 1.0 + z * z / cases
    centre = (rate + z * z / (2 * cases)) / stretch
    half = z * math.sqrt(rate * (1.0 - rate) / cases + z * z / (4 * cases * cases)) / stretch
    # At the ends the formula gives exactly 0 and 1, which rounding would miss.
    low = 0.0 if passed == 0 else max(0.0, centre - half)
    high = 1.0 if passed == cases else min(1.0, centre + half)
    return Interval(low=low, high=high, level=level)


def clopper_pearson(passed: int, cases: int, *, level: float = 0.95) -> Interval | Undefined:
    """Return the exact, conservative interval of a rate (Clopper & Pearson 1934): for gates.

    Raises ValueError when `passed` is not between 0 and `cases`.
    """
    _require_counts(passed, cases)
    require_open_share("level", level)
    if cases == 0:
        return _NO_CASE
    tail = (1.0 - level) / 2
    failed = cases - passed
    return Interval(
        low=_lowest_rate(passed, failed, tail),
        high=1.0 - _lowest_rate(failed, passed, tail),
        level=level,
    )


def upper_bound_if_none(cases: int, *, level: float = 0.95) -> float | Undefined:
    """Return the largest rate that `cases` without a single event leave possible, one-sided: 1 - (1 - level)^(1/n)."""
    require_open_share("level", level)
    _require_counts(0, cases)
    if cases == 0:
        return _NO_CASE
    return -math.expm1(math.log(1.0 - level) / cases)


def clean_cases_needed(rate: float, *, level: float = 0.95) -> int:
    """Return the least number of cases without an event that shows the true rate to be below `rate`.

    The least n with (1 - rate)^n <= 1 - level: the exact form of the rule of three. Both are inside (0, 1).
    """
    require_open_share("rate", rate)
    require_open_share("level", level)
    exact = math.log(1.0 - level) / math.log1p(-rate)
    # A quotient that is whole but for its last digits must not cost a case more.
    return max(1, math.ceil(exact * (1.0 - _ROUNDING)))


def paired_rate_difference(counts: PairedCounts, *, level: float = 0.95) -> RateDifference | Undefined:
    """Return the difference of two pass rates on the same cases, with an interval that stays finite at all-pass.

    Newcombe 1998 (Statistics in Medicine 17:2635), method 10: square-and-add of Wilson limits with the
    continuity-corrected phi correlation.
    """
    cases = counts.cases
    first_passed = counts.both + counts.only_first
    second_passed = counts.both + counts.only_second
    first = wilson(first_passed, cases, level=level)
    second = wilson(second_passed, cases, level=level)
    if isinstance(first, Undefined) or isinstance(second, Undefined):
        return _NO_CASE
    phi = _corrected_phi(counts)
    first_rate, second_rate = first_passed / cases, second_passed / cases
    difference = (counts.only_first - counts.only_second) / cases
    below = _square_and_add(first_rate - first.low, second.high - second_rate, phi)
    above = _square_and_add(first.high - first_rate, second_rate - second.low, phi)
    return RateDifference(
        difference=difference,
        interval=Interval(low=max(-1.0, difference - below), high=min(1.0, difference + above), level=level),
    )


def mean_interval(values: Sequence[float], *, level: float = 0.95) -> Interval | Undefined:
    """Return Student's interval of the mean of `values`; undefined below 2 values and where all are equal."""
    spread = standard_error(values)
    if isinstance(spread, Undefined):
        return spread
    mean = math.fsum(values) / len(values)
    half = student_two_sided_t(level, len(values) - 1) * spread
    return Interval(low=mean - half, high=mean + half, level=level)


def standard_error(values: Sequence[float]) -> float | Undefined:
    """Return the standard error of the mean of independent `values`; undefined below 2 values and where all are equal.

    Raises ValueError when a value is not finite.
    """
    number = len(values)
    if not all(map(math.isfinite, values)):
        message = "every value must be a finite number"
        raise ValueError(message)
    if number < 2:
        return Undefined(f"needs at least 2 cases, there {'is 1' if number else 'are none'}")
    # Equal values differ in their last digits once they were subtracted; a spread that small is rounding.
    if max(values) - min(values) <= _ROUNDING * max(map(abs, values)):
        return Undefined("all values are equal, so they say nothing of their spread")
    mean = math.fsum(values) / number
    variance = math.fsum((value - mean) ** 2 for value in values) / (number - 1)
    return math.sqrt(variance / number)


def _lowest_rate(passed: int, failed: int, tail: float) -> float:
    """Return the rate at which `passed` or more passes have the chance `tail`."""
    if passed == 0:
        return 0.0
    if failed == 0:
        return math.exp(math.log(tail) / passed)
    return beta_quantile(tail, passed, failed + 1)


def _corrected_phi(counts: PairedCounts) -> float:
    first_passed = counts.both + counts.only_first
    second_passed = counts.both + counts.only_second
    margins = first_passed * (counts.cases - first_passed) * second_passed * (counts.cases - second_passed)
    if margins == 0:
        return 0.0
    cross: float = counts.both * counts.neither - counts.only_first * counts.only_second
    if cross > 0:
        cross = max(0.0, cross - counts.cases / 2)
    return cross / math.sqrt(margins)


def _square_and_add(first: float, second: float, phi: float) -> float:
    return math.sqrt(max(0.0, first * first - 2 * phi * first * second + second * second))


def _require_counts(passed: int, cases: int) -> None:
    if not 0 <= passed <= cases:
        message = f"{passed} of {cases} is not a count of cases"
        raise ValueError(message)
