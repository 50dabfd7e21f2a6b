"""The loss lines of an import or an export, counted as they come: what says the same is one line of the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldsmith.records.interchange import Fate, LossLine

Counted = tuple[tuple[Fate, str, str, int, tuple[str, ...]], ...]
"""As `Imported.lines`: fate, field, words, how many, the first records."""

_FIRST = 5
_MOST = 2_000
_REST = "…"
_PLACE = re.compile(r"(?<=\.)\d+(?=\.|$)")
_WORST_FIRST: tuple[Fate, ...] = ("wrong", "dropped", "inferred", "mapped", "kept")


class LossCounts:
    """Counts loss lines in bounded memory: places inside a list count as one field."""

    def __init__(self) -> None:
        self._held: dict[tuple[Fate, str, str], tuple[int, list[str]]] = {}

    def add(self, lines: Iterable[LossLine]) -> None:
        """Count lines."""
        for line in lines:
            key = (line.fate, _PLACE.sub("*", line.field), line.told)
            if key not in self._held and len(self._held) >= _MOST:
                key = (line.fate, _REST, line.told)
            number, first = self._held.get(key, (0, []))
            if len(first) < _FIRST and line.record not in first:
                first.append(line.record)
            self._held[key] = (number + 1, first)

    def counted(self) -> Counted:
        """Return the lines, the worst fate first, of one fate the most frequent."""
        ordered = sorted(
            self._held.items(), key=lambda item: (_WORST_FIRST.index(item[0][0]), -item[1][0], item[0][1], item[0][2])
        )
        return tuple((fate, field, told, number, tuple(first)) for (fate, field, told), (number, first) in ordered)
