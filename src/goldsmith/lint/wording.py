"""Words that several rules use in their messages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches

from goldsmith.records.evidence import Alternative
from goldsmith.records.resolution import Resolution

LONGEST = 60
"""Characters of a quoted text in a message."""

_MOST_NAMES = 2_000


def shortened(text: str) -> str:
    """Return `text` on one line, quoted, and cut where it is long."""
    plain = " ".join(text.split())
    return repr(plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…")


def nearest(word: str, known: Collection[str]) -> str:
    """Return ``; did you mean 'x'?`` for the known word nearest to `word`, or nothing."""
    # Comparing with very many names takes seconds and finds chance likeness.
    near = get_close_matches(word, sorted(known), n=1) if len(known) <= _MOST_NAMES else []
    return f"; did you mean {near[0]!r}?" if near else ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 case``, ``2 cases``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def some(names: Sequence[str], most: int = 3) -> str:
    """Return the first names with commas, and how many more there are."""
    told = ", ".join(names[:most])
    return told if len(names) <= most else f"{told} and {len(names) - most:,} more"


def spelled(item: Alternative) -> str:
    """Return the evidence as its author would name it."""
    if item.chunk is not None:
        return repr(item.chunk)
    name = item.document or item.source
    head = f"document {name!r}" if name is not None else "evidence"
    return f"{head}, quote {shortened(item.quote)}" if item.quote is not None else head


def because(message: str, item: Resolution) -> str:
    """Return `message` with what the revision holds instead."""
    return f"{message}: {item.detail}" if item.detail else message


def field_of(item: Resolution) -> str:
    """Return the path of an alternative inside its case."""
    return f"evidence.{item.need}.any_of.{item.alternative}"
