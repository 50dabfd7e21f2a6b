"""Sorted 64-bit keys of ids: finding ten thousand ids among a million without reading the million.

A key only narrows the search: whoever uses one compares the ids themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

KEY_BYTES = 8
_IDS_AT_ONCE = 1 << 10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedIds:
    """Ids as one run of UTF-8 bytes; the id of row ``i`` is ``blob[offsets[i]:offsets[i + 1]]``."""

    blob: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def bytes_of(self, row: int) -> bytes:
        """Return the UTF-8 bytes of one id."""
        return self.blob[self.offsets[row] : self.offsets[row + 1]].tobytes()

    def texts(self) -> list[str]:
        """Return all ids as text."""
        whole, ends = self.blob.tobytes(), self.offsets.tolist()
        return [whole[start:end].decode() for start, end in pairwise(ends)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IdKeys:
    """The keys of all ids, ascending, and the row that each belongs to."""

    packed: PackedIds
    keys: NDArray[np.uint64]
    rows: NDArray[np.uint32]

    def find(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the row of every id that is there."""
        wanted = _encoded(ids)
        keys = _keys(wanted)
        places = np.searchsorted(self.keys, keys).tolist()
        found: dict[str, int] = {}
        for text, raw, key, start in zip(ids, wanted, keys, places, strict=True):
            place = start
            while place < len(self.keys) and self.keys[place] == key:
                row = int(self.rows[place])
                if self.packed.bytes_of(row) == raw:
                    found[text] = row
                    break
                place += 1
        return found


def pack_ids(ids: Iterable[str]) -> PackedIds:
    """Return ids as bytes and offsets."""
    return _pack([one.encode() for one in ids])


def build_keys(ids: Iterable[str]) -> IdKeys:
    """Return the sorted keys of `ids`; rows with equal keys ascend."""
    raw = [one.encode() for one in ids]
    keys = _keys(raw)
    order = np.argsort(keys, kind="stable")
    return IdKeys(packed=_pack(raw), keys=keys[order], rows=order.astype(np.uint32))


def keys_of(ids: Iterable[str]) -> NDArray[np.uint64]:
    """Return the key of each id, in the order given."""
    held = list(ids)
    # A few at a time: what is made on the way to a key then lies in memory that is used again.
    parts = [_digests(_encoded(held[at : at + _IDS_AT_ONCE])) for at in range(0, len(held), _IDS_AT_ONCE)]
    return _from_digests(b"".join(parts))


def sieved(keys: NDArray[np.uint64], among: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the places of `keys` that may stand in `among`: all that do, and fewer than one in eight of the others.

    Sooner done than finding them, it leaves few to find. Of keys that are not spread evenly it leaves more.
    """
    bits = max(3, (8 * len(among) - 1).bit_length())
    shift = np.uint64(8 * KEY_BYTES - bits)
    held = np.zeros(1 << bits, dtype=bool)
    held[among >> shift] = True
    return np.flatnonzero(held[keys >> shift])


def _encoded(ids: Sequence[str]) -> list[bytes]:
    try:
        return list(map(str.encode, ids))
    except UnicodeEncodeError:
        # What a system calls a chunk need not be text that can be stored.
        return [one.encode("utf-8", "surrogatepass") for one in ids]


def _keys(raw: Sequence[bytes]) -> NDArray[np.uint64]:
    return _from_digests(_digests(raw))


def _digests(raw: Sequence[bytes]) -> bytes:
    """Return the 64-bit BLAKE2b of each id, one after the other."""
    digests: list[bytes] = []
    # A copy of an empty hash costs less than a new one.
    empty = blake2b(digest_size=KEY_BYTES)
    for one in raw:
        own = empty.copy()
        own.update(one)
        digests.append(own.digest())
    return b"".join(digests)


def _from_digests(digests: bytes) -> NDArray[np.uint64]:
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64, copy=False)


def _pack(raw: Sequence[bytes]) -> PackedIds:
    offsets = np.zeros(len(raw) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, raw), dtype=np.int64, count=len(raw)), out=offsets[1:])
    return PackedIds(blob=np.frombuffer(b"".join(raw), dtype=np.uint8), offsets=offsets)
