"""Where the words of an answer stand in their passage: the offset that the file gives is checked, never believed."""

from __future__ import annotations

from dataclasses import dataclass

from goldsmith.records.interchange import Fate
from goldsmith.text.spans import Span, Unit, from_code_points, to_code_points

_FOUND_CHARACTERS = 40
ELSEWHERE = (
    "other words stand at the offset: the answer stands once in the passage, elsewhere, and is kept without a place"
)
SEVERAL = "other words stand at the offset: the answer stands several times in the passage, and is kept without a place"
NOWHERE = "the answer does not stand in its passage: the passage as a whole is kept as evidence"
_CONVERTED: dict[Unit, str] = {
    "utf16": "the offset counts UTF-16 units: the place is counted anew in code points",
    "utf8": "the offset counts bytes: the place is counted anew in code points",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an answer stands, and what is to be said of the offset."""

    quoted: bool
    """The words stand in the passage."""
    span: tuple[int, int] | None
    """Code points of the passage; None: the offset does not hold."""
    fate: Fate = "kept"
    told: str = ""
    found: str = ""
    """What stands at the offset."""


def placed(context: str, words: str, start: object) -> Place:
    """Return where `words` stand, given the offset `start`, in code points and failing that in other units."""
    if isinstance(start, int) and not isinstance(start, bool):
        if start >= 0 and context[start : start + len(words)] == words:
            return Place(quoted=True, span=(start, start + len(words)))
        for unit, told in _CONVERTED.items():
            _, length = from_code_points(words, Span(0, len(words)), unit=unit)
            span = to_code_points(context, start, start + length, unit=unit)
            if isinstance(span, Span) and span.of(context) == words:
                return Place(
                    quoted=True, span=(span.start, span.end), fate="wrong", told=told, found=_at(context, start, words)
                )
        found = _at(context, start, words)
    else:
        found = str(start)
    told = (NOWHERE, ELSEWHERE, SEVERAL)[min(context.count(words), 2)]
    return Place(quoted=told != NOWHERE, span=None, fate="wrong", told=told, found=found)


def _at(context: str, start: int, words: str) -> str:
    first = max(start, 0)
    return context[first : first + min(len(words), _FOUND_CHARACTERS)]
