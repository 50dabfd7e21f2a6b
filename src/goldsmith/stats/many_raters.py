"""Agreement of any number of raters on labels without order, corrected for chance in four ways.

Counts are items x labels: how many raters gave the item the label. Items may have any number of raters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldsmith.stats.distributions import student_two_sided_t
from goldsmith.stats.intervals import Interval
from goldsmith.stats.undefined import Undefined

FloatArray = NDArray[np.float64]

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceCorrected:
    """Agreement as seen, by chance, and beyond chance."""

    items: int
    """Items that two or more raters labelled."""
    left_out: int
    """Items with a single rater: they tell what labels are common, and nothing of agreement."""
    observed: float | Undefined
    """Mean over items of the share of their pairs of raters that agree."""
    expected: float | Undefined
    value: float | Undefined
    """(observed - expected) / (1 - expected)."""
    standard_error: float | Undefined
    interval: Interval | Undefined


def gwet_ac1(counts: ArrayLike, *, level: float = 0.95) -> ChanceCorrected:
    """Return Gwet's AC1 (2008), whose chance agreement Σ p(1 - p)/(labels - 1) does not rise as one label dominates.

    The interval is Student's with Gwet's linearised variance over items, cut at 1. Unused labels count where the
    columns name them. Undefined without an item of two raters and for fewer than two labels.
    Raises ValueError for other shapes and for negative counts.
    """
    held = _as_counts(counts)
    labels = held.shape[1]
    if labels < 2:
        return _absent(held, Undefined("only one label was used"))
    shares = _mean_shares(held)
    found = _corrected(held, float((shares * (1.0 - shares)).sum()) / (labels - 1))
    if isinstance(found.value, Undefined) or isinstance(found.expected, Undefined):
        return found
    error = _linearised_error(held, shares, found.value, found.expected)
    interval: Interval | Undefined = error if isinstance(error, Undefined) else Undefined("no spread was seen")
    if not isinstance(error, Undefined) and error > _ROUNDING:
        half = student_two_sided_t(level, len(held) - 1) * error
        interval = Interval(low=max(-1.0, found.value - half), high=min(1.0, found.value + half), level=level)
    return ChanceCorrected(
        items=found.items,
        left_out=found.left_out,
        observed=found.observed,
        expected=found.expected,
        value=found.value,
        standard_error=error,
        interval=interval,
    )


def fleiss_kappa(counts: ArrayLike) -> ChanceCorrected:
    """Return Fleiss' kappa (1971), for any number of raters an item (Gwet 2014): chance agreement is Σ p²."""
    held = _as_counts(counts)
    return _corrected(held, float((_mean_shares(held) ** 2).sum()))


def brennan_prediger(counts: ArrayLike) -> ChanceCorrected:
    """Return the figure of Brennan & Prediger (1981): chance agreement is 1/labels, whatever labels were given."""
    held = _as_counts(counts)
    return _corrected(held, 1.0 / held.shape[1] if held.shape[1] else 1.0)


def conger_kappa(ratings: ArrayLike, *, labels: int) -> ChanceCorrected:
    """Return Conger's kappa (1980): each rater keeps their own shares of labels, as with Cohen's for two.

    `ratings` is raters x items: labels from 0 to `labels` - 1, negative where the rater gave none. Every rater gave one
    at least. Raises ValueError for other shapes and labels.
    """
    given = np.asarray(ratings, dtype=np.intp)
    held = label_counts(given, labels=labels)
    own = np.array([np.bincount(row[row >= 0], minlength=labels) / max(1, int((row >= 0).sum())) for row in given])
    raters = len(given)
    if raters < 2:
        return _absent(held, Undefined("needs at least 2 raters"))
    expected = float((own.mean(axis=0) ** 2 - own.var(axis=0, ddof=1) / raters).sum())
    return _corrected(held, expected)


def label_counts(ratings: ArrayLike, *, labels: int) -> FloatArray:
    """Return items x labels from raters x items; negative labels are absent. Raises ValueError for other labels."""
    given = np.asarray(ratings, dtype=np.intp)
    if given.ndim != 2:
        message = f"ratings must be raters x items, not of {given.ndim} dimensions"
        raise ValueError(message)
    if given.size and int(given.max()) >= labels:
        message = f"there are {labels} labels, and one is {int(given.max())}"
        raise ValueError(message)
    items = given.shape[1]
    places = (np.arange(items, dtype=np.intp) * labels + given)[given >= 0]
    return np.bincount(places, minlength=items * labels).reshape(items, labels).astype(np.float64)


def _mean_shares(counts: FloatArray) -> FloatArray:
    """Return the mean over rated items of the share of their raters that gave each label."""
    raters = counts.sum(axis=1)
    rated = counts[raters > 0] / raters[raters > 0, None]
    return rated.mean(axis=0) if len(rated) else np.zeros(counts.shape[1])


def _item_agreement(counts: FloatArray) -> FloatArray:
    """Return the share of agreeing pairs of each item; every item has two raters or more."""
    raters = counts.sum(axis=1)
    agreeing: FloatArray = (counts * (counts - 1.0)).sum(axis=1) / (raters * (raters - 1.0))
    return agreeing


def _corrected(counts: FloatArray, expected: float) -> ChanceCorrected:
    raters = counts.sum(axis=1)
    paired = counts[raters >= 2]
    if len(paired) == 0:
        return _absent(counts, Undefined("no item was labelled by two"))
    observed = float(_item_agreement(paired).mean())
    why = Undefined("only one label was used") if 1.0 - expected <= _ROUNDING else None
    return ChanceCorrected(
        items=len(paired),
        left_out=int((raters == 1).sum()),
        observed=observed,
        expected=expected,
        value=why or (observed - expected) / (1.0 - expected),
        standard_error=why or Undefined("this figure has no standard error here"),
        interval=why or Undefined("this figure has no interval here"),
    )


def _absent(counts: FloatArray, why: Undefined) -> ChanceCorrected:
    raters = counts.sum(axis=1)
    paired = counts[raters >= 2]
    return ChanceCorrected(
        items=len(paired),
        left_out=int((raters == 1).sum()),
        observed=float(_item_agreement(paired).mean()) if len(paired) else why,
        expected=why,
        value=why,
        standard_error=why,
        interval=why,
    )


def _linearised_error(counts: FloatArray, shares: FloatArray, value: float, expected: float) -> float | Undefined:
    """Return the standard error of AC1 over items drawn from very many (Gwet 2008)."""
    raters = counts.sum(axis=1)
    counts, raters = counts[raters > 0], raters[raters > 0]
    items, paired = len(counts), raters >= 2
    if items < 2:
        return Undefined("needs at least 2 items, there is 1")
    beyond = np.zeros(items)
    beyond[paired] = (items / int(paired.sum())) * (_item_agreement(counts[paired]) - expected) / (1.0 - expected)
    chance = (counts @ (1.0 - shares)) / raters / (counts.shape[1] - 1)
    influence = beyond - 2.0 * (1.0 - value) * (chance - expected) / (1.0 - expected)
    return math.sqrt(float(((influence - value) ** 2).sum()) / (items * (items - 1)))


def _as_counts(counts: ArrayLike) -> FloatArray:
    held = np.asarray(counts, dtype=np.float64)
    if held.ndim != 2:
        message = f"counts must be items x labels, not of {held.ndim} dimensions"
        raise ValueError(message)
    if held.size and not (np.isfinite(held).all() and float(held.min()) >= 0.0):
        message = "every count must be a number of raters"
        raise ValueError(message)
    return held
