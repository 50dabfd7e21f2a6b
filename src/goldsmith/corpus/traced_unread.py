"""What can be told of evidence without looking for words: by chunk, by hash, or of a document as a whole."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.corpus.pieces import pinned_to
from goldsmith.corpus.two_revisions import TwoRevisions
from goldsmith.records.corpus import Chunk, ContentHash
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import Passage, TracedAlternative
from goldsmith.text.alignment import Ground
from goldsmith.text.spans import Span

_SHOWN = 1_200
"""Characters shown of a document that is evidence as a whole."""


def is_judged(written: Alternative, own: ContentHash | None) -> bool:
    """Say whether the hash that the evidence was pinned with, where it was, is this one."""
    if own is None:
        return True
    pinned = written.sha256 if own.algorithm == "sha256" else written.foreign_hash
    return pinned is None or pinned == own.value


def same_chunk(start: TracedAlternative, written: Alternative, two: TwoRevisions) -> TracedAlternative | None:
    """Return what is plain where the document and the chunk that holds the words are the same; None where it is not."""
    document = start.document_before
    chunk, now = two.before.chunk(written.chunk, document), two.after.chunk(written.chunk, document)
    if chunk is None or now is None or not two.is_unchanged(document):
        return None
    if written.quote is None and not is_judged(written, chunk.content_hash):
        return None
    span = _span_in(written, chunk)
    if written.quote is not None and span is None:
        return None
    pinned = pinned_to(written, two.after.documents[document], now)
    if span is not None and now.start is not None:
        pinned = replace(pinned, span=(now.start + span.start, now.start + span.end))
    return replace(
        start,
        quote="intact",
        section="same",
        document="same",
        document_now=document,
        method="identity",
        confidence=1.0,
        before=_passage_of(chunk, span),
        now=(_passage_of(now, span),),
        pinned=(pinned,),
    )


def by_hash(start: TracedAlternative, written: Alternative, two: TwoRevisions) -> TracedAlternative:
    """Compare hashes, where a revision holds no text: what has another one cannot be told."""
    document, targets = start.document_before, two.targets(start.document_before)
    if not targets:
        return start
    same = two.same_hash(document, targets[0])
    told = replace(
        start,
        quote="unknown",
        section="same" if same else "unknown",
        document="same" if same else "changed",
        document_now=targets[0],
        detail="a revision holds no text, so words cannot be compared",
    )
    chunk = two.before.chunk(written.chunk, document)
    if chunk is None:
        return replace(told, quote="intact", method="identity", confidence=1.0) if same else told
    now = _with_hash(chunk, targets, two)
    if now is None:
        return replace(told, before=_passage_of(chunk, None))
    return replace(
        told,
        quote="intact",
        document_now=now.document,
        method="identity",
        confidence=1.0,
        before=_passage_of(chunk, None),
        now=(_passage_of(now, None),),
        pinned=(pinned_to(written, two.after.documents[now.document], now),),
        detail="only the hashes were compared",
    )


def whole_document(start: TracedAlternative, written: Alternative, two: TwoRevisions) -> TracedAlternative:
    """Say of evidence that names a document alone whether the text of the document is the same."""
    document, targets = start.document_before, two.targets(start.document_before)
    start = replace(start, detail="the whole document is the evidence")
    if not targets:
        return start
    was, now = two.before.documents[document], two.after.documents[targets[0]]
    judged = is_judged(written, was.content_hash)
    same = two.same_hash(document, now.id) or (two.have_text and two.say_the_same(document, now.id))
    unread = not same and not two.have_text
    own = now.content_hash
    return replace(
        start,
        quote="unknown" if unread else "intact" if same else "edited",
        section="unknown" if unread else "same" if same else "changed",
        document="same" if same else "changed",
        document_now=now.id,
        method="identity" if same else "none",
        confidence=1.0 if same else 0.0,
        before=_beginning(two.before.chunks(document), document) if judged else None,
        now=(_beginning(two.after.chunks(now.id), now.id),),
        pinned=(
            replace(
                written,
                document=now.id,
                source=now.source,
                version=now.version,
                effective=now.effective_from,
                chunk=None,
                sha256=own.value if own.algorithm == "sha256" else None,
                foreign_hash=own.value if own.algorithm != "sha256" else None,
            ),
        ),
        standing=judged,
    )


def _with_hash(own: Chunk, targets: tuple[str, ...], two: TwoRevisions) -> Chunk | None:
    """Return the chunk of that content: the one of the same id, else the only one."""
    if own.content_hash is None:
        return None
    alike = [item for name in targets for item in two.after.chunks(name) if item.content_hash == own.content_hash]
    return next((item for item in alike if item.id == own.id), alike[0] if len(alike) == 1 else None)


def _span_in(written: Alternative, chunk: Chunk) -> Span | None:
    """Return where the quote stands in its chunk: as pinned, or the only place; None where neither can be said."""
    if written.quote is None or chunk.text is None:
        return None
    if written.span is not None and chunk.start is not None:
        span = Span(written.span[0] - chunk.start, written.span[1] - chunk.start)
        if span.start >= 0 and span.of(chunk.text) == written.quote:
            return span
    places = [span for span, _ in Ground(chunk.text).verbatim(written.quote)]
    return places[0] if len(places) == 1 else None


def _passage_of(chunk: Chunk, span: Span | None) -> Passage:
    return Passage(
        document=chunk.document,
        chunks=(chunk.id,),
        section=chunk.section,
        text=chunk.text or chunk.preview or "",
        span=None if span is None else (span.start, span.end),
    )


def _beginning(chunks: tuple[Chunk, ...], document: str) -> Passage:
    text = "\n\n".join(item.text or item.preview or "" for item in chunks[:5])
    return Passage(
        document=document, chunks=tuple(item.id for item in chunks), section=None, text=text[:_SHOWN].rstrip()
    )
