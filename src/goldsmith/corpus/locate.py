"""Look evidence up in a revision: what stands as pinned, what can be pinned, what is not there."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """What the revision holds of everything that the evidence of some cases names."""

    documents: Mapping[str, Document]
    """All documents of the revision."""
    chunks: Mapping[str, tuple[Chunk, ...]]
    """All chunks of each document that the evidence names, in order."""
    text: TextKept

    def chunk(self, name: str) -> Chunk | None:
        """Return the chunk with this id, among those of the named documents."""
        return next((item for own in self.chunks.values() for item in own if item.id == name), None)


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
        self._texts: dict[str, Folded] = {}

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
        stale = _of_another_version(written, document)
        if stale:
            return _Found("changed", written, stale)
        if written.quote is not None:
            return self._quoted(written, document, chunk)
        if chunk is not None:
            return self._whole_chunk(written, document, chunk)
        if written.chunk is not None and written.chunk != document.id:
            return _Found("dangling", written, self._near(written))
        return _Found("document_level", _pinned_document(written, document))

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
        held = chunk.content_hash.value if chunk.content_hash else None
        expected = written.sha256 or written.foreign_hash
        if expected is not None and held is not None and expected != held:
            return _Found("changed", written, f"the text behind {chunk.id} is another: {_cut(chunk.text or held)}")
        return _Found("found", _pinned_chunk(written, document, chunk))

    def _quoted(self, written: Alternative, document: Document, chunk: Chunk | None) -> _Found:
        if self._lookup.text != "full":
            if chunk is None:
                return _Found("text_absent", written, "the words cannot be looked up without text")
            found = self._whole_chunk(written, document, chunk)
            return (
                found if found.state == "changed" else _Found("text_absent", found.pinned, "only the hash was compared")
            )
        chunks = self._lookup.chunks.get(document.id, ())
        if not all(map(_fits, chunks)):
            return self._quoted_in_loose_chunks(written, document, chunks)
        text = self._text(document.id, chunks)
        places = _sure(locate(written.quote or "", text))
        if not places:
            return _Found("quote_missing", written, _nearest(written.quote or "", text))
        place = _chosen(places, written, chunk)
        if place is None:
            told = ", ".join(str(place.span.start) for place in places[:5])
            return _Found("ambiguous", written, f"the words stand {len(places)} times in {document.id} (at {told})")
        holder = _holder(place.span, chunks)
        pinned = replace(
            _pinned_chunk(written, document, holder),
            quote=place.span.of(text.source),
            span=(place.span.start, place.span.end),
        )
        return _moved_or_found(written, pinned)

    def _quoted_in_loose_chunks(self, written: Alternative, document: Document, chunks: Sequence[Chunk]) -> _Found:
        """Chunks of a foreign manifest without spans: the words are looked for in each."""
        holders = [item for item in chunks if item.text and _sure(locate(written.quote or "", item.text))]
        named = [item for item in holders if item.id == written.chunk]
        if not holders:
            texts = "\n\n".join(item.text or "" for item in chunks)
            return _Found("quote_missing", written, _nearest(written.quote or "", fold(texts)))
        if not named and len(holders) > 1:
            told = ", ".join(item.id for item in holders[:5])
            return _Found("ambiguous", written, f"the words stand in {len(holders)} chunks ({told})")
        return _moved_or_found(written, _pinned_chunk(written, document, (named or holders)[0]))

    def _text(self, document: str, chunks: Sequence[Chunk]) -> Folded:
        """Put the text of a document together from its chunks; what lies between them is blank."""
        if document not in self._texts:
            length = max((item.end or 0 for item in chunks), default=0)
            characters = [" "] * length
            for item in chunks:
                characters[item.start or 0 : item.end or 0] = item.text or ""
            self._texts[document] = fold("".join(characters))
        return self._texts[document]

    def _near(self, written: Alternative) -> str:
        wanted = written.chunk or written.document or ""
        document, _, _ = wanted.rpartition("#")
        own = self._lookup.chunks.get(document or wanted, ())
        if own:
            return f"{document or wanted} has {len(own)} chunks: {', '.join(item.id for item in own[:3])} …"
        return ""


def resolve(case: Case, lookup: Lookup) -> tuple[Resolution, ...]:
    """Return how every alternative of `case` stands in the revision that `lookup` was made from."""
    return Locator(lookup).resolve(case)


def resolve_all(cases: Sequence[Case], lookup: Lookup) -> tuple[Resolution, ...]:
    """Return how every alternative of `cases` stands; each document is read once."""
    locator = Locator(lookup)
    return tuple(item for case in cases for item in locator.resolve(case))


def _of_another_version(written: Alternative, document: Document) -> str:
    if written.version is not None and document.version is not None and written.version != document.version:
        return f"version {written.version} was judged, the corpus holds {document.version} of {document.id}"
    return ""


def _sure(places: Sequence[Place]) -> list[Place]:
    """Words that only resemble the quote prove nothing."""
    return [place for place in places if place.how != "approximate"]


def _fits(chunk: Chunk) -> bool:
    """Say whether the span is as long as the text; a foreign span that is not says nothing certain about places."""
    if chunk.start is None or chunk.end is None:
        return False
    return chunk.end - chunk.start == len(chunk.text or "")


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


def _holder(span: Span, chunks: Sequence[Chunk]) -> Chunk:
    """Return the chunk that holds most of the span, the first of equals."""
    return max(
        chunks, key=lambda item: (min(span.end, item.end or 0) - max(span.start, item.start or 0), -item.ordinal)
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


def _pinned_document(written: Alternative, document: Document) -> Alternative:
    return replace(
        written,
        document=document.id,
        chunk=None,
        source=document.source,
        version=document.version,
        effective=document.effective_from,
    )


def _pinned_chunk(written: Alternative, document: Document, chunk: Chunk) -> Alternative:
    own = chunk.content_hash
    return replace(
        written,
        document=document.id,
        source=document.source,
        version=document.version,
        effective=document.effective_from,
        chunk=chunk.id,
        sha256=own.value if own and own.algorithm == "sha256" else None,
        foreign_hash=f"{own.algorithm}:{own.value}" if own and own.algorithm != "sha256" else None,
    )


def _nearest(quote: str, text: Folded) -> str:
    place = nearest(quote, text)
    return f'the nearest words are "{_cut(place.span.of(text.source))}"' if place else "no word of it stands there"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
