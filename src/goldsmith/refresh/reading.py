"""The sentences of a passage with their places, and the words and figures that each states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from goldsmith.text.dates import find_dates
from goldsmith.text.numbers import Quantity, find_quantities
from goldsmith.text.support import sentences, units_of
from goldsmith.text.tokens import is_unspaced, terms
from goldsmith.text.units import WORDS

_ADDRESS = re.compile(r"https?://\S+|(?<=\])\([^()\s]*\)")
_WRAPPED = re.compile(r"(?<=[^\s.!?:。！？])[ \t]*\n(?=[ \t]*[^\W\d_])")
"""A line end inside a sentence: no mark before it, and no list, heading, table or number behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The amounts with a unit, and the dates, of some text."""

    amounts: tuple[Quantity, ...]
    dates: tuple[tuple[date, ...], ...]
    """The readings of each."""

    def __bool__(self) -> bool:
        return bool(self.amounts or self.dates)


NO_FIGURES = Figures(amounts=(), dates=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a passage: ``passage[start:end]``."""

    text: str
    start: int
    end: int


def read_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of `text` in order, each once; one that is wrapped over lines is one sentence."""
    # Of the same length, so that the places are those of `text`.
    joined = _WRAPPED.sub(lambda match: " " * len(match[0]), text)
    at = 0
    for sentence in sentences(joined):
        found = joined.find(sentence, at)
        # A sentence that stands twice is listed once, so what follows may stand before its last place.
        start = joined.find(sentence) if found < 0 else found
        at = start + len(sentence)
        yield Sentence(text=" ".join(sentence.split()), start=start, end=at)


def words(text: str) -> frozenset[str]:
    """Return the content words of `text` without their endings: no amount, no unit or date, no address of a link."""
    return frozenset(unit for unit in counted_words(text) if unit not in _unit_stems())


def counted_words(text: str) -> frozenset[str]:
    """Return the same with the words that things are counted in: "hours" tells what a question is after."""
    plain = _ADDRESS.sub(" ", text) if "/" in text else text
    return frozenset(filter(None, map(word_of, set(terms(plain)))))


def figures(text: str) -> Figures:
    """Return the amounts with a unit, and the dates, that `text` states."""
    return Figures(
        amounts=tuple(one for one in find_quantities(text) if one.unit is not None),
        dates=tuple(one.readings for one in find_dates(text)),
    )


@lru_cache(maxsize=1 << 18)
def word_of(term: str) -> str:
    """Return the unit of a search term; empty: it has none, or one that is a number or a date."""
    return next((unit for unit in units_of(term) if not _is_figure(unit)), "")


@lru_cache(maxsize=1 << 16)
def _is_figure(unit: str) -> bool:
    """Say whether a unit of text is an amount or a date, or a word that stands for a number."""
    if unit.startswith(("#", "@")):
        return True
    return not is_unspaced(unit[0]) and any(one.startswith("#") for one in units_of(unit))


@lru_cache(maxsize=1)
def _unit_stems() -> frozenset[str]:
    return frozenset(stem for word in WORDS for stem in units_of(word) if not stem.startswith("#"))
