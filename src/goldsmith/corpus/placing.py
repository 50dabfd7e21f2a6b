"""Where a foreign text stands in a document, and an alternative that says so: pinned as `check --fix` would pin it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.pieces import holding_most, holding_whole, pieces, pinned_to
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.evidence import Alternative
from goldsmith.text.alignment import Ground
from goldsmith.text.spans import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One place of a text in a document."""

    document: Document
    words: str
    """As they stand there."""
    span: Span | None
    """In the normalised document text; None where the chunks of the document tell no places."""
    most: Chunk
    """The chunk that holds most of it, without its text."""
    parts: tuple[tuple[Chunk, Span], ...]
    """All chunks that hold some of it, without their texts, and which part; none where nobody knows places."""


def places_in(document: Document, page: DocumentText, text: str) -> Iterator[Placed]:
    """Yield every place of the very words, in order; of a document without places only what one chunk holds whole."""
    spans = page.places(text)
    if page.has_places:
        for span in spans:
            parts = tuple((replace(piece.chunk, text=None), piece.span) for piece in pieces(page, span))
            most = replace(holding_most(page, span, None), text=None)
            yield Placed(document=document, words=span.of(page.text), span=span, most=most, parts=parts)
        return
    whole = {chunk.id: chunk for span in spans for chunk in holding_whole(page, span)}
    for chunk in whole.values():
        yield Placed(document=document, words=text, span=None, most=replace(chunk, text=None), parts=())


def pinned_whole(written: Alternative, placed: Placed) -> Alternative:
    """Return the alternative with the place of all its words."""
    span = (placed.span.start, placed.span.end) if placed.span is not None else None
    return replace(pinned_to(_unpinned(written), placed.document, placed.most), quote=placed.words, span=span)


def pinned_quote(written: Alternative, passage: str, placed: Placed) -> Alternative | None:
    """Return an alternative that marks words in a passage, with their place in the document where the passage stands.

    Its span counts in the passage and says which of several equal words are meant; without one the first are taken.
    None: the passage does not hold the words.
    """
    quote = written.quote or ""
    before = [span for span, _ in Ground(passage).verbatim(quote)]
    there = before if passage == placed.words else [span for span, _ in Ground(placed.words).verbatim(quote)]
    if not there:
        return None
    wanted = Span(*written.span) if written.span is not None else None
    at = before.index(wanted) if wanted in before and len(before) == len(there) else 0
    own = there[at]
    words = own.of(placed.words)
    if placed.span is None:
        return replace(pinned_to(_unpinned(written), placed.document, placed.most), quote=words, span=None)
    span = Span(placed.span.start + own.start, placed.span.start + own.end)
    overlaps = [(min(span.end, part.end) - max(span.start, part.start), chunk) for chunk, part in placed.parts]
    chunk = max(overlaps, key=lambda item: item[0])[1] if overlaps else placed.most
    return replace(pinned_to(_unpinned(written), placed.document, chunk), quote=words, span=(span.start, span.end))


def _unpinned(written: Alternative) -> Alternative:
    """Return an alternative without what another tool says of its own passage: the place is another one now."""
    return replace(written, sha256=None, foreign_hash=None)
