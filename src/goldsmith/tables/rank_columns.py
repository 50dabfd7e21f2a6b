"""Judgements and ranked results as columns: one row a judged or returned document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[Any]
"""Ids as numpy text of fixed width (``U``) or as Python text (``object``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgementColumns:
    """How relevant documents are to questions. A grade of 0 or less is not relevant."""

    query: Ids
    document: Ids
    grade: NDArray[np.int64]
    line: NDArray[np.int64] | None = None
    """Line of each row in the file that it was read from, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunColumns:
    """What a system returned. Rows of one question keep the order in which the system gave them."""

    query: Ids
    document: Ids
    score: NDArray[np.float64] | None = None
    """None: the order of the rows is all there is."""
    line: NDArray[np.int64] | None = None
    answered: tuple[str, ...] = ()
    """Questions that were answered with an empty list, which no row can tell."""
