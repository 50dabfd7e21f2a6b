"""Find where a quote stands in a text: exactly, in comparison form, or approximately.

An approximate place is a proposal, never a proof: a word may have changed there. It is reported by :func:`locate`
only when its score reaches the threshold *and* it holds the same numbers as the quote, so that "within 14 days" is
never given as the place of "within 30 days"; :func:`nearest` shows such places to a person.

The score of an approximate place is 1 - d / n, where n is the number of letters and digits of the quote and d the
cheapest sum of letters inserted, deleted and replaced word by word (Sellers 1980), not below 0.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from goldsmith.text.alignment import Ground
from goldsmith.text.normal import Folded, fold
from goldsmith.text.spans import Span
from goldsmith.text.tokens import Token, tokenise

if TYPE_CHECKING:
    from collections.abc import Sequence

THRESHOLD = 0.85
"""Score from which :func:`locate` reports an approximate place."""

How = Literal["exact", "folded", "approximate"]

_WINDOWS = 12
_COMMON_WORD = 200
# Two words less alike than this are different words: replacing one costs a deletion and an insertion at most.
_SAME_WORD = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a quote, or something like it, stands."""

    span: Span
    score: float
    """1 for exact and folded places."""
    how: How


def locate(quote: str, text: str | Folded, *, threshold: float = THRESHOLD) -> tuple[Place, ...]:
    """Return every place of ``quote`` in ``text``, in the order of the text; empty where there is none.

    Exact and folded places come together; approximate ones only where neither exists. Pass ``fold(text)`` to look
    for many quotes in one text. A place never cuts a character or a number in two.
    """
    folded = fold(text) if isinstance(text, str) else text
    places = _verbatim(quote, folded)
    if places:
        return places
    needed = _numbers(tokenise(quote))
    found = [place for place in _approximate(quote, folded) if place.score >= threshold]
    kept = (place for place in found if _numbers(tokenise(place.span.of(folded.source))) == needed)
    return tuple(sorted(kept, key=lambda place: place.span))


def nearest(quote: str, text: str | Folded) -> Place | None:
    """Return the best place of ``quote`` whatever its score, the first of equals; None when no word is shared."""
    folded = fold(text) if isinstance(text, str) else text
    places = _verbatim(quote, folded) or _approximate(quote, folded)
    return min(places, key=lambda place: (-place.score, place.span), default=None)


def _verbatim(quote: str, folded: Folded) -> tuple[Place, ...]:
    return tuple(Place(span=span, score=1.0, how=how) for span, how in Ground(folded).verbatim(quote))


def _approximate(quote: str, folded: Folded) -> tuple[Place, ...]:
    """Return the best place in each promising window, none overlapping another, best first."""
    wanted, there = tokenise(quote), tokenise(folded)
    if not wanted or not there:
        return ()
    places: dict[Span, Place] = {}
    for first, last in _windows([token.text for token in wanted], [token.text for token in there]):
        place = _align(wanted, there[first:last])
        if place is not None:
            places[place.span] = place
    chosen: list[Place] = []
    for place in sorted(places.values(), key=lambda found: (-found.score, found.span)):
        if not any(place.span.overlaps(other.span) for other in chosen):
            chosen.append(place)
    return tuple(chosen)


def _windows(wanted: Sequence[str], there: Sequence[str]) -> list[tuple[int, int]]:
    """Return the stretches of ``there`` that share most with ``wanted`` at about the same distance from each other."""
    positions: defaultdict[str, list[int]] = defaultdict(list)
    needed = frozenset(wanted)
    for at, word in enumerate(there):
        if word in needed:
            positions[word].append(at)
    # A word that stands everywhere says nothing about the place, unless nothing else is shared.
    rare = {word for word, found in positions.items() if len(found) <= _COMMON_WORD} or set(positions)
    width = max(2, len(wanted) // 4)
    votes: Counter[int] = Counter()
    for offset, word in enumerate(wanted):
        if word in rare:
            for bucket in {(at - offset) // width for at in positions[word]}:
                votes[bucket] += len(word)
    # A shifted passage votes for two neighbouring buckets: they count together.
    joined = {bucket: votes[bucket] + votes.get(bucket + 1, 0) + votes.get(bucket - 1, 0) for bucket in sorted(votes)}
    best = sorted(joined, key=lambda bucket: (-joined[bucket], bucket))[:_WINDOWS]
    return [
        (max(0, (bucket - 1) * width - width), min(len(there), (bucket + 2) * width + len(wanted) + width))
        for bucket in best
    ]


def _align(wanted: Sequence[Token], window: Sequence[Token]) -> Place | None:
    """Align all of ``wanted`` with the cheapest stretch of ``window``; free ends in the window only."""
    total = sum(len(token.text) for token in wanted)
    # Each cell is (cost, first token of the stretch); the row of no wanted word costs nothing anywhere.
    row = [(0.0, column) for column in range(len(window) + 1)]
    for want in wanted:
        size = len(want.text)
        previous, row = row, [(row[0][0] + size, 0)]
        for column, have in enumerate(window, start=1):
            replaced, begun = previous[column - 1]
            row.append(
                min(
                    (replaced + _replacing(want.text, have.text), begun),
                    (previous[column][0] + size, previous[column][1]),
                    (row[column - 1][0] + len(have.text), row[column - 1][1]),
                    key=lambda cell: cell[0],
                )
            )
    last = min(range(len(row)), key=lambda column: (row[column][0], column))
    cost, first = row[last]
    if first >= last:
        return None
    return Place(
        span=Span(window[first].start, window[last - 1].end), score=max(0.0, 1 - cost / total), how="approximate"
    )


@lru_cache(maxsize=1 << 15)
def _replacing(want: str, have: str) -> float:
    if want == have:
        return 0.0
    longest = float(max(len(want), len(have)))
    if min(len(want), len(have)) < longest * _SAME_WORD:
        return longest
    likeness = SequenceMatcher(None, want, have, autojunk=False).ratio()
    return longest * (1 - likeness) if likeness > _SAME_WORD else longest


def _numbers(tokens: Sequence[Token]) -> Counter[str]:
    return Counter(token.text for token in tokens if any(character.isdigit() for character in token.text))
