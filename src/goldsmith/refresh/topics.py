"""Subjects of a question that the earlier corpus never named: neighbouring words, such as "gift card".

A question that the corpus did not answer because it did not speak of the thing at all may be answered by text that
shares few of its other words. So a pair of words that stood nowhere, and that a document now speaks of in more than one
sentence, is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from goldsmith.records.case import Case
from goldsmith.records.refresh import FreshText
from goldsmith.refresh.facts import Rival
from goldsmith.refresh.reading import read_sentences, word_of
from goldsmith.text.normal import comparable
from goldsmith.text.tokens import is_unspaced, terms

SENTENCES = 2
"""Sentences of one document that hold the pair: one may only brush against it."""
_SHORTEST = 3
"""Letters of a word that can name something."""

Pair = tuple[str, str]
Standing = Callable[[frozenset[Pair]], Collection[Pair]]
"""Returns those of some pairs that stand anywhere in the earlier corpus."""


def pairs_of(text: str) -> set[Pair]:
    """Return the neighbouring content words of `text`, without their endings; none across an empty word."""
    words = [word_of(term) if len(term) >= _SHORTEST and not is_unspaced(term[0]) else "" for term in terms(text)]
    return {(one, other) for one, other in pairwise(words) if one and other and one != other}


def standing_in(texts: Iterable[str], wanted: frozenset[Pair]) -> frozenset[Pair]:
    """Return those of `wanted` that stand in one of `texts`, which are read until all were found."""
    missing = set(wanted)
    roots = {pair: (_root(pair[0]), _root(pair[1])) for pair in wanted}
    for text in texts:
        if not missing:
            break
        plain = comparable(text).replace("ё", "е")
        if any(one in plain and other in plain for one, other in map(roots.__getitem__, missing)):
            missing -= pairs_of(plain)
    return wanted - missing


def _root(word: str) -> str:
    """Return the letters that every form of a word without its endings is written with: of "policies" too."""
    return word.removesuffix("y")


class Topics:
    """What the no-answer cases ask about, held against new texts as they stream by."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases: defaultdict[Pair, list[str]] = defaultdict(list)
        for case in cases:
            for pair in sorted(pairs_of(case.question)):
                self._cases[pair].append(case.id)
        self._seen: defaultdict[tuple[Pair, str], list[tuple[FreshText, int, int]]] = defaultdict(list)

    def read(self, text: FreshText) -> None:
        """Take note of the sentences of a new text that hold a pair."""
        wanted = pairs_of(text.text) & self._cases.keys() if self._cases else set()
        if not wanted:
            return
        for sentence in read_sentences(text.text):
            for pair in wanted & pairs_of(sentence.text):
                self._seen[pair, text.document].append((text, sentence.start, sentence.end))

    def new(self, stood: Standing) -> Iterator[Rival]:
        """Yield, for each case, where a document now speaks of what stood nowhere before."""
        spoken = {key: held for key, held in self._seen.items() if len(held) >= SENTENCES}
        known = frozenset(stood(frozenset(pair for pair, _ in spoken))) if spoken else frozenset()
        for (pair, document), held in sorted(spoken.items(), key=lambda item: item[0]):
            if pair in known:
                continue
            text, start, end = held[0]
            for case in self._cases[pair]:
                yield Rival(
                    case=case,
                    impact="may_be_answered",
                    document=document,
                    chunk=text.chunk,
                    section=text.section,
                    text=text.text,
                    span=(start, end),
                    score=1.0 / len(self._cases[pair]),
                )
