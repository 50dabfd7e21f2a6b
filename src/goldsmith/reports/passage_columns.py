"""Two texts beside each other, with the words that differ marked."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from goldsmith.reports.plain_text import cell, columns, escaped, is_unseen, shown
from goldsmith.text.tokens import is_unspaced

NARROWEST = 100
"""Columns from which two texts stand beside each other; one above the other below it."""
MOST_LINES = 24
"""Lines of a text that are shown around what differs."""
_RED, _GREEN, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[0m"
_AROUND = 6
_LONGEST = 24
"""Columns of a word, an address for example, behind which it may be broken."""


class _Word(NamedTuple):
    """A word, or a piece of one at which a line may be broken."""

    text: str
    breaks: int = 0
    """Line ends before it."""
    glued: bool = False
    """No blank stands before it."""
    differs: bool = False
    """The other text does not hold it here."""
    near: bool = False
    """It differs, or the other text holds more beside it."""


def side_by_side(old: str, new: str, *, heads: tuple[str, str], width: int, colour: bool) -> list[str]:
    """Return the lines of both texts under their heads, none wider than `width`. Words that only one of them holds are
    marked: by colour, or by ``[-old-]`` and ``{+new+}``. Of long texts the lines around what differs are shown.
    """
    both = width >= NARROWEST
    room = (width - 3) // 2 if both else width
    marked_old, marked_new = _marked(old, new)
    left = _column(marked_old, room, ("[-", "-]"), _RED if colour else "")
    right = _column(marked_new, room, ("{+", "+}"), _GREEN if colour else "")
    if not both:
        first, second = (shown(head, width) for head in heads)
        return [first, *(text for text, _ in left), "", second, *(text for text, _ in right)]
    rows = [f"{cell(heads[0], room)}   {shown(heads[1], room)}"]
    for (one, size), (other, _) in zip_longest(left, right, fillvalue=("", 0)):
        rows.append(f"{one}{' ' * (room - size)}   {other}".rstrip())
    return rows


def one_column(text: str, width: int) -> list[str]:
    """Return the lines of one text, none wider than `width`, cut as `side_by_side` cuts them."""
    return [line for line, _ in _column(_words(text), width, ("", ""), "")]


def _marked(old: str, new: str) -> tuple[list[_Word], list[_Word]]:
    """Return the words of both texts, each with whether only its own text holds it there."""
    before, after = _words(old), _words(new)
    one, other = list(before), list(after)
    # Whole paragraphs are compared, so frequent words must count; where a line ends says nothing.
    matcher = SequenceMatcher(None, [word.text for word in before], [word.text for word in after], autojunk=False)
    for tag, start, end, begin, stop in matcher.get_opcodes():
        if tag != "equal":
            _mark(one, start, end)
            _mark(other, begin, stop)
    return one, other


def _mark(words: list[_Word], start: int, end: int) -> None:
    for place in range(start, end):
        words[place] = words[place]._replace(differs=True, near=True)
    if start == end and words:
        beside = min(start, len(words) - 1)
        words[beside] = words[beside]._replace(near=True)


def _words(text: str) -> list[_Word]:
    words: list[_Word] = []
    breaks = 0
    for line in text.splitlines():
        for word in line.split():
            for place, part in enumerate(_parts(word)):
                words.append(_Word(part, breaks=breaks, glued=place > 0))
                breaks = 0
        breaks += 1
    return words


def _parts(word: str) -> Iterator[str]:
    """Yield the pieces of a word: each character of a script without spaces, and stretches of a very long one."""
    part, size, alone = "", 0, False
    for char in word:
        text = escaped(char) if is_unseen(char) else char
        unspaced = is_unspaced(char)
        joins = columns(text) == 0 or unicodedata.category(char).startswith("M")
        if part and not joins and (unspaced or alone or size + columns(text) > _LONGEST):
            yield part
            part, size = "", 0
        part, size = part + text, size + columns(text)
        alone = alone if joins else unspaced
    yield part


def _column(words: Sequence[_Word], room: int, marks: tuple[str, str], colour: str) -> list[tuple[str, int]]:
    """Return lines of at most `room` columns, each with how many it takes."""
    lines: list[list[_Word]] = [[]]
    near: set[int] = set()
    used = 0
    for word in words:
        goes_on = bool(lines[-1]) and lines[-1][-1].differs and not word.breaks
        size = columns(word.text) + (sum(map(len, marks)) if word.differs and not colour and not goes_on else 0)
        gap = 0 if word.glued or not used else 1
        if word.breaks:
            lines += ([] for _ in range(word.breaks))
            used = gap = 0
        elif used and used + gap + size > room:
            lines.append([])
            used = gap = 0
            size = columns(word.text) + (sum(map(len, marks)) if word.differs and not colour else 0)
        lines[-1].append(word)
        used += gap + size
        if word.near:
            near.add(len(lines) - 1)
    return [_line(held, marks, colour) for held in _kept(lines, near, room)]


def _kept(lines: Sequence[list[_Word]], near: AbstractSet[int], room: int) -> Iterator[list[_Word]]:
    """Yield all lines of a short text; of a long one its first line and those around what differs, never more than
    `MOST_LINES` of it: less is shown around where much differs, and last it is told how much more does.
    """
    if len(lines) <= MOST_LINES:
        yield from lines
        return
    last = -1
    for number in _chosen(len(lines), near)[:MOST_LINES]:
        if number > last + 1:
            yield [_Word("…")]
        yield lines[number]
        last = number
    more = sum(1 for number in near if number > last)
    if more:
        yield [_Word(shown(f"… {more} more lines differ (--json)", room))]
    elif last < len(lines) - 1:
        yield [_Word("…")]


def _chosen(total: int, near: AbstractSet[int]) -> list[int]:
    if not near:
        return list(range(MOST_LINES))
    kept: set[int] = set()
    for around in (_AROUND, _AROUND // 2, 1, 0):
        kept = {0}.union(*(range(max(0, one - around), min(total, one + around + 1)) for one in near))
        if len(kept) <= MOST_LINES:
            break
    return sorted(kept)


def _line(words: Sequence[_Word], marks: tuple[str, str], colour: str) -> tuple[str, int]:
    """Return the text of a line and its columns; neighbouring words that differ are marked as one run."""
    parts: list[str] = []
    size = 0
    for place, word in enumerate(words):
        opens = word.differs and (place == 0 or not words[place - 1].differs)
        closes = word.differs and (place == len(words) - 1 or not words[place + 1].differs)
        before = "" if place == 0 or word.glued else " "
        opening, closing = (colour, _PLAIN) if colour else marks
        parts.append(f"{before}{opening if opens else ''}{word.text}{closing if closes else ''}")
        size += len(before) + columns(word.text)
        size += 0 if colour else (len(opening) if opens else 0) + (len(closing) if closes else 0)
    return "".join(parts), size
