"""The passages of one review as one text that another tool can have marked, and the way back to the documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldsmith.records.review_exchange import MarkSaid, TaskPassage

_RULE = "―" * 24
"""Stands above each heading; with it a reader sees where a passage ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one passage stands in the text, and in its document."""

    source: str
    start: int
    """Code points of the text, half open."""
    end: int
    at: int
    """Where the passage begins in its document, in code points."""

    @property
    def data(self) -> dict[str, Any]:
        """The place as plain data."""
        return {"source": self.source, "start": self.start, "end": self.end, "at": self.at}


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """All passages as one text."""

    text: str
    places: tuple[Place, ...]


def laid_out(passages: Iterable[TaskPassage]) -> Layout:
    """Return passages one below the other, each under its heading."""
    text, places = "", []
    for item in passages:
        text += f"{_RULE}\n{item.heading}\n\n"
        places.append(Place(source=item.source, start=len(text), end=len(text) + len(item.text), at=item.start))
        text += f"{item.text}\n\n"
    return Layout(text=text.removesuffix("\n\n"), places=tuple(places))


def places_from(data: object, text: str) -> tuple[Place, ...] | None:
    """Return the places that plain data hold; None where they are not the places of a text of ours."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        return None
    places = [_place(item) for item in data]
    found = tuple(item for item in places if item is not None and 0 <= item.start <= item.end <= len(text))
    return found if len(found) == len(places) else None


def mark_in(text: str, places: Iterable[Place], start: int, end: int, need: int) -> MarkSaid | str:
    """Return what a stretch of the text (code points) marks in a document, or why it marks nothing.

    Blanks at its ends, and what it takes of the space between passages, are no words and are left out.
    """
    words = text[start:end]
    first = start + len(words) - len(words.lstrip())
    last = start + len(words.rstrip())
    if first >= last:
        return "it marks no words"
    for place in places:
        if place.start <= first and last <= place.end:
            shift = place.at - place.start
            return MarkSaid(
                need=need, source=place.source, start=first + shift, end=last + shift, quote=text[first:last]
            )
    return "it takes in a heading, or the words of two passages: mark each by itself"


def _place(data: object) -> Place | None:
    if not isinstance(data, Mapping):
        return None
    numbers = [data.get(name) for name in ("start", "end", "at")]
    source = data.get("source")
    if not isinstance(source, str) or not all(type(one) is int and one >= 0 for one in numbers):
        return None
    start, end, at = (int(str(one)) for one in numbers)
    return Place(source=source, start=start, end=end, at=at)
