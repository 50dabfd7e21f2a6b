"""Chunks by words that are written much like those of the question: slips, inflected forms, compounds.

An index of the character n-grams of every text would take ten times the room of the words. The n-grams of the
*vocabulary* say the same: each word of the question brings the words of the corpus that share the most n-grams with it,
and the chunks are ranked by BM25 over all of them. Where no spaces are written, words are pairs of characters already;
there the pairs with one character between them come in, so that a particle more or less does no harm.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from goldsmith.adapters.retrievers.shelf import SPLITTING, Shelf
from goldsmith.ports.retriever import Ranked
from goldsmith.text.tokens import Token, is_unspaced, terms, tokenise

_SHORTEST = 4
"""Letters of a word below which any other word looks alike."""
_ALIKE = 0.5
"""Least Dice coefficient of the n-grams of two words that stand for each other."""
_MOST_ALIKE = 10
_SKIPPED = 0.5
"""Weight of a pair of characters with one between them."""
_PLAIN = re.compile(r"[^\W\d_]+")


class Ngrams:
    """BM25 over the words of the question and those that share character n-grams with them.

    A word that is written alike counts by the square of the Dice coefficient of the two sets of bigrams and trigrams,
    and never more than the word of the question would: a rare slip in the corpus is no better evidence than the word.
    """

    name = "ngrams"
    version = f"dice-0.5-10+bm25-1.2-0.75+{SPLITTING}"

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._words = [word for word in shelf.words.vocabulary if _can_be_alike(word)]
        self._sizes = np.array([len(_grams(word)) for word in self._words], np.int32)
        held: dict[str, array[int]] = {}
        for place, word in enumerate(self._words):
            for gram in _grams(word):
                held.setdefault(gram, array("i")).append(place)
        self._holding = {gram: np.frombuffer(places, np.int32) for gram, places in held.items()}

    def search(self, questions: Sequence[str], k: int) -> tuple[tuple[Ranked, ...], ...]:
        """Return the best chunks for each question; equal ones in the order of the corpus."""
        known: dict[str, tuple[tuple[str, float], ...]] = {}
        return tuple(self._search(question, k, known) for question in questions)

    def _search(self, question: str, k: int, known: dict[str, tuple[tuple[str, float], ...]]) -> tuple[Ranked, ...]:
        own = Counter(terms(question))
        weighted: dict[str, float] = dict(own)
        for word, times in own.items():
            if word not in known:
                known[word] = self._alike(word) if _can_be_alike(word) else ()
            for other, weight in known[word]:
                _raise(weighted, other, times * weight)
        for pair in _skipping(question):
            _raise(weighted, pair, _SKIPPED)
        return self._shelf.ranked(self._shelf.words.search_terms(weighted, k))

    def _alike(self, word: str) -> tuple[tuple[str, float], ...]:
        """Return the words of the corpus that are written most like `word`, with what each counts."""
        grams = _grams(word)
        lists = [self._holding[gram] for gram in sorted(grams) if gram in self._holding]
        if not lists:
            return ()
        places, shared = np.unique(np.concatenate(lists), return_counts=True)
        dice = 2.0 * shared / (self._sizes[places] + len(grams))
        near = np.flatnonzero(dice >= _ALIKE)
        near = near[np.argsort(-dice[near], kind="stable")]
        found = [(self._words[places[at]], float(dice[at])) for at in near[: _MOST_ALIKE + 1]]
        index = self._shelf.words
        most = index.idf(word)
        return tuple((other, alike**2 * min(1.0, most / index.idf(other))) for other, alike in found if other != word)[
            :_MOST_ALIKE
        ]


def _raise(weighted: dict[str, float], term: str, weight: float) -> None:
    weighted[term] = max(weighted.get(term, 0.0), weight)


def _can_be_alike(word: str) -> bool:
    """Say whether another spelling of `word` may mean the same: 30 is never 300."""
    return len(word) >= _SHORTEST and _PLAIN.fullmatch(word.replace("'", "")) is not None and not is_unspaced(word[0])


def _grams(word: str) -> frozenset[str]:
    whole = f"\x02{word}\x03"
    return frozenset(whole[at : at + size] for size in (2, 3) for at in range(len(whole) - size + 1))


def _skipping(question: str) -> Iterator[str]:
    tokens = tokenise(question)
    for first, between, last in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if _is_run((first, between, last)):
            yield first.text + last.text


def _is_run(tokens: Sequence[Token]) -> bool:
    close = all(left.end == right.start for left, right in pairwise(tokens))
    return close and all(token.unspaced for token in tokens)
