"""The texts of documents that stand as files beside a set, by the paths that the set gives them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from goldsmith.interchange.account import Account
from goldsmith.ports.foreign import ForeignSource
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_HELD_FILES = 64


class TextsBeside:
    """Texts of a source, read when they are asked for, a few held at a time."""

    def __init__(self, source: ForeignSource) -> None:
        self._parts = [part for part in source.parts if part.container == "lines"]
        self._used: dict[str, None] = {}
        self._read = lru_cache(_HELD_FILES)(self._text)

    def text(self, path: str) -> str | None:
        """Return the text of a path, its last line without an end; None: it does not stand there."""
        self._used[path] = None
        return self._read(path)

    def passages(self) -> Iterator[ForeignRecord]:
        """Yield each text that was asked for as a passage under its path."""
        for path in self._used:
            text = self._read(path)
            if text is not None:
                account = Account(f"file {path}", {})
                yield account.close(passages=(ForeignPassage(id=path, text=text, source=path),))

    def _text(self, path: str) -> str | None:
        part = next((one for one in self._parts if one.name == path or one.name.endswith(f"/{path}")), None)
        return "\n".join(row.value for row in part.rows()) if part is not None else None
