"""Where the words of one passage stand in a later text of its document, and whether that place is its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from goldsmith.corpus.passages import Page
from goldsmith.corpus.traced_parts import joined_place
from goldsmith.records.refresh import Method, QuoteState
from goldsmith.text.alignment import aligned, in_comparison_form, inside_word, same_numbers
from goldsmith.text.edit_distance import letters_alike, shared_blocks
from goldsmith.text.spans import Span
from goldsmith.text.tokens import UNSPACED, is_unspaced

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
_MOST_PIECES = 4
_PIECE_CHARACTERS = 24
_PIECE_UNSPACED = 6
_PUT_IN_WORDS = 4
"""Fewer words than this between two pieces, within a sentence, make another sentence of it: the quote is edited."""
_PUT_IN_UNSPACED = 8
_MOST_NUMBERS = 6
"""Numbers of a quote that are told; of one that holds more, those that are others now."""
_MARKS = " \t\n\"'“”«»()[]*_"
_EDGE = 40
"""Characters beside a piece that are read for where a sentence, a paragraph, a heading or an item of a list ends."""
_BREAK = re.compile(r"[*_\"'”»)\]]*[ \t]*(?:\Z|\n[ \t]*(?:\n|\Z|[-*+#>|]|\d{1,3}[.)][ \t]))")
_BREAK_BEHIND = re.compile(r"(?:\n[ \t]*\n|\A\s*|\n(?=[ \t]*(?:[-*+#>|]|\d{1,3}[.)][ \t])))[-*+#>|\s_\"'“«(\[\d.)]*\Z")
_PUNCTUATION = re.compile(r"[.,;:!?…。，；：！？、]+\Z")
_PUNCTUATION_AHEAD = re.compile(r"[.,;:!?…。，；：！？、]+(?!\w)|[。，；：！？、]+")
_WORD = re.compile(f"[{UNSPACED}]|[^\\s{UNSPACED}]+")
_SENTENCE_END = re.compile(r"[.!?…](?=[\s\"')\]]|$)|[。！？]")
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


def in_pieces(quote: str, before: Page, old: Span, pages: Sequence[Page]) -> Place | None:
    """Return the stretches in which the whole quote stands, in its order; None where any word of it does not.

    A piece is a sentence or more, or long, and none overlaps another. Between two of them one sentence ends, or a
    paragraph: words that were put into a sentence make another one of it, and that is no split.
    """
    needle = in_comparison_form(quote)
    words = [match.span() for match in _WORD.finditer(needle)]
    found: list[_Piece] = []
    first = 0
    while first < len(words):
        if len(found) == _MOST_PIECES:
            return None
        asked = _Asked(needle, words, first, before, old)
        piece = max((_longest(asked, page, found) for page in pages), key=lambda one: one[0], default=None)
        if piece is None or not piece[0]:
            return None
        count, page, at = piece
        found.append((page, at, _end_of(page.text.ground.plain, at + len(_bare(asked.text(count))))))
        first += count
    if len(found) < 2 or not all(_apart(one, other) for one, other in pairwise(found)):
        return None
    return Place(
        quote="split",
        stretches=tuple((page, page.text.ground.span(start, end)) for page, start, end in found),
        method="folded",
        confidence=1.0,
        detail=f"the words stand in {len(found)} places now",
    )


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


_Piece = tuple[Page, int, int]
"""A page, and where in its comparison form the piece begins and ends."""
_Longest = tuple[int, Page, int]
"""How many words on stand together, in which page, and from which place of its comparison form on."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What of a quote is not placed yet."""

    needle: str
    words: Sequence[tuple[int, int]]
    first: int
    before: Page
    old: Span

    def text(self, count: int) -> str:
        """Return so many of its words."""
        return self.needle[self.words[self.first][0] : self.words[self.first + count - 1][1]]

    def is_all(self, count: int) -> bool:
        """Say whether so many words are the rest of it."""
        return self.first + count == len(self.words)

    def begins_sentence(self) -> bool:
        """Say whether what is asked next begins a sentence inside the quote."""
        return self.first > 0 and _ends_sentence(self.needle[: self.words[self.first - 1][1]])


