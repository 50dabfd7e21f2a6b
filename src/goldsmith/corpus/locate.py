"""Look evidence up in a revision: what stands as pinned, what can be pinned, what is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldsmith.corpus.chunking import ID_SEPARATOR
from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.pieces import holding_most, holding_whole, pieces, pinned_to
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk, Document, TextKept
from goldsmith.records.evidence import Alternative
from goldsmith.records.resolution import Resolution, ResolutionState
from goldsmith.text.anchors import nearest
from goldsmith.text.spans import Span

_SHOWN = 80


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


class Locator:
    """Resolves cases against one revision; the text of each document is put together once."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._by_id = {item.id: item for own in lookup.chunks.values() for item in own}
        self._pages: dict[str, DocumentText] = {}

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
        pinned = pinned_to(written, document, chunk)
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
        if not page.has_places:
            return _in_loose_chunks(places, page, written, document)
        if not places:
            return _Found("quote_missing", written, _nearest(quote, page))
        place = _chosen(places, written, chunk)
        if place is None:
            told = ", ".join(str(span.start) for span in places[:5])
            return _Found("ambiguous", written, f"the words stand {len(places)} times in {document.id} (at {told})")
        pinned = replace(
            pinned_to(written, document, holding_most(page, place, written.chunk)),
            # An approval is bound to the words: what a reader calls equal stays as it was pinned.
            quote=written.quote if _is_pinned(written) else place.of(page.text),
            span=(place.start, place.end),
        )
        if _was_whole(written, chunk) and not holding_whole(page, place):
            return _Found("split", written, _told_pieces(page, place))
        return _moved_or_found(written, pinned)

    def _page(self, document: str) -> DocumentText:
        if document not in self._pages:
            self._pages[document] = DocumentText(self._lookup.chunks.get(document, ()))
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


def _in_loose_chunks(places: Sequence[Span], page: DocumentText, written: Alternative, document: Document) -> _Found:
    whole = {item.id: item for place in places for item in holding_whole(page, place)}
    if not whole:
        if places and _is_pinned(written):
            return _Found("split", written, _told_pieces(page, places[0]))
        return _Found("quote_missing", written, _nearest(written.quote or "", page))
    if written.chunk not in whole and len(whole) > 1:
        told = ", ".join(list(whole)[:5])
        return _Found("ambiguous", written, f"the words stand in {len(whole)} chunks ({told})")
    holder = whole.get(written.chunk or "") or next(iter(whole.values()))
    return _moved_or_found(written, pinned_to(written, document, holder))


def _is_pinned(written: Alternative) -> bool:
    marks = (written.sha256, written.foreign_hash, written.span)
    return written.chunk is not None and any(mark is not None for mark in marks)


def _was_whole(written: Alternative, chunk: Chunk | None) -> bool:
    """Say whether the words may have stood in one chunk when they were pinned.

    They did not where the chunk that they were pinned to is what it was: then they ran over its border from the start.
    """
    own = chunk.content_hash.value if chunk is not None and chunk.content_hash is not None else None
    return _is_pinned(written) and (own is None or own not in {written.sha256, written.foreign_hash})


def _told_pieces(page: DocumentText, place: Span) -> str:
    held = list(dict.fromkeys(piece.chunk.id for piece in pieces(page, place)))
    return f"the words run over {len(held)} chunks now: {', '.join(held)}"


def _chosen(places: Sequence[Span], written: Alternative, chunk: Chunk | None) -> Span | None:
    if len(places) == 1:
        return places[0]
    if written.span is not None and tuple(written.span) in places:
        return Span(*written.span)
    if chunk is None or chunk.start is None or chunk.end is None:
        return None
    inside = [place for place in places if chunk.start <= place.start and place.end <= chunk.end]
    return inside[0] if len(inside) == 1 else None


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


def _nearest(quote: str, page: DocumentText) -> str:
    place = nearest(quote, page.ground.folded)
    return f'the nearest words are "{_cut(place.span.of(page.text))}"' if place else "no word of it stands there"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
