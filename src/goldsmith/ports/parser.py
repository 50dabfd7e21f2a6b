"""A parser of documents: the bytes of a file in, plain text out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from goldsmith.tables.headings import Heading

HTML = "text/html"
PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

MOST_FILE_BYTES = 256 * 1024 * 1024
"""A larger file is not parsed."""
MOST_PAGES = 5_000
"""Of a document with more pages the first ones are read."""
MOST_CHARACTERS = 50_000_000
"""Of a longer text the beginning is kept, up to the end of a block or page."""

NO_TEXT_LAYER = "no text layer"
"""How the reason begins where pages are pictures of text: somebody has to type or recognise them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocument:
    """What a parser read. The same bytes give the same on every machine, as long as the parser is the same."""

    status: Literal["parsed", "partial", "failed"]
    reason: str | None = None
    """Why it is not `parsed`; without paths, addresses, times or words of the parser's own errors."""
    text: str = ""
    """With LF line ends and without a byte order mark; empty where it failed."""
    pages: tuple[int, ...] = ()
    """Where each page begins in `text`, from page 1, in code points; empty where the format knows no pages."""
    headings: tuple[Heading, ...] = ()
    """Ascending by `start`."""
    title: str | None = None
    language: str | None = None
    """As the document declares it."""


class Parser(Protocol):
    """Reads the documents of one media type."""

    @property
    def fingerprint(self) -> str | None:
        """Name and version of its rules and of the packages that it rests on; None: a package is not installed."""
        ...

    def parse(self, data: bytes, /) -> ParsedDocument:
        """Return what `data` holds. Whatever the bytes are, it raises nothing and ends within bounded time."""
        ...
