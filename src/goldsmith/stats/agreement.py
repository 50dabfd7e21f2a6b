"""Do two raters agree beyond chance? Counts of pairs of labels in, figures out.

A table is labels x labels: row, the label of the first rater; column, that of the second. Raw agreement stands beside
every figure, because one that is corrected for chance falls where one label dominates, whatever the raters do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldsmith.stats.distributions import two_sided_z
from goldsmith.stats.intervals import Interval
from goldsmith.stats.undefined import Undefined

FloatArray = NDArray[np.float64]
CountArray = NDArray[np.intp]

Weights = Literal["nominal", "linear", "quadratic"]
"""What a disagreement costs: the same whichever it is, its distance in the declared order of labels, or the square."""

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """Cohen's kappa of two raters, and what it rests on."""

    items: int
    """Items that both labelled."""
    observed: float | Undefined
    """Share of agreement as it was seen; with weights, disagreement by distance taken off."""
    expected: float | Undefined
    """The same if each rater kept their own shares of labels and gave them by chance."""
    value: float | Undefined
    """(observed - expected) / (1 - expected), from -1 to 1; below 0: they agree less than by chance."""
    standard_error: float | Undefined
    interval: Interval | Undefined
    """Large-sample; may leave [-1, 1]. Of width 0 where no disagreement was seen: the formula sees no spread then, and
    is not sure for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelAgreement:
    """How two raters use one label."""

    share: float
    """Of all labels given by either."""
    agreement: float | Undefined
    """Of the times that either gave it, how often the other did too: 2·both / (first + second)."""


def pair_table(first: ArrayLike, second: ArrayLike, *, labels: int) -> CountArray:
    """Return how often each pair of labels was given to the same item: labels x labels.

    A label is a whole number from 0 to `labels` - 1; a negative one: the rater did not label the item, which is then
    left out. Raises ValueError for other labels and for raters of different lengths.
    """
    one, other = np.asarray(first, dtype=np.intp), np.asarray(second, dtype=np.intp)
    if one.ndim != 1 or one.shape != other.shape:
        message = f"both raters must have one label an item, not {one.shape} and {other.shape}"
        raise ValueError(message)
    if one.size == 0:
        return np.zeros((labels, labels), dtype=np.intp)
    if max(int(one.max()), int(other.max())) >= labels:
        message = f"there are {labels} labels, and one is {max(int(one.max()), int(other.max()))}"
        raise ValueError(message)
    if min(int(one.min()), int(other.min())) < 0:
        both = (one >= 0) & (other >= 0)
        one, other = one[both], other[both]
    return np.bincount(one * labels + other, minlength=labels * labels).reshape(labels, labels)


def cohen_kappa(table: ArrayLike, *, weights: Weights = "nominal", level: float = 0.95) -> Kappa:
    """Return Cohen's kappa of a table, with the interval of its large-sample variance.

    Cohen 1960, weighted: Cohen 1968; variance: Fleiss, Cohen & Everitt 1969. With weights the labels stand in their
    declared order, unused ones included, since positions are distances. Undefined below 2 items and where both raters
    used one and the same label only: agreement by chance is then 1, and nothing is left to correct.
    Raises ValueError for a table that is not square or has a negative count.
    """
    counts = _as_table(table)
    z = two_sided_z(level)
    items = round(float(counts.sum()))
    if items == 0:
        none = Undefined("no item has a label of both")
        return Kappa(items=0, observed=none, expected=none, value=none, standard_error=none, interval=none)
    shares = counts / items
    credit = _credit(len(counts), weights)
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    # Where all agree the sum of shares may miss 1 in its last digit.
    observed = 1.0 if not counts[credit < 1.0].any() else float((credit * shares).sum())
    expected = float(rows @ credit @ columns)
    why = _why_undefined(items, expected)
    if why is not None:
        return Kappa(items=items, observed=observed, expected=expected, value=why, standard_error=why, interval=why)
    value = (observed - expected) / (1.0 - expected)
    error = _standard_error(shares, credit, value, items)
    return Kappa(
        items=items,
        observed=observed,
        expected=expected,
        value=value,
        standard_error=error,
        interval=Interval(low=value - z * error, high=value + z * error, level=level),
    )


def agreement_by_label(table: ArrayLike) -> tuple[LabelAgreement, ...]:
    """Return the share of each label, and the agreement on it (Cicchetti & Feinstein 1990), in the table's order.

    For two labels these are the positive and the negative agreement. Where one is high and the other low, kappa is low
    because one label is rare, and the raters do not share what it means. Shares are 0 without an item.
    """
    counts = _as_table(table)
    used = counts.sum(axis=0) + counts.sum(axis=1)
    total = float(used.sum())
    found = []
    for label, times in enumerate(used.tolist()):
        agreement = 2.0 * float(counts[label, label]) / times if times else Undefined("nobody gave this label")
        found.append(LabelAgreement(share=times / total if total else 0.0, agreement=agreement))
    return tuple(found)


def _why_undefined(items: int, expected: float) -> Undefined | None:
    if 1.0 - expected <= _ROUNDING:
        return Undefined("only one label was used")
    if items < 2:
        return Undefined("needs at least 2 items that both labelled, there is 1")
    return None


def _credit(labels: int, weights: Weights) -> FloatArray:
    """Return what each pair of labels counts as agreement: 1 the same, 0 as far apart as can be."""
    if weights == "nominal" or labels < 2:
        return np.eye(labels)
    places = np.arange(labels, dtype=np.float64)
    distance = np.abs(places[:, None] - places[None, :]) / (labels - 1)
    return 1.0 - (distance if weights == "linear" else distance**2)


def _standard_error(shares: FloatArray, credit: FloatArray, kappa: float, items: int) -> float:
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    expected = float(rows @ credit @ columns)
    of_row, of_column = credit @ columns, rows @ credit
    spread = credit - (of_row[:, None] + of_column[None, :]) * (1.0 - kappa)
    variance = float((shares * spread**2).sum()) - (kappa - expected * (1.0 - kappa)) ** 2
    return math.sqrt(max(0.0, variance) / items) / (1.0 - expected) if variance > _ROUNDING else 0.0


def _as_table(table: ArrayLike) -> FloatArray:
    counts = np.asarray(table, dtype=np.float64)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        message = f"a table has as many rows as columns, not {counts.shape}"
        raise ValueError(message)
    if counts.size and not (np.isfinite(counts).all() and float(counts.min()) >= 0.0):
        message = "every count must be a number of items"
        raise ValueError(message)
    return counts