def _longest(asked: _Asked, page: Page, found: Sequence[_Piece]) -> _Longest:
    plain = page.text.ground.plain
    start = max((end for one, _, end in found if one is page), default=0)
    left = asked.words[asked.first :]
    # Of the last word the mark behind it may be another.
    count = min(_standing_together(asked.needle, left, plain, start) + 1, len(left))
    while count:
        text = asked.text(count)
        if _is_piece(asked, text):
            bare = _bare(text)
            at = _found_whole(plain, bare, start)
            while at >= 0 and not _is_clean(asked, page, at, count):
                at = _found_whole(plain, bare, at + 1)
            if at >= 0 and not _is_another(asked, page, text):
                return count, page, at
        count -= 1
    return 0, page, 0


def _is_clean(asked: _Asked, page: Page, at: int, count: int) -> bool:
    """Say whether no sentence is cut at either edge of the piece but those at the edges of the quote."""
    text, plain = asked.text(count), page.text.ground.plain
    end = _end_of(plain, at + len(_bare(text)))
    span = page.text.ground.span(at, end)
    behind = page.text.text[max(0, span.start - _EDGE) : span.start]
    ahead = page.text.text[span.end : span.end + _EDGE]
    begins = asked.first == 0 or _ends_sentence(behind.rstrip(_MARKS)) or _BREAK_BEHIND.search(behind) is not None
    open_end = asked.is_all(count) and not _ends_sentence(text)
    ends = open_end or _ends_sentence(plain[at:end]) or _BREAK.match(ahead) is not None
    return begins and ends


def _bare(text: str) -> str:
    """Return the text without the punctuation behind it; all of it where there is nothing else."""
    return _PUNCTUATION.sub("", text) or text


def _end_of(plain: str, end: int) -> int:
    """Return where the punctuation behind a piece ends."""
    found = _PUNCTUATION_AHEAD.match(plain, end)
    return end if found is None else found.end()


def _ends_sentence(text: str) -> bool:
    return _SENTENCE_END.search(text, max(0, len(text) - 2)) is not None


def _is_another(asked: _Asked, page: Page, text: str) -> bool:
    """Say whether the words stand as often as they did besides in the quote, or less: then theirs are gone."""
    was = [span for span in asked.before.text.ground.alike(text) if not span.overlaps(asked.old)]
    return bool(was) and page.document.id == asked.before.document.id and len(page.text.ground.alike(text)) <= len(was)


def _standing_together(needle: str, words: Sequence[tuple[int, int]], plain: str, start: int) -> int:
    """Return how many words on, from the first, have their letters together somewhere after `start`."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if plain.find(needle[words[0][0] : words[middle - 1][1]], start) >= 0:
            low = middle
        else:
            high = middle - 1
    return low


def _found_whole(plain: str, text: str, start: int) -> int:
    """Return where `text` stands without cutting a word; -1 where it does not."""
    at = plain.find(text, start)
    while at >= 0 and (inside_word(plain, at) or inside_word(plain, at + len(text))):
        at = plain.find(text, at + 1)
    return at


def _is_piece(asked: _Asked, text: str) -> bool:
    """Say whether it is a sentence or more of the quote, or long enough to be no chance."""
    if _ends_sentence(text) and (asked.first == 0 or asked.begins_sentence()):
        return True
    unspaced = " " not in text
    return len(text) >= (_PIECE_UNSPACED if unspaced and any(map(is_unspaced, text)) else _PIECE_CHARACTERS)


def _apart(one: tuple[Page, int, int], other: tuple[Page, int, int]) -> bool:
    """Say whether more than a few words within a sentence stand between two pieces."""
    page, _, end = one
    if other[0] is not page or other[1] < end:
        return True
    gap = page.text.ground.plain[end : other[1]]
    if _SENTENCE_END.search(page.text.ground.plain[max(0, end - 1) : other[1]]):
        return True
    words = _WORD.findall(gap)
    return len(words) >= (_PUT_IN_WORDS if " " in gap.strip() else _PUT_IN_UNSPACED)


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
