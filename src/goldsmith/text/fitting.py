"""Find the place of a text that a quote resembles most; both are in comparison form.

Short stretches of the quote vote on a place. From there the text is followed along the quote both ways, by exact
comparison from one difference to the next; only what lies between, and what is left at the edges, is aligned letter by
letter. Stretches are counted in characters, so that scripts without spaces are no special case.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence

from goldsmith.text.edit_distance import distances_to_beginnings, edit_distance, shared_beginning
from goldsmith.text.tokens import UNSPACED, is_unspaced

_SHORTEST = 6
"""Fewer characters than this are only looked for verbatim: anything resembles them."""
_MOST_HITS = 12
"""A stretch of the quote that stands more often than this in the text says nothing about the place."""
_QUICK_ANCHORS = 5
_AGREEING = 3
_CANDIDATES = 3
_CLEAR = 0.8
_LONG = 100
"""A place for a quote of so many characters is looked at closely only where enough of its pieces stand near."""
_ENOUGH = 6
"""One in so many pieces; where one letter in five is another it is still every third."""
_SLACK = 16
_NEAR = 16
"""Characters that may have been put in before a stretch, beyond as many as the quote loses up to there."""
_SYNC = 10
"""A stretch of fewer characters after a difference may stand there by chance."""
_SYNC_STEP = 6
_REACH = 16
"""Characters that an edge is sought outwards, beyond one and a half times those that are not placed yet."""
_PUT_IN = 10
"""Characters that may have been put in next to the first or last word of a quote, for it still to be that word."""
_KNOWN = 4
"""A word of fewer characters stands near by chance."""
_WORD_CHARACTER = f"[^\\W{UNSPACED}]"
_INSIDE_NUMBER = r"(?<=\d)[.,]\d"
INSIDE_WORD = re.compile(f"(?<={_WORD_CHARACTER}){_WORD_CHARACTER}|{_INSIDE_NUMBER}|(?<=\\d[.,])\\d")
"""Matches at a place inside a word, or inside a number, of a script with spaces."""
_BEGINNING = re.compile(
    f"[{UNSPACED}]|(?<!{_WORD_CHARACTER})(?<!\\d[.,]){_WORD_CHARACTER}|(?!{_INSIDE_NUMBER})[^\\w\\s]"
)
_ENDING = re.compile(
    f"[{UNSPACED}]|{_WORD_CHARACTER}(?!{_WORD_CHARACTER}|(?<=\\d)[.,]\\d)|(?!{_INSIDE_NUMBER})[^\\w\\s]"
)
_EDGES = ("", " ")
"""Beside them a word surely begins or ends."""

Place = tuple[float, int, int]
"""The score of :class:`goldsmith.text.alignment.Alignment`, and where the place begins and ends."""

_Anchor = tuple[int, int]
"""Where a stretch begins in the quote, and where the same letters begin in the text."""


def best_place(needle: str, plain: str, *, near: int | None) -> Place | None:
    """Return the place that resembles the quote most, of equals the one nearest to `near`; None where nothing does.

    Without `near` a place on which the first stretches agree, and that is much like the quote, is taken at once.
    """
    if len(needle) < _SHORTEST or not plain:
        return None
    size = _stretch(needle)
    quick = _agreed(needle, plain, size) if near is None else None
    if quick is not None:
        place = _fitted(needle, plain, quick)
        if place is not None and place[0] >= _CLEAR:
            return place
    anchors = _candidates(needle, plain, size)
    if len(needle) >= _LONG:
        anchors = [anchor for anchor in anchors if _borne_out(needle, plain, anchor, size // 3 + 1)]
    found = [_fitted(needle, plain, anchor) for anchor in anchors]
    origin = 0 if near is None else near
    places = [one for one in found if one is not None]
    return min(places, key=lambda one: (-one[0], abs(one[1] - origin), one[1]), default=None)


def finds(text: str, needle: str, most: int = sys.maxsize) -> list[int]:
    """Return where the needle stands; one place more than `most` at the utmost."""
    found: list[int] = []
    at = text.find(needle) if needle else -1
    while at >= 0 and len(found) <= most:
        found.append(at)
        at = text.find(needle, at + 1)
    return found


def _stretch(needle: str) -> int:
    """Return how long the stretches are that vote: a few characters where each is a word, else about two words."""
    unspaced = not needle.isascii() and is_unspaced(needle[len(needle) // 2])
    least, most = (2, 6) if unspaced else (5, 14)
    return max(least, min(most, len(needle) // 6))


def _agreed(needle: str, plain: str, size: int) -> _Anchor | None:
    """Return a stretch on whose place the first few agree; None where it takes a closer look."""
    last, drift = len(needle) - size, _drift(needle)
    offsets = [last * turn // (_QUICK_ANCHORS - 1) for turn in range(_QUICK_ANCHORS)]
    for tried, offset in enumerate(offsets[: _QUICK_ANCHORS - _AGREEING + 1]):
        at = plain.find(needle[offset : offset + size])
        if at < 0:
            continue
        agreeing = 1
        for other in offsets[tried + 1 :]:
            expected = at + other - offset
            low = max(0, expected - drift)
            agreeing += plain.find(needle[other : other + size], low, expected + size + drift) >= 0
            if agreeing >= _AGREEING:
                return offset, at
    return None


def _drift(needle: str) -> int:
    """Return by how much words that came or went may shift the rest of the quote."""
    return 16 + len(needle) // 8


def _candidates(needle: str, plain: str, size: int) -> list[_Anchor]:
    """Return a stretch of each of the places that most stretches vote for, best first."""
    width = _drift(needle)
    votes: Counter[int] = Counter()
    anchors: dict[int, list[_Anchor]] = {}
    for offset in range(0, max(1, len(needle) - size + 1), max(1, size // 2)):
        hits = finds(plain, needle[offset : offset + size], _MOST_HITS)
        for at in hits if len(hits) <= _MOST_HITS else ():
            bucket = (at - offset) // width
            votes[bucket] += 1
            anchors.setdefault(bucket, []).append((offset, at))
    joined = {bucket: count + votes.get(bucket + 1, 0) for bucket, count in votes.items()}
    best = sorted(joined, key=lambda bucket: (-joined[bucket], bucket))[:_CANDIDATES]
    return [_longest(needle, plain, [*anchors[bucket], *anchors.get(bucket + 1, ())]) for bucket in best]


def _borne_out(needle: str, plain: str, anchor: _Anchor, size: int) -> bool:
    """Say whether enough pieces of the quote, each of `size` characters, stand about where the anchor puts them."""
    shift, about = anchor[1] - anchor[0], 16 + len(needle) // 16
    wanted = len(needle) // size // _ENOUGH
    for offset in range(0, len(needle) - size + 1, size):
        expected = offset + shift
        wanted -= plain.find(needle[offset : offset + size], max(0, expected - about), expected + size + about) >= 0
        if wanted <= 0:
            return True
    return False


def _longest(needle: str, plain: str, anchors: Sequence[_Anchor]) -> _Anchor:
    """Return the anchor from which on most letters are the same; the first of equals."""
    return max(anchors, key=lambda one: shared_beginning(needle[one[0] :], plain[one[1] : one[1] + len(needle)]))


def _fitted(needle: str, plain: str, anchor: _Anchor) -> Place | None:
    """Return the stretch around the anchor that the quote fits best; None where nothing is left of it."""
    offset, at = anchor
    length = len(needle)
    slack = _SLACK + length // 6
    before = plain[max(0, at - offset - slack) : at][::-1]
    back, gone, apart = _followed(needle[:offset][::-1], before)
    head, first = offset - back, at - gone
    ahead, come, further = _followed(needle[offset:], plain[at : at + length - offset + slack])
    tail, last = offset + ahead, at + come
    apart += further
    if head or not (plain[first - 1 : first] in _EDGES or _BEGINNING.match(plain, first)):
        first, further = _begin(needle[: head + 1], plain, first + 1)
        apart += further
    if tail < length or not (plain[last : last + 1] in _EDGES or _ENDING.match(plain, last - 1)):
        last, further = _end(needle[tail - 1 :], plain, last - 1)
        apart += further
    if first >= last:
        return None
    return 1 - apart / max(length, last - first), first, last


def _followed(part: str, rest: str) -> tuple[int, int, int]:
    """Return how far the text can be followed along the quote: in the quote, in the text, and how far apart they are.

    After a difference the next stretch is sought that both have. It counts when more letters are the same from there on
    than would have been put in before it: what stands for the last words of a quote is not to be sought further on.
    """
    at = to = apart = gained = 0
    length = len(part)
    kept = (0, 0, 0)
    while True:
        left = part[at:]
        same = len(left) if rest.startswith(left, to) else shared_beginning(left, rest[to:])
        at, to, gained = at + same, to + same, gained + same
        if gained > (to - kept[1]) - (at - kept[0]):
            kept, gained = (at, to, apart), 0
        for ahead in range(at, length - _SYNC + 1, _SYNC_STEP):
            there = rest.find(part[ahead : ahead + _SYNC], to, to + 2 * (ahead - at) + _SYNC + _NEAR)
            if there >= 0:
                break
        else:
            return kept
        while ahead > at and there > to and part[ahead - 1] == rest[there - 1]:
            ahead, there = ahead - 1, there - 1
        apart += edit_distance(part[at:ahead], rest[to:there])
        at, to = ahead, there


def _begin(part: str, plain: str, inner: int) -> tuple[int, int]:
    """Return where the text that stands for the first `part` of the quote begins, when it ends at `inner`.

    Where its first word stands, else where a word begins from which on the text is most like it; the first of equals.
    How far apart they are is told too.
    """
    least = max(0, inner - len(part) * 3 // 2 - _REACH)
    known = _nearest_find(
        plain, part.split(" ", 1)[0], inner - len(part), (max(least, inner - len(part) - _PUT_IN), inner)
    )
    if known >= 0 and _BEGINNING.match(plain, known):
        return known, edit_distance(part, plain[known:inner])
    places = [match.start() for match in _BEGINNING.finditer(plain, least, inner)]
    size, apart = _nearest(part[::-1], plain[least:inner][::-1], [inner - at for at in places])
    return inner - size, apart


def _end(part: str, plain: str, inner: int) -> tuple[int, int]:
    """Return where the text that stands for the last `part` of the quote ends, when it begins at `inner`."""
    most = inner + len(part) * 3 // 2 + _REACH
    word = part.rsplit(" ", 1)[-1]
    known = _nearest_find(plain, word, inner + len(part) - len(word), (inner, inner + len(part) + _PUT_IN))
    if known >= 0 and _ENDING.match(plain, known + len(word) - 1):
        return known + len(word), edit_distance(part, plain[inner : known + len(word)])
    places = [match.end() for match in _ENDING.finditer(plain, inner, most)]
    size, apart = _nearest(part, plain[inner:most], [at - inner for at in places])
    return inner + size, apart


def _nearest(part: str, rest: str, sizes: list[int]) -> tuple[int, int]:
    """Return the size of the beginning of `rest` that is most like the part, and how far apart they are.

    Of equals the largest; 0 where none is nearer than nothing at all.
    """
    distances = distances_to_beginnings(part, rest, sizes)
    apart, size = min(((one, -size) for one, size in zip(distances, sizes, strict=True)), default=(len(part), 0))
    return (-size, apart) if apart <= len(part) else (0, len(part))


def _nearest_find(plain: str, word: str, expected: int, within: tuple[int, int]) -> int:
    """Return the place of `word` nearest to `expected`; -1 where there is none, or where it says too little."""
    if len(word) < _KNOWN:
        return -1
    low, high = within
    before = plain.rfind(word, low, min(high, max(low, expected + len(word))))
    after = plain.find(word, max(low, expected), high)
    if before < 0 or after < 0:
        return max(before, after)
    return before if expected - before <= after - expected else after
