"""Find where the words of a quote stand in a text that may have changed around them, or in them.

The very words first: letter for letter, then as a reader compares (:func:`goldsmith.text.normal.fold`). Where they
stand nowhere, the quote is aligned with the place that resembles it most (:mod:`goldsmith.text.fitting`). What comes of
an alignment is a proposal: its score is told, and a place that shares too little is none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from goldsmith.text.fitting import INSIDE_WORD, Place, best_place, finds
from goldsmith.text.normal import Folded, comparable, fold
from goldsmith.text.spans import Span, cuts_character

LEAST_SCORE = 0.6
"""Below it, what stands at the best place is another text. Texts that share nothing but their language reach 0.4."""

Verbatim = Literal["exact", "folded"]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NO_DIGITS = bytes(code for code in range(128) if not chr(code).isdigit())
_FLAT = {code: " " if chr(code).isspace() else chr(code).lower() for code in range(128)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """What stands in the place of a quote."""

    span: Span
    score: float
    """1 - d / n: the edit distance (Levenshtein) of both in comparison form, over the length of the longer."""


class Ground:
    """A text in which quotes are looked for; its comparison form is made once, when it is first needed."""

    def __init__(self, text: str | Folded) -> None:
        self.text = text if isinstance(text, str) else text.source
        self._known = None if isinstance(text, str) else text
        # In ASCII only case and blanks are folded: where each character came from follows from the runs of blanks.
        self._by_shifts = self.text.isascii()

    @cached_property
    def plain(self) -> str:
        """The text in comparison form, without blanks at its ends where it is ASCII."""
        return self._flat[0] if self._by_shifts else self.folded.text

    @cached_property
    def folded(self) -> Folded:
        """The text in comparison form with the way back."""
        return self._known if self._known is not None else fold(self.text)

    def verbatim(self, quote: str) -> tuple[tuple[Span, Verbatim], ...]:
        """Return where the very words stand and how they were found, in order; none that overlaps one found exactly.

        No place cuts a character or a number in two.
        """
        exact = self.exact(quote)
        begins = [span.start for span in exact]
        found: list[tuple[Span, Verbatim]] = [(span, "exact") for span in exact]
        for span in self.alike(in_comparison_form(quote)):
            # Exact places all have the length of the quote, so one that overlaps begins in this interval.
            after = bisect_right(begins, span.start - len(quote))
            if after == len(begins) or begins[after] >= span.end:
                found.append((span, "folded"))
        return tuple(sorted(found))

    def exact(self, quote: str) -> tuple[Span, ...]:
        """Return where the quote stands letter for letter."""
        return _whole_places(self.text, quote) if quote.strip() else ()

    def alike(self, needle: str) -> tuple[Span, ...]:
        """Return where what is in comparison form already stands as a reader compares."""
        if not needle or needle not in self.plain:
            return ()
        if self._by_shifts:
            spans = [self.span(at, at + len(needle)) for at in finds(self.plain, needle)]
        else:
            spans = list(self.folded.find(needle))
        return tuple(span for span in spans if not cuts_number(self.text, span))

    def span(self, start: int, end: int) -> Span:
        """Return the span of the text that gave ``plain[start:end]``, which is not empty."""
        if not self._by_shifts:
            return self.folded.original_span(start, end)
        return Span(self._shifted(start), self._shifted(end - 1) + 1)

    @cached_property
    def _flat(self) -> tuple[str, list[int], list[int]]:
        """The comparison form of ASCII; where in it the text after each longer blank begins, and how far it moved."""
        stretches: list[str] = []
        places, shifts = [], []
        at = size = 0
        for piece in self.text.translate(_FLAT).rstrip(" ").split("  "):
            stretch = piece.lstrip(" ")
            if stretch:
                stretches.append(stretch)
                places.append(size)
                shifts.append(at + len(piece) - len(stretch) - size)
                size += len(stretch) + 1
            at += len(piece) + 2
        return " ".join(stretches), places, shifts

    def _shifted(self, at: int) -> int:
        _, places, shifts = self._flat
        return at + shifts[bisect_right(places, at) - 1]


def aligned(quote: str, text: str | Ground, *, near: int | None = None) -> Alignment | None:
    """Return the place that resembles `quote` most, of equals the one nearest to `near`; None below `LEAST_SCORE`.

    Pass a :class:`Ground` to look for many quotes in one text. A place never cuts a character or a number in two.
    """
    ground = text if isinstance(text, Ground) else Ground(text)
    place = best_place(in_comparison_form(quote), ground.plain, near=near)
    return _told(ground, place) if place is not None and place[0] >= LEAST_SCORE else None


def in_comparison_form(text: str) -> str:
    """Return what :func:`goldsmith.text.normal.comparable` does, sooner where the text is ASCII."""
    return _ascii_plain(text) if text.isascii() else comparable(text)


def same_numbers(one: str, other: str) -> bool:
    """Say whether two texts in comparison form hold the same numbers, written in digits, equally often."""
    if one.isascii() and other.isascii():
        digits = one.encode().translate(None, _NO_DIGITS)
        if digits == other.encode().translate(None, _NO_DIGITS) == b"":
            return True
    return sorted(_NUMBER.findall(one)) == sorted(_NUMBER.findall(other))


def inside_word(text: str, at: int) -> bool:
    """Say whether the place before ``text[at]`` stands inside a word or a number of a script with spaces."""
    return INSIDE_WORD.match(text, at) is not None


def cuts_number(text: str, span: Span) -> bool:
    """Say whether an edge of the span stands between two digits of one number."""
    return _inside_number(text, span.start) or _inside_number(text, span.end)


def _inside_number(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isdigit() and text[at].isdigit()


def _ascii_plain(text: str) -> str:
    return " ".join(text.lower().split())


def _whole_places(text: str, quote: str) -> tuple[Span, ...]:
    spans = [Span(at, at + len(quote)) for at in finds(text, quote)]
    return tuple(span for span in spans if not _cuts(text, span))


def _cuts(text: str, span: Span) -> bool:
    return cuts_number(text, span) or cuts_character(text, span.start) or cuts_character(text, span.end)


def _told(ground: Ground, place: Place) -> Alignment:
    score, first, last = place
    start, end = ground.span(first, last)
    while cuts_character(ground.text, start):
        start -= 1
    while cuts_character(ground.text, end):
        end += 1
    return Alignment(span=Span(start, end), score=score)
