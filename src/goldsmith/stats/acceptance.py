"""Acceptance sampling: what a sample of a batch, checked once more by somebody who knows, says of the whole batch.

The sample is drawn without replacement from a finite batch, so the number of wrong ones in it is hypergeometric. All
chances are sums of its exact terms; nothing is approximated by a binomial or a normal law.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from goldsmith.stats.distributions import require_open_share
from goldsmith.stats.intervals import Interval
from goldsmith.stats.undefined import Undefined

_ROUNDING = 1e-12
_NEGLIGIBLE = 1e-30


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPlan:
    """Check `sample` of `batch`, drawn at random; take the batch where at most `accept` of them are wrong."""

    batch: int
    sample: int
    accept: int

    @property
    def whole(self) -> bool:
        """Whether every one of the batch is checked."""
        return self.sample == self.batch


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What is asked of a batch: a good one is to be taken, a bad one to be found."""

    good: float
    """At most this share is wrong."""
    bad: float
    """At least this share is wrong."""
    producer_risk: float
    """Largest chance at which a good batch is sent back."""
    consumer_risk: float
    """Largest chance at which a bad batch is taken."""

    def __post_init__(self) -> None:
        """Raise ValueError for shares that do not part good from bad, and for risks that are none."""
        if not 0.0 <= self.good < self.bad <= 1.0:
            message = f"needs shares with 0 <= good < bad <= 1, not {self.good!r} and {self.bad!r}"
            raise ValueError(message)
        require_open_share("producer_risk", self.producer_risk)
        require_open_share("consumer_risk", self.consumer_risk)

    def good_count(self, batch: int) -> int:
        """Return how many of `batch` may be wrong in a good one: floor(good·N), in decimal arithmetic."""
        return math.floor(Decimal(repr(float(self.good))) * batch)

    def bad_count(self, batch: int) -> int:
        """Return from how many wrong of `batch` on it is bad: ceil(bad·N), in decimal arithmetic."""
        return math.ceil(Decimal(repr(float(self.bad))) * batch)


def chance_of_at_most(found: int, *, batch: int, wrong: int, sample: int) -> float:
    """Return the chance that a sample of a batch with `wrong` wrong ones holds at most `found` of them.

    P(X <= found), X hypergeometric. Raises ValueError unless 0 <= wrong <= batch and 0 <= sample <= batch.
    """
    _require_batch(batch, wrong=wrong, sample=sample)
    return _share_of_terms(batch, wrong, sample, lambda number: number <= found)


def chance_of_at_least(found: int, *, batch: int, wrong: int, sample: int) -> float:
    """Return the chance that a sample of a batch with `wrong` wrong ones holds `found` of them or more.

    Raises ValueError as `chance_of_at_most` does.
    """
    _require_batch(batch, wrong=wrong, sample=sample)
    return _share_of_terms(batch, wrong, sample, lambda number: number >= found)


def chance_of_acceptance(plan: SamplingPlan, wrong: int) -> float:
    """Return the chance that a batch with `wrong` wrong ones is taken."""
    return chance_of_at_most(plan.accept, batch=plan.batch, wrong=wrong, sample=plan.sample)


def operating_curve(plan: SamplingPlan, wrong: Iterable[int] | None = None) -> tuple[float, ...]:
    """Return the chance of acceptance at each number of wrong ones in the batch: all from 0 to N by default."""
    asked = range(plan.batch + 1) if wrong is None else wrong
    return tuple(chance_of_acceptance(plan, number) for number in asked)


def smallest_sample(batch: int, *, wrong: int, risk: float, accept: int = 0) -> int | Undefined:
    """Return the least sample with which a batch of `wrong` wrong ones is taken with a chance of at most `risk`.

    It is taken with up to `accept` wrong in the sample. Undefined where the batch has no more wrong ones than that:
    then no sample finds it. Raises ValueError for what is no batch, and for a risk outside (0, 1).
    """
    _require_batch(batch, wrong=wrong, sample=batch)
    require_open_share("risk", risk)
    if wrong <= accept:
        return Undefined(f"a batch with {wrong} wrong is always taken where {accept} are let pass")
    return _sample_that_finds(wrong, batch, risk, accept)


