"""Find passages that say what a piece of evidence says, among chunks that come one after the other.

What the evidence says is its quote, else those of its sentences that say most of the answer. A twin holds one of them:
word for word, or with the same figures and nearly all the same words; and it says nearly all of the answer that the
evidence says. Each chunk is looked at only where it holds a word that is rare among the sentences looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from goldsmith.text.normal import comparable
from goldsmith.text.support import Weights, alike, sentences, shown_units, units_of
from goldsmith.text.tokens import terms

MOST_KEYS = 2
"""Sentences of a passage that are looked for."""
LEAST_SHARED = 4
"""Units of the answer that a sentence must state to be looked for."""
LEAST_UNITS = 5
"""Units that a sentence must have: a label such as ``event: started`` stands in many passages and states nothing."""
LONGEST_SENTENCE = 600
SAME = 0.8
"""Share of all units of two sentences that they must have in common."""
AS_MUCH = 0.8
"""Share of what the evidence says of the answer that a twin must say."""
NEARLY_BEST = 0.8
"""Share of what the best sentence says that another one must say to stand for the passage too."""
_ANCHORS = 4
"""Rarest words of a sentence by which chunks are picked,"""
_ANCHORS_MET = 2
"""and how many of them a chunk must hold;"""
_NEAR = 0.7
"""then this share of all its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A sentence that is looked for."""

    folded: str
    units: frozenset[str]
    words: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """A piece of evidence of which twins are looked for."""

    keys: tuple[Key, ...]
    said: frozenset[str]
    """What it says of the answer."""
    named: frozenset[str]
    """Chunks that the case names."""
    document: str
    quoted: bool
    """Its one sentence is a quote: a passage of the same document that holds it is counted as the evidence itself."""


def original(text: str, quote: str, said: frozenset[str], weights: Weights) -> tuple[Key, ...] | None:
    """Return the sentences to look for; None where none says enough."""
    if quote:
        units = units_of(quote)
        return (_key(quote, units),) if len(units) >= LEAST_SHARED else None
    found: list[tuple[float, int, Key]] = []
    for sentence in sentences(text):
        units = units_of(sentence) if len(sentence) <= LONGEST_SENTENCE else frozenset()
        if len(units) >= LEAST_UNITS and len(units & said) >= LEAST_SHARED:
            found.append((-weights.of(units & said), len(found), _key(sentence, units)))
    found.sort(key=lambda one: one[:2])
    # A sentence that says little of what the passage says is not what the passage is named for.
    least = max(weights.of(said) / 2, -found[0][0] * NEARLY_BEST) if found else 0.0
    return tuple(key for weight, _, key in found[:MOST_KEYS] if -weight >= least) or None


def twins(
    originals: Sequence[Original], corpus: Iterable[tuple[str, str, str]], weights: Weights
) -> Mapping[int, list[str]]:
    """Return the chunks that say the same, by the place of the original, in the order of the corpus.

    `corpus` yields id, document and text of each chunk.
    """
    keys = [(at, key) for at, one in enumerate(originals) for key in one.keys]
    anchors = _anchors([key for _, key in keys])
    found: dict[int, list[str]] = {}
    for name, document, text in corpus if anchors else ():
        words = frozenset(terms(text))
        met: Counter[int] = Counter()
        for word in words & anchors.keys():
            met.update(anchors[word])
        picked = [keys[place] for place, times in met.items() if times >= _ANCHORS_MET]
        near = sorted(
            {
                at
                for at, key in picked
                if name not in originals[at].named and len(key.words & words) >= _NEAR * len(key.words)
            }
        )
        if not near:
            continue
        cut = _Cut(text)
        for at in near:
            if _is_twin(originals[at], document, cut, weights):
                found.setdefault(at, []).append(name)
    return dict(sorted(found.items()))


def _key(sentence: str, units: frozenset[str]) -> Key:
    folded = comparable(sentence)
    return Key(folded=folded, units=units, words=frozenset(terms(folded)))


def _is_twin(one: Original, document: str, cut: _Cut, weights: Weights) -> bool:
    if one.quoted and document == one.document and one.keys[0].folded in cut.folded:
        return False
    if not any(key.folded in cut.folded or cut.holds(key, one.said) for key in one.keys):
        return False
    return weights.of(one.said & cut.shown) >= AS_MUCH * weights.of(one.said)


class _Cut:
    """A text in sentences, each read only where it shares words with a sentence that is looked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def folded(self) -> str:
        """The text as it is compared."""
        return comparable(self._text)

    @cached_property
    def shown(self) -> frozenset[str]:
        """All units of the text."""
        return shown_units(self._text)

    @cached_property
    def _parts(self) -> list[tuple[str, frozenset[str]]]:
        parts = (part for part in sentences(self._text) if len(part) <= LONGEST_SENTENCE)
        return [(part, frozenset(terms(part))) for part in parts]

    def holds(self, key: Key, said: frozenset[str]) -> bool:
        """Say whether a sentence states what the key states."""
        told = key.units & said
        for part, own in self._parts:
            if len(key.words & own) * 2 >= max(len(key.words), len(own)):
                units = units_of(part)
                if told <= units and alike(key.units, units, least=SAME):
                    return True
        return False


def _anchors(keys: Sequence[Key]) -> dict[str, list[int]]:
    """Return, by word, the places of the sentences among whose rarest words it is."""
    counts = Counter(word for key in keys for word in key.words)
    anchors: dict[str, list[int]] = {}
    for place, key in enumerate(keys):
        # A sentence of one word has no second one to be picked by: its word counts for both.
        times = _ANCHORS_MET if len(key.words) < _ANCHORS_MET else 1
        for word in sorted(key.words, key=lambda word: (counts[word], -len(word), word))[:_ANCHORS]:
            anchors.setdefault(word, []).extend([place] * times)
    return anchors
