"""Two corpora of a few lines held against each other, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np

from goldsmith.corpus.changed_rows import changed_chunks
from goldsmith.corpus.chunking import chunk_documents
from goldsmith.corpus.differences import compare_revisions
from goldsmith.corpus.digests import describe
from goldsmith.corpus.document_groups import Prints
from goldsmith.records.corpus import ContentHash, Document, Ingestion
from goldsmith.records.corpus_diff import CorpusDiff
from goldsmith.tables.chunk_columns import ChunkColumns
from goldsmith.tables.content_keys import (
    ChangedRows,
    DocumentRows,
    RevisionSide,
    SortedColumns,
    Stretch,
    content_keys,
    text_lengths,
)
from goldsmith.tables.frozen_corpus import FrozenCorpus, SourceText
from goldsmith.tables.id_keys import build_keys
from goldsmith.text.fingerprints import fingerprints


def document(name: str, text: str = "", **declared: object) -> Document:
    plain = Document(
        id=name,
        source=name,
        content_hash=ContentHash(algorithm="sha256", value=sha256(text.encode()).hexdigest()),
        media_type="text/markdown",
        ingestion=Ingestion(status="parsed"),
    )
    return replace(plain, **declared)  # type: ignore[arg-type]


def corpus(
    texts: Mapping[str, str], *, capacity: int = 1000, splitter: str = "ours", **declared: object
) -> FrozenCorpus:
    """Freeze texts by document id; `declared` is what is said of every one of them."""
    documents = tuple(document(name, text, **declared) for name, text in sorted(texts.items()))
    sources = [SourceText(document=one, text=texts[one.id]) for one in documents]
    return of_columns(documents, chunk_documents(sources, capacity=capacity).chunks, splitter=splitter)


def of_columns(documents: Sequence[Document], chunks: ChunkColumns, *, splitter: str = "manifest") -> FrozenCorpus:
    revision = describe(
        documents, chunks, text="full", normalisation="lf-1", splitter=splitter, retrieval={}, label="here"
    )
    return FrozenCorpus(revision=revision, documents=tuple(documents), chunks=chunks)


def difference(before: FrozenCorpus, after: FrozenCorpus) -> CorpusDiff:
    """Return what changed; every document of both takes part."""
    return compare_revisions(
        side(before),
        side(after),
        _changed(before.chunks, after.chunks),
        prints=(_prints(before), _prints(after)),
        texts=(_texts(before), _texts(after)),
    )


def _changed(before: ChunkColumns, after: ChunkColumns) -> ChangedRows:
    held = changed_chunks(columns(before), columns(after))
    rows = [build_keys(chunks.ids).rows.astype(np.int64) for chunks in (before, after)]
    return ChangedRows(
        same=held.same,
        changed_before=rows[0][held.changed_before.places],
        changed_after=rows[1][held.changed_after.places],
        gone=rows[0][held.gone.places],
        came=rows[1][held.came.places],
    )


def columns(chunks: ChunkColumns) -> SortedColumns:
    keys = build_keys(chunks.ids)
    contents = content_keys(chunks)[keys.rows]

    def read(first: int, last: int) -> Stretch:
        return Stretch(keys=keys.keys[first:last], contents=contents[first:last], first=first)

    def id_of(place: int) -> bytes:
        return keys.packed.bytes_of(int(keys.rows[place]))

    return SortedColumns(size=len(chunks), read=read, id_of=id_of)


def side(frozen: FrozenCorpus) -> RevisionSide:
    chunks = frozen.chunks
    return RevisionSide(
        record=frozen.revision,
        names=chunks.documents,
        documents={one.id: one for one in frozen.documents},
        rows=DocumentRows(
            row=np.arange(len(chunks)),
            document=chunks.document,
            section=chunks.section,
            start=chunks.start,
            end=chunks.end,
            length=text_lengths(chunks),
            content=content_keys(chunks),
        ),
        sections=chunks.sections,
    )


def _texts(frozen: FrozenCorpus) -> _Texts:
    return _Texts(frozen.chunks.texts or ())


class _Texts:
    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __call__(self, rows: Sequence[int]) -> Mapping[int, str]:
        return {row: self._texts[row] for row in rows}


def _prints(frozen: FrozenCorpus) -> Prints:
    def prints(names: tuple[str, ...]) -> Mapping[str, frozenset[int]]:
        chunks = frozen.chunks
        parts: dict[str, list[str]] = {name: [] for name in names}
        for place, text in zip(chunks.document.tolist(), chunks.texts or (), strict=False):
            if chunks.documents[place] in parts:
                parts[chunks.documents[place]].append(text)
        return {name: frozenset(fingerprints("\n".join(held))) for name, held in parts.items()}

    return prints
