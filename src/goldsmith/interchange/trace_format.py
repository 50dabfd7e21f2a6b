"""What an export of traces is to Goldsmith."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from goldsmith.ports.foreign import ForeignSource
from goldsmith.records.trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A record of an export that is no part of any trace, and why."""

    where: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceFormat:
    """One kind of export."""

    name: str
    title: str
    recognises: Callable[[ForeignSource], bool]
    """From names, columns and first rows alone."""
    traces: Callable[[ForeignSource], Iterator[Trace | Unread]]
    checked: str
    """What the fields were checked against."""
