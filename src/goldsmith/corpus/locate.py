"""Look evidence up in a revision: what stands as pinned, what can be pinned, what is not there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldsmith.corpus.chunking import ID_SEPARATOR
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk, Document, TextKept
from goldsmith.records.evidence import Alternative
from goldsmith.records.resolution import Resolution, ResolutionState
from goldsmith.text.anchors import Place, locate, nearest
from goldsmith.text.normal import Folded, fold
from goldsmith.text.spans import Span

_SHOWN = 80
_SPARSEST = 10
"""A document may be this many times as long as the texts of its chunks; blanks stand for what they leave out."""
_BETWEEN = "\n\n"
"""Stands between chunks of which nobody knows the places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """What the revision holds of everything that the evidence of some cases names."""

    documents: Mapping[str, Document]
    """All documents of the revision."""
    chunks: Mapping[str, tuple[Chunk, ...]]
    """All chunks of each document that the evidence names, in order."""
    text: TextKept


@dataclass(frozen=True, slots=True)
class _Found:
    state: ResolutionState
    pinned: Alternative
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Page:
    """The text of a document, put together from its chunks."""

    text: Folded
    chunks: Sequence[Chunk]
    starts: Sequence[int]
    """Where each chunk begins in `text`."""
    has_places: bool
    """Places in `text` are places in the document; otherwise the chunks were only put one after the other."""

    def places(self, quote: str) -> list[Place]:
        """Return where the very words stand: words that only resemble them prove nothing."""
        found = (place for place in locate(quote, self.text) if place.how != "approximate")
        return [place for place in found if self.has_places or self._is_inside_one(place.span)]

    def chunk_at(self, place: Place) -> Chunk:
        """Return the chunk in which a place begins."""
        return self.chunks[bisect_right(self.starts, place.span.start) - 1]

    def _is_inside_one(self, span: Span) -> bool:
        first = bisect_right(self.starts, span.start) - 1
        return span.end <= self.starts[first] + len(self.chunks[first].text or "")


