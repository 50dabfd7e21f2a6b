"""The corpus as one reviewer sees it beside a case: only what their clearance allows, under masked names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal, NamedTuple

from goldsmith.corpus.document_text import DocumentText
from goldsmith.ondisk.chunk_index import ChunkIndex
from goldsmith.ondisk.revisions import (
    StoredRevision,
    all_chunk_texts,
    chunks_in_rows,
    chunks_of,
    documents,
    index,
    list_revisions,
)
from goldsmith.records.access import denies
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.person import Person
from goldsmith.review.blinding import token_of
from goldsmith.text.bm25 import Bm25
from goldsmith.workflows.review_desk import Desk

MOST_SEARCHED = 50_000
"""Chunks of a corpus that are searched for a case without a pool: the first ones of a larger corpus."""
_MOST_TEXTS = 512
"""Documents of a revision that are kept laid out."""


class Placed(NamedTuple):
    """A chunk and its place in its document."""

    text: DocumentText
    at: int

    @property
    def chunk(self) -> Chunk:
        """The chunk itself."""
        return self.text.chunks[self.at]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Searched:
    words: Bm25
    chunks: tuple[str, ...]
    documents: tuple[str, ...]
    """Of each chunk."""


class Shelves:
    """One revision of the corpus, as the reviews of a desk read it. What is worked out is kept: it never changes."""

    def __init__(self, desk: Desk, stored: StoredRevision) -> None:
        self._desk = desk
        self._secret = desk.secret("handles")
        self.stored = stored
        self._documents: dict[str, Document] | None = None
        self._texts: dict[str, DocumentText] = {}
        self._searched: _Searched | None = None
        self._tokens: dict[str, str] | None = None
        self._index: tuple[ChunkIndex, tuple[str, ...]] | None = None
        self._seen: dict[Person, Mapping[str, Document]] = {}

    @property
    def documents(self) -> Mapping[str, Document]:
        """Every document, by id."""
        with self._desk.alone():
            if self._documents is None:
                self._documents = {one.id: one for one in documents(self.stored)}
            return self._documents

    def seen_by(self, person: Person) -> Mapping[str, Document]:
        """Return the documents that the clearance of `person` allows, by id."""
        held = self.documents
        identity = person.sees
        if identity is None:
            return held
        with self._desk.alone():
            if person not in self._seen:
                self._seen[person] = {name: one for name, one in held.items() if not denies(identity, name, held)}
            return self._seen[person]

    def texts(self, names: Iterable[str]) -> dict[str, DocumentText]:
        """Return documents as their chunks lay them out, by id."""
        wanted = dict.fromkeys(names)
        with self._desk.alone():
            found = {name: self._texts[name] for name in wanted if name in self._texts}
            missing = [name for name in wanted if name not in found]
            if missing:
                held: dict[str, list[Chunk]] = {name: [] for name in missing}
                for chunk in chunks_of(self.stored, missing):
                    held[chunk.document].append(chunk)
                for name, own in held.items():
                    found[name] = DocumentText(sorted(own, key=lambda item: item.ordinal))
                self._keep(found)
            return found

    def _keep(self, found: Mapping[str, DocumentText]) -> None:
        self._texts.update(found)
        for name in tuple(islice(self._texts, max(0, len(self._texts) - _MOST_TEXTS))):
            del self._texts[name]

    def warm(self) -> None:
        """Lay out what fits and read the search index, so that the first visitor does not wait for it."""
        self.texts(islice(self.documents, _MOST_TEXTS))
        self._search_index()

    def document_of(self, chunk: str) -> str | None:
        """Return the document of a chunk; None: there is no such chunk."""
        with self._desk.alone():
            if self._index is None:
                self._index = index(self.stored), tuple(self.documents)
        held, names = self._index
        rows = held.keys.find([chunk])
        return names[int(held.document[rows[chunk]])] if chunk in rows else None

    def placed(self, chunks: Iterable[tuple[str, str]]) -> dict[str, Placed]:
        """Return where chunks stand, each given with its document; one that is not there is left out."""
        asked = dict(chunks)
        found = {}
        for text in self.texts(asked.values()).values():
            for at, chunk in enumerate(text.chunks):
                if chunk.id in asked:
                    found[chunk.id] = Placed(text, at)
        return found

    def search(self, question: str, k: int, seen: Mapping[str, Document]) -> list[tuple[str, str]]:
        """Return chunk and document of the `k` best passages for a question among the documents in `seen`."""
        searched = self._search_index()
        asked, most = k, len(searched.chunks)
        while True:
            hits = searched.words.search(question, asked)
            found = [
                (searched.chunks[hit.position], searched.documents[hit.position])
                for hit in hits
                if searched.documents[hit.position] in seen
            ]
            if len(found) >= k or len(hits) < asked or asked >= most:
                return found[:k]
            asked = min(most, asked * 8)

    def _search_index(self) -> _Searched:
        with self._desk.alone():
            if self._searched is None:
                chunks: list[str] = []
                owners: list[str] = []

                def texts() -> Iterator[str]:
                    for name, document, text in islice(self._rows(), MOST_SEARCHED):
                        chunks.append(name)
                        owners.append(document)
                        yield text

                words = Bm25(texts())
                self._searched = _Searched(words=words, chunks=tuple(chunks), documents=tuple(owners))
            return self._searched

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        if self.stored.record.text == "full":
            yield from all_chunk_texts(self.stored)
            return
        many = range(min(MOST_SEARCHED, self.stored.record.chunks))
        for chunk in chunks_in_rows(self.stored, many):
            yield chunk.id, chunk.document, chunk.text or chunk.preview or ""

    def token(self, kind: Literal["document", "chunk"], name: str) -> str:
        """Return the opaque name of a document or chunk."""
        return token_of(self._secret, kind, name)

    def document_behind(self, token: str) -> str | None:
        """Return the document that an opaque name stands for; None: there is none."""
        with self._desk.alone():
            if self._tokens is None:
                self._tokens = {self.token("document", name): name for name in self.documents}
            return self._tokens.get(token)


def text_in(desk: Desk, document: str) -> DocumentText:
    """Return one document of the pinned corpus as its chunks lay it out; one that is not there is empty."""
    shelf = shelves(desk, None)
    return shelf.texts([document])[document] if shelf is not None else DocumentText(())


def shelves(desk: Desk, corpus: str | None) -> Shelves | None:
    """Return the revision with this digest, the pinned one for None; None: it is not kept here.

    `corpus` is what the round was opened under: its marks are offsets in that text, whatever is pinned meanwhile.
    """
    with desk.alone():
        kept: dict[str, Shelves] = desk.once.get("shelves", dict)
        if corpus is not None and corpus in kept:
            return kept[corpus]
        stored = _stored(desk, corpus)
        if stored is None:
            return None
        digest = stored.record.digest
        if digest not in kept:
            kept[digest] = Shelves(desk, stored)
        return kept[digest]


def _stored(desk: Desk, corpus: str | None) -> StoredRevision | None:
    project = desk.project
    pinned = project.stored
    if corpus is None or (pinned is not None and pinned.record.digest == corpus):
        return pinned
    return next((one for one in list_revisions(project.root) if one.record.digest == corpus), None)
