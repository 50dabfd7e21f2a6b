"""(b) Freezing a corpus, and asking a frozen one for ids, places and texts."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import shared_module

CHARACTERS = 400
"""Largest chunk."""
CHUNKS_PER_DOCUMENT = 20
ASKED = 10_000


def _texts(place: Place) -> list[str]:
    """Return 20,000 documents of prose, 118 MB."""
    generate = shared_module(place, "bench_b_manifest").gen_docs
    return [text for part in range(10) for text in generate(place.size(2_000, 50), 800, 100 + part)]


def _documents_folder(place: Place) -> Path:
    return place.work / "documents"


def _write_documents(place: Place) -> None:
    folder = _documents_folder(place)
    for number, text in enumerate(_texts(place)):
        path = folder / f"{number // 1000:03}" / f"{number:06}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _freeze_texts(place: Place) -> Call:
    """Chunk, name, hash and store texts that are in memory, as the peers do."""
    from goldsmith._base.canonical import text_sha256
    from goldsmith.corpus.chunking import chunk_documents, splitter_name
    from goldsmith.corpus.digests import describe
    from goldsmith.ondisk.revisions import save_revision
    from goldsmith.records.corpus import ContentHash, Document, Ingestion
    from goldsmith.tables.frozen_corpus import FrozenCorpus, SourceText
    from goldsmith.text.normal import NORMALISATION

    sources = [
        SourceText(
            document=Document(
                id=f"docs/{number}.txt",
                source=f"docs/{number}.txt",
                content_hash=ContentHash(algorithm="sha256", value=text_sha256(text)),
                media_type="text/plain",
                ingestion=Ingestion(status="parsed"),
            ),
            text=text,
        )
        for number, text in enumerate(_texts(place))
    ]
    roots = _fresh_roots(place)

    def call() -> int:
        chunked = chunk_documents(sources, capacity=CHARACTERS)
        documents = tuple(sorted((one.document for one in sources), key=lambda one: one.id))
        revision = describe(
            documents,
            chunked.chunks,
            text="full",
            normalisation=NORMALISATION,
            splitter=splitter_name(CHARACTERS),
            retrieval={},
        )
        save_revision(next(roots), FrozenCorpus(revision=revision, documents=documents, chunks=chunked.chunks))
        return len(chunked.chunks)

    return call


def _freeze_folder(place: Place) -> Call:
    from goldsmith.workflows.freeze import FreezeOptions, freeze

    roots = _fresh_roots(place)
    return lambda: (
        freeze(_documents_folder(place), root=next(roots), options=FreezeOptions(capacity=CHARACTERS)).revision.chunks
    )


def _fresh_roots(place: Place) -> Any:
    import tempfile

    return (Path(tempfile.mkdtemp(dir=place.work)) for _ in itertools.count())


def _chonkie(place: Place) -> Call:
    chunk_and_store = vars(shared_module(place, "bench_b_manifest"))["_ch"]
    texts = _texts(place)
    return lambda: int(chunk_and_store(texts))


def _chonkie_folder(place: Place) -> Call:
    chunk_and_store = vars(shared_module(place, "bench_b_manifest"))["_ch"]
    folder = _documents_folder(place)
    return lambda: int(chunk_and_store([path.read_text(encoding="utf-8") for path in sorted(folder.glob("*/*.txt"))]))


def _write_million(place: Place) -> None:
    """Store a revision of 1,000,000 chunks of about 400 characters."""
    import hashlib

    import numpy as np

    from goldsmith.corpus.digests import describe
    from goldsmith.ondisk.revisions import save_revision
    from goldsmith.records.corpus import ContentHash, Document, Ingestion
    from goldsmith.tables.chunk_columns import ChunkColumns, no_numbers
    from goldsmith.tables.frozen_corpus import FrozenCorpus

    rows = place.size(1_000_000, 20_000)
    texts = shared_module(place, "bench_b_manifest").gen_chunks(rows)
    digests = [hashlib.sha256(text.encode()).digest() for text in texts]
    names = [f"docs/{n // 1000:04d}/page-{n:07d}.md" for n in range(rows // CHUNKS_PER_DOCUMENT)]
    ordinal = np.arange(rows) % CHUNKS_PER_DOCUMENT
    documents = tuple(
        Document(
            id=name,
            source=name,
            content_hash=ContentHash(algorithm="sha256", value=digests[number].hex()),
            media_type="text/markdown",
            ingestion=Ingestion(status="parsed"),
        )
        for number, name in enumerate(names)
    )
    chunks = ChunkColumns(
        documents=tuple(names),
        sections=(),
        ids=[f"{names[row // CHUNKS_PER_DOCUMENT]}#{digests[row].hex()[:12]}-{row}" for row in range(rows)],
        document=(np.arange(rows) // CHUNKS_PER_DOCUMENT).astype(np.int32),
        ordinal=ordinal.astype(np.int32),
        start=(ordinal * 400).astype(np.int64),
        end=(ordinal * 400 + 400).astype(np.int64),
        section=no_numbers(rows),
        page=no_numbers(rows),
        tokens=no_numbers(rows),
        sha256=np.frombuffer(b"".join(digests), dtype=np.uint8).reshape(rows, 32),
        texts=texts,
    )
    revision = describe(
        documents, chunks, text="full", normalisation="as given", splitter="manifest", retrieval={}, label="million"
    )
    save_revision(place.work, FrozenCorpus(revision=revision, documents=documents, chunks=chunks))


def _million(place: Place) -> str:
    return (place.work / ".goldsmith" / "corpus" / "million" / "chunks.parquet").as_posix()


def _ids_and_places(place: Place) -> Call:
    """Read every id, document and span; the sums make sure that mapped pages are really read."""
    from goldsmith.ondisk.revisions import index, load_revision

    def call() -> list[int]:
        held = index(load_revision(place.work, "million"))
        packed = held.keys.packed
        return [len(packed), int(packed.blob.sum()), int(held.document.sum()), int((held.end - held.start).sum())]

    return call


def _ids_and_document_names(place: Place) -> Call:
    from goldsmith.ondisk.revisions import documents, index, load_revision

    def call() -> list[int]:
        revision = load_revision(place.work, "million")
        held = index(revision)
        return [int(held.keys.packed.blob.sum()), int(held.document.sum()), len(documents(revision))]

    return call


_META = ["id", "document", "start", "end"]


def _polars_meta(place: Place) -> Call:
    import polars as pl

    return lambda: [len(pl.read_parquet(_million(place), columns=_META))]


def _duckdb_meta(place: Place) -> Call:
    import duckdb

    query = f"select {', '.join(chr(34) + name + chr(34) for name in _META)} from '{_million(place)}'"  # noqa: S608
    return lambda: [duckdb.sql(query).to_arrow_table().num_rows]


def _pandas_whole(place: Place) -> Call:
    import pandas as pd

    return lambda: [len(pd.read_parquet(_million(place)))]


def _asked_ids(place: Place) -> list[str]:
    import numpy as np
    import polars as pl

    ids = pl.read_parquet(_million(place), columns=["id"])["id"]
    rows = np.random.default_rng(9).integers(0, len(ids), place.size(ASKED, 200))
    return sorted(set(ids.gather(rows).to_list()))


def _texts_of_ids(place: Place) -> Call:
    """The chunks of some ids, as a run and a check ask for them: objects, with all documents beside them."""
    from goldsmith.ondisk.revisions import load_revision, view

    ids = _asked_ids(place)

    def call() -> int:
        chunks = view(load_revision(place.work, "million"), ids).chunks
        return sum(len(chunk.text or "") for chunk in chunks.values())

    return call


def _rows_of_ids(place: Place) -> Call:
    """The same without the documents."""
    from goldsmith.ondisk.revision_tables import read_rows
    from goldsmith.ondisk.revisions import index, load_revision

    ids = _asked_ids(place)

    def call() -> int:
        revision = load_revision(place.work, "million")
        rows = sorted(index(revision).keys.find(ids).values())
        return sum(len(chunk.text or "") for chunk in read_rows(revision.folder / "chunks.parquet", rows))

    return call


def _duckdb_texts(place: Place) -> Call:
    import duckdb
    import pyarrow as pa

    connection = duckdb.connect()
    connection.register("wanted", pa.table({"id": _asked_ids(place)}))
    query = f"select id, text from '{_million(place)}' where id in (select id from wanted)"  # noqa: S608
    return lambda: sum(len(text) for _, text in connection.sql(query).fetchall())


def _same_number(ours: Any, theirs: Any) -> str:
    return "" if ours == theirs else f"{ours} and {theirs}"


_DUCKDB = Peer(name="duckdb", setup=_duckdb_texts, goal=1.0, agree=_same_number)

CONTESTS = (
    Contest(
        name="b-texts",
        says="118 MB of text -> chunks, ids, SHA-256, Parquet; one core",
        ours=_freeze_texts,
        peers=(Peer(name="chonkie + pandas", setup=_chonkie, goal=0.35),),
        repeats=1,
        one_core=True,
    ),
    Contest(
        name="b-folder",
        says="`freeze` of a folder of 20,000 files, 118 MB; one core",
        ours=_freeze_folder,
        peers=(Peer(name="chonkie + pandas", setup=_chonkie_folder),),
        prepare=_write_documents,
        repeats=1,
        one_core=True,
    ),
    Contest(
        name="b-meta",
        says="ids, documents' places and spans of 1,000,000 chunks",
        ours=_ids_and_places,
        peers=(
            Peer(name="polars", setup=_polars_meta),
            Peer(name="duckdb", setup=_duckdb_meta),
            Peer(name="pandas, whole file", setup=_pandas_whole),
        ),
        limit=0.1,
        prepare=_write_million,
    ),
    Contest(
        name="b-names",
        says="the same with the records of their 50,000 documents",
        ours=_ids_and_document_names,
        peers=(Peer(name="polars", setup=_polars_meta),),
        prepare=_write_million,
    ),
    Contest(
        name="b-text",
        says="10,000 ids -> chunks with text, out of 1,000,000 (`view`)",
        ours=_texts_of_ids,
        peers=(_DUCKDB,),
        prepare=_write_million,
    ),
    Contest(
        name="b-rows",
        says="the same, no documents beside them",
        ours=_rows_of_ids,
        peers=(_DUCKDB,),
        prepare=_write_million,
    ),
)
