"""What a text states, as units that another text can share: words without their endings, amounts and dates.

Nothing is understood here. A passage that shares no unit with an answer cannot support it; one that shares them all may
still say something else. Words are folded, words that carry no content are left out, and endings of English and
Russian are cut off, so that two forms of one word are one unit; where no spaces are written, neighbouring characters
are a unit. An amount is one unit however it is written ("24 months", "two years"), a date in whatever form.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from goldsmith.text.dates import find_dates
from goldsmith.text.normal import comparable, fold_text
from goldsmith.text.number_words import word_numbers
from goldsmith.text.numbers import Quantity, find_quantities
from goldsmith.text.tokens import is_unspaced, terms
from goldsmith.text.units import MEASURES

LONGEST = 20_000
"""Characters of a passage that are read; evidence beyond this is a document, not a passage."""

_EMPTY = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can could did do does doing down during each either else etc ever every few for from further had has have having he
    her here hers him his how however i if in into is it its itself just may me might more most must my no nor not now
    of off on once one only or other our out over own per s same shall she should so some such t than that the their
    them then there these they this those through to too under until up upon us very via was we were what when where
    whether which while who whom why will with within without would you your yours
    а без бы был была были было быть в вам вас ваш весь во вот все всего всех вы где да для до его ее если есть еще же
    за и из или им их к как какая какие какой ко когда которая которого которой которые который которых кто ли между
    меня мне может можно мой мы на над надо нам нас наш не него нее нет ни них но ну о об однако он она они оно от перед
    по под после потом потому при про с сам со так также такой там те тем то тогда того тоже той только том ту ты у уже
    чего чем через что чтобы эта эти это этого этой этом этот
    """.split()
)
_EMPTY_CHARACTERS = frozenset("的了和是在有与及或之其这那个们就也都而于以为被把从到对吗呢吧啊はがをにのとでもへや")
_ENDINGS = {
    True: (
        "иями ями ами ого его ому ему ыми ими иях ая яя ое ее ые ие ый ий ой ей ую юю ым им ом ем ам ям ах ях ов ев ию"
        " ия ии ть ет ит ют ут ат ят а я о е ы и у ю й ь"
    ).split(),
    False: "ations ation ings ing ies ied edly ely ers ed es er ly s e".split(),
}
"""By whether the word is Cyrillic, the longest first."""
_LEAST_STEM = 3
_CYRILLIC = re.compile("[а-я]")
_NUMBER = re.compile(r"[\d.,]+")
_TELLING = dict.fromkeys("the of and to is are for with that this you your from it".split(), "english") | dict.fromkeys(
    "и в на не с по для что это или к от из как".split(), "russian"
)
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\d{4}")
"""Without one there is no date."""
_ENDS = re.compile(r"[.!?…。！？;；:：](?=\s|$)|[。！？；]")
_PARTS = re.compile(r"\n+|(?<=[.!?])\s+|(?<=[。！？；])")
_NUMBERING = re.compile(r"^(?:[#*\s]|(?:§ ?)?\d+(?:\.\d+)*[.)]?\s)*")
_MOST_WORDS_OF_A_HEADING = 14
_AMOUNT, _DATE = "#", "@"
_SMALL_COUNTS = frozenset(f"#{count}" for count in range(11))
_WEIGHT_OF_A_FIGURE = 2.0
_FEWEST_PASSAGES = 20
"""Passages without which it cannot be told which words are common in a corpus."""


@lru_cache(maxsize=1 << 12)
def units_of(text: str) -> frozenset[str]:
    """Return the units that `text` states: stems of words, ``#`` before an amount, ``@`` before a date."""
    amounts, dates = _figures(text[:LONGEST])
    return frozenset(_words(text[:LONGEST])).union(dates, map(_amount, amounts))


def shown_units(text: str) -> frozenset[str]:
    """Return every unit that `text` can be said to state: an amount also without the unit that it is counted in."""
    amounts, _ = _figures(text[:LONGEST])
    return units_of(text).union(map(_bare, amounts))


def is_figure(unit: str) -> bool:
    """Say whether a unit is a date, or an amount that is no small count: "three ways" is said of anything."""
    return unit.startswith(_DATE) or (unit.startswith(_AMOUNT) and unit not in _SMALL_COUNTS)


def sentences(text: str) -> tuple[str, ...]:
    """Return the lines of `text`, cut behind each sentence, each once and in order."""
    return tuple(dict.fromkeys(part.strip() for part in _PARTS.split(text[:LONGEST]) if part.strip()))


def body_of(text: str, section: str | None = None) -> str:
    """Return `text` without the heading that it opens with; `section` holds the headings above it, if known."""
    first, _, rest = text.strip().partition("\n")
    opens = _is_named(first, section) or (rest[:1] == "\n" and not _ENDS.search(_plain(first)))
    return rest.strip() if opens else text.strip()


