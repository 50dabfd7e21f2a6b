"""Keys of what chunks say."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import numpy as np

from goldsmith.tables.chunk_columns import ChunkColumns, hash_texts, no_numbers
from goldsmith.tables.content_keys import KNOWN, content_keys, joined, no_chunks, text_lengths

BARE = ChunkColumns(
    documents=("a",),
    sections=(),
    ids=["1", "2", "3"],
    document=np.zeros(3, dtype=np.int32),
    ordinal=np.arange(3, dtype=np.int32),
    start=np.array([0, 10, -1], dtype=np.int64),
    end=np.array([9, 30, -1], dtype=np.int64),
    section=no_numbers(3),
    page=no_numbers(3),
    tokens=no_numbers(3),
)
TEXTS = ["first", "second", "first"]


def hashes_of_another_tool(*, algorithm: str) -> ChunkColumns:
    hashes = [sha256(text.encode()).hexdigest() for text in TEXTS]
    return replace(BARE, foreign_hashes=hashes, hash_algorithm=algorithm)


def test_equal_texts_have_equal_keys_and_others_have_others() -> None:
    keys = content_keys(replace(BARE, sha256=hash_texts(TEXTS), texts=TEXTS))

    assert keys[0] == keys[2] != keys[1]
    assert keys[0] == int.from_bytes(sha256(b"first").digest()[:8], "little") | 1


def test_a_sha256_of_another_tool_is_held_against_ours() -> None:
    ours = content_keys(replace(BARE, sha256=hash_texts(TEXTS)))

    assert content_keys(hashes_of_another_tool(algorithm="sha256")).tolist() == ours.tolist()


def test_keys_of_different_sources_never_agree() -> None:
    held = [
        content_keys(one)
        for one in (
            replace(BARE, sha256=hash_texts(TEXTS)),
            hashes_of_another_tool(algorithm="md5"),
            hashes_of_another_tool(algorithm="blake3"),
            replace(BARE, previews=TEXTS),
            BARE,
        )
    ]

    assert len(set(np.concatenate(held).tolist())) == 2 * 4 + 3


def test_what_is_not_known_is_told_by_its_place_and_marked() -> None:
    some = replace(BARE, foreign_hashes=["x", None, None], previews=[None, "second", None])

    assert [bool(key & KNOWN) for key in content_keys(some)] == [True, True, False]
    assert not (content_keys(BARE) & KNOWN).any()
    assert content_keys(replace(BARE, end=BARE.end + 1))[0] != content_keys(BARE)[0]


def test_lengths_are_those_of_spans_else_of_texts() -> None:
    assert text_lengths(BARE).tolist() == [9, 20, 0]
    assert text_lengths(replace(BARE, texts=TEXTS)).tolist() == [9, 20, 5]
    assert text_lengths(replace(BARE, previews=["a", "b", None])).tolist() == [9, 20, 0]


def test_nothing_joined_is_nothing() -> None:
    assert len(joined([])) == len(joined([no_chunks(), no_chunks()])) == 0
