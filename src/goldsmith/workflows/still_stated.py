"""What the answer of a case says that the evidence stated before a change of the corpus, and does not state after it.

What an answer says in words of its own is never looked for: only what stood in the evidence can be gone from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial

from goldsmith.records.case import Case
from goldsmith.records.claims import (
    AnyOfMatch,
    DateMatch,
    Matcher,
    NumberMatch,
    PatternMatch,
    ProhibitedClaim,
    ValueMatch,
)
from goldsmith.refresh.conditions import condition_of, exception_of
from goldsmith.refresh.reading import counted_words
from goldsmith.scoring.matching import holds
from goldsmith.scoring.observing.claims import Answer, match_answer
from goldsmith.text.dates import FoundDate, find_dates
from goldsmith.text.normal import comparable, fold
from goldsmith.text.number_words import word_numbers
from goldsmith.text.numbers import Quantity, agrees, find_quantities
from goldsmith.text.readable import readable
from goldsmith.text.tokens import is_unspaced
from goldsmith.text.units import MEASURES

_LONGEST = 90
"""Characters of an answer that are told."""
_ENDS = " .!?…。！？;,:'\""
_COUNTED_IN_TIMES = frozenset({"time", "times", "раз", "раза", "次"})
_TIMES_BEHIND = re.compile(r" ?(?:times?|раза?)\b| ?次", re.IGNORECASE)
_ADVERBS = {"once": 1, "twice": 2, "thrice": 3, "дважды": 2, "трижды": 3, "четырежды": 4}
_STRETCH = "(?:second|minute|hour|day|night|week|fortnight|month|quarter|season|term|semester|year)"
# "Once you have paid" counts nothing.
_ADVERB = re.compile(
    rf"\b(?:once(?= (?:per|each|every|only|more|for|in)\b| an? {_STRETCH}\b| ?[.,;:!?)]|\W*$)"
    r"|(?:(?<=\bonly )|(?<=\bjust )|(?<=\bexactly ))once\b"
    r"|(?:twice|thrice|дважды|трижды|четырежды)\b)",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<!\w)\w+(?:[-.:]\w+)*")


def no_longer_stated(case: Case, before: Sequence[str], after: Sequence[str]) -> str:
    """Return what an accepted answer or a claim of `case` says that the passages `before` state and `after` do not.

    Looked for are amounts, dates, how many times, codes such as ``E-1138``, what decides a claim, and the answer or
    claim as a whole where it stood there literally. Empty where nothing is missing.
    """
    old, new = tuple(map(_read, before)), tuple(map(_read, after))
    # Words that stood together may stand in pieces now.
    new += (_read("\n".join(after)),)
    claims = [claim for claim in case.claims if not isinstance(claim, ProhibitedClaim)]
    said = [_read(text) for text in (*(item.answer for item in case.accept), *(claim.text for claim in claims))]
    missing = (told for one in said for told in _missing(one, old, new))
    decided = (_stated(claim.match, old) for claim in claims if not _stated(claim.match, new))
    whole = (_short(one.text) for one in said if _holds(old, one) and not _restated(one, old, new))
    return next((told for found in (missing, decided, whole) for told in found if told), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A text as a reader sees it, and what it counts."""

    text: str
    amounts: tuple[Quantity, ...]
    dates: tuple[FoundDate, ...]
    times: tuple[tuple[int, int, int], ...]
    """How many times, and the span that says so."""
    names: tuple[str, ...]
    """Codes: words with digits that are neither amount nor date."""

    @property
    def folded(self) -> str:
        """The text in comparison form, without marks at its ends."""
        return comparable(self.text).strip(_ENDS)

    @property
    def counted(self) -> str:
        """The same with one spelling for each amount, date and number of times."""
        spelled = [(one.start, one.end, _spelled(one)) for one in self.amounts]
        spelled += [(one.span.start, one.span.end, min(one.readings).isoformat()) for one in self.dates]
        spelled += [(start, end, f"{number} times") for number, start, end in self.times]
        text, at = "", 0
        for start, end, words in sorted(spelled):
            if start >= at:
                text, at = f"{text}{self.text[at:start]} {words} ", end
        return comparable(text + self.text[at:]).strip(_ENDS)


@lru_cache(maxsize=256)
def _read(written: str) -> _Read:
    text = fold(readable(written), keep_case=True).text
    found, dates = find_quantities(text), find_dates(text)
    times = tuple(sorted({*_adverbs(text), *_times(text, found)}))
    amounts = tuple(one for one in found if not any(start <= one.start < end for _, start, end in times))
    taken = [(one.start, one.end) for one in found] + [(one.span.start, one.span.end) for one in dates]
    spaced = "".join(" " if is_unspaced(char) else char for char in text)
    names = (
        match[0].casefold()
        for match in _NAME.finditer(spaced)
        if any(map(str.isdigit, match[0]))
        and not match[0].isdigit()
        and not any(start < match.end() and match.start() < end for start, end in taken)
    )
    return _Read(text=text, amounts=amounts, dates=dates, times=times, names=tuple(dict.fromkeys(names)))


