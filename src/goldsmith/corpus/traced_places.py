"""Where the words of one passage stand in a later text of its document, and whether that place is its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.corpus.passages import Page
from goldsmith.corpus.traced_parts import joined_place
from goldsmith.records.refresh import Method, QuoteState
from goldsmith.text.alignment import aligned, in_comparison_form, same_numbers
from goldsmith.text.edit_distance import letters_alike, shared_blocks
from goldsmith.text.spans import Span

LEAST_LIKE = 0.6
"""From this score on, the aligned place is what became of the words; below it they are gone."""

_CONTEXT = 60
"""Letters on either side that tell one place of the same words from another."""
_VERY_LIKE = 0.9
_MARGIN = 0.05
_MOST_PLACES = 24
_SHORT_QUOTE = 48
"""A quote of fewer characters is aligned together with the text around it: alone it resembles too much."""
_AROUND = 120
_SURE = 1.0
"""The very words: one letter in a long quote makes it less."""
_MOST_NUMBERS = 6
"""Numbers of a quote that are told; of one that holds more, those that are others now."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What became of a passage."""

    quote: QuoteState
    stretches: tuple[tuple[Page, Span], ...]
    """In reading order; several where the words are apart; none where they are gone."""
    method: Method
    confidence: float
    detail: str = ""


GONE = Place(quote="gone", stretches=(), method="none", confidence=0.0)


def verbatim_place(quote: str, before: Page, old: Span, after: Page) -> Place | None:
    """Return the place in `after` that is the passage's own; None where its words stand there no more.

    Of several places, and of words that stood several times before, each old place is given the new one that is most
    like it: by section, then by the words around, then by order. A place that belongs to another is not taken.
    """
    news = after.text.places(quote)
    if not news:
        return None
    olds = before.text.places(quote)
    if old not in olds:
        olds = tuple(sorted((*(one for one in olds if not one.overlaps(old)), old)))
    if len(olds) == len(news) == 1:
        return _intact(quote, after, news[0], 1.0, "")
    chosen = _assigned(before, olds, olds.index(old), after, news)
    if chosen is None:
        return None
    span, confidence = chosen
    several = f"the words stood {len(olds)} times in {before.document.id} and stand {len(news)} times now"
    return _intact(quote, after, span, confidence, several if confidence < 1 else "")


def edited_place(quote: str, before: Page, old: Span, pages: Sequence[Page]) -> Place:
    """Return the place whose text the quote became, by alignment; gone where nothing is like it.

    A place whose text the earlier document had elsewhere is another passage, however much it resembles the quote.
    """
    found = [place for page in pages if (place := _edited_in(quote, before, old, page)) is not None]
    return max(found, key=lambda place: place.confidence, default=GONE)


def likeness(before: Page, old: Span, after: Page, now: Span) -> float:
    """Return how alike the words around two places are, from 0 to 1."""
    return _like(before.near(old, _CONTEXT), after.near(now, _CONTEXT))


def _intact(quote: str, after: Page, span: Span, confidence: float, detail: str) -> Place:
    exact = span.of(after.text.text) == quote
    return Place(
        quote="intact",
        stretches=((after, span),),
        method="exact" if exact else "folded",
        confidence=confidence,
        detail=detail,
    )


