"""Which chunks hold a stretch of a document, and which part of it each one holds. No piece is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.corpus.document_text import DocumentText
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.evidence import Alternative
from goldsmith.text.spans import Span


class Piece(NamedTuple):
    """The part of a stretch that one chunk holds."""

    chunk: Chunk
    span: Span
    """In the text of the document."""


class Overlaps(NamedTuple):
    """Every pair of an asked span and a row that overlaps it, in the order of the spans, then of the rows."""

    asked: NDArray[np.int64]
    row: NDArray[np.int64]


def pieces(document: DocumentText, span: Span) -> tuple[Piece, ...]:
    """Return every chunk that holds part of `span`, with its part, in reading order.

    A part of blanks alone is none. Chunks may overlap: then their parts do too.
    """
    found = []
    for at in document.touching(span):
        own = document.of_chunk(at)
        part = Span(max(span.start, own.start), min(span.end, own.end))
        if part.start < part.end and not part.of(document.text).isspace():
            found.append(Piece(document.chunks[at], part))
    return tuple(found)


def holding_whole(document: DocumentText, span: Span) -> tuple[Chunk, ...]:
    """Return the chunks that hold all of `span` but for blanks at its ends."""
    text = span.of(document.text)
    bare = Span(span.start + len(text) - len(text.lstrip()), span.end - len(text) + len(text.rstrip()))
    return tuple(piece.chunk for piece in pieces(document, bare) if piece.span == bare)


def holding_most(document: DocumentText, span: Span, named: str | None) -> Chunk:
    """Return the chunk that holds most of `span`; of equals (chunks may overlap) the named one, else the first."""
    best = max(
        document.touching(span) or range(len(document.chunks)),
        key=lambda at: (
            min(span.end, document.of_chunk(at).end) - max(span.start, document.starts[at]),
            document.chunks[at].id == named,
            -at,
        ),
    )
    return document.chunks[best]


def pinned_to(written: Alternative, document: Document, chunk: Chunk) -> Alternative:
    """Return the alternative as it names `chunk` with all that the revision knows of it; its words as they are."""
    own = chunk.content_hash
    return replace(
        written,
        document=document.id,
        source=document.source,
        version=document.version,
        effective=document.effective_from,
        chunk=chunk.id,
        sha256=own.value if own is not None and own.algorithm == "sha256" else written.sha256,
        foreign_hash=own.value if own is not None and own.algorithm != "sha256" else written.foreign_hash,
    )


def overlaps(rows: tuple[NDArray[np.int64], ...], asked: tuple[NDArray[np.int64], ...]) -> Overlaps:
    """Return which rows hold part of which asked span, by sorted search.

    Both are columns of document number (below 2**31), start and end (half open, below 2**32). The rows ascend by
    document, then start; they may overlap each other. Spans of no length overlap nothing.
    """
    begins, ends = _keys(*rows)
    first, last = _keys(*asked)
    # An earlier row may reach further than a later one: the furthest end so far ascends, whatever the rows do.
    low = np.searchsorted(np.maximum.accumulate(ends) if len(ends) else ends, first, "right")
    high = np.searchsorted(begins, last, "left")
    counts = np.maximum(high - low, 0)
    which = np.repeat(np.arange(len(counts)), counts)
    row = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(low, counts)
    kept = (ends[row] > first[which]) & (begins[row] < ends[row]) & (first[which] < last[which])
    return Overlaps(which[kept], row[kept])


def _keys(
    document: NDArray[np.int64], start: NDArray[np.int64], end: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    base = np.asarray(document, dtype=np.int64) << 32
    return base + start, base + end