def _adverbs(text: str) -> Iterator[tuple[int, int, int]]:
    for match in _ADVERB.finditer(text):
        yield _ADVERBS[match[0].lower()], match.start(), match.end()


def _times(text: str, amounts: Sequence[Quantity]) -> Iterator[tuple[int, int, int]]:
    numbers = [(one.value, one.start, one.end) for one in amounts]
    lowered = text.lower()
    if len(lowered) == len(text):
        numbers += [(one.value, one.start, one.end) for one in word_numbers(lowered)]
    for value, start, end in numbers:
        behind = _TIMES_BEHIND.match(text, end)
        if behind is not None and value == int(value):
            yield int(value), start, behind.end()


def _spelled(one: Quantity) -> str:
    measure = MEASURES.get(one.unit or "")
    if measure is None:
        return f"{one.value.normalize():f}"
    return f"{Fraction(one.value) * measure.factor} {measure.dimension}"


def _missing(said: _Read, old: Sequence[_Read], new: Sequence[_Read]) -> Iterator[str]:
    """Yield each amount, date, number of times and code of `said` that `old` states and `new` does not."""

    def gone(stated: Callable[[_Read], bool]) -> bool:
        return any(map(stated, old)) and not any(map(stated, new))

    for amount in said.amounts:
        if gone(partial(_has_amount, amount)):
            yield said.text[amount.start : amount.end]
    for number, start, end in said.times:
        if gone(partial(_has_times, number)):
            yield said.text[start:end]
    for found in said.dates:
        if gone(partial(_has_date, found)):
            yield found.span.of(said.text)
    for name in said.names:
        if gone(partial(_has_name, name)):
            at = said.text.casefold().find(name)
            yield said.text[at : at + len(name)]


def _has_amount(wanted: Quantity, text: _Read) -> bool:
    return any(agrees(one, wanted.value, wanted.unit) for one in text.amounts)


def _has_times(wanted: int, text: _Read) -> bool:
    return any(number == wanted for number, _, _ in text.times)


def _has_date(wanted: FoundDate, text: _Read) -> bool:
    return any(set(one.readings) & set(wanted.readings) for one in text.dates)


def _has_name(wanted: str, text: _Read) -> bool:
    return wanted in text.names


def _stated(matcher: Matcher, texts: Sequence[_Read]) -> str:
    """Return by which words the texts state what decides a claim; empty: they do not, or nothing here can tell."""
    match matcher:
        case AnyOfMatch(any_of=options):
            matchers = (ValueMatch(value=one) if isinstance(one, str) else one for one in options)
            return next((found for one in matchers if (found := _stated(one, texts))), "")
        case ValueMatch(value=value):
            return _short(value) if _holds(texts, _read(value)) else ""
        case NumberMatch():
            wanted = f"{matcher.number:.15g} {matcher.unit or ''}".strip()
            return wanted if any(_counts(matcher, one) or _found(matcher, one) for one in texts) else ""
        case DateMatch(date=written):
            return written if any(_found(matcher, one) for one in texts) else ""
        case PatternMatch():
            return next((_short(found) for one in texts if (found := _found(matcher, one))), "")
        case _:
            return ""


def _found(matcher: Matcher, text: _Read) -> str:
    places = match_answer(matcher, Answer(text.text)).places
    return text.text[places[0][0] : places[0][1]] if places else ""


def _counts(matcher: NumberMatch, text: _Read) -> bool:
    """Say whether the text counts in times what the number does: "twice" states 2 and 2 times."""
    in_times = matcher.unit is None or matcher.unit.casefold() in _COUNTED_IN_TIMES
    return in_times and any(abs(number - matcher.number) <= matcher.tolerance for number, _, _ in text.times)


def _holds(texts: Sequence[_Read], words: _Read) -> bool:
    """Say whether one of the texts holds these words as a reader compares, figures in any spelling."""
    return any(holds(one.text, words.folded) or holds(one.counted, words.counted) for one in texts)


def _restated(words: _Read, old: Sequence[_Read], new: Sequence[_Read]) -> bool:
    """Say whether the texts still hold these words, were it in another order or with other words between them.

    Not where such a text binds or forbids as none did before: "is not allowed" holds all words of "is allowed".
    """
    if _holds(new, words):
        return True
    content = counted_words(words.text)
    known = {_bound(one) for one in old}
    counted = bool(content or words.amounts or words.dates or words.times or words.names)
    return counted and any(content <= counted_words(one.text) and _bound(one) in known for one in new)


def _bound(text: _Read) -> tuple[str, str]:
    return exception_of(text.text), condition_of(text.text)


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1].rstrip()}…"