def _assigned(
    before: Page, olds: Sequence[Span], own: int, after: Page, news: Sequence[Span]
) -> tuple[Span, float] | None:
    """Return the new place that is given to the old one in place `own`, and how sure that is."""
    low = max(0, min(own - _MOST_PLACES // 2, len(olds) - _MOST_PLACES))
    others = range(low, min(len(olds), low + _MOST_PLACES))
    low = max(0, min(own - _MOST_PLACES // 2, len(news) - _MOST_PLACES))
    places = range(low, min(len(news), low + _MOST_PLACES))
    was = {one: (before.path(olds[one]), before.near(olds[one], _CONTEXT, in_section=True)) for one in others}
    now = {one: (after.path(news[one]), after.near(news[one], _CONTEXT, in_section=True)) for one in places}
    likes = {
        (one, other): (was[one][0] == now[other][0], _like(was[one][1], now[other][1]))
        for one in others
        for other in places
    }
    pairs = sorted(likes, key=lambda pair: (-likes[pair][1] - likes[pair][0], abs(pair[0] - pair[1]), pair))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for one, other in pairs:
        if one in taken_old or other in taken_new:
            continue
        taken_old.add(one)
        taken_new.add(other)
        if one == own:
            return news[other], _sureness(likes, own, other, fewer=len(news) < len(olds))
    return None


def _sureness(likes: dict[tuple[int, int], tuple[bool, float]], own: int, chosen: int, *, fewer: bool) -> float:
    """Return 1 where the chosen place and the old one are more like each other than either is like any other.

    Where there are fewer places than before, any may be the one that went: then they have to be very much alike.
    """
    mine = likes[own, chosen]
    rivals = [like for (one, other), like in likes.items() if (one == own) != (other == chosen)]
    if mine[1] > (_VERY_LIKE if fewer else LEAST_LIKE) and all(
        (named, like + _MARGIN) <= mine for named, like in rivals
    ):
        return 1.0
    return min(mine[1], 0.95)


def _like(one: tuple[str, str], other: tuple[str, str]) -> float:
    return (letters_alike(one[0], other[0]) + letters_alike(one[1], other[1])) / 2


def _edited_in(quote: str, before: Page, old: Span, page: Page) -> Place | None:
    needle = in_comparison_form(quote)
    if len(needle) < _SHORT_QUOTE:
        return _edited_among(needle, before, old, page)
    near = page.text.ground
    place = aligned(quote, near)
    joined = joined_place(needle, near.plain)
    if joined is not None and (place is None or place.score < joined[0] < _SURE):
        span = near.span(*joined[1:])
        return None if _stood_elsewhere(span.of(near.text), before, old) else _edited(needle, page, span, joined[0])
    if place is None or place.score < LEAST_LIKE or place.score >= _SURE:
        return _edited_among(needle, before, old, page) if place is not None and place.score >= _SURE else None
    if _stood_elsewhere(place.span.of(near.text), before, old):
        return _edited_among(needle, before, old, page)
    return _edited(needle, page, place.span, place.score)


def _edited_among(needle: str, before: Page, old: Span, page: Page) -> Place | None:
    """Align the quote together with the text around it, and return what stands in its place there."""
    text = before.text.text
    low, high = max(0, old.start - _AROUND), min(len(text), old.end + _AROUND)
    head = in_comparison_form(text[low : old.start])
    around = in_comparison_form(text[low:high])
    place = aligned(text[low:high], page.text.ground)
    if place is None or place.score < LEAST_LIKE:
        return None
    there = place.span.of(page.text.text)
    plain = in_comparison_form(there)
    start = around.find(needle, max(0, len(head) - 1))
    if start < 0:
        return None
    first, last = _carried(around, plain, start, start + len(needle))
    now = plain[first:last].strip()
    score = letters_alike(needle, now)
    spans = [span for span in page.text.places(now) if place.span.start <= span.start and span.end <= place.span.end]
    if not now or not spans or score < LEAST_LIKE or score >= _SURE:
        return None
    if len(needle) >= _SHORT_QUOTE and _stood_elsewhere(now, before, old):
        return None
    return _edited(needle, page, spans[0], score)


def _carried(one: str, other: str, start: int, end: int) -> tuple[int, int]:
    """Return the stretch of `other` that an alignment of both texts sets against ``one[start:end]``."""
    first, last = 0, len(other)
    for at, to, size in shared_blocks(one, other):
        if at + size <= start:
            first = to + size
        elif at <= start:
            first = to + start - at
        if at < end <= at + size:
            last = to + end - at
            break
        if at >= end:
            last = to
            break
    return first, max(first, last)


def _stood_elsewhere(text: str, before: Page, old: Span) -> bool:
    return any(not span.overlaps(old) for span in before.text.places(text))


def _edited(needle: str, page: Page, span: Span, score: float) -> Place:
    plain = in_comparison_form(span.of(page.text.text))
    detail = ""
    if not same_numbers(needle, plain):
        was, now = (_NUMBER.findall(one) for one in (needle, plain))
        if max(len(was), len(now)) > _MOST_NUMBERS:
            was, now = ([*(Counter(one) - Counter(other))] for one, other in ((was, now), (now, was)))
        detail = f"the numbers were {_listed(was)} and are {_listed(now)}"
    return Place(quote="edited", stretches=((page, span),), method="aligned", confidence=score, detail=detail)


def _listed(numbers: Sequence[str]) -> str:
    more = f" and {len(numbers) - _MOST_NUMBERS} more" if len(numbers) > _MOST_NUMBERS else ""
    return (", ".join(numbers[:_MOST_NUMBERS]) or "none") + more
