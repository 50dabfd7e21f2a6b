"""Find many texts in many others at once: each text is known by a run of its bytes, and all places are looked at
together.

Both sides are in comparison form (:func:`goldsmith.text.alignment.in_comparison_form`). A run of 32, 16 or 8 bytes of
each text that is looked for, the rarest of a few, is hashed; so is the run at every place that is searched, by numpy
and without a loop. Where the hashes agree the bytes are compared, so that nothing is found that is not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

WIDTHS = (32, 16, 8)
_AT_ONCE = 1 << 21
"""Bytes that are searched together."""
_TRIED = 4
_MIXED = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
_PARTED = b"\n"
"""Stands between two texts that are searched; no text in comparison form holds it."""

Keys = NDArray[np.uint64]


class Needles:
    """The texts that are looked for, in comparison form; empty ones are never found."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [text.encode("utf-8", "surrogatepass") for text in texts]
        self._short = [at for at, text in enumerate(self._texts) if 0 < len(text) < WIDTHS[-1]]
        self._tables = [table for width in WIDTHS if (table := self._table(width)) is not None]

    def _table(self, width: int) -> tuple[int, Keys, NDArray[np.int64], NDArray[np.int64]] | None:
        wider = 2 * width if width < WIDTHS[0] else 1 << 62
        own = [at for at, text in enumerate(self._texts) if width <= len(text) < wider]
        if not own:
            return None
        places = [_places(len(self._texts[at]), width) for at in own]
        runs = b"".join(
            self._texts[at][place : place + width] for at, some in zip(own, places, strict=True) for place in some
        )
        keys = _keys(np.frombuffer(runs, dtype=np.uint8), width)[::width].tolist()
        common = Counter(keys)
        chosen_keys, offsets, at = [], [], 0
        for some in places:
            rarest = min(range(len(some)), key=lambda one: (common[keys[at + one]], one))
            chosen_keys.append(keys[at + rarest])
            offsets.append(some[rarest])
            at += len(some)
        held = np.array(chosen_keys, dtype=np.uint64)
        order = np.argsort(held, kind="stable")
        return width, held[order], np.array(own)[order], np.array(offsets)[order]

    def found_in(self, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield the place of a text that is looked for and of one that holds it, each pair once, in no order."""
        for first, last in _blocks(texts):
            encoded = [text.encode("utf-8", "surrogatepass") for text in texts[first:last]]
            block = _PARTED.join(encoded)
            starts = np.array(list(accumulate((len(text) + 1 for text in encoded), initial=0))[:-1], dtype=np.int64)
            pairs = {(needle, first + _text_at(starts, at)) for needle, at in self._hits(block)}
            yield from sorted(pairs)

    def _hits(self, block: bytes) -> Iterator[tuple[int, int]]:
        data = np.frombuffer(block, dtype=np.uint8)
        for width, held, owners, offsets in self._tables:
            keys = _keys(data, width)
            near = np.flatnonzero(_sieve(held)[(keys >> _SHIFT).astype(np.int64)])
            low, high = (np.searchsorted(held, keys[near], side) for side in ("left", "right"))
            real = high > low
            for place, start, end in zip(near[real].tolist(), low[real].tolist(), high[real].tolist(), strict=True):
                for at in range(start, end):
                    owner, begin = int(owners[at]), place - int(offsets[at])
                    if begin >= 0 and block.startswith(self._texts[owner], begin):
                        yield owner, begin
        for owner in self._short:
            begin = block.find(self._texts[owner])
            while begin >= 0:
                yield owner, begin
                # The next text of the block is asked next: where in a text it stands says nothing here.
                stop = block.find(_PARTED, begin)
                begin = block.find(self._texts[owner], stop) if stop >= 0 else -1


_SHIFT = np.uint64(44)


def _sieve(held: Keys) -> NDArray[np.bool_]:
    table = np.zeros(1 << (64 - int(_SHIFT)), dtype=np.bool_)
    table[(held >> _SHIFT).astype(np.int64)] = True
    return table


def _places(length: int, width: int) -> list[int]:
    last = length - width
    return sorted({last * part // (_TRIED - 1) for part in range(_TRIED)})


def _keys(data: NDArray[np.uint8], width: int) -> Keys:
    """Return a hash of the run of `width` bytes at every place where there is one."""
    size = len(data) - WIDTHS[-1] + 1
    if len(data) < width:
        return np.zeros(0, dtype=np.uint64)
    words = np.empty(size, dtype=np.uint64)
    raw = data.tobytes()
    for offset in range(8):
        count = (len(raw) - offset) // 8
        words[offset::8] = np.frombuffer(raw, dtype="<u8", count=count, offset=offset)
    keys, held = words * _MIXED[0], 8
    while held < width:
        keys = (keys[:-held] * _MIXED[1]) ^ ((keys[held:] << np.uint64(13)) | (keys[held:] >> np.uint64(51)))
        keys *= _MIXED[0]
        held *= 2
    return keys


def _blocks(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    first = size = 0
    for at, text in enumerate(texts):
        if size and size + len(text) > _AT_ONCE:
            yield first, at
            first, size = at, 0
        size += len(text) + 1
    if first < len(texts):
        yield first, len(texts)


def _text_at(starts: NDArray[np.int64], place: int) -> int:
    return int(np.searchsorted(starts, place, "right")) - 1
