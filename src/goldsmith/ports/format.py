"""A format of a plug-in: cases out of a file of another kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    """A file to read. A field that comes later breaks no format."""

    name: str
    """As messages call it."""
    data: bytes

    @property
    def text(self) -> str:
        """The bytes as UTF-8, without a byte-order mark. Raises UnicodeDecodeError for other bytes."""
        return self.data.decode("utf-8-sig")


@runtime_checkable
class FormatPlugin(Protocol):
    """Something that reads the cases of one kind of file."""

    @property
    def name(self) -> str:
        """Prefix, dot and name, such as ``acme.cards``."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Ends of the names of its files, such as ``.cards``: in lower case, and none that is built in."""
        ...

    def read(self, file: CaseFile) -> Iterable[Mapping[str, Any]]:
        """Yield one mapping for each case: field names of a case to plain data, short forms included.

        What it raises is a problem of the file, told with the number of the record that was to come.
        """
        ...
