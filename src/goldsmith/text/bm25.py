"""Exact BM25 over a list of texts: an inverted index of our own in numpy arrays.

Formula as in Lucene since version 8 (Robertson and Zaragoza 2009, without the constant factor k1 + 1)::

    idf(t)      = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5))
    score(q, d) = sum over the terms t of q, repeated ones each time:
                  idf(t) * tf(t, d) / (tf(t, d) + k1 * (1 - b + b * |d| / mean |d|))

Unlike Lucene, the length of a document is not rounded to one byte.

A search leaves out what cannot change its result (MaxScore, Turtle and Flood 1995): once the best ``k`` texts so far
score more than all remaining terms could add up to, those terms are only looked up for texts that may still come in.
What it returns is what scoring every text would.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.text.tokens import terms

K1 = 1.2
B = 0.75


_BLOCK = 1 << 13
"""Texts that are counted at once: bounds the memory of a build, and their places in a block need two bytes."""
_SLACK = 1e-9
"""Relative room for the rounding of sums: what is only nearly beaten is looked at."""
_LEAST = 5e-324
"""The least number above zero."""


class _Block(NamedTuple):
    term: NDArray[np.int32]
    """Ascending; of one term, the texts ascend."""
    text: NDArray[np.uint16]
    """Place in the block."""
    times: NDArray[np.unsignedinteger]
    lengths: NDArray[np.int64]


class _Part(NamedTuple):
    """What a term of a query can add."""

    term: str
    factor: float
    texts: NDArray[np.int32]
    weights: NDArray[np.float64]
    most: float


class Hit(NamedTuple):
    """A text of the index and its score for a query."""

    position: int
    """Position of the text in the list that was indexed."""
    score: float


class Bm25:
    """An immutable index; build it once, search it often.

    Terms are those of :func:`goldsmith.text.tokens.terms`. It takes 12 bytes for each term of each text.
    """

    def __init__(self, texts: Iterable[str], *, k1: float = K1, b: float = B) -> None:
        self._vocabulary: dict[str, int] = {}
        blocks = self._collect(texts)
        lengths = np.concatenate([block.lengths for block in blocks])
        self._size = len(lengths)
        known = len(self._vocabulary)
        counts = np.zeros(known, np.int64)
        for block in blocks:
            counts += np.bincount(block.term, minlength=known)
        self._first: NDArray[np.int64] = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
        mean = float(lengths.mean()) if self._size else 1.0
        norms = k1 * (1 - b + b * lengths / (mean or 1.0))
        self._idf: NDArray[np.float64] = np.log1p((self._size - counts + 0.5) / (counts + 0.5))
        self._texts: NDArray[np.int32] = np.empty(self._first[-1], np.int32)
        self._weights: NDArray[np.float64] = np.empty(self._first[-1], np.float64)
        self._lay_down(blocks, norms)
        self._most: NDArray[np.float64] = (
            np.maximum.reduceat(self._weights, self._first[:-1]) if known else np.empty(0, np.float64)
        )

    def __len__(self) -> int:
        return self._size

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Every term of the texts with its number, in the order of first use."""
        return self._vocabulary

    def idf(self, term: str) -> float:
        """Return the idf of a term; that of a term in no text where it is unknown."""
        number = self._vocabulary.get(term)
        return float(np.log1p((self._size + 0.5) / 0.5)) if number is None else float(self._idf[number])

    def search(self, query: str, k: int) -> list[Hit]:
        """Return the ``k`` best texts with a score above zero, best first; equal scores in the order of the texts."""
        return self.search_terms(Counter(terms(query)), k)

    def search_terms(self, weighted: Mapping[str, float], k: int) -> list[Hit]:
        """Return what :meth:`search` does for terms that count as often as ``weighted`` says (above 0, any number)."""
        parts = self._parts(weighted)
        if k <= 0 or not parts:
            return []
        found = _contenders(parts, k, self._size)
        scores = _exact(parts, found)
        best = np.argsort(-scores, kind="stable")[:k]
        return [Hit(int(found[at]), float(scores[at])) for at in best if scores[at] > 0]

    def scores(self, query: str) -> NDArray[np.float64]:
        """Return the score of every text, shape (number of texts,)."""
        scores = np.zeros(self._size, np.float64)
        for part in _in_order(self._parts(Counter(terms(query)))):
            _add(scores, part)
        return scores

    def scores_at(self, weighted: Mapping[str, float], positions: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return the scores of the texts at ascending ``positions``, for terms as in :meth:`search_terms`."""
        return _exact(self._parts(weighted), positions)

    def _parts(self, weighted: Mapping[str, float]) -> list[_Part]:
        """Return the known terms, those that can add the most first."""
        parts = []
        for term, factor in weighted.items():
            number = self._vocabulary.get(term)
            if number is not None and factor > 0:
                held = slice(self._first[number], self._first[number + 1])
                most = factor * float(self._most[number])
                parts.append(_Part(term, factor, self._texts[held], self._weights[held], most))
        return sorted(parts, key=lambda part: (-part.most, part.term))

    def _collect(self, texts: Iterable[str]) -> list[_Block]:
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        blocks: list[_Block] = []
        words, lengths = array("i"), array("q")
        for text in texts:
            found = terms(text)
            lengths.append(len(found))
            words.extend(map(numbers.__getitem__, found))
            if len(lengths) == _BLOCK:
                blocks.append(_count(words, lengths))
                words, lengths = array("i"), array("q")
        blocks.append(_count(words, lengths))
        self._vocabulary = dict(numbers)
        return blocks

    def _lay_down(self, blocks: Sequence[_Block], norms: NDArray[np.float64]) -> None:
        """Put what each block counted behind what the blocks before it did, term by term."""
        free = self._first[:-1].copy()
        first = 0
        for block in blocks:
            starts = np.flatnonzero(np.diff(block.term, prepend=-1))
            sizes = np.diff(starts, append=len(block.term))
            held = block.term[starts]
            places = np.arange(len(block.term)) + np.repeat(free[held] - starts, sizes)
            free[held] += sizes
            texts = block.text.astype(np.int32) + first
            frequency = block.times.astype(np.float64)
            self._texts[places] = texts
            self._weights[places] = np.repeat(self._idf[held], sizes) * (frequency / (frequency + norms[texts]))
            first += len(block.lengths)


def _contenders(parts: Sequence[_Part], k: int, size: int) -> NDArray[np.int32]:
    """Return texts, ascending, among which the ``k`` best surely are."""
    rests = [*np.cumsum([part.most for part in reversed(parts)])[::-1][1:].tolist(), 0.0]
    scores = np.zeros(size, np.float64)
    floor, rest, taken = 0.0, math.inf, 0
    while taken < len(parts) and floor <= rest * (1 + _SLACK):
        part, rest = parts[taken], rests[taken]
        _add(scores, part)
        # Without a check of the bounds, which hold, this is several times as quick.
        floor = max(floor, _kth(scores.take(part.texts, mode="clip"), k, floor))
        taken += 1
    found = np.flatnonzero(scores >= max(floor * (1 - _SLACK) - rest, _LEAST)).astype(np.int32)
    held = scores[found]
    for part, rest in zip(parts[taken:], rests[taken:], strict=True):
        held += part.factor * _looked_up(part, found)
        floor = max(floor, _kth(held, k, floor))
        near = held >= floor * (1 - _SLACK) - rest
        found, held = found[near], held[near]
    return found


def _add(scores: NDArray[np.float64], part: _Part) -> None:
    np.add.at(scores, part.texts, part.weights if part.factor == 1 else part.factor * part.weights)


def _kth(scores: NDArray[np.float64], k: int, floor: float) -> float:
    """Return the ``k``-th best score where it is above ``floor``; else 0."""
    above = scores[scores > floor]
    return float(np.partition(above, len(above) - k)[len(above) - k]) if len(above) >= k else 0.0


def _exact(parts: Iterable[_Part], found: NDArray[np.int32]) -> NDArray[np.float64]:
    scores = np.zeros(len(found), np.float64)
    for part in _in_order(parts):
        scores += part.factor * _looked_up(part, found)
    return scores


def _looked_up(part: _Part, found: NDArray[np.int32]) -> NDArray[np.float64]:
    places = np.minimum(np.searchsorted(part.texts, found), len(part.texts) - 1)
    return np.where(part.texts[places] == found, part.weights[places], 0.0)


def _in_order(parts: Iterable[_Part]) -> list[_Part]:
    """Return parts so that the sum of floats depends neither on the order of the words nor on the way of searching."""
    return sorted(parts, key=lambda part: part.term)


def _count(words: array[int], lengths: array[int]) -> _Block:
    """Count the words of a block of texts."""
    sizes = np.array(lengths, np.int64)
    text_of = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    # One key for each pair of word and text: sorting numbers is much quicker than counting pairs.
    keys, counts = np.unique(np.array(words, np.int64) * _BLOCK + text_of, return_counts=True)
    return _Block(
        term=(keys // _BLOCK).astype(np.int32),
        text=(keys % _BLOCK).astype(np.uint16),
        times=counts.astype(np.min_scalar_type(int(counts.max())) if len(counts) else np.uint8),
        lengths=sizes,
    )
