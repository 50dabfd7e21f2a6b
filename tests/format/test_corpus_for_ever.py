"""A corpus revision, its lock, and the documents and manifest that it is made of are read for ever."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from goldsmith.ondisk.corpus_lock import check_lock
from goldsmith.ondisk.documents import read_documents
from goldsmith.ondisk.revisions import (
    chunks_of,
    damaged_files,
    document_fingerprints,
    documents,
    list_revisions,
    load_frozen,
    load_revision,
    search_text,
    view,
)
from goldsmith.records.corpus import Chunk, ContentHash, CorpusRevision, Document, Ingestion
from goldsmith.workflows.freeze import FreezeOptions, freeze

FOLDER = Path(__file__).parent / "1"


def sha256(value: str) -> ContentHash:
    return ContentHash(algorithm="sha256", value=value)


WHOLE = CorpusRevision(
    label="2026-03",
    digest="a162abb2a0b33158279ca3f69cebb3d9bbd0890dc08479e9137ef7fa62889fcd",
    sources_digest="0bcbd8c7dfde112ed8f5a9622d3e24580f332e46afcc62c72bf3a0d9852d43c1",
    chunking_digest="8817f4ddad3f36c7ae0116c387e46e20487e7ce4124bd19eedead0584197766f",
    access_digest="790a5a9634f6f4acf98c365269db63d5ade67e92e6ec687c7e485abd4a9098b9",
    retrieval_digest="19e13a1e4527be533d7086448153d83f7898795d74c8aa1131cde90ce4eb968b",
    documents=4,
    chunks=4,
    failed=1,
    text="full",
    normalisation="lf-1",
    splitter="headings-1, semantic-text-splitter, capacity 60",
    retrieval={"embedding": "e-1", "filter": "tenant"},
)
DOCUMENTS = (
    Document(
        id="draft",
        source="draft.md",
        content_hash=sha256("a0bd0a5dbbb342cb1b0787fbb1d42c64b32bf91ea2adc683bd2d2e09ae22f52c"),
        media_type="text/markdown",
        allowed_principals=(),
        ingestion=Ingestion(status="partial", reason="the second half is a picture"),
    ),
    Document(
        id="fees.txt",
        source="fees.txt",
        content_hash=sha256("f5877523355697a624204ba0fd9e09ff9b9608058695475e12cd55ba9fd000cf"),
        media_type="text/plain",
        ingestion=Ingestion(status="parsed"),
    ),
    Document(
        id="returns",
        source="policies/returns.md",
        version="4",
        content_hash=sha256("68d9c70aec5c7db995a162e5a6869d87802ee98a38a50510645c965922c0cca5"),
        title="Returns",
        media_type="text/markdown",
        language="en",
        effective_from="2026-03-01",
        effective_to="2027-02-28",
        supersedes=("returns-2025",),
        tenant="eu",
        allowed_principals=("customer", "agent"),
        planted="an old rule beside the new one",
        ingestion=Ingestion(status="parsed"),
    ),
    Document(
        id="scan.pdf",
        source="scan.pdf",
        content_hash=sha256("50c6219332fc06543e35afa296ba2fc8fd04e8a632f194bb1e3f9c383c6cf7fe"),
        media_type="application/pdf",
        ingestion=Ingestion(
            status="failed", reason="no parser takes .pdf files; Markdown (.md) and plain text (.txt) are read"
        ),
    ),
)
CHUNKS = (
    Chunk(
        id="draft#052b7af8b2e0",
        document="draft",
        ordinal=0,
        start=0,
        end=30,
        content_hash=sha256("f5e3a558e2947fe79887f1b71244a889cd077b23b8b00900b5ddbf9543780b1e"),
        text="A draft of the shipping rules.",
    ),
    Chunk(
        id="fees.txt#29847f247ac3",
        document="fees.txt",
        ordinal=0,
        start=0,
        end=26,
        content_hash=sha256("a06a66859cdaa6609c20d60868f0d7ae26004f43e2b9d922d385ec386fb89a95"),
        text="The express fee is 9 euro.",
    ),
    Chunk(
        id="returns#28cd852a15c2",
        document="returns",
        ordinal=0,
        start=0,
        end=60,
        section="Returns",
        content_hash=sha256("7ba920378cca5bd46ebaca845dfd244e5a03a0205d6185b7af88fe61a1cfd03e"),
        text="# Returns\n\nGoods can be returned within 30 days of purchase.",
    ),
    Chunk(
        id="returns#65a37ba714a3",
        document="returns",
        ordinal=1,
        start=62,
        end=115,
        section="Returns > Receipts",
        content_hash=sha256("d767bafac5fddda86f0cd5ccb2005e9636897fac637ecc93c2aef59a068a22b0"),
        text="## Receipts\n\nNo return is possible without a receipt.",
    ),
)
NAMES = tuple(one.id for one in DOCUMENTS)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project with the revisions, copied: the index of each is rebuilt where they lie."""
    copytree(FOLDER / ".goldsmith" / "corpus", tmp_path / ".goldsmith" / "corpus")
    return tmp_path