def is_bare_heading(text: str, section: str | None = None) -> bool:
    """Say whether `text` is a heading and nothing else: one line without a sentence, an amount or a date.

    A heading is a line that is marked as one or that `section` ends with.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) != 1 or not _is_named(lines[0], section):
        return False
    plain = _plain(lines[0])
    tells = any(map(is_figure, units_of(plain))) or _ENDS.search(plain) is not None
    return not tells and len(plain.split()) <= _MOST_WORDS_OF_A_HEADING


def _is_named(line: str, section: str | None) -> bool:
    named = {comparable(_plain(part)) for part in (section or "").split(" > ")}
    return line.lstrip().startswith("#") or comparable(_plain(line)) in named - {""}


def _plain(line: str) -> str:
    return _NUMBERING.sub("", line).strip(" \t*#")


def alike(left: frozenset[str], right: frozenset[str], *, least: float) -> bool:
    """Say whether two texts state the same by their units: the same figures, and `least` of all units shared."""
    if not left or {one for one in left if is_figure(one)} != {one for one in right if is_figure(one)}:
        return False
    return len(left & right) >= least * len(left | right)


class Weights:
    """How much each unit tells: a word of every passage little, a word of one passage much, a figure twice as much.

    ``ln((N + 1) / (n + 0.5))`` for a unit that stands in n of N passages; 1 for all words where there are fewer than
    twenty passages to learn from.
    """

    def __init__(self, passages: Iterable[frozenset[str]]) -> None:
        held = list(passages)
        self._counts = Counter(unit for units in held for unit in units)
        self._size = len(held)
        self._held: dict[str, float] = {}

    def of(self, units: Iterable[str]) -> float:
        """Return the weight of all `units` together."""
        held = self._held
        return math.fsum(held[unit] if unit in held else self._weight(unit) for unit in units)

    def share(self, part: frozenset[str], whole: frozenset[str]) -> float:
        """Return how much of `whole` is in `part`, from 0 to 1; 0 of nothing."""
        total = self.of(whole)
        return self.of(whole & part) / total if total else 0.0

    def _weight(self, unit: str) -> float:
        known = self._size >= _FEWEST_PASSAGES
        weight = math.log((self._size + 1) / (self._counts[unit] + 0.5)) if known else 1.0
        self._held[unit] = weight = weight * (_WEIGHT_OF_A_FIGURE if is_figure(unit) else 1.0)
        return weight


def same_language(left: str, right: str) -> bool:
    """Say whether two texts may be held against each other by their words.

    English and Russian are told by words that stand in nearly every sentence of them, scripts without spaces by their
    characters. Of two texts in none of these, one language is taken where they have a word in common.
    """
    (ours, own), (theirs, other) = _tongue(left[:LONGEST]), _tongue(right[:LONGEST])
    return ours == theirs and (ours != "other" or not own.isdisjoint(other))


@lru_cache(maxsize=1 << 10)
def _tongue(text: str) -> tuple[str, frozenset[str]]:
    """Return the language of `text`, as far as it is told apart, and its words."""
    words = terms(text)
    counts = Counter(map(_tells, words))
    counts["unspaced"] //= 2  # a pair of characters is about half a word
    known = counts.total() > counts[""]
    tongue = max(("english", "russian", "unspaced"), key=counts.__getitem__) if known else "other"
    return tongue, frozenset(words)


@lru_cache(maxsize=1 << 12)
def _figures(text: str) -> tuple[tuple[Quantity, ...], frozenset[str]]:
    # Only lines that hold a number at all are read closely: that takes by far the most time.
    lines = [line for line in text.splitlines() if _DIGIT.search(line) or word_numbers(fold_text(line))]
    if not lines:
        return (), frozenset()
    numbered = "\n".join(lines)
    dates = find_dates(numbered) if _YEAR.search(numbered) else ()
    return find_quantities(numbered), frozenset(
        f"{_DATE}{reading.isoformat()}" for one in dates for reading in one.readings
    )


def _words(text: str) -> set[str]:
    return {unit for term in set(terms(text)) if (unit := _unit(term))}


@lru_cache(maxsize=1 << 16)
def _unit(term: str) -> str:
    """Return what a word counts as; empty: it says nothing by itself."""
    if term in _EMPTY or _NUMBER.fullmatch(term):
        return ""
    if is_unspaced(term[0]):
        return "" if set(term) <= _EMPTY_CHARACTERS else term
    stem = _stem(term)
    return stem if len(stem) > 1 else ""


@lru_cache(maxsize=1 << 16)
def _tells(term: str) -> str:
    """Return the language that a word gives away."""
    return "unspaced" if is_unspaced(term[0]) else _TELLING.get(term, "")


def _stem(word: str) -> str:
    word = word.replace("ё", "е").removesuffix("'s").removesuffix("'")
    for ending in _ENDINGS[_CYRILLIC.search(word) is not None]:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            stem = word[: -len(ending)]
            return f"{stem}y" if ending in {"ies", "ied"} else stem
    return word


def _amount(one: Quantity) -> str:
    measure = MEASURES.get(one.unit or "")
    if measure is None:
        return _bare(one)
    return f"{_AMOUNT}{measure.dimension} {float(one.value) * float(measure.factor):.10g}"


def _bare(one: Quantity) -> str:
    return f"{_AMOUNT}{float(one.value):.10g}"
