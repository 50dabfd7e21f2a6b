"""Chunks by where they stand: the title of the document and the sections above a passage, then its own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from goldsmith.adapters.retrievers.shelf import SPLITTING, Shelf
from goldsmith.ports.retriever import Ranked
from goldsmith.text.bm25 import Bm25, Hit
from goldsmith.text.tokens import terms

_WEIGHT = 2.0
"""What a heading counts beside the text under it."""
_HEADINGS_A_CHUNK = 2
_WIDEST = 1_000
"""Chunks under one heading beyond which it tells none of them apart."""
_DEEPER = 4
"""For k chunks, so many times k are looked at by their words."""


class Headings:
    """BM25 of the text plus twice the BM25 of its heading.

    Ranked are the best ``4 k`` chunks by their words together with all chunks under the best ``2 k`` headings. A
    heading over more than a thousand chunks brings none by itself.
    """

    name = "headings"
    version = f"2+bm25-1.2-0.75+{SPLITTING}"

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._headings = Bm25(shelf.headings)
        self._rows = np.argsort(shelf.heading, kind="stable").astype(np.int32)
        counts = np.bincount(shelf.heading, minlength=len(shelf.headings))
        self._first = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))

    def search(self, questions: Sequence[str], k: int) -> tuple[tuple[Ranked, ...], ...]:
        """Return the best chunks for each question; equal ones in the order of the corpus."""
        return tuple(self._search(Counter(terms(question)), k) for question in questions)

    def _search(self, weighted: Counter[str], k: int) -> tuple[Ranked, ...]:
        above = self._headings.search_terms(weighted, _HEADINGS_A_CHUNK * k)
        by_words = [hit.position for hit in self._shelf.words.search_terms(weighted, _DEEPER * k)]
        parts = [np.array(by_words, np.int32), *(self._under(hit.position) for hit in above)]
        rows = np.unique(np.concatenate(parts))
        headings = self._shelf.heading[rows]
        own, places = np.unique(headings, return_inverse=True)
        scores = self._shelf.words.scores_at(weighted, rows)
        scores += _WEIGHT * self._headings.scores_at(weighted, own)[places]
        best = np.argsort(-scores, kind="stable")[:k]
        return self._shelf.ranked(Hit(int(rows[at]), float(scores[at])) for at in best if scores[at] > 0)

    def _under(self, heading: int) -> NDArray[np.int32]:
        first, last = int(self._first[heading]), int(self._first[heading + 1])
        return self._rows[first:last] if last - first <= _WIDEST else self._rows[:0]
