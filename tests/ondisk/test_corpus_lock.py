"""The lock names documents where they are few enough to be read, and is read without them as well."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ondisk import corpus_lock
from goldsmith.ondisk.corpus_lock import (
    ChangedDocuments,
    check_lock,
    differing,
    locked_contents,
    locked_label,
    write_lock,
)
from goldsmith.records.corpus import ContentHash, CorpusRevision, Document, Ingestion

REVISION = CorpusRevision(
    label="march", digest="k1:0", sources_digest="s", chunking_digest="c", access_digest="a", retrieval_digest="r",
    documents=1, chunks=1, failed=0, text="full", normalisation="n", splitter="p",
)  # fmt: skip
HASHES = st.dictionaries(st.sampled_from("abcd"), st.sampled_from("xyz"))


def document(name: str) -> Document:
    value = ContentHash(algorithm="sha256", value=f"hash of {name}")
    return Document(id=name, source=name, content_hash=value, ingestion=Ingestion(status="parsed"))


def test_a_lock_holds_the_revision_and_the_hash_of_each_document(tmp_path: Path) -> None:
    lock = tmp_path / "corpus.lock"
    write_lock(lock, REVISION, (document("a"), document("b")))

    assert locked_contents(lock) == {"a": "hash of a", "b": "hash of b"}
    assert (locked_label(lock), check_lock(lock, REVISION)) == ("march", ())


def test_a_lock_of_very_many_documents_holds_digests_alone(tmp_path: Path) -> None:
    lock = tmp_path / "corpus.lock"
    write_lock(lock, REVISION, tuple(document(str(number)) for number in range(corpus_lock.MOST_DOCUMENTS + 1)))

    assert locked_contents(lock) is None
    assert check_lock(lock, REVISION) == ()


def test_documents_are_changed_missing_or_new() -> None:
    found = differing({"a": "1", "b": "1", "c": "1"}, {"b": "2", "c": "1", "d": "1"})

    assert found == ChangedDocuments(changed=("b",), missing=("a",), new=("d",))
    assert found.all == ("a", "b", "d")


@given(HASHES, HASHES)
def test_nothing_differs_exactly_where_both_sides_are_equal(before: dict[str, str], now: dict[str, str]) -> None:
    assert (differing(before, now).all == ()) is (before == now)


def test_a_lock_names_in_what_another_corpus_differs(tmp_path: Path) -> None:
    lock = tmp_path / "corpus.lock"
    write_lock(lock, REVISION, (document("a"),))
    other = replace(REVISION, label="april", digest="k1:1", chunks=2)

    assert check_lock(lock, other) == ("chunks: locked 1, found 2", "digest: locked 'k1:0', found 'k1:1'")
