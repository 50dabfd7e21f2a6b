"""What a case speaks of, as units that a text of the corpus can share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

from goldsmith.records.case import Case
from goldsmith.records.claims import AnyOfMatch, Claim, DateMatch, Matcher, NumberMatch, ValueMatch
from goldsmith.refresh.reading import Figures, counted_words, figures
from goldsmith.text.numbers import Quantity
from goldsmith.text.units import MEASURES

KIND_RATIO = 30
"""Two units are of one kind where one is at most so many of the other: days and weeks or hours, not days and minutes.
So a limit in days meets one in weeks, and the length of a meeting does not meet the length of a contract."""
_FEW_WORDS = 3
"""A question of fewer content words ("and for students?") leans on what was said before it."""
_AMOUNT = re.compile(
    r"\bhow (?:long|many|much|far|often|soon|late|old|high)\b|\bat (?:most|least)\b"
    r"|\bсколько\b|\bкак (?:долго|часто|скоро|много)\b|多少|多久|多长|多长时间|几(?:天|次|个|年|小时)",
    re.IGNORECASE,
)
_FRAMING = (
    "still already yet even many much long far often soon late most least "
    "ещё уже даже сколько долго часто скоро много 多少 多久 多长"
)
"""Words by which something is asked, and of which no answer needs to speak."""


def asked_words(case: Case) -> frozenset[str]:
    """Return the content words of the question; of the user's earlier turns too where it has few of its own."""
    own = counted_words(case.question)
    if len(own) >= _FEW_WORDS:
        return own
    return own.union(*(counted_words(message.content) for message in case.messages if message.role == "user"))


def asks_for_an_amount(question: str) -> bool:
    """Say whether only a text with a figure can answer: how long, how many, at most."""
    return _AMOUNT.search(question) is not None


def without_framing(words: frozenset[str]) -> frozenset[str]:
    """Return content words of a question without those by which it asks ("how long can I still")."""
    return words - _framing()


@cache
def _framing() -> frozenset[str]:
    return counted_words(_FRAMING)


def quotes(case: Case) -> Iterator[str]:
    """Yield the words of the corpus that the case rests on."""
    for need in case.evidence:
        for item in need.any_of:
            if item.quote is not None:
                yield item.quote


def answers(case: Case) -> Iterator[str]:
    """Yield what is said of right and wrong answers: accepted ones, claims, and what decides them."""
    for accepted in case.accept:
        yield accepted.answer
    for claim in case.claims:
        yield from _of_claim(claim)


def answer_figures(case: Case) -> Figures:
    """Return the amounts and dates that an answer of the case turns on."""
    return figures("\n".join((*answers(case), *quotes(case))))


def same_amount(one: Quantity, other: Quantity) -> bool:
    """Say whether two amounts with a unit are equal, however they are counted."""
    ratio = _ratio(one.unit, other.unit)
    return ratio is not None and Fraction(one.value) * ratio == Fraction(other.value)


def one_kind(one: Quantity, other: Quantity) -> bool:
    """Say whether two amounts are counted in units of one kind, such as days and weeks."""
    ratio = _ratio(one.unit, other.unit)
    return ratio is not None and Fraction(1, KIND_RATIO) <= ratio <= KIND_RATIO


def of_one_kind(stated: Iterable[Quantity], ours: Iterable[Quantity]) -> Quantity | None:
    """Return the first amount of `stated` that is counted as one of `ours` is."""
    held = tuple(ours)
    return next((one for one in stated if any(one_kind(one, other) for other in held)), None)


def _ratio(unit: str | None, other: str | None) -> Fraction | None:
    """Return how many of `other` one `unit` is; None: they do not measure the same."""
    ours, theirs = MEASURES.get(unit or ""), MEASURES.get(other or "")
    if ours is None or theirs is None or ours.dimension != theirs.dimension:
        return None
    return ours.factor / theirs.factor


def _of_claim(claim: Claim) -> Iterator[str]:
    yield claim.text
    yield from _of_match(claim.match)


def _of_match(match: Matcher) -> Iterator[str]:
    match match:
        case ValueMatch(value=value):
            yield value
        case NumberMatch(number=number, unit=unit):
            yield f"{number:.15g} {unit or ''}"
        case DateMatch(date=written):
            yield written
        case AnyOfMatch(any_of=options):
            for one in options:
                if isinstance(one, str):
                    yield one
                else:
                    yield from _of_match(one)
        case _:
            return
