"""Exact BM25 over a list of texts: an inverted index of our own in numpy arrays.

Formula as in Lucene since version 8 (Robertson and Zaragoza 2009, without the constant factor k1 + 1)::

    idf(t)      = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5))
    score(q, d) = sum over the terms t of q, repeated ones each time:
                  idf(t) * tf(t, d) / (tf(t, d) + k1 * (1 - b + b * |d| / mean |d|))

Unlike Lucene, the length of a document is not rounded to one byte.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.text.tokens import terms

K1 = 1.2
B = 0.75


_BLOCK = 1 << 13
"""Texts that are counted at once: bounds the memory of a build."""


class _Postings(NamedTuple):
    term: NDArray[np.int32]
    text: NDArray[np.int32]
    times: NDArray[np.int32]
    lengths: NDArray[np.int64]


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

    def _collect(self, texts: Iterable[str]) -> _Postings:
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        blocks: list[_Postings] = []
        words, lengths = array("i"), array("q")
        first = 0
        for position, text in enumerate(texts, start=1):
            found = terms(text)
            lengths.append(len(found))
            words.extend(map(numbers.__getitem__, found))
            if position % _BLOCK == 0:
                blocks.append(_count(words, lengths, first))
                words, lengths, first = array("i"), array("q"), position
        blocks.append(_count(words, lengths, first))
        self._vocabulary = dict(numbers)
        return _Postings(*map(np.concatenate, zip(*blocks, strict=True)))


def _count(words: array[int], lengths: array[int], first: int) -> _Postings:
    """Count the words of a block of texts whose first has the position ``first``."""
    sizes = np.array(lengths, np.int64)
    text_of = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    # One key for each pair of word and text: sorting numbers is much quicker than counting pairs.
    keys, counts = np.unique(np.array(words, np.int64) * _BLOCK + text_of, return_counts=True)
    return _Postings(
        term=(keys // _BLOCK).astype(np.int32),
        text=(keys % _BLOCK + first).astype(np.int32),
        times=counts.astype(np.int32),
        lengths=sizes,
    )