def smallest_plan(batch: int, quality: Quality) -> SamplingPlan:
    """Return the plan with the least sample that keeps both risks of `quality`.

    The two-point design on the exact operating curve: P(taken | floor(good·N) wrong) >= 1 - producer risk and
    P(taken | ceil(bad·N) wrong) <= consumer risk. There always is one: at worst the whole batch is checked. For the
    least sample only one acceptance number fits. Raises ValueError for a batch without a case.
    """
    if batch < 1:
        message = f"needs a batch of at least 1, not {batch}"
        raise ValueError(message)
    good, bad = quality.good_count(batch), quality.bad_count(batch)
    least_chance = (1.0 - quality.producer_risk) * (1.0 - _ROUNDING)
    accept = 0
    while True:
        # Good is fewer than bad, and no more than good are ever let pass: such a sample exists.
        size = _sample_that_finds(bad, batch, quality.consumer_risk, accept)
        needed = _first(accept, good, partial(_spares, least_chance, batch, good, size))
        if needed == accept:
            return SamplingPlan(batch=batch, sample=size, accept=accept)
        # A larger sample spares a good batch less, so whatever plan fits lets pass at least so many.
        accept = needed


def _spares(least_chance: float, batch: int, good: int, sample: int, accept: int) -> bool:
    return chance_of_at_most(accept, batch=batch, wrong=good, sample=sample) >= least_chance


def _sample_that_finds(wrong: int, batch: int, risk: float, accept: int) -> int:
    # One more in the sample never makes it likelier that so few wrong ones are among them.
    return _first(
        accept + 1,
        batch,
        lambda size: chance_of_at_most(accept, batch=batch, wrong=wrong, sample=size) <= risk * (1.0 + _ROUNDING),
    )


def share_wrong(found: int, *, batch: int, sample: int, level: float = 0.95) -> Interval | Undefined:
    """Return the exact, conservative interval of the share of `batch` that is wrong, `found` of a sample being so.

    Every number of wrong ones is inside that a test of tail (1 - level)/2 on either side does not exclude (Buonaccorsi
    1987): the finite counterpart of Clopper and Pearson. After a check of the whole batch both ends are what was found.
    Undefined without a sample. Raises ValueError unless 0 <= found <= sample <= batch.
    """
    require_open_share("level", level)
    if not 0 <= found <= sample <= batch:
        message = f"{found} of a sample of {sample} of {batch} is no count of wrong ones"
        raise ValueError(message)
    if sample == 0:
        return Undefined("needs at least 1 checked case, there is none")
    tail = (1.0 - level) / 2 * (1.0 + _ROUNDING)
    least, most = found, batch - sample + found
    low = _first(least, most, lambda wrong: chance_of_at_least(found, batch=batch, wrong=wrong, sample=sample) > tail)

    def too_many(wrong: int) -> bool:
        return wrong > most or chance_of_at_most(found, batch=batch, wrong=wrong, sample=sample) <= tail

    above = _first(least, most + 1, too_many)
    return Interval(low=low / batch, high=(above - 1) / batch, level=level)


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the least number from `low` to `high` that holds; those above it hold as well, and `high` always does."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _share_of_terms(batch: int, wrong: int, sample: int, counts: Callable[[int], bool]) -> float:
    terms = list(_terms(batch, wrong, sample))
    inside = math.fsum(weight for number, weight in terms if counts(number))
    outside = math.fsum(weight for number, weight in terms if not counts(number))
    return inside / (inside + outside)


def _terms(batch: int, wrong: int, sample: int) -> Iterator[tuple[int, float]]:
    """Yield each number of wrong ones in the sample with its weight, that of the commonest number being 1.

    From the ratio of neighbours: no factorial, so nothing is lost at any size. Weights too small to count are left out.
    """
    right = batch - wrong
    least, most = max(0, sample - right), min(sample, wrong)
    mode = min(max((sample + 1) * (wrong + 1) // (batch + 2), least), most)
    yield mode, 1.0
    weight = 1.0
    for number in range(mode, most):
        weight *= (wrong - number) * (sample - number) / ((number + 1) * (right - sample + number + 1))
        if weight < _NEGLIGIBLE:
            break
        yield number + 1, weight
    weight = 1.0
    for number in range(mode, least, -1):
        weight *= number * (right - sample + number) / ((wrong - number + 1) * (sample - number + 1))
        if weight < _NEGLIGIBLE:
            break
        yield number - 1, weight


def _require_batch(batch: int, *, wrong: int, sample: int) -> None:
    if batch < 0 or not 0 <= wrong <= batch or not 0 <= sample <= batch:
        message = f"{wrong} wrong and a sample of {sample} do not lie in a batch of {batch}"
        raise ValueError(message)
