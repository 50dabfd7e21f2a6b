"""Two texts beside each other: which stretches only one of them holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from goldsmith.text.tokens import UNSPACED

LONGEST = 12_000
"""Characters of both texts together that are compared word by word; of longer ones nothing is marked."""
_PIECES = re.compile(rf"\s+|[{UNSPACED}]|\w+|[^\w\s{UNSPACED}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a text."""

    text: str
    changed: bool
    """The other text does not hold it here."""


def changed_words(old: str, new: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return both texts in pieces; put together, the pieces of a text are the text. Other blanks are no change."""
    if len(old) + len(new) > LONGEST:
        return _whole(old), _whole(new)
    one, other = _PIECES.findall(old), _PIECES.findall(new)
    matcher = SequenceMatcher(None, list(map(_compared, one)), list(map(_compared, other)), autojunk=False)
    left, right = [False] * len(one), [False] * len(other)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind != "equal":
            left[start:end] = [True] * (end - start)
            right[begin:stop] = [True] * (stop - begin)
    return tuple(_pieces(one, left)), tuple(_pieces(other, right))


def _whole(text: str) -> tuple[Piece, ...]:
    return (Piece(text=text, changed=False),) if text else ()


def _compared(piece: str) -> str:
    return " " if piece.isspace() else piece


def _pieces(parts: Sequence[str], changed: list[bool]) -> Iterator[Piece]:
    """Yield runs that are alike; blanks between two changed words belong to the change."""
    for at in range(1, len(parts) - 1):
        if parts[at].isspace() and changed[at - 1] and changed[at + 1]:
            changed[at] = True
    for at, part in enumerate(parts):
        if part.isspace() and changed[at] and not (0 < at < len(parts) - 1 and changed[at - 1] and changed[at + 1]):
            changed[at] = False
    begin = 0
    for at in range(1, len(parts) + 1):
        if at == len(parts) or changed[at] != changed[begin]:
            yield Piece(text="".join(parts[begin:at]), changed=changed[begin])
            begin = at
