"""Words that a source marks in a passage, and what else public benchmarks have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative

NOWHERE = "the words do not stand in their passage: the passage as a whole is kept as evidence"
SEVERAL_DENSE = "the words stand several times in their passage, with other blanks: the passage as a whole is kept"
OTHER_BLANKS = "the words stand in their passage with other blanks: those of the passage are kept"
SEVERAL = "the words stand several times in their passage: they are kept without a place"

Place = tuple[int, int]
"""Start and end (half open) in code points of a passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """Words that are looked for in a passage."""

    words: str
    place: Place | None
    told: str = ""
    """Why there is no place."""

    def alternative(self, chunk: str, **parts: str | None) -> Alternative:
        """Return the words as evidence in a chunk; words that stand nowhere name the chunk as a whole."""
        quote = None if self.told in (NOWHERE, SEVERAL_DENSE) else self.words
        return Alternative(chunk=chunk, quote=quote, span=self.place, **parts)  # type: ignore[arg-type]


def marked(text: str, words: str) -> Marked:
    """Return where words stand in a passage: only a place that is the only one is taken."""
    count = text.count(words)
    if count == 1:
        start = text.index(words)
        return Marked(words=words, place=(start, start + len(words)))
    return Marked(words=words, place=None, told=SEVERAL if count else NOWHERE)


def located(text: str, words: str) -> Marked:
    """Return where words stand in a passage, with whatever blanks between their characters.

    The words are then those of the passage.
    """
    found = marked(text, words)
    if found.told != NOWHERE:
        return found
    places = [place for place, char in enumerate(text) if not char.isspace()]
    dense, sought = "".join(text[place] for place in places), "".join(words.split())
    count = dense.count(sought) if sought else 0
    if count != 1:
        return Marked(words=words, place=None, told=SEVERAL_DENSE if count else NOWHERE)
    first = dense.index(sought)
    place = (places[first], places[first + len(sought) - 1] + 1)
    return Marked(words=text[place[0] : place[1]], place=place)


def runs(text: str, places: Iterable[Place]) -> Iterator[Place]:
    """Yield places in their order, those between which nothing but blanks stands as one."""
    held: Place | None = None
    for place in sorted(places):
        if held is not None and not text[held[1] : place[0]].strip():
            held = (held[0], max(held[1], place[1]))
            continue
        if held is not None:
            yield held
        held = place
    if held is not None:
        yield held


def unanswerable(case: Case) -> Case:
    """Return a case whose question the sources do not answer: a refusal is right."""
    return replace(case, answerability="unsupported", behaviour="refuse", refusal_reason="not_found")


def accepted(answers: Iterable[str]) -> tuple[AcceptedAnswer, ...]:
    """Return answers, equal ones once."""
    return tuple(AcceptedAnswer(answer=one) for one in dict.fromkeys(answers))
