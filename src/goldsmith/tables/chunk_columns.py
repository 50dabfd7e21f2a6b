"""The chunks of a corpus as columns: a million of them are a dozen arrays, not a million objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from goldsmith.records.corpus import Chunk, ContentHash

ABSENT = -1
"""Stands in number columns where a chunk has no such number."""

SHA256_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChunkColumns:
    """Chunks in the order of their documents, and inside a document in the order of their ordinals."""

    documents: tuple[str, ...]
    """Document ids, ascending; `document` points into them."""
    sections: tuple[str, ...]
    """Every section path once, in the order of first use; `section` points into them."""
    ids: Sequence[str]
    document: NDArray[np.int32]
    ordinal: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    section: NDArray[np.int32]
    page: NDArray[np.int32]
    tokens: NDArray[np.int32]
    sha256: NDArray[np.uint8] | None = None
    """One row of 32 bytes a chunk; None where the corpus holds no text to hash."""
    foreign_hashes: Sequence[str | None] | None = None
    """Hashes of another tool, as they came."""
    hash_algorithm: str = "foreign"
    """Name under which `foreign_hashes` are kept."""
    languages: Sequence[str | None] | None = None
    texts: Sequence[str] | None = None
    previews: Sequence[str | None] | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def chunk(self, row: int) -> Chunk:
        """Return one chunk as an object."""
        section = int(self.section[row])
        return Chunk(
            id=self.ids[row],
            document=self.documents[self.document[row]],
            ordinal=int(self.ordinal[row]),
            start=_number(self.start[row]),
            end=_number(self.end[row]),
            section=None if section == ABSENT else self.sections[section],
            page=_number(self.page[row]),
            content_hash=self._hash(row),
            tokens=_number(self.tokens[row]),
            language=self.languages[row] if self.languages is not None else None,
            text=self.texts[row] if self.texts is not None else None,
            preview=self.previews[row] if self.previews is not None else None,
        )

    def _hash(self, row: int) -> ContentHash | None:
        if self.sha256 is not None:
            return ContentHash(algorithm="sha256", value=self.sha256[row].tobytes().hex())
        value = self.foreign_hashes[row] if self.foreign_hashes is not None else None
        return ContentHash(algorithm=self.hash_algorithm, value=value) if value else None


def _number(value: np.integer) -> int | None:
    return None if value == ABSENT else int(value)


def hash_texts(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Return the SHA-256 of each text, as the column `sha256` holds it."""
    digests = b"".join([sha256(text.encode()).digest() for text in texts])
    return np.frombuffer(digests, dtype=np.uint8).reshape(-1, SHA256_BYTES)


def no_numbers(rows: int) -> NDArray[np.int32]:
    """Return a number column of `rows` chunks none of which has the number."""
    return np.full(rows, ABSENT, dtype=np.int32)
