"""Which passages can support an answer: needs (all of them) and their alternatives (any of them)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One passage that satisfies a need by itself.

    Authors may write words only (document and quote, or a document alone); `check --fix` pins the rest.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    document: str | None = None
    """Document id."""
    source: str | None = None
    """URI of the document."""
    version: str | None = None
    effective: str | None = None
    """ISO 8601 date or time from which the source applies."""
    chunk: str | None = None
    """Chunk id. Alone, as the short form, it may also name a document."""
    sha256: str | None = None
    """SHA-256 of the chunk's text, hexadecimal; of the whole document's where a document alone is named."""
    foreign_hash: str | None = None
    """A content hash of another tool, opaque, kept as it came."""
    quote: str | None = None
    """The exact words in the normalised document text."""
    span: tuple[int, int] | None = None
    """Where the quote stands: start and end (half open) in code points of the normalised document text."""
    supports: str | None = None
    """How the passage supports the case, in words."""
    contribution: str | None = None
    """What this source adds where several are needed."""
    grade: int = 1
    """Relevance, 1 or more; the gain in graded measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that a complete answer rests on; any one alternative satisfies it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    need: str | None = None
    """The name by which claims refer to it."""
    any_of: tuple[Alternative, ...]
