"""A lost passage sentence by sentence: its parts may stand in other documents, though it stands nowhere as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from goldsmith.corpus.document_text import DocumentText
from goldsmith.text.alignment import in_comparison_form
from goldsmith.text.spans import Span
from goldsmith.text.tokens import is_unspaced

LEAST = 20
"""Fewer characters stand in other documents by chance."""
LEAST_UNSPACED = 8
MOST_PARTS = 12
"""A passage of more sentences is looked for as a whole only."""
ENOUGH = 2
"""Documents with a part that are kept: a second one says that it is not known which."""

Found = tuple[DocumentText, Span]
_ITEM = r"[ \t]*(?:[-*+>]|#{1,6}|\d{1,3}[.)])[ \t]+"
_BORDER = re.compile(rf"\n(?:[ \t]*\n)+(?:{_ITEM})?|\n{_ITEM}|(?<=[.!?…])[\"'”»)\]*_]*\s+(?=\S)|(?<=[。！？])")
_BETWEEN = re.compile(r"[\s\-*+>#]*(?:\d{1,3}[.)]\s+)?")


def long_enough(needle: str) -> bool:
    """Say whether words in comparison form are too many to stand in another document by chance."""
    return len(needle) >= (LEAST_UNSPACED if any(map(is_unspaced, needle[:1])) else LEAST)


def parts_of(text: str) -> tuple[str, ...]:
    """Return the sentences and items of a passage in comparison form; none where there is only one.

    What is too short to be told from chance goes with the next one, at the end with the one before.
    """
    parts: list[tuple[int, int]] = []
    begin = 0
    for border in _BORDER.finditer(text):
        if long_enough(in_comparison_form(text[begin : border.start()])):
            parts.append((begin, border.start()))
            begin = border.end()
    if long_enough(in_comparison_form(text[begin:])):
        parts.append((begin, len(text)))
    elif parts and text[begin:].strip():
        parts[-1] = parts[-1][0], len(text)
    held = dict.fromkeys(in_comparison_form(text[start:end]).strip() for start, end in parts)
    return tuple(held) if 1 < len(held) <= MOST_PARTS else ()


class Parts:
    """Where the parts of one lost passage stand, as the documents pass by; its own document goes before others."""

    def __init__(self, parts: Sequence[str], own: str) -> None:
        self._parts = tuple(parts)
        self._own = own
        self._here: dict[str, Found] = {}
        self._whole: tuple[Found, ...] = ()
        self._wholes = 0
        self._each: dict[str, list[Found]] = {part: [] for part in self._parts}

    def saw(self, part: str, found: Found) -> None:
        """Take note of the first place of a part in a document; the places of one document come together."""
        if self._here and next(iter(self._here.values()))[0] is not found[0]:
            self._close()
        self._here[part] = found

    def places(self) -> tuple[tuple[Found, ...], float]:
        """Return where the parts stand, in reading order, and how sure that is; nothing where one of them does not.

        Parts that stand one behind the other are one place. A document that holds all of them goes before several.
        """
        self._close()
        if self._whole:
            return tuple(_joined(self._whole)), round(1 / self._wholes, 4)
        if not self._parts or not all(self._each.values()):
            return (), 0.0
        sure = all(len(held) == 1 for held in self._each.values())
        return tuple(_joined([held[0] for held in self._each.values()])), 1.0 if sure else 0.5

    def _close(self) -> None:
        """Take in what was seen in the document that was read."""
        if not self._here:
            return
        page = next(iter(self._here.values()))[0]
        is_own = page.chunks[0].document == self._own
        if len(self._here) == len(self._parts):
            self._take(tuple(self._here[part] for part in self._parts), is_own=is_own)
        for part, found in self._here.items():
            held = self._each[part]
            if is_own:
                held[:] = [found]
            elif len(held) < ENOUGH and not self._stands_at_home(held):
                held.append(found)
        self._here = {}

    def _take(self, places: tuple[Found, ...], *, is_own: bool) -> None:
        """Take a document with all the parts: the first, or the passage's own, beside which others do not count."""
        if is_own:
            self._whole, self._wholes = places, 1
        elif not self._stands_at_home(self._whole):
            self._whole, self._wholes = self._whole or places, self._wholes + 1

    def _stands_at_home(self, held: Sequence[Found]) -> bool:
        return bool(held) and held[0][0].chunks[0].document == self._own


def _joined(found: Sequence[Found]) -> Iterator[Found]:
    """Yield the places with those made one that only blanks and the mark of an item part, those of a page in order."""
    pages = list({id(page): page for page, _ in found}.values())
    for page in pages:
        spans = sorted(span for one, span in found if one is page)
        held = spans[0]
        for span in spans[1:]:
            if span.start <= held.end or _BETWEEN.fullmatch(page.text, held.end, span.start):
                held = Span(held.start, max(held.end, span.end))
            else:
                yield page, held
                held = span
        yield page, held
