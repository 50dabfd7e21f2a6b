"""Text that came from elsewhere, put on one line of a terminal without letting it move anything beside it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from goldsmith.text.tokens import is_unspaced

# Joiners shape letters of living scripts and stay; other format characters (bidirectional marks, tags) hide or reorder.
_JOINERS = frozenset("\u200c\u200d")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Marks above or below a letter, vowel signs of Thai among them; those with a width of their own are not of these.
_ABOVE = frozenset({"Mn", "Me"})
# What no line begins with.
_CLOSING = _ABOVE | {"Mc", "Pe", "Pf", "Po"}
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
    if char in _JOINERS or unicodedata.category(char) in _ABOVE:
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
    return _beginning(text, max(width, 1) - 1) + "…"


def _beginning(text: str, room: int) -> str:
    for place, char in enumerate(text):
        room -= _columns(char)
        if room < 0:
            return text[:place]
    return text


def middle(name: str, width: int) -> str:
    """Return a name of at most `width` columns: the beginning and the end of a long id tell it apart."""
    if columns(name) <= width:
        return name
    room = max(width, 1) - 1
    head = _beginning(name, min(max(width, 1) // 3, room))
    tail, left = len(name), room - columns(head)
    while tail > len(head) and _columns(name[tail - 1]) <= left:
        tail -= 1
        left -= _columns(name[tail])
    # A mark whose letter is cut away would stand on the ellipsis.
    while tail < len(name) and _columns(name[tail]) == 0:
        tail += 1
    return f"{head}…{name[tail:]}"


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

    A text longer than `most` columns is cut. A word longer than a line stays whole, so that it can be copied; a script
    without spaces is broken between its characters.
    """
    line, empty = head, True
    room = width - max(columns(head), indent)
    for word in shown(text, most).split(" "):
        for place, part in enumerate(_parts(word) if columns(word) > room else (word,)):
            gap = "" if empty or place else " "
            if not empty and columns(line) + len(gap) + columns(part) > width:
                yield line
                line, gap = " " * indent, ""
            line += gap + part
            empty = False
    yield line


def _parts(word: str) -> Iterator[str]:
    """Yield the pieces of a word between which a line may end."""
    start = 0
    for place in range(1, len(word)):
        before, char = word[place - 1], word[place]
        if char in _JOINERS or unicodedata.category(char) in _CLOSING:
            continue
        # A comma of such a script is wide, and belongs to no script.
        if is_unspaced(before) or is_unspaced(char) or unicodedata.east_asian_width(before) in {"W", "F"}:
            yield word[start:place]
            start = place
    yield word[start:]
