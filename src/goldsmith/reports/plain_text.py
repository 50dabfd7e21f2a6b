"""Text that came from elsewhere, put on one line of a terminal without letting it move anything beside it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

# Joiners shape letters of living scripts and stay; other format characters (bidirectional marks, tags) hide or reorder.
_JOINERS = frozenset("\u200c\u200d")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# How far a cut text is read: enough for any screen, so that an answer of a megabyte costs nothing.
_READ = 4_000
_LONGEST_SENTENCE = 600


def is_unseen(char: str) -> bool:
    """Say whether `char` has no glyph of its own and could hide or reorder what stands beside it."""
    return unicodedata.category(char) in _UNSEEN and char not in _JOINERS


def escaped(char: str) -> str:
    """Return `char` as the escape by which it is shown: a backslash, ``u`` or ``U``, and its hexadecimal number."""
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"


def columns(text: str) -> int:
    """Return how many columns of a terminal `text` takes: two for a wide character, none for a combining mark."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def shown(text: str, width: int) -> str:
    """Return `text` on one line of at most `width` columns; what has no glyph is escaped, what is cut ends in ``…``."""
    whole = " ".join(text[:_READ].split())
    safe = "".join(escaped(char) if is_unseen(char) else char for char in whole)
    return safe if columns(safe) <= width and len(text) <= _READ else _cut(safe, width)


def fitted(line: str, width: int) -> str:
    """Return a line of our own columns, without blanks at its end and cut where the terminal is narrower."""
    stripped = line.rstrip()
    return stripped if columns(stripped) <= width else _cut(stripped, width)


def _cut(text: str, width: int) -> str:
    room, kept = max(width, 1) - 1, []
    for char in text:
        room -= _columns(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept) + "…"


def middle(name: str, width: int) -> str:
    """Return a name of at most `width` columns: the beginning and the end of a long id tell it apart."""
    if columns(name) <= width:
        return name
    head = width // 3
    tail = width - head - 1
    return f"{name[:head]}…{name[-tail:]}"


def cell(text: str, width: int) -> str:
    """Return `text` shown in exactly `width` columns, from the left."""
    kept = shown(text, width)
    return kept + " " * (width - columns(kept))


def listed(names: tuple[str, ...], most: int) -> str:
    """Return the first names with commas, and how many more there are."""
    told = ", ".join(names[:most])
    return told if len(names) <= most else f"{told} and {len(names) - most} more"


def wrapped(text: str, width: int, *, head: str = "", indent: int = 2, most: int = _LONGEST_SENTENCE) -> Iterator[str]:
    """Yield all of a sentence that a person acts on, after `head` (our own columns); later lines are indented.

    A text longer than `most` columns is cut. A word longer than a line stays whole, so that it can be copied.
    """
    line, empty = head, True
    for word in shown(text, most).split(" "):
        if not empty and columns(line) + 1 + columns(word) > width:
            yield line
            line, empty = " " * indent, True
        line += word if empty else f" {word}"
        empty = False
    yield line
