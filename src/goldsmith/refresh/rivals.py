"""New texts that may answer what had no answer, or that stand beside the evidence of an answer.

The new texts stream by once. A case asks for a share of its words, weighted by rarity; whatever reaches the share
holds two of its rarest words, so each case is entered under those alone, and a text is held against the few cases that
it can reach.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from typing import Literal, NamedTuple

import numpy as np

from goldsmith.records.case import Case
from goldsmith.records.refresh import FreshText, TracedAlternative
from goldsmith.refresh.case_words import (
    answer_figures,
    asked_words,
    asks_for_an_amount,
    of_one_kind,
    quotes,
    without_framing,
)
from goldsmith.refresh.facts import Rival
from goldsmith.refresh.reading import NO_FIGURES, Figures, counted_words, figures, read_sentences
from goldsmith.refresh.topics import Standing, Topics
from goldsmith.text.normal import comparable

ANSWERS = 0.6
"""Share of the words of a question, by rarity, that new text must hold before it is said that it may answer. Lower than
below: an answer is often said in other words, and a refusal that became wrong is worse than a question too many."""
SPEAKS_OF_THE_SAME = 0.75
"""The same before new text that states a figure of the answer's kind is called a rival of its evidence."""
NEARLY_THE_QUOTE = 0.75
"""Share of the words of each of two sentences that the other must hold, for both to be nearly the same."""
LEAST_WORDS = 2
"""Words that must be shared, however rare the only one is."""
RAREST = 3
"""A word in so many texts or fewer tells as much as one in none: that one may be a slip, or another form of a word."""
LEAST_QUOTED = 5
"""A sentence of fewer content words ("See the table below.") stands in many documents."""
MOST_RIVALS = 3
"""Of one case: a person reads three passages, not thirty."""
LEARNT_FROM = 1 << 12
"""New texts from which it is first learnt how common a word is; what is kept is weighed again by all of them."""
MOST_KEPT = 8
"""Candidates of one case that are kept for the last weighing."""
_LENIENCE = 0.8
"""While the texts stream by the weights are preliminary, so a little less than the share is kept too."""
_NEIGHBOURS = 2
"""An answer stands in one sentence or two, not all over a passage."""
_NO_ANSWER = frozenset({"refuse", "escalate", "fail_safely"})

