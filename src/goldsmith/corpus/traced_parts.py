"""What became of a quote of several clauses: the stretch in which its parts stand, from first to last."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from goldsmith.text.alignment import LEAST_SCORE, aligned, inside_word
from goldsmith.text.edit_distance import letters_alike
from goldsmith.text.fitting import finds

_PART = 24
"""Least characters of a part; in scripts without spaces they say more than enough."""
_MOST_HITS = 12
_GAP = 600
"""Characters that may have been put in between two parts, beyond twice as many as the quote has there."""
_CLAUSE = re.compile(r"[^.!?,;。！？，；]*(?:[.!?,;。！？，；]+|$)\s*")
_MOST = 0.99
"""The score of a place is below 1: the very words in order would have been found before."""


class _Hit(NamedTuple):
    """A part of the quote, and where its very letters stand in the text."""

    start: int
    end: int
    at: int


def joined_place(needle: str, plain: str) -> tuple[float, int, int] | None:
    """Return how like the quote the stretch is in which its parts stand in order, and where it begins and ends.

    Both texts are in comparison form. The score is the share of the letters of the quote that stand there, whatever was
    put in between, or that of the whole stretch (:func:`goldsmith.text.edit_distance.letters_alike`) if it is more.
    None where fewer than a third stand in whole parts, or all of it is too unlike.
    """
    chain = _densest(_in_order(_hits(needle, plain)))
    known = sum(hit.end - hit.start for hit in chain)
    if 3 * known < len(needle):
        return None
    head, first = chain[0].start, chain[0].at
    tail, last = chain[-1].end, chain[-1].at + chain[-1].end - chain[-1].start
    begun, first = _begin(needle[:head], plain, first)
    ended, last = _end(needle[tail:], plain, last)
    while first < last and plain[first].isspace():
        first += 1
    while last > first and plain[last - 1].isspace():
        last -= 1
    score = min(_MOST, (known + begun + ended) / len(needle))
    score = max(score, letters_alike(needle, plain[first:last]))
    return (score, first, last) if score >= LEAST_SCORE else None


def _parts(needle: str) -> list[tuple[int, int]]:
    """Return the clauses of the quote, short ones together with the next."""
    parts: list[tuple[int, int]] = []
    begin = 0
    for found in _CLAUSE.finditer(needle):
        if found.end() - begin >= _PART:
            parts.append((begin, found.end()))
            begin = found.end()
    if begin < len(needle):
        parts.append((begin, len(needle)))
    return parts


def _hits(needle: str, plain: str) -> list[list[_Hit]]:
    found = []
    for start, end in _parts(needle):
        text = needle[start:end].strip()
        places = finds(plain, text, _MOST_HITS)
        whole = [at for at in places if not (inside_word(plain, at) or inside_word(plain, at + len(text)))]
        found.append([_Hit(start, start + len(text), at) for at in whole if len(places) <= _MOST_HITS])
    return found


def _in_order(hits: list[list[_Hit]]) -> list[_Hit]:
    """Return the most parts that stand in the order of the quote: one hit of each, ascending."""
    ends: list[int] = []
    held: list[_Hit] = []
    above: dict[_Hit, _Hit | None] = {}
    for own in hits:
        # From behind, so that no two hits of one part follow each other.
        for hit in sorted(own, key=lambda one: -one.at):
            length = bisect_left(ends, hit.at)
            above[hit] = held[length - 1] if length else None
            ends[length : length + 1] = [hit.at]
            held[length : length + 1] = [hit]
    chain: list[_Hit] = []
    last = held[-1] if held else None
    while last is not None:
        chain.append(last)
        last = above[last]
    return chain[::-1]


def _densest(chain: list[_Hit]) -> list[_Hit]:
    """Return the run of parts that stand near each other and hold the most letters."""
    runs: list[list[_Hit]] = [[]]
    for hit in chain:
        last = runs[-1][-1] if runs[-1] else hit
        if hit.at - last.at > 2 * (hit.start - last.start) + _GAP:
            runs.append([])
        runs[-1].append(hit)
    return max(runs, key=lambda run: sum(hit.end - hit.start for hit in run))


def _begin(part: str, plain: str, inner: int) -> tuple[float, int]:
    """Return how many letters of the first `part` of the quote stand before `inner`, and where they begin."""
    low = max(0, inner - 2 * len(part) - _GAP)
    found = aligned(part, plain[low:inner]) if part.strip() else None
    return (0, inner) if found is None else (found.score * len(part), low + found.span.start)


def _end(part: str, plain: str, inner: int) -> tuple[float, int]:
    """Return how many letters of the last `part` of the quote stand behind `inner`, and where they end."""
    found = aligned(part, plain[inner : inner + 2 * len(part) + _GAP]) if part.strip() else None
    return (0, inner) if found is None else (found.score * len(part), inner + found.span.end)
