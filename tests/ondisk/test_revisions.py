"""Revisions on disk: immutable, whole or absent, and found again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.corpus.chunking import chunk_documents
from goldsmith.corpus.digests import describe
from goldsmith.errors import ConflictError, InputError, IntegrityError, InvalidFileError, UnknownNameError
from goldsmith.ondisk import chunk_index, revisions
from goldsmith.ondisk.chunk_index import INDEX
from goldsmith.records.corpus import ContentHash, Document, Ingestion
from goldsmith.tables.frozen_corpus import FrozenCorpus, SourceText
from goldsmith.tables.id_keys import build_keys
from goldsmith.text.fingerprints import fingerprints

PASSAGE = "The spare key of the archive lies under the third stone beside the northern gate."


def frozen(texts: dict[str, str], *, label: str | None = None, keep_text: bool = True) -> FrozenCorpus:
    sources = [
        SourceText(
            document=Document(
                id=name,
                source=f"{name}.md",
                content_hash=ContentHash(algorithm="sha256", value="00"),
                media_type="text/markdown",
                allowed_principals=("desk",) if name == "b" else None,
                ingestion=Ingestion(status="parsed"),
            ),
            text=text,
        )
        for name, text in sorted(texts.items())
    ]
    chunks = chunk_documents(sources).chunks
    chunks = chunks if keep_text else replace(chunks, texts=None)
    documents = tuple(source.document for source in sources)
    prints = {} if keep_text else {one.document.id: fingerprints(one.text or "") for one in sources}
    revision = describe(
        documents,
        chunks,
        text="full" if keep_text else "absent",
        normalisation="lf-1",
        splitter="test",
        retrieval={"embedding": "e5"},
        label=label,
    )
    return FrozenCorpus(revision=revision, documents=documents, chunks=chunks, fingerprints=prints)


CORPUS = {"a": "# Fees\n\nThe fee is 5 EUR.\n\n## Late\n\nTwice that.\n", "b": PASSAGE}


def save(root: Path, corpus: FrozenCorpus) -> revisions.StoredRevision:
    return revisions.save_revision(root, corpus).stored


def test_a_revision_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    corpus = frozen(CORPUS)
    stored = save(tmp_path, corpus)
    read = revisions.load_frozen(revisions.load_revision(tmp_path, stored.record.label))

    assert read.revision == corpus.revision
    assert read.documents == corpus.documents
    rows = range(len(corpus.chunks))
    assert [read.chunks.chunk(row) for row in rows] == [corpus.chunks.chunk(row) for row in rows]
    assert corpus.revision.label == f"r-{corpus.revision.digest[:10]}"


def test_a_corpus_of_failed_documents_only_can_be_saved(tmp_path: Path) -> None:
    stored = save(tmp_path, frozen({}))

    assert len(revisions.load_frozen(stored).chunks) == 0
    assert revisions.view(stored, ["x"]).chunks == {}


def test_saving_the_same_again_changes_nothing(tmp_path: Path) -> None:
    first = revisions.save_revision(tmp_path, frozen(CORPUS, label="one"))
    before = {path: path.stat().st_mtime_ns for path in first.stored.folder.rglob("*")}
    again = revisions.save_revision(tmp_path, frozen(CORPUS, label="one"))

    assert (first.existed, again.existed) == (False, True)
    assert {path: path.stat().st_mtime_ns for path in first.stored.folder.rglob("*")} == before


def test_a_label_never_gets_another_corpus(tmp_path: Path) -> None:
    save(tmp_path, frozen(CORPUS, label="one"))

    with pytest.raises(ConflictError, match="different: chunking"):
        save(tmp_path, frozen({**CORPUS, "a": "# Fees\n\nNone.\n"}, label="one"))
    with pytest.raises(ConflictError, match="whether texts are kept"):
        save(tmp_path, frozen(CORPUS, label="one", keep_text=False))
    assert sorted(path.name for path in (tmp_path / revisions.CORPUS).iterdir()) == ["latest", "one"]


BAD_LABELS = ["", "..", "a/b", "../x", "CON", "nul.md", "latest", "-rf", "x" * 81, ".hidden", "a."]


@pytest.mark.parametrize("label", BAD_LABELS)
def test_a_label_that_is_no_folder_name_is_refused(tmp_path: Path, label: str) -> None:
    corpus = frozen(CORPUS)

    with pytest.raises(InputError, match="cannot be the label"):
        save(tmp_path, replace(corpus, revision=replace(corpus.revision, label=label)))


def test_labels_that_differ_in_case_only_are_refused(tmp_path: Path) -> None:
    save(tmp_path, frozen(CORPUS, label="one"))

    with pytest.raises(ConflictError, match="only in letter case"):
        save(tmp_path, frozen({"a": "A"}, label="One"))


def test_revisions_are_found_by_label_prefix_and_digest(tmp_path: Path) -> None:
    one = save(tmp_path, frozen(CORPUS, label="2026-01"))
    two = save(tmp_path, frozen({"a": "A"}, label="2026-02"))

    assert revisions.load_revision(tmp_path, "2026-02") == two
    assert revisions.load_revision(tmp_path, one.record.digest[:12]) == one
    assert revisions.latest(tmp_path) == two
    assert revisions.list_revisions(tmp_path) == (one, two)
    with pytest.raises(UnknownNameError, match="any of 2026-01, 2026-02"):
        revisions.load_revision(tmp_path, "2026")
    with pytest.raises(UnknownNameError, match="did you mean '2026-01'"):
        revisions.load_revision(tmp_path, "2016-01")


def test_without_a_revision_the_next_step_is_to_freeze(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="goldsmith freeze"):
        revisions.latest(tmp_path)
    with pytest.raises(InputError, match="goldsmith freeze"):
        revisions.load_revision(tmp_path, "x")


def test_a_view_holds_all_documents_and_the_named_chunks(tmp_path: Path) -> None:
    corpus = frozen(CORPUS)
    stored = save(tmp_path, corpus)
    name = corpus.chunks.ids[1]
    seen = revisions.view(stored, [name, "a#000000000000"], fingerprinted=["b"])

    assert seen.documents == {document.id: document for document in corpus.documents}
    assert seen.chunks == {name: corpus.chunks.chunk(1)}
    assert seen.asked == {name, "a#000000000000"}
    assert seen.fingerprints == {"b": frozenset(fingerprints(PASSAGE))}


def test_without_texts_the_fingerprints_are_kept(tmp_path: Path) -> None:
    stored = save(tmp_path, frozen(CORPUS, keep_text=False))
    held = revisions.load_frozen(stored)

    assert held.chunks.texts is None
    assert held.chunks.chunk(0).content_hash == frozen(CORPUS).chunks.chunk(0).content_hash
    assert revisions.view(stored, [], fingerprinted=["b"]).fingerprints == {"b": frozenset(fingerprints(PASSAGE))}
    assert held.revision.digest == frozen(CORPUS).revision.digest


def test_the_chunks_of_a_document_come_in_order(tmp_path: Path) -> None:
    stored = save(tmp_path, frozen(CORPUS))

    assert [chunk.section for chunk in revisions.chunks_of(stored, ["a", "gone"])] == ["Fees", "Fees > Late"]


def test_a_lost_or_foreign_index_is_built_again(tmp_path: Path) -> None:
    corpus = frozen(CORPUS)
    stored = save(tmp_path, corpus)
    (stored.folder / INDEX / "keys.npy").unlink()
    np.save(stored.folder / INDEX / "rows.npy", np.arange(9, dtype=np.uint32))

    assert revisions.view(stored, corpus.chunks.ids).chunks.keys() == set(corpus.chunks.ids)
    assert (stored.folder / INDEX / "keys.npy").exists()


def test_a_lost_index_in_a_folder_that_may_only_be_read_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = frozen(CORPUS)
    stored = save(tmp_path, corpus)
    rmtree(stored.folder / INDEX)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(chunk_index, "write_atomically", refuse)

    assert revisions.view(stored, corpus.chunks.ids).chunks.keys() == set(corpus.chunks.ids)


def test_a_revision_takes_its_name_when_its_tables_are_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []

    def watch(path: Path) -> None:
        synced.append(path.name)

    monkeypatch.setattr(revisions, "sync_file", watch)
    save(tmp_path, frozen(CORPUS, keep_text=False))

    assert sorted(synced) == ["chunks.parquet", "documents.parquet", "fingerprints.parquet"]


def test_texts_are_found_as_a_reader_sees_them(tmp_path: Path) -> None:
    corpus = frozen(CORPUS)
    stored = save(tmp_path, corpus)

    assert revisions.search_text(stored, "the  FEE\nis") == (corpus.chunks.ids[0],)
    assert revisions.search_text(stored, "no such words") == ()
    assert revisions.search_text(stored, "   ") == ()
    assert [row[1] for row in revisions.all_chunk_texts(stored)] == ["a", "a", "b"]


def test_a_flipped_byte_is_found(tmp_path: Path) -> None:
    stored = save(tmp_path, frozen(CORPUS))
    path = stored.folder / revisions.CHUNKS
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(bytes(data))

    assert revisions.damaged_files(stored) == ("chunks.parquet holds other bytes than were written",)


def test_a_broken_description_or_table_is_our_own_fault(tmp_path: Path) -> None:
    stored = save(tmp_path, frozen(CORPUS, label="one"))
    (stored.folder / revisions.DOCUMENTS).write_bytes(b"PAR1 nothing")
    with pytest.raises(IntegrityError, match="cannot be read"):
        revisions.documents(stored)

    (stored.folder / revisions.DESCRIPTION).write_text("{}", encoding="utf-8")
    with pytest.raises(IntegrityError, match="does not describe a revision"):
        revisions.load_revision(tmp_path, "one")


@given(st.lists(st.text(max_size=30), unique=True, max_size=30), st.lists(st.text(max_size=30), max_size=10))
def test_every_id_is_found_at_its_row_and_no_other(ids: list[str], strangers: list[str]) -> None:
    ids = [one for one in ids if one.isprintable()]
    keys = build_keys(ids)

    assert keys.find(ids) == {one: row for row, one in enumerate(ids)}
    assert keys.packed.texts() == ids
    assert keys.find([one for one in strangers if one.isprintable() and one not in ids]) == {}


def test_ids_with_equal_keys_are_told_apart() -> None:
    keys = build_keys(["a", "b", "c"])
    same = replace(keys, keys=np.full(3, keys.keys[0]), rows=np.arange(3, dtype=np.uint32))
    first = keys.packed.bytes_of(int(keys.rows[0])).decode()

    assert same.find([first]) == {first: int(keys.rows[0])}


def test_a_revision_of_a_newer_layout_is_refused_by_the_version_that_wrote_it(tmp_path: Path) -> None:
    saved = revisions.save_revision(tmp_path, frozen(CORPUS, label="one"))
    path = saved.stored.folder / revisions.DESCRIPTION
    held = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**held, "format": 2, "goldsmith": "9.1"}), encoding="utf-8")

    with pytest.raises(InvalidFileError, match=r"has format 2, written by goldsmith 9\.1; this version reads 1"):
        revisions.load_revision(tmp_path, "one")


def test_a_revision_that_names_no_layout_is_of_the_first(tmp_path: Path) -> None:
    saved = revisions.save_revision(tmp_path, frozen(CORPUS, label="one"))
    path = saved.stored.folder / revisions.DESCRIPTION
    held = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({"files": held["files"], "revision": held["revision"]}), encoding="utf-8")

    assert (held["format"], revisions.load_revision(tmp_path, "one").record) == (1, saved.stored.record)
