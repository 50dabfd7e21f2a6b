"""Several runs of the same case: what one user among k meets, and what k users in a row meet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.errors import InputError
from goldsmith.stats.undefined import Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatCount:
    """How often one case was run, and how many of these runs passed."""

    runs: int
    passed: int


def pass_at_k(count: RepeatCount, k: int) -> float:
    """Return the chance that at least one of `k` runs, drawn without replacement, passed (Chen et al. 2021).

    Raises InputError when the case has fewer than `k` runs.
    """
    _require_runs(count, k)
    return 1.0 - math.comb(count.runs - count.passed, k) / math.comb(count.runs, k)


def pass_hat_k(count: RepeatCount, k: int) -> float:
    """Return the chance that all of `k` runs, drawn without replacement, passed: pass^k (Yao et al. 2024).

    (passed / runs)^k would be biased. Raises InputError when the case has fewer than `k` runs.
    """
    _require_runs(count, k)
    return math.comb(count.passed, k) / math.comb(count.runs, k)


def mean_pass_at_k(counts: Sequence[RepeatCount], k: int) -> float | Undefined:
    """Return the mean of pass@k over cases; never over pooled runs, which would weigh cases by their runs."""
    return _mean([pass_at_k(count, k) for count in counts])


def mean_pass_hat_k(counts: Sequence[RepeatCount], k: int) -> float | Undefined:
    """Return the mean of pass^k over cases; never over pooled runs, which would let good cases hide unstable ones."""
    return _mean([pass_hat_k(count, k) for count in counts])


def flip_share_of_repeats(counts: Sequence[RepeatCount]) -> float | Undefined:
    """Return the share of cases whose verdict would differ between two runs of one version.

    The mean over cases of the chance that two of their runs, drawn without replacement, differ:
    2·c·(n-c)/(n·(n-1)). Cases with a single run say nothing of it. Undefined without any other case.
    """
    told = [count for count in counts if count.runs > 1]
    for count in told:
        _require_runs(count, 2)
    if not told:
        return Undefined("needs at least 1 case that was run twice, there is none")
    return math.fsum(2 * one.passed * (one.runs - one.passed) / (one.runs * (one.runs - 1)) for one in told) / len(told)


def _mean(values: list[float]) -> float | Undefined:
    if not values:
        return Undefined("needs at least 1 case, there is none")
    return math.fsum(values) / len(values)


def _require_runs(count: RepeatCount, k: int) -> None:
    if not 0 <= count.passed <= count.runs:
        message = f"{count.passed} of {count.runs} is not a count of runs"
        raise ValueError(message)
    if not 1 <= k <= count.runs:
        message = f"k = {k} does not fit a case that was run {count.runs} times: k is from 1 to the number of runs"
        raise InputError(message, next_step=f"run every case at least {max(k, 1)} times, or ask for a smaller k")
