"""Exact BM25 over a list of texts: an inverted index of our own in numpy arrays.

Formula as in Lucene since version 8 (Robertson and Zaragoza 2009, without the constant factor k1 + 1)::

    idf(t)      = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5))
    score(q, d) = sum over the terms t of q, repeated ones each time:
                  idf(t) * tf(t, d) / (tf(t, d) + k1 * (1 - b + b * |d| / mean |d|))

Unlike Lucene, the length of a document is not rounded to one byte.
"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldsmith.text.tokens import terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

K1 = 1.2
B = 0.75


class Hit(NamedTuple):
    """A text of the index and its score for a query."""

    position: int
    """Position of the text in the list that was indexed."""
    score: float


class Bm25:
    """An immutable index; build it once, search it often.

    Terms are those of :func:`goldsmith.text.tokens.terms`.
    """

    def __init__(self, texts: Iterable[str], *, k1: float = K1, b: float = B) -> None:
        self._vocabulary: dict[str, int] = {}
        term_of, text_of, count_of, lengths = self._collect(texts)
        self._size = len(lengths)
        order = np.argsort(term_of, kind="stable")
        counts = np.bincount(term_of, minlength=len(self._vocabulary))
        self._first: NDArray[np.int64] = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
        self._texts = text_of[order]
        mean = float(lengths.mean()) if self._size else 1.0
        norms = k1 * (1 - b + b * lengths / (mean or 1.0))
        idf = np.log1p((self._size - counts + 0.5) / (counts + 0.5))
        frequency = count_of[order].astype(np.float64)
        self._weights: NDArray[np.float64] = np.repeat(idf, counts) * (frequency / (frequency + norms[self._texts]))

    def __len__(self) -> int:
        return self._size

    def search(self, query: str, k: int) -> list[Hit]:
        """Return the ``k`` best texts with a score above zero, best first; equal scores in the order of the texts."""
        scores = self.scores(query)
        found = np.flatnonzero(scores)
        if k <= 0 or not found.size:
            return []
        if found.size > k:
            least = np.partition(scores[found], found.size - k)[found.size - k]
            found = found[scores[found] >= least]
        best = found[np.argsort(-scores[found], kind="stable")][:k]
        return [Hit(int(position), float(scores[position])) for position in best]

    def scores(self, query: str) -> NDArray[np.float64]:
        """Return the score of every text, shape (number of texts,)."""
        scores = np.zeros(self._size, np.float64)
        # Sorted: the sum of floats must not depend on the order of the words in the query.
        for term, times in sorted(Counter(terms(query)).items()):
            number = self._vocabulary.get(term)
            if number is not None:
                part = slice(self._first[number], self._first[number + 1])
                scores[self._texts[part]] += times * self._weights[part]
        return scores

    def _collect(
        self, texts: Iterable[str]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
        term_of, text_of, count_of, lengths = array("i"), array("i"), array("i"), array("q")
        number_of = self._vocabulary.setdefault
        for index, text in enumerate(texts):
            found = terms(text)
            lengths.append(len(found))
            for term, count in Counter(found).items():
                term_of.append(number_of(term, len(self._vocabulary)))
                text_of.append(index)
                count_of.append(count)
        return (
            np.frombuffer(term_of, np.int32) if term_of else np.zeros(0, np.int32),
            np.frombuffer(text_of, np.int32) if text_of else np.zeros(0, np.int32),
            np.frombuffer(count_of, np.int32) if count_of else np.zeros(0, np.int32),
            np.frombuffer(lengths, np.int64) if lengths else np.zeros(0, np.int64),
        )
