"""What a revision's digests cover: content and declared facts, never times, paths or machines.

Four parts, so that a refresh can say which of them changed: the sources, the chunking, the access rules, and the
declared facts of retrieval.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Protocol

import numpy as np

from goldsmith._base.canonical import digest
from goldsmith.records.corpus import CorpusRevision, Document, TextKept
from goldsmith.tables.chunk_columns import ChunkColumns
from goldsmith.tables.id_keys import pack_ids

FORMAT = 1

LABEL_DIGITS = 10

_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class _Hash(Protocol):
    def update(self, data: bytes, /) -> None: ...


def sources_digest(documents: Iterable[Document]) -> str:
    """Return the digest of what the documents say and declare.

    The place of a file is not part of it: identity is the id, and a rename is a rename.
    """
    return _lines_digest(
        [
            document.id,
            [document.content_hash.algorithm, document.content_hash.value],
            document.version,
            document.title,
            document.media_type,
            document.language,
            document.effective_from,
            document.effective_to,
            sorted(document.supersedes),
            document.planted,
            [document.ingestion.status, document.ingestion.reason],
        ]
        for document in sorted(documents, key=lambda one: one.id)
    )


def access_digest(documents: Iterable[Document]) -> str:
    """Return the digest of who may see which document."""
    return _lines_digest(
        [
            document.id,
            document.tenant,
            None if document.allowed_principals is None else sorted(set(document.allowed_principals)),
        ]
        for document in sorted(documents, key=lambda one: one.id)
    )


def chunking_digest(chunks: ChunkColumns, *, splitter: str, normalisation: str) -> str:
    """Return the digest of how the sources were cut: settings, and id, document, span and hash of every chunk.

    Whether the texts are kept makes no difference: a corpus frozen without them is the same corpus.
    """
    whole = sha256(json.dumps([splitter, normalisation, len(chunks)]).encode())
    for texts in (chunks.documents, chunks.sections, chunks.ids):
        _add_texts(whole, texts)
    for column in (chunks.document, chunks.ordinal, chunks.start, chunks.end, chunks.section, chunks.page):
        whole.update(np.ascontiguousarray(column, dtype="<i8").tobytes())
    if chunks.sha256 is not None:
        whole.update(np.ascontiguousarray(chunks.sha256).tobytes())
    if chunks.foreign_hashes is not None:
        whole.update(chunks.hash_algorithm.encode())
        _add_texts(whole, [value or "" for value in chunks.foreign_hashes])
    return whole.hexdigest()


def retrieval_digest(facts: Mapping[str, str]) -> str:
    """Return the digest of the declared facts of retrieval."""
    return digest(dict(facts))


def describe(
    documents: Sequence[Document],
    chunks: ChunkColumns,
    *,
    text: TextKept,
    normalisation: str,
    splitter: str,
    retrieval: Mapping[str, str],
    label: str | None = None,
) -> CorpusRevision:
    """Return the revision record; without a label it is named by its own digest."""
    parts = {
        "sources_digest": sources_digest(documents),
        "chunking_digest": chunking_digest(chunks, splitter=splitter, normalisation=normalisation),
        "access_digest": access_digest(documents),
        "retrieval_digest": retrieval_digest(retrieval),
    }
    whole = digest({**parts, "format": FORMAT})
    return CorpusRevision(
        label=label or f"r-{whole[:LABEL_DIGITS]}",
        digest=whole,
        sources_digest=parts["sources_digest"],
        chunking_digest=parts["chunking_digest"],
        access_digest=parts["access_digest"],
        retrieval_digest=parts["retrieval_digest"],
        documents=len(documents),
        chunks=len(chunks),
        failed=sum(document.ingestion.status == "failed" for document in documents),
        text=text,
        normalisation=normalisation,
        splitter=splitter,
        retrieval=dict(sorted(retrieval.items())),
        format=FORMAT,
    )


def _lines_digest(rows: Iterable[list[object]]) -> str:
    return sha256("\n".join(map(_line, rows)).encode("utf-8", "surrogatepass")).hexdigest()


def _add_texts(whole: _Hash, texts: Sequence[str]) -> None:
    packed = pack_ids(texts)
    whole.update(packed.offsets.astype("<i8").tobytes())
    whole.update(packed.blob.tobytes())