Kind = Literal["answer", "figure", "quote"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sought:
    """Words that one case looks for."""

    case: int
    kind: Kind
    units: frozenset[str]
    least: float
    figures: Figures
    amount: bool = False
    """Only a text with a figure can answer."""


class _Part(NamedTuple):
    """A sentence of a new text by its place, and its words."""

    start: int
    end: int
    units: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    sought: int
    text: FreshText
    start: int
    end: int
    units: frozenset[str]
    """Of the sentences; and of the headings above them, where a question is looked for."""
    states: str

    @property
    def order(self) -> tuple[int, str, str, int]:
        """The shorter first, then by place."""
        return self.end - self.start, self.text.document, self.text.chunk, self.start


def has_no_answer(case: Case) -> bool:
    """Say whether the case holds that the corpus does not answer it, for a reason that new text can change."""
    if case.refusal_reason == "unsafe":
        return False
    return case.answerability == "unsupported" or (not case.evidence and case.behaviour in _NO_ANSWER)


def homes(evidence: Iterable[TracedAlternative]) -> dict[str, frozenset[str]]:
    """Return for each case the documents in which its evidence stood and stands: what is new there is no rival."""
    held: defaultdict[str, set[str]] = defaultdict(set)
    for trace in evidence:
        names = [trace.document_before, trace.document_now, *(passage.document for passage in trace.now)]
        held[trace.case].update(name for name in names if name)
    return {case: frozenset(names) for case, names in held.items()}


def _nothing(_document: str) -> str:
    return ""


def rivals(
    cases: Sequence[Case],
    fresh: Iterable[FreshText],
    *,
    own: Mapping[str, Collection[str]] | None = None,
    earlier: Callable[[str], str] = _nothing,
    stood: Standing = frozenset,
) -> tuple[Rival, ...]:
    """Return the new texts that speak of what a case asks, at most three of a case, in the order of `cases`.

    `own` names the documents of the evidence of each case (:func:`homes`), which hold no rivals; so do, in any case,
    those that the case itself names. `earlier` gives the earlier text of what became a document of the later revision,
    empty for a new one: a sentence that stood there is not new, though its passage is. It is asked only about documents
    that share words with a case; `stood` says which pairs of words stood anywhere in the earlier corpus, and is asked
    once. `fresh` is read once, in any length; the result follows from its order.
    """
    own = own or {}
    named = [frozenset(own.get(case.id, ())) | _documents(case) for case in cases]
    sought = tuple(one for at, case in enumerate(cases) for one in _sought(at, case))
    if not sought:
        return ()
    texts = iter(fresh)
    first = list(islice(texts, LEARNT_FROM))
    search, topics = _Search(sought, first, earlier), Topics([case for case in cases if has_no_answer(case)])
    for text in chain(first, texts):
        search.read(text, named)
        topics.read(text)
    found = tuple(_best(cases, sought, search))
    told = {rival.case for rival in found}
    return (*found, *(rival for rival in topics.new(stood) if rival.case not in told))


class _Spread:
    """In how many documents, and cases, each word stands.

    Not in how many texts: one new document that speaks of nothing else makes its subject no common word.
    """

    def __init__(self, sought: Sequence[_Sought]) -> None:
        self._counts = Counter(unit for one in sought for unit in one.units)
        self._size = len(sought)
        self._document = ""
        self._held: set[str] = set()

    def read(self, document: str, units: frozenset[str]) -> None:
        """Take note of a text; the texts of one document come one after the other."""
        if document != self._document:
            self._document = document
            self._held = set()
            self._size += 1
        new = units - self._held
        self._held |= new
        self._counts.update(new)

    def weight(self, unit: str) -> int:
        """Return how much a word tells, in thousandths: whole numbers, so that no sum depends on its order."""
        count = min(max(self._counts[unit], RAREST), self._size)
        return max(1, round(1000 * math.log((self._size + 1) / (count + 0.5))))


class _Search:
    """The cases under their rarest words, the counts of all words, and what was found so far."""

    def __init__(self, sought: Sequence[_Sought], first: Sequence[FreshText], earlier: Callable[[str], str]) -> None:
        self._sought = sought
        self._earlier = earlier
        self._stood = "", ""
        self._known = frozenset(unit for one in sought for unit in one.units)
        self._spread = _Spread(sought)
        learnt = _Spread(sought)
        for text in first:
            learnt.read(text.document, counted_words(text.text) & self._known)
        self._weights = {unit: learnt.weight(unit) for unit in self._known}
        self._totals = [self._preliminary(one.units) for one in sought]
        self._enough = [total * one.least * _LENIENCE for one, total in zip(sought, self._totals, strict=True)]
        entries: defaultdict[str, list[int]] = defaultdict(list)
        for at, one in enumerate(sought):
            for unit in self._rarest(one, self._totals[at]):
                entries[unit].append(at)
        self._entries = {unit: np.array(held, np.int64) for unit, held in entries.items()}
        self.kept: defaultdict[int, list[tuple[float, _Found]]] = defaultdict(list)

    def weight(self, units: Iterable[str]) -> int:
        """Return the weight of `units` by all texts that were read."""
        return sum(map(self._spread.weight, units))

    def read(self, text: FreshText, named: Sequence[frozenset[str]]) -> None:
        """Count the words of one new text, and keep it for the cases that it may concern."""
        present = counted_words(text.text) & self._known
        self._spread.read(text.document, present)
        present |= counted_words(text.section or "") & self._known
        parts: tuple[_Part, ...] | None = None
        for at in self._reached(present):
            one = self._sought[at]
            if text.document in named[one.case]:
                continue
            parts = tuple(self._parts(text)) if parts is None else parts
            for found in self._within(at, text, parts):
                self._keep(one.case, found)

    def _reached(self, present: frozenset[str]) -> list[int]:
        """Return what of all that is sought may be in a text with these words."""
        held = [self._entries[unit] for unit in present if unit in self._entries]
        if not held:
            return []
        shared = np.bincount(np.concatenate(held), minlength=len(self._sought))
        return [
            at
            for at in np.flatnonzero(shared >= LEAST_WORDS).tolist()
            if self._preliminary(self._sought[at].units & present) >= self._enough[at]
        ]

    def _share(self, common: frozenset[str], at: int) -> float:
        """Return how much of what is sought is in `common`, by preliminary weights; 0 where a word alone would do."""
        return self._preliminary(common) / self._totals[at] if len(common) >= LEAST_WORDS else 0.0

    def _preliminary(self, units: Iterable[str]) -> int:
        return sum(map(self._weights.__getitem__, units))

    def _parts(self, text: FreshText) -> Iterator[_Part]:
        """Yield the new sentences of a new text."""
        if self._stood[0] != text.document:
            # The texts of one document mostly come one after the other.
            self._stood = text.document, comparable(self._earlier(text.document))
        stood = self._stood[1]
        for sentence in read_sentences(text.text):
            if not stood or comparable(sentence.text) not in stood:
                yield _Part(sentence.start, sentence.end, counted_words(sentence.text))

    def _within(self, at: int, text: FreshText, parts: Sequence[_Part]) -> Iterator[tuple[float, _Found]]:
        """Yield the stretches of a text, one sentence or two, that hold enough of what is sought."""
        one = self._sought[at]
        quoted = one.kind == "quote"
        above = frozenset() if quoted else counted_words(text.section or "")
        for place, part in enumerate(parts):
            joined = parts[place : place + (1 if quoted else _NEIGHBOURS)]
            units = above.union(*(other.units for other in joined))
            share = self._share(units & one.units, at)
            if share < one.least * _LENIENCE:
                continue
            end = max(other.end for other in joined)
            if one.amount and not figures(text.text[part.start : end]):
                continue
            states = _stated(text.text[part.start : end], one.figures) if one.kind == "figure" else ""
            if states or one.kind != "figure":
                yield share, _Found(sought=at, text=text, start=part.start, end=end, units=units, states=states)

    def _keep(self, case: int, found: tuple[float, _Found]) -> None:
        kept = self.kept[case]
        kept.append(found)
        if len(kept) > MOST_KEPT:
            kept.sort(key=lambda one: (-one[0], one[1].order, one[1].sought))
            kept.pop()

    def _rarest(self, one: _Sought, total: int) -> list[str]:
        """Return the rarest units, of which a text that reaches the least share holds two, or all where it needs all.

        Who holds one of them at most misses all the others, and that is more than may be missed.
        """
        ordered = sorted(one.units, key=lambda unit: (-self._weights[unit], unit))
        held = list(accumulate(map(self._weights.__getitem__, ordered)))
        spare = total - total * one.least * _LENIENCE
        return ordered[: bisect_right(held, spare + held[0]) + 1]


def _sought(at: int, case: Case) -> Iterator[_Sought]:
    asked = asked_words(case)
    if has_no_answer(case):
        # What is told before the question proper need not stand beside its answer.
        last = without_framing(counted_words(next(reversed([one.text for one in read_sentences(case.question)]), "")))
        asked, amount = without_framing(asked), asks_for_an_amount(case.question)
        for units in dict.fromkeys((asked, last if len(last) > LEAST_WORDS else asked)):
            if len(units) >= LEAST_WORDS:
                yield _Sought(case=at, kind="answer", units=units, least=ANSWERS, figures=NO_FIGURES, amount=amount)
        return
    if not case.evidence:
        return
    ours = answer_figures(case)
    if ours and len(asked) >= LEAST_WORDS:
        yield _Sought(case=at, kind="figure", units=asked, least=SPEAKS_OF_THE_SAME, figures=ours)
    seen = set()
    for quote in quotes(case):
        for sentence in read_sentences(quote):
            units = counted_words(sentence.text)
            if len(units) >= LEAST_QUOTED and units not in seen:
                seen.add(units)
                yield _Sought(case=at, kind="quote", units=units, least=NEARLY_THE_QUOTE, figures=NO_FIGURES)


def _documents(case: Case) -> frozenset[str]:
    return frozenset(item.document for need in case.evidence for item in need.any_of if item.document is not None)


def _stated(text: str, ours: Figures) -> str:
    """Return the amount or date that `text` states of the kind of the case's, as it is written; empty: none."""
    stated = figures(text)
    amount = of_one_kind(stated.amounts, ours.amounts)
    if amount is not None:
        return text[amount.start : amount.end]
    return stated.dates[0][0].isoformat() if stated.dates and ours.dates else ""


def _best(cases: Sequence[Case], sought: Sequence[_Sought], search: _Search) -> Iterator[Rival]:
    """Yield the best candidates of each case, weighed by all texts."""
    for at, case in enumerate(cases):
        weighed = []
        for _, found in search.kept.get(at, ()):
            one = sought[found.sought]
            score = _score(one, found, search)
            if score >= one.least:
                weighed.append((-round(score, 6), found.order, found))
        weighed.sort(key=lambda item: item[:2])
        yield from _apart(case, weighed, sought)


def _score(one: _Sought, found: _Found, search: _Search) -> float:
    common = one.units & found.units
    covered = search.weight(common) / search.weight(one.units)
    # Of the words that only the new sentence holds it is not known how rare they are, so they are counted.
    return min(covered, len(common) / len(found.units)) if one.kind == "quote" else covered


def _apart(
    case: Case, weighed: Sequence[tuple[float, tuple[int, str, str, int], _Found]], sought: Sequence[_Sought]
) -> Iterator[Rival]:
    """Yield the best that are not of one passage."""
    taken: set[tuple[str, str]] = set()
    for less, _, found in weighed:
        key = (found.text.document, found.text.chunk)
        if key in taken or len(taken) == MOST_RIVALS:
            continue
        taken.add(key)
        yield Rival(
            case=case.id,
            impact="may_be_answered" if sought[found.sought].kind == "answer" else "rival_passage",
            document=found.text.document,
            chunk=found.text.chunk,
            section=found.text.section,
            text=found.text.text,
            span=(found.start, found.end),
            states=found.states,
            score=-less,
        )