def test_a_revision_with_its_texts_is_read_for_ever(root: Path) -> None:
    stored = load_revision(root, "2026-03")

    assert stored.record == WHOLE
    assert documents(stored) == DOCUMENTS
    assert chunks_of(stored, NAMES) == CHUNKS
    assert damaged_files(stored) == ()


def test_a_chunk_of_it_is_found_by_id_and_by_its_words(root: Path) -> None:
    stored = load_revision(root, "2026-03")

    assert dict(view(stored, ["returns#28cd852a15c2", "gone"]).chunks) == {"returns#28cd852a15c2": CHUNKS[2]}
    assert search_text(stored, "Without a Receipt") == ("returns#65a37ba714a3",)


def test_a_revision_without_texts_is_read_for_ever(root: Path) -> None:
    stored = load_revision(root, "no-text")
    prints = document_fingerprints(stored, ["returns", "fees.txt"])

    assert (stored.record.text, stored.record.digest[:12]) == ("absent", "883eb3d3f884")
    assert chunks_of(stored, NAMES) == tuple(replace(chunk, text=None) for chunk in CHUNKS)
    assert {name: sorted(held)[:2] for name, held in prints.items()} == {
        "fees.txt": [],
        "returns": [881959737151450656, 1955747776376590040],
    }
    assert damaged_files(stored) == ()


def test_a_revision_of_a_foreign_manifest_is_read_for_ever(root: Path) -> None:
    stored = load_revision(root, "previews")

    assert (stored.record.text, stored.record.splitter, stored.record.digest[:12]) == (
        "preview",
        "manifest",
        "3d747b5d0a94",
    )
    assert chunks_of(stored, ["wiki"]) == (
        Chunk(id="wiki-1", document="wiki", ordinal=0, start=0, end=20, section="1.1", preview="Goods can be returne"),
        Chunk(id="wiki-2", document="wiki", ordinal=1, start=20, end=44, section="1.2", preview="Keep the receipt, al"),
    )


def test_every_revision_is_loaded_whole(root: Path) -> None:
    assert [(one.record.label, len(load_frozen(one).chunks)) for one in list_revisions(root)] == [
        ("2026-03", 4),
        ("no-text", 4),
        ("previews", 2),
    ]


def test_a_lock_is_read_for_ever() -> None:
    assert check_lock(FOLDER / "corpus.lock", WHOLE) == ()
    assert check_lock(FOLDER / "corpus.lock", replace(WHOLE, chunks=5)) == ("chunks: locked 4, found 5",)


def test_front_matter_is_read_for_ever() -> None:
    assert tuple(sorted((one.document for one in read_documents(FOLDER / "documents")), key=lambda one: one.id)) == (
        DOCUMENTS
    )


def test_the_same_documents_still_freeze_to_the_same_sources_and_access_rules(tmp_path: Path) -> None:
    report = freeze(FOLDER / "documents", root=tmp_path, options=FreezeOptions(label="again"))

    assert (report.revision.sources_digest, report.revision.access_digest) == (
        WHOLE.sources_digest,
        WHOLE.access_digest,
    )


def test_the_same_manifest_still_freezes_to_the_same_revision(tmp_path: Path, root: Path) -> None:
    report = freeze(FOLDER / "manifest.jsonl", root=tmp_path / "again", options=FreezeOptions(label="previews"))

    assert report.revision == load_revision(root, "previews").record
