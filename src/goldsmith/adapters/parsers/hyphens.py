"""Words that were parted at the end of a line, joined where the document itself says how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SOFT = "\u00ad"
_PARTED = re.compile(rf"([^\W\d_]+)(-|{_SOFT})\n([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def join_words(pages: Sequence[str]) -> list[str]:
    """Return the texts with parted words joined where that is safe, all pages vouching for each other.

    ``exam-`` before ``ple`` becomes ``example`` where that word stands elsewhere in the document, and ``well-`` before
    ``known`` becomes ``well-known`` where that does. A word that stands nowhere else
    keeps its hyphen and its line break.
    """
    parted = {found[1] + found[3] for page in pages for found in _PARTED.finditer(page)}
    if not parted:
        return [page.replace(_SOFT, "") for page in pages]
    known = frozenset(_words(pages))
    return [_PARTED.sub(lambda found: _joined(found, known), page).replace(_SOFT, "") for page in pages]


def _words(pages: Iterable[str]) -> Iterable[str]:
    for page in pages:
        for found in _WORD.finditer(_PARTED.sub(" ", page)):
            yield found[0].lower()


def _joined(found: re.Match[str], known: frozenset[str]) -> str:
    first, _, second = found.groups()
    if second[0].islower():
        if f"{first}{second}".lower() in known:
            return first + second
        if f"{first}-{second}".lower() in known:
            return f"{first}-{second}"
    return f"{first}-\n{second}"
