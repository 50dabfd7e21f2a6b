"""Sorted 64-bit keys of ids: finding ten thousand ids among a million without reading the million.

A key only narrows the search: whoever uses one compares the ids themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

_BLOCK = 100_000
_WEIGHTS_AT_ONCE = 1024


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
        wanted = [one.encode("utf-8", "surrogatepass") for one in ids]
        keys = hash_ids(_pack(wanted))
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
    return _pack([one.encode("utf-8", "surrogatepass") for one in ids])


def build_keys(packed: PackedIds) -> IdKeys:
    """Return the sorted keys of `packed`; rows with equal keys ascend."""
    keys = hash_ids(packed)
    order = np.argsort(keys, kind="stable")
    return IdKeys(packed=packed, keys=keys[order], rows=order.astype(np.uint32))


def hash_ids(packed: PackedIds) -> NDArray[np.uint64]:
    """Return the 64-bit key of each id: the sum of (byte + 1) x the weight of its place over all bytes, mod 2^64."""
    lengths = np.diff(packed.offsets)
    weights = _weights(int(lengths.max(initial=0)))
    keys = np.zeros(len(lengths), dtype=np.uint64)
    for first in range(0, len(lengths), _BLOCK):
        last = min(first + _BLOCK, len(lengths))
        begin, stop = int(packed.offsets[first]), int(packed.offsets[last])
        if begin == stop:
            continue
        starts = packed.offsets[first:last] - begin
        place = np.arange(stop - begin) - np.repeat(starts, lengths[first:last])
        terms = (packed.blob[begin:stop].astype(np.uint64) + np.uint64(1)) * weights[place]
        sums = np.concatenate((np.zeros(1, dtype=np.uint64), np.cumsum(terms, dtype=np.uint64)))
        keys[first:last] = sums[packed.offsets[first + 1 : last + 1] - begin] - sums[starts]
    return keys


def _pack(raw: Sequence[bytes]) -> PackedIds:
    offsets = np.zeros(len(raw) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, raw), dtype=np.int64, count=len(raw)), out=offsets[1:])
    return PackedIds(blob=np.frombuffer(b"".join(raw), dtype=np.uint8), offsets=offsets)


def _weights(count: int) -> NDArray[np.uint64]:
    """Return odd 64-bit weights, the same for ever (SplitMix64 of the place; Steele, Lea and Flood 2014)."""
    state = np.arange(1, max(count, _WEIGHTS_AT_ONCE) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (state ^ (state >> np.uint64(31))) | np.uint64(1)
