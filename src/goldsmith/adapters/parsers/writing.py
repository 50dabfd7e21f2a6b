"""The text of a document as it is written down, block by block."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from goldsmith.ports.parser import MOST_CHARACTERS
from goldsmith.tables.headings import Heading

Tick = Callable[[], None]
"""Called now and then to say that the work goes on."""

Kind = Literal["paragraph", "heading", "item", "row"]

_BETWEEN = "\n\n"
# What no text file holds, and lone surrogates, which cannot be stored.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class Full(Exception):  # noqa: N818 - it ends the reading, and what was read stands
    """No more text is kept."""


class Unreadable(Exception):  # noqa: N818 - it becomes the reason of a document that failed
    """The bytes hold no document of this kind; the text says why, in fixed words."""


@dataclass(slots=True)
class Writer:
    """Collects blocks: items and rows stand on lines of their own, all other blocks are parted by a blank line."""

    limit: int = MOST_CHARACTERS
    headings: list[Heading] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _size: int = 0
    _last: Kind | None = None

    def add(self, words: str, kind: Kind, *, level: int = 0) -> None:
        """Add a block; one of nothing but blanks is none. Raises Full where it does not fit."""
        words = printable(words).strip()
        if not words:
            return
        between = ""
        if self._last is not None:
            between = "\n" if kind == self._last and kind in ("item", "row") else _BETWEEN
        start = self._size + len(between)
        if start + len(words) > self.limit:
            raise Full
        if kind == "heading":
            self.headings.append(Heading(start, level, " ".join(words.split())))
        self._parts += [between, words]
        self._size, self._last = start + len(words), kind

    @property
    def text(self) -> str:
        """All that was added."""
        return "".join(self._parts)


def printable(text: str) -> str:
    """Return `text` with LF line ends, plain blanks and without control characters."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").replace("\ufeff", "")
    return _UNPRINTABLE.sub("", plain)


def one_line(text: str) -> str:
    """Return `text` with every run of blanks as one blank."""
    return " ".join(text.split())


def row_with_heads(heads: Sequence[str], cells: Sequence[str]) -> str:
    """Return a table row with each cell beside the head of its column; without heads the cells alone, parted by bars.

    Empty cells are left out beside heads, and kept without them: there only the place says which column it is.
    """
    if not any(heads):
        return " | ".join(cells) if any(cells) else ""
    said = []
    for place, cell in enumerate(cells):
        head = heads[place] if place < len(heads) else ""
        if cell:
            said.append(f"{head}: {cell}" if head and head != cell else cell)
    return "; ".join(said)


def too_long(limit: int = MOST_CHARACTERS) -> str:
    """Return the reason of a document whose text was cut."""
    return f"only the first {limit:,} characters were read"
