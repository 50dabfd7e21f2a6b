"""Keys of what chunks say, and the columns by which two revisions are told apart.

A content key has 64 bits. The lowest says where it comes from: 1 where something is known of the content (its SHA-256,
the hash of another tool, a preview), 0 where nothing is, and the key is that of the chunk's place instead. Keys of
different sources never agree: what cannot be compared counts as another content, never silently as the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.tables.chunk_columns import ChunkColumns
from goldsmith.tables.id_keys import KEY_BYTES, keys_of

KNOWN = np.uint64(1)
"""The bit of a content key that says that it is one of content."""

_HEX_SHA256 = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeyedChunks:
    """Some chunks in the order of their id keys: key of the id, key of the content, place in that order."""

    keys: NDArray[np.uint64]
    contents: NDArray[np.uint64]
    places: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.keys)

    def take(self, at: NDArray[np.intp]) -> KeyedChunks:
        """Return those that stand at `at`, in its order."""
        return KeyedChunks(keys=self.keys.take(at), contents=self.contents.take(at), places=self.places.take(at))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stretch:
    """Chunks that stand one after the other in the order of their id keys."""

    keys: NDArray[np.uint64]
    contents: NDArray[np.uint64]
    first: int
    """Place of the first in that order."""

    def __len__(self) -> int:
        return len(self.keys)

    def until(self, end: int) -> Stretch:
        """Return the chunks before the one that stands at `end`."""
        return Stretch(keys=self.keys[:end], contents=self.contents[:end], first=self.first)

    def take(self, at: NDArray[np.intp]) -> KeyedChunks:
        """Return those that stand at `at`, in its order."""
        return KeyedChunks(keys=self.keys.take(at), contents=self.contents.take(at), places=at + self.first)


def no_chunks() -> KeyedChunks:
    """Return no chunk at all."""
    none = np.empty(0, dtype=np.uint64)
    return KeyedChunks(keys=none, contents=none, places=np.empty(0, dtype=np.int64))


def joined(parts: Sequence[KeyedChunks]) -> KeyedChunks:
    """Return parts one after the other."""
    if not parts:
        return no_chunks()
    return KeyedChunks(
        keys=np.concatenate([part.keys for part in parts]),
        contents=np.concatenate([part.contents for part in parts]),
        places=np.concatenate([part.places for part in parts]),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SortedColumns:
    """All chunks of a revision in the order of their id keys, read a stretch at a time."""

    size: int
    read: Callable[[int, int], Stretch]
    """From first and one past last place to the chunks that stand there."""
    id_of: Callable[[int], bytes]
    """From a place to the id of its chunk: equal keys only say that ids may be equal."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChangedChunks:
    """Chunks of two revisions, held against each other by id. What is the same is only counted."""

    same: int
    """The same id and the same content."""
    changed_before: KeyedChunks
    """The same id with another content, in the earlier revision; one by one that of `changed_after`."""
    changed_after: KeyedChunks
    gone: KeyedChunks
    """Ids of the earlier revision only."""
    came: KeyedChunks
    """Ids of the later revision only."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChangedRows:
    """`ChangedChunks` by their rows in the two revisions."""

    same: int
    changed_before: NDArray[np.int64]
    changed_after: NDArray[np.int64]
    gone: NDArray[np.int64]
    came: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DocumentRows:
    """Every chunk of some documents, ascending by row."""

    row: NDArray[np.int64]
    document: NDArray[np.int32]
    """Place among the documents of the side that these rows belong to."""
    section: NDArray[np.int32]
    """Place among its section paths; -1: none."""
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    """-1 where no span is known."""
    length: NDArray[np.int32]
    """Characters; 0 where nobody knows."""
    content: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.row)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RevisionSide:
    """What a comparison needs of one of two revisions: the documents that may have changed, and their chunks."""

    record: CorpusRevision
    names: tuple[str, ...]
    """Ids of these documents, ascending; `DocumentRows.document` points into them."""
    documents: Mapping[str, Document]
    rows: DocumentRows
    sections: tuple[str, ...]


def content_keys(chunks: ChunkColumns) -> NDArray[np.uint64]:
    """Return the content key of every chunk, in the order of the chunks."""
    if chunks.sha256 is not None:
        return _leading(chunks.sha256) | KNOWN
    rows = len(chunks)
    keys = np.zeros(rows, dtype=np.uint64)
    missing = np.ones(rows, dtype=bool)
    hashed = {row: value for row, value in enumerate(chunks.foreign_hashes or ()) if value}
    for values, salt in ((hashed, chunks.hash_algorithm), (_known(chunks.previews, hashed), "\0preview")):
        places = np.fromiter(values, dtype=np.int64, count=len(values))
        keys[places] = _keys_of_values(list(values.values()), salt) | KNOWN
        missing[places] = False
    places = np.flatnonzero(missing)
    keys[places] = keys_of([_place(chunks, row) for row in places.tolist()]) & ~KNOWN
    return keys


def _known(previews: Sequence[str | None] | None, hashed: Mapping[int, str]) -> dict[int, str]:
    return {row: value for row, value in enumerate(previews or ()) if value and row not in hashed}


def _leading(hashes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    leading = np.ascontiguousarray(hashes[:, :KEY_BYTES])
    return leading.view("<u8").ravel().astype(np.uint64, copy=False)


def _keys_of_values(values: Sequence[str], salt: str) -> NDArray[np.uint64]:
    if salt == "sha256" and values and all(map(_HEX_SHA256.fullmatch, values)):
        # A hash that another tool made the same way can be held against ours.
        joined_bytes = bytes.fromhex("".join(value[: 2 * KEY_BYTES] for value in values))
        return np.frombuffer(joined_bytes, dtype="<u8").astype(np.uint64)
    return keys_of([f"{salt}\0{value}" for value in values])


def _place(chunks: ChunkColumns, row: int) -> str:
    span = f"{chunks.start[row]}\0{chunks.end[row]}\0{chunks.ordinal[row]}"
    return f"{chunks.documents[chunks.document[row]]}\0{span}"


def text_lengths(chunks: ChunkColumns) -> NDArray[np.int32]:
    """Return the characters of every chunk: by its span, else by its text or preview; 0 where neither is known."""
    spans = (chunks.end - chunks.start).astype(np.int32)
    unknown = np.flatnonzero(chunks.start < 0)
    if len(unknown):
        texts: Sequence[str | None] = chunks.texts or chunks.previews or ()
        lengths = (len(texts[row] or "") if texts else 0 for row in unknown.tolist())
        spans[unknown] = np.fromiter(lengths, dtype=np.int32, count=len(unknown))
    return spans
