"""Which reader takes which media type, and one document read by it, whatever comes."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType
from typing import Any

from goldsmith.adapters.parsers.writing import Tick, Unreadable
from goldsmith.ports.parser import DOCX, HTML, PDF, ParsedDocument

READERS: Mapping[str, str] = MappingProxyType(
    {
        HTML: "goldsmith.adapters.parsers.html",
        PDF: "goldsmith.adapters.parsers.pdf",
        DOCX: "goldsmith.adapters.parsers.docx",
    }
)
"""Module of each media type; its packages are imported when it reads."""


def fingerprint(media_type: str) -> str | None:
    """Return rules and package versions of the reader of `media_type`; None where a package is not installed."""
    reader: Any = import_module(READERS[media_type])
    try:
        return ", ".join([reader.RULES, *(f"{name} {version(name)}" for name in reader.PACKAGES)])
    except PackageNotFoundError:
        return None


def read(media_type: str, data: bytes, tick: Tick) -> ParsedDocument:
    """Return what `data` holds; what cannot be read is a document that failed, with the reason."""
    try:
        reader: Any = import_module(READERS[media_type])
        parsed: ParsedDocument = reader.parse(data, tick)
    except Unreadable as error:
        return failed(str(error))
    except MemoryError:
        return failed("the parser needs more memory than it may have")
    except Exception as error:  # noqa: BLE001 - whatever a package makes of hostile bytes is a failure of that document
        # The words of the error are left out: they may hold addresses and differ from version to version.
        return failed(f"the parser could not read it ({type(error).__name__})")
    return parsed


def failed(reason: str) -> ParsedDocument:
    """Return a document that failed."""
    return ParsedDocument(status="failed", reason=reason)
