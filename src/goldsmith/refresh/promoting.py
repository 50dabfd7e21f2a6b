"""Which change elsewhere in a document concerns a case after all.

The passage of the case and its section stand as they did; something else in the document is new. Mostly that is no
matter of the case, and all such cases are confirmed together. A new sentence is a matter of the case where it states
an amount or a date of the case's kind about the same thing, or speaks of the same with several of its telling words,
or makes an exception in which one of them stands. In a section above or below that of the case it need not name it: a
word of exception, condition or validity is enough, and below also a figure.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from goldsmith.records.case import Case
from goldsmith.records.refresh import FreshText, Passage, TracedAlternative
from goldsmith.refresh.case_words import (
    answer_figures,
    answers,
    asked_words,
    of_one_kind,
    quotes,
    same_amount,
)
from goldsmith.refresh.conditions import condition_of, exception_of, validity_of
from goldsmith.refresh.facts import ChangedFacts
from goldsmith.refresh.reading import Figures, Sentence, figures, read_sentences, words
from goldsmith.text.normal import comparable
from goldsmith.text.tokens import is_unspaced, tokenise

COMMON_SHARE = 0.04
"""A word in more of the known sentences than this share tells nothing: it is what the whole corpus speaks of."""
COMMON_IN_DOCUMENT = 0.10
"""A word in more of the sentences of its document than this share is the subject of the document, not of the case."""
FEW_SENTENCES = 3
"""A word in so many sentences or fewer is rare however short the text is."""
LARGE = 10
"""An amount above this is one of the case's even where no word is shared: "30 days" is a rule, "2 weeks" a turn of
speech."""
LEAST_WORDS = 2
"""Rare words that must be shared where no figure and no exception says more."""
SHARED_BY_WORDS = 0.5
"""Least share of the rare words of the question (by rarity) that a plain sentence must hold: less is mere topic."""
SHARED_BY_CONDITION = 0.4
"""The same for a sentence that binds or forbids, as very many do."""
SHARED_BY_EXCEPTION = 0.25
"""The same for a sentence that makes an exception or says from when something holds."""
SHARED_BY_FIGURE = 0.2
"""The same for a sentence that states an amount of the same kind, or a date, but another one."""
STRONGEST = 5
"""Above all that is told by words: what is said of the whole section is said of the case."""
MOST_NAMED = 3
"""Shared words that a message names."""
_SEPARATOR = " > "
"""Between the headings of a path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSentence:
    """A sentence that the earlier document did not hold."""

    sentence: Sentence
    fresh: FreshText
    words: frozenset[str]
    stated: Figures

    @property
    def passage(self) -> Passage:
        """Return where it stands, as it is shown to a person."""
        return Passage(
            document=self.fresh.document,
            chunks=(self.fresh.chunk,),
            section=self.fresh.section,
            text=self.fresh.text,
            span=(self.sentence.start, self.sentence.end),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A new sentence elsewhere in the document that concerns the case, and by what."""

    new: NewSentence
    told: str
    """What it shares with the case, as the end of a sentence that begins with "it"."""
    strength: float
    """Orders several: what is told by figures is above exceptions, and those above words alone."""


class Promoter:
    """Holds the new sentences of each document and knows which words are rare."""

    def __init__(self, facts: ChangedFacts) -> None:
        self._earlier = facts.earlier
        self._fresh: defaultdict[str, list[FreshText]] = defaultdict(list)
        for text in facts.fresh:
            self._fresh[text.document].append(text)
        self._read: dict[str, dict[str, frozenset[str]]] = {}
        self._of_document: dict[str, tuple[Counter[str], int]] = {}
        self._new: dict[tuple[str, str], tuple[NewSentence, ...]] = {}
        self._counts: Counter[str] | None = None
        self._size = 0

    def shared(self, case: Case, trace: TracedAlternative) -> Shared | None:
        """Return the new sentence of the document that concerns `case` most; None: none does."""
        if not self._new_sentences(trace):
            return None
        rare = self._rare(_words_of(case), trace.document_before)
        asked = rare & asked_words(case)
        ours = answer_figures(case)
        found = []
        for one in self._unseen(trace):
            shared = _of_whole_section(one, trace) or self._judged(one, rare=rare, asked=asked, ours=ours)
            if shared is not None:
                found.append(shared)
        return min(found, key=lambda one: (-one.strength, one.new.fresh.chunk, one.new.sentence.start), default=None)

    def in_section(self, trace: TracedAlternative) -> tuple[NewSentence, ...]:
        """Return the new sentences of the section in which the words stand now, and of those below it, but for those
        shown with it.
        """
        paths = {passage.section for passage in trace.now}
        below = tuple(f"{path}{_SEPARATOR}" for path in sorted(filter(None, paths)))
        return tuple(
            one
            for one in self._unseen(trace)
            if one.fresh.section in paths or (one.fresh.section or "").startswith(below)
        )

    def _unseen(self, trace: TracedAlternative) -> Iterator[NewSentence]:
        """Yield the new sentences that do not stand in what is shown around the words themselves."""
        shown = {comparable(text) for text in _shown(trace)}
        for one in self._new_sentences(trace):
            plain = comparable(one.sentence.text)
            if not any(plain in text for text in shown):
                yield one

    def _judged(self, one: NewSentence, *, rare: frozenset[str], asked: frozenset[str], ours: Figures) -> Shared | None:
        common = rare & one.words
        same, large = _same_figure(one.stated, ours)
        if not common:
            return Shared(new=one, told=_shares(same), strength=1) if large else None
        # Words of the answer and the quote show what is spoken of, those of the question what was wanted.
        share = max(self._share(common & asked, asked), self._share(common, rare))
        named = _named(one.sentence.text, common)
        figure = same or _like_figure(one.stated, ours)
        exception = exception_of(one.sentence.text)
        if large or (figure and share >= SHARED_BY_FIGURE):
            return Shared(new=one, told=_shares(f"{figure} and {named}"), strength=3 + share)
        if exception and share >= SHARED_BY_EXCEPTION:
            told = f"{_shares(named)}, and says '{exception}'"
            return Shared(new=one, told=told, strength=2 + share)
        least = SHARED_BY_CONDITION if condition_of(one.sentence.text) else SHARED_BY_WORDS
        if len(common) >= LEAST_WORDS and share >= least:
            return Shared(new=one, told=_shares(named), strength=share)
        return None

    def _share(self, part: frozenset[str], whole: frozenset[str]) -> float:
        total = math.fsum(map(self._weight, sorted(whole)))
        return math.fsum(map(self._weight, sorted(part))) / total if total else 0.0

    def _weight(self, unit: str) -> float:
        counts = self._known()
        return math.log((self._size + 1) / (min(counts[unit], self._size) + 0.5))

    def _rare(self, units: Iterable[str], document: str) -> frozenset[str]:
        """Return those of `units` that tell something among the known sentences and in the document itself."""
        counts = self._known()
        of_document, size = self._document(document)
        return frozenset(
            unit
            for unit in units
            if counts[unit] <= max(FEW_SENTENCES, COMMON_SHARE * self._size)
            and of_document[unit] <= max(FEW_SENTENCES, COMMON_IN_DOCUMENT * size)
        )

    def _known(self) -> Counter[str]:
        """Return in how many sentences each word stands, of the earlier texts and of the new ones, each once."""
        if self._counts is None:
            held: dict[str, frozenset[str]] = {}
            for name in sorted(self._earlier):
                held |= self._sentences(name)
            for texts in self._fresh.values():
                for text in texts:
                    held |= _read(text.text)
            self._counts = Counter(unit for units in held.values() for unit in units)
            self._size = len(held)
        return self._counts

    def _sentences(self, name: str) -> dict[str, frozenset[str]]:
        """Return the words of each sentence of the earlier text of a document."""
        if name not in self._read:
            self._read[name] = _read(self._earlier.get(name, ""))
        return self._read[name]

    def _document(self, name: str) -> tuple[Counter[str], int]:
        """Return in how many sentences of the earlier text of a document each word stands, and how many there are."""
        if name not in self._of_document:
            held = self._sentences(name)
            self._of_document[name] = Counter(unit for units in held.values() for unit in units), len(held)
        return self._of_document[name]

    def _new_sentences(self, trace: TracedAlternative) -> tuple[NewSentence, ...]:
        now = trace.document_now or trace.document_before
        key = (trace.document_before, now)
        if key not in self._new:
            earlier = comparable(self._earlier.get(trace.document_before, ""))
            self._new[key] = tuple(
                NewSentence(sentence=one, fresh=text, words=words(one.text), stated=figures(one.text))
                for text in self._fresh.get(now, ())
                for one in read_sentences(text.text)
                if comparable(one.text) not in earlier
            )
        return self._new[key]


def _of_whole_section(one: NewSentence, trace: TracedAlternative) -> Shared | None:
    """Return what a sentence says of all that stands in the section of the case, from above or below it."""
    own = trace.now[0].section if trace.now else None
    section = one.fresh.section
    if own is None:
        return None
    if section is None or own.startswith(section + _SEPARATOR):
        side, said = "above", validity_of(one.sentence.text)
    elif section.startswith(own + _SEPARATOR):
        side, said = "below", validity_of(one.sentence.text) or _first_figure(one.stated)
    else:
        return None
    return Shared(new=one, told=f"stands {side} this section, and says '{said}'", strength=STRONGEST) if said else None


def _first_figure(stated: Figures) -> str:
    if stated.amounts:
        return f"{stated.amounts[0].value:f} {stated.amounts[0].unit}"
    return stated.dates[0][0].isoformat() if stated.dates else ""


def _words_of(case: Case) -> frozenset[str]:
    return asked_words(case).union(*map(words, answers(case)), *map(words, quotes(case)))


def _shown(trace: TracedAlternative) -> tuple[str, ...]:
    before = () if trace.before is None else (trace.before.text,)
    return before + tuple(passage.text for passage in trace.now)


def _read(text: str) -> dict[str, frozenset[str]]:
    return {comparable(one.text): words(one.text) for one in read_sentences(text)}


def _shares(what: str) -> str:
    return f"shares {what} with the case"


def _named(sentence: str, units: frozenset[str]) -> str:
    """Return the first shared words as the sentence writes them."""
    written = (one.text for one in tokenise(sentence) if not one.unspaced and words(one.text) & units)
    unspaced = sorted(unit for unit in units if is_unspaced(unit[0]))
    return ", ".join(f"'{word}'" for word in list(dict.fromkeys((*written, *unspaced)))[:MOST_NAMED])


def _same_figure(stated: Figures, ours: Figures) -> tuple[str, bool]:
    """Return the amount or date of a sentence that is one of the case's, as it reads, and whether it says enough alone;
    empty: none is.
    """
    dates = {reading for readings in ours.dates for reading in readings}
    for readings in stated.dates:
        if dates.intersection(readings):
            return f"the date {readings[0].isoformat()}", True
    found = [one for one in stated.amounts if any(same_amount(one, other) for other in ours.amounts)]
    if not found:
        return "", False
    largest = max(found, key=lambda one: one.value)
    return f"the amount {largest.value:f} {largest.unit}", largest.value > LARGE


def _like_figure(stated: Figures, ours: Figures) -> str:
    """Return what is said of a figure of the same kind as one of the case's; empty: there is none."""
    if ours.dates and stated.dates:
        return "a date"
    return "an amount of the same kind" if of_one_kind(stated.amounts, ours.amounts) else ""
