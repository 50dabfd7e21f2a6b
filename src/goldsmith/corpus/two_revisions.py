"""An earlier and a later revision side by side, as far as some cases name them; every document is read once."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.corpus.chunking import ID_SEPARATOR
from goldsmith.corpus.locate import Lookup
from goldsmith.corpus.passages import Page
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.evidence import Alternative


class Revision:
    """One of the two."""

    def __init__(self, lookup: Lookup) -> None:
        self.documents: Mapping[str, Document] = lookup.documents
        self.has_text = lookup.text == "full"
        self._chunks = lookup.chunks
        self._by_id = {item.id: item for own in lookup.chunks.values() for item in own}
        self._pages: dict[str, Page] = {}

    def page(self, document: str) -> Page:
        """Return a document with its text."""
        if document not in self._pages:
            self._pages[document] = Page(self.documents[document], self.chunks(document))
        return self._pages[document]

    def chunks(self, document: str) -> tuple[Chunk, ...]:
        """Return the chunks of a document, in order."""
        return self._chunks.get(document, ())

    def chunk(self, name: str | None, document: str) -> Chunk | None:
        """Return a chunk of that document; None where the document has none of that name."""
        found = self._by_id.get(name) if name is not None else None
        return found if found is not None and found.document == document else None

    def is_parsed(self, document: str) -> bool:
        """Say whether the document is there and was read."""
        return document in self.documents and self.documents[document].ingestion.status != "failed"

    def named_by(self, written: Alternative) -> str | None:
        """Return the document that the evidence names, itself or by its chunk; None where it is not there."""
        if written.document is not None:
            return written.document if written.document in self.documents else None
        if written.chunk is None:
            return None
        chunk = self._by_id.get(written.chunk)
        if chunk is not None:
            return chunk.document if chunk.document in self.documents else None
        # A chunk that is gone may still say whose it was.
        names = (written.chunk, written.chunk.rpartition(ID_SEPARATOR)[0])
        return next((name for name in names if name in self.documents), None)


class TwoRevisions:
    """Both, and which documents of the later one each document of the earlier became."""

    def __init__(self, before: Lookup, after: Lookup, heirs: Mapping[str, tuple[str, ...]]) -> None:
        self.before = Revision(before)
        self.after = Revision(after)
        self.have_text = self.before.has_text and self.after.has_text
        self._heirs = heirs
        self._unchanged: dict[str, bool] = {}
        self._same: dict[tuple[str, str], bool] = {}

    def targets(self, document: str) -> tuple[str, ...]:
        """Return the documents that were read and that this one became: itself first, where it is still there."""
        names = dict.fromkeys((document, *self._heirs.get(document, ())))
        return tuple(name for name in names if self.after.is_parsed(name))

    def is_unchanged(self, document: str) -> bool:
        """Say whether the document has the same chunks with the same content; no text is read."""
        if document not in self._unchanged:
            one, other = self.before.chunks(document), self.after.chunks(document)
            self._unchanged[document] = (
                document in self.after.documents
                and len(one) == len(other)
                and all(
                    was.id == now.id and was.content_hash is not None and was.content_hash == now.content_hash
                    for was, now in zip(one, other, strict=True)
                )
            )
        return self._unchanged[document]

    def say_the_same(self, document: str, later: str) -> bool:
        """Say whether two documents have the same text but for blanks and typography."""
        pair = document, later
        if pair not in self._same:
            one, other = self.before.page(document), self.after.page(later)
            # Chunks that overlap and tell no places do not give the text: then the hash says more.
            unread = not (one.text.has_places and other.text.has_places) and self.same_hash(document, later)
            unchanged = document == later and self.is_unchanged(document)
            self._same[pair] = unchanged or unread or one.content == other.content
        return self._same[pair]

    def same_hash(self, document: str, later: str) -> bool:
        """Say whether two documents have the same content hash."""
        return self.before.documents[document].content_hash == self.after.documents[later].content_hash
