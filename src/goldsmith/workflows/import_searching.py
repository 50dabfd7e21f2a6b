"""Look for many texts in every document of a frozen revision, a few thousand chunks at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.finding import Needles
from goldsmith.corpus.placing import Placed, places_in
from goldsmith.ondisk.revisions import StoredRevision, chunks_in_rows, documents, index
from goldsmith.records.corpus import Chunk, Document
from goldsmith.text.alignment import aligned, in_comparison_form

MOST_PLACES = 20
"""Words that stand in more places than this name none of them."""
MOST_NEAREST = 100
"""Texts of which the nearest place is looked for where they stand nowhere: it is dear, and a person reads a few."""
_CHUNKS_AT_ONCE = 10_000
_PIECES = 16
_PIECE = 20
_SHOWN = 90

Page = tuple[Document, DocumentText]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What a search found of one text."""

    places: tuple[Placed, ...] = ()
    """One more than `MOST_PLACES` at most, in the order of the revision."""
    nearest: str = ""
    """Where there is no place: the words of the corpus that resemble it most, and whose they are."""


def search(stored: StoredRevision, texts: Sequence[str]) -> dict[str, Sought]:
    """Return what the revision, which keeps its texts, holds of each text."""
    found: dict[str, list[Placed]] = {text: [] for text in texts}
    if not texts:
        return {}
    needles = Needles([in_comparison_form(text) for text in texts])
    for pages in _pages(stored):
        plain = [in_comparison_form(page.text) for _, page in pages]
        for needle, at in sorted(needles.found_in(plain), key=lambda pair: (pair[1], pair[0])):
            held = found[texts[needle]]
            if len(held) <= MOST_PLACES:
                held += list(places_in(*pages[at], texts[needle]))[: MOST_PLACES + 1 - len(held)]
    missing = [text for text, places in found.items() if not places]
    near = _nearest(stored, missing[:MOST_NEAREST])
    return {text: Sought(places=tuple(places), nearest=near.get(text, "")) for text, places in found.items()}


def _nearest(stored: StoredRevision, texts: Sequence[str]) -> dict[str, str]:
    """Return the words that resemble each text most, in the document that shares most of its words in a row."""
    cut = [(place, piece) for place, text in enumerate(texts) for piece in _pieces(in_comparison_form(text))]
    if not cut:
        return {}
    needles = Needles([piece for _, piece in cut])
    shared: dict[int, Counter[int]] = {place: Counter() for place in range(len(texts))}
    best: dict[int, tuple[int, str]] = {}
    for pages in _pages(stored):
        plain = [in_comparison_form(page.text) for _, page in pages]
        for piece, at in needles.found_in(plain):
            shared[cut[piece][0]][at] += 1
        for place, votes in shared.items():
            at, number = max(votes.items(), key=lambda item: (item[1], -item[0]), default=(0, 0))
            if number > best.get(place, (0, ""))[0]:
                document, page = pages[at]
                best[place] = (number, _told(document, page, texts[place]))
            votes.clear()
    return {texts[place]: told for place, (_, told) in best.items() if told}


def _told(document: Document, page: DocumentText, text: str) -> str:
    place = aligned(text, page.ground)
    if place is None:
        return ""
    words = " ".join(place.span.of(page.text).split())
    return f"{document.id}: {words if len(words) <= _SHOWN else words[: _SHOWN - 1] + '…'}"


def _pieces(text: str) -> Iterator[str]:
    step = max(_PIECE, (len(text) - _PIECE) // _PIECES)
    for start in range(0, max(1, len(text) - _PIECE // 2), step):
        yield text[start : start + _PIECE]


def _pages(stored: StoredRevision) -> Iterator[list[Page]]:
    import numpy as np

    held, place_of = documents(stored), index(stored).document
    sizes = np.bincount(place_of, minlength=len(held)) if len(held) else np.zeros(0, dtype=np.int64)
    first, size = 0, 0
    for place, own in enumerate(sizes.tolist()):
        if size and size + own > _CHUNKS_AT_ONCE:
            yield _read(stored, held, first, place)
            first, size = place, 0
        size += own
    if size:
        yield _read(stored, held, first, len(held))


def _read(stored: StoredRevision, held: Sequence[Document], first: int, last: int) -> list[Page]:
    """Return the documents from place `first` to before `last`, with their texts."""
    import numpy as np

    place_of = index(stored).document
    rows = np.flatnonzero((place_of >= first) & (place_of < last)).tolist()
    by_document: dict[str, list[Chunk]] = {}
    for chunk in chunks_in_rows(stored, rows):
        by_document.setdefault(chunk.document, []).append(chunk)
    named = {document.id: document for document in held[first:last]}
    return [
        (named[name], DocumentText(sorted(own, key=lambda chunk: chunk.ordinal))) for name, own in by_document.items()
    ]
