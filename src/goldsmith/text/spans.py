"""Half-open spans, the three units in which the world counts them, and where a cut would break a character.

Python counts code points, browsers count UTF-16 units, byte-oriented tools count UTF-8 bytes. Stored spans are
code points; whatever comes in another unit is converted at the door.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

Unit = Literal["codepoint", "utf16", "utf8"]

UNITS: tuple[Unit, ...] = ("codepoint", "utf16", "utf8")
"""In the order in which :func:`read_span` tries them when no unit is declared."""

_ZERO_WIDTH_JOINER = "\u200d"


class Span(NamedTuple):
    """A half-open interval of code points, ``text[start:end]``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the part of ``text`` that the span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Say whether the two spans share at least one code point."""
        return self.start < other.end and other.start < self.end


SpanFault = Literal["out_of_range", "cuts_character", "quote_differs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanProblem:
    """Why two numbers are not a span of a text."""

    fault: SpanFault
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSpan:
    """A span in code points and the unit in which its numbers were meant."""

    span: Span
    unit: Unit
    converted: bool
    """True when no unit was declared and the numbers are not code points: the reader must be told."""


def to_code_points(text: str, start: int, end: int, *, unit: Unit) -> Span | SpanProblem:
    """Read ``start`` and ``end``, counted in ``unit``, as a span of code points of ``text``.

    A number outside the text, or one that falls inside a code point or inside a character made of several code
    points (a family emoji, a flag, a letter with its accent), is a problem and never a rounded offset.
    """
    offsets = _offsets(text, unit)
    if not 0 <= start <= end <= offsets[-1]:
        return SpanProblem(
            fault="out_of_range",
            message=f"{start}-{end} does not lie in a text of {offsets[-1]} {unit} units",
        )
    first, last = bisect_left(offsets, start), bisect_left(offsets, end)
    if offsets[first] != start or offsets[last] != end or cuts_character(text, first) or cuts_character(text, last):
        return SpanProblem(fault="cuts_character", message=f"{start}-{end} ({unit}) cuts a character in two")
    return Span(first, last)


def from_code_points(text: str, span: Span, *, unit: Unit) -> tuple[int, int]:
    """Count a span of ``text`` in ``unit``. Raises ``IndexError`` when the span is not inside the text."""
    offsets = _offsets(text, unit)
    return offsets[span.start], offsets[span.end]


def read_span(text: str, start: int, end: int, *, quote: str, unit: Unit | None = None) -> ReadSpan | SpanProblem:
    """Find the reading of two numbers under which ``text[start:end]`` is the quote.

    With a declared ``unit`` only that one is tried. Without, code points are tried first, then UTF-16, then UTF-8,
    and a reading other than the first is marked ``converted``.
    """
    for candidate in UNITS if unit is None else (unit,):
        span = to_code_points(text, start, end, unit=candidate)
        if isinstance(span, Span) and span.of(text) == quote:
            return ReadSpan(span=span, unit=candidate, converted=unit is None and candidate != UNITS[0])
        if isinstance(span, SpanProblem) and unit is not None:
            return span
    declared = unit or "any known unit"
    return SpanProblem(fault="quote_differs", message=f"the text at {start}-{end} ({declared}) is not the quote")


def cuts_character(text: str, offset: int) -> bool:
    """Say whether a cut before ``text[offset]`` would break what a reader sees as one character.

    Covers combining marks, variation selectors, emoji modifiers and tags, sequences joined by U+200D, pairs of
    regional indicators, CR LF, and Hangul jamo. The zero-width non-joiner is spelling and may stand at an edge.
    """
    if not 0 < offset < len(text):
        return False
    before, after = text[offset - 1], text[offset]
    if before == "\r":
        return after == "\n"
    if after < "\u0300":
        return False
    if extends(after):
        return not before.isspace()
    if before == _ZERO_WIDTH_JOINER:
        return unicodedata.category(after) in {"So", "Sm"}
    return _is_regional(after) and _indicators_before(text, offset) % 2 == 1


def extends(character: str) -> bool:
    """Say whether a code point belongs to the character that stands before it."""
    if character < "\u0300":
        return False
    return (
        character == _ZERO_WIDTH_JOINER
        or unicodedata.category(character)[0] == "M"
        or "\u1160" <= character <= "\u11ff"
        or character in "\uff9e\uff9f"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _indicators_before(text: str, offset: int) -> int:
    count = 0
    while count < offset and _is_regional(text[offset - count - 1]):
        count += 1
    return count


def _offsets(text: str, unit: Unit) -> list[int] | range:
    if unit == "codepoint" or text.isascii():
        return range(len(text) + 1)
    if unit == "utf16":
        return list(accumulate((1 + (character > "\uffff") for character in text), initial=0))
    widths = (1 + (c > "\x7f") + (c > "\u07ff") + (c > "\uffff") for c in text)
    return list(accumulate(widths, initial=0))