class Locator:
    """Resolves cases against one revision; the text of each document is put together once."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._by_id = {item.id: item for own in lookup.chunks.values() for item in own}
        self._pages: dict[str, _Page] = {}

    def resolve(self, case: Case) -> tuple[Resolution, ...]:
        """Return how every alternative of `case` stands, in the order of the case."""
        return tuple(
            self._resolution(case, need, at, alternative)
            for need, held in enumerate(case.evidence)
            for at, alternative in enumerate(held.any_of)
        )

    def _resolution(self, case: Case, need: int, at: int, written: Alternative) -> Resolution:
        found = self._found(written)
        return Resolution(
            case=case.id,
            need=need,
            alternative=at,
            state=found.state,
            pinned=found.pinned,
            complete=found.state in {"found", "document_level"} and found.pinned == written,
            detail=found.detail,
        )

    def _found(self, written: Alternative) -> _Found:
        chunk = self._by_id.get(written.chunk) if written.chunk is not None else None
        document = self._document(written, chunk)
        if document is None:
            return _Found("dangling", written, self._near(written))
        if document.ingestion.status == "failed":
            return _Found("document_failed", written, document.ingestion.reason or "")
        if chunk is not None and chunk.document != document.id:
            chunk = None  # a chunk of another document cannot be what was meant: only words can settle it
        stale = _of_another_version(written, document)
        if stale:
            return _Found("changed", written, stale)
        if written.quote is not None:
            return self._quoted(written, document, chunk)
        if chunk is not None:
            return self._whole_chunk(written, document, chunk)
        if written.chunk is not None and written.chunk != document.id:
            return _Found("dangling", written, self._near(written))
        return _whole_document(written, document)

    def _document(self, written: Alternative, chunk: Chunk | None) -> Document | None:
        documents = self._lookup.documents
        if chunk is not None and written.document in {None, chunk.document}:
            return documents.get(chunk.document)
        if written.document is not None:
            return documents.get(written.document)
        if written.chunk is None or written.chunk in documents:
            return documents.get(written.chunk or "")
        # A chunk that is gone may still say whose it was.
        return documents.get(written.chunk.rpartition(ID_SEPARATOR)[0])

    def _whole_chunk(self, written: Alternative, document: Document, chunk: Chunk) -> _Found:
        pinned = _pinned_chunk(written, document, chunk)
        judged = (written.sha256 or pinned.sha256, written.foreign_hash or pinned.foreign_hash)
        if judged != (pinned.sha256, pinned.foreign_hash):
            held = chunk.text or chunk.preview or pinned.sha256 or pinned.foreign_hash or ""
            return _Found("changed", written, f"the text behind {chunk.id} is another: {_cut(held)}")
        return _Found("found", pinned)

    def _quoted(self, written: Alternative, document: Document, chunk: Chunk | None) -> _Found:
        if self._lookup.text != "full":
            if chunk is None:
                return _Found("text_absent", written, "the words cannot be looked up without text")
            found = self._whole_chunk(written, document, chunk)
            return (
                found if found.state == "changed" else _Found("text_absent", found.pinned, "only the hash was compared")
            )
        quote, page = written.quote or "", self._page(document.id)
        places = page.places(quote)
        if not places:
            return _Found("quote_missing", written, _nearest(quote, page.text))
        if not page.has_places:
            return _in_loose_chunks(places, page, written, document)
        place = _chosen(places, written, chunk)
        if place is None:
            told = ", ".join(str(place.span.start) for place in places[:5])
            return _Found("ambiguous", written, f"the words stand {len(places)} times in {document.id} (at {told})")
        pinned = replace(
            _pinned_chunk(written, document, _holder(place.span, page.chunks, written.chunk)),
            quote=place.span.of(page.text.source),
            span=(place.span.start, place.span.end),
        )
        return _moved_or_found(written, pinned)

    def _page(self, document: str) -> _Page:
        if document not in self._pages:
            self._pages[document] = _page_of(self._lookup.chunks.get(document, ()))
        return self._pages[document]

    def _near(self, written: Alternative) -> str:
        wanted = written.chunk or written.document or ""
        document, _, _ = wanted.rpartition(ID_SEPARATOR)
        own = self._lookup.chunks.get(document or wanted, ())
        if own:
            return f"{document or wanted} has {len(own)} chunks: {', '.join(item.id for item in own[:3])} …"
        return ""


def resolve_all(cases: Sequence[Case], lookup: Lookup) -> tuple[Resolution, ...]:
    """Return how every alternative of `cases` stands; each document is read once."""
    locator = Locator(lookup)
    return tuple(item for case in cases for item in locator.resolve(case))


def _of_another_version(written: Alternative, document: Document) -> str:
    if written.version is not None and document.version is not None and written.version != document.version:
        return f"version {written.version} was judged, the corpus holds {document.version} of {document.id}"
    return ""


def _page_of(chunks: Sequence[Chunk]) -> _Page:
    """Put the text of a document together; foreign spans that cannot all be true say nothing of any place."""
    length = max((item.end or 0 for item in chunks), default=0)
    held = sum(len(item.text or "") for item in chunks)
    if all(map(_fits, chunks)) and length <= _SPARSEST * held:
        characters = [" "] * length
        for item in chunks:
            characters[item.start or 0 : item.end or 0] = item.text or ""
        starts = [item.start or 0 for item in chunks]
        return _Page(fold("".join(characters)), chunks, starts, has_places=True)
    starts, end = [], 0
    for item in chunks:
        starts.append(end)
        end += len(item.text or "") + len(_BETWEEN)
    return _Page(fold(_BETWEEN.join(item.text or "" for item in chunks)), chunks, starts, has_places=False)


def _fits(chunk: Chunk) -> bool:
    if chunk.start is None or chunk.end is None:
        return False
    return chunk.end - chunk.start == len(chunk.text or "")


def _in_loose_chunks(places: Sequence[Place], page: _Page, written: Alternative, document: Document) -> _Found:
    holders = {item.id: item for item in map(page.chunk_at, places)}
    if written.chunk not in holders and len(holders) > 1:
        told = ", ".join(list(holders)[:5])
        return _Found("ambiguous", written, f"the words stand in {len(holders)} chunks ({told})")
    holder = holders.get(written.chunk or "") or next(iter(holders.values()))
    return _moved_or_found(written, _pinned_chunk(written, document, holder))


def _chosen(places: Sequence[Place], written: Alternative, chunk: Chunk | None) -> Place | None:
    if len(places) == 1:
        return places[0]
    pinned = [place for place in places if written.span is not None and tuple(place.span) == tuple(written.span)]
    if pinned:
        return pinned[0]
    if chunk is None or chunk.start is None or chunk.end is None:
        return None
    inside = [place for place in places if chunk.start <= place.span.start and place.span.end <= chunk.end]
    return inside[0] if len(inside) == 1 else None


def _holder(span: Span, chunks: Sequence[Chunk], named: str | None) -> Chunk:
    """Return the chunk that holds most of the span; of equals (chunks may overlap) the named one, else the first."""
    return max(
        chunks,
        key=lambda item: (
            min(span.end, item.end or 0) - max(span.start, item.start or 0),
            item.id == named,
            -item.ordinal,
        ),
    )


def _moved_or_found(written: Alternative, pinned: Alternative) -> _Found:
    moved = []
    if written.chunk is not None and written.chunk != pinned.chunk:
        moved.append(f"now in {pinned.chunk}, was in {written.chunk}")
    if written.span is not None and written.span != pinned.span:
        moved.append(f"now at {pinned.span}, was at {written.span}")
    if written.sha256 is not None and written.sha256 != pinned.sha256:
        moved.append("the text around it is another")
    return _Found("moved", pinned, "; ".join(moved)) if moved else _Found("found", pinned)


def _whole_document(written: Alternative, document: Document) -> _Found:
    """The hash of the whole text is pinned, so that an approval binds to what the document says and not to its name."""
    own = document.content_hash
    pinned = replace(
        written,
        document=document.id,
        chunk=None,
        source=document.source,
        version=document.version,
        effective=document.effective_from,
        sha256=own.value if own.algorithm == "sha256" else None,
        foreign_hash=own.value if own.algorithm != "sha256" else None,
    )
    judged = (written.sha256 or pinned.sha256, written.foreign_hash or pinned.foreign_hash)
    if judged != (pinned.sha256, pinned.foreign_hash):
        return _Found("changed", written, f"the text of {document.id} is another than the one that was judged")
    return _Found("document_level", pinned)


def _pinned_chunk(written: Alternative, document: Document, chunk: Chunk) -> Alternative:
    own = chunk.content_hash
    pinned = replace(
        written,
        document=document.id,
        source=document.source,
        version=document.version,
        effective=document.effective_from,
        chunk=chunk.id,
    )
    if own is None:
        return pinned
    return replace(pinned, sha256=own.value) if own.algorithm == "sha256" else replace(pinned, foreign_hash=own.value)


def _nearest(quote: str, text: Folded) -> str:
    place = nearest(quote, text)
    return f'the nearest words are "{_cut(place.span.of(text.source))}"' if place else "no word of it stands there"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
