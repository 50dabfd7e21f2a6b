"""Which chunks of two revisions are the same: one pass over columns sorted by id key, a stretch of each at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goldsmith.tables.content_keys import KNOWN, ChangedChunks, KeyedChunks, SortedColumns, joined, no_chunks

AT_ONCE = 1 << 16
"""Chunks in a stretch: few enough for the processor's cache."""


class _Reader:
    """One side of the pass: what was read and is not yet compared."""

    def __init__(self, columns: SortedColumns, at_once: int) -> None:
        self._columns = columns
        self._at_once = at_once
        self._next = 0
        self.held = no_chunks()

    @property
    def is_done(self) -> bool:
        return self._next >= self._columns.size

    def fill(self) -> None:
        """Read on, until a stretch is there that holds more than one key."""
        while not self.is_done and (len(self.held) < self._at_once or self.held.keys[0] == self.held.keys[-1]):
            last = min(self._next + self._at_once, self._columns.size)
            read = self._columns.read(self._next, last)
            self.held = joined([self.held, read]) if len(self.held) else read
            self._next = last

    def take(self, limit: np.uint64 | None) -> KeyedChunks:
        """Return what stands below `limit` (None: all) and keep the rest: a run of equal keys is never parted."""
        cut = len(self.held) if limit is None else int(np.searchsorted(self.held.keys, limit))
        taken, self.held = self.held[:cut], self.held[cut:]
        return taken


class _Found:
    """What the pass gathers."""

    def __init__(self) -> None:
        self.same = 0
        self.changed_before: list[KeyedChunks] = []
        self.changed_after: list[KeyedChunks] = []
        self.gone: list[KeyedChunks] = []
        self.came: list[KeyedChunks] = []

    def add(self, before: KeyedChunks, after: KeyedChunks) -> bool:
        """Hold two stretches against each other; False, and nothing is added, where a key stands twice on one side."""
        # Both ascend, so a stable sort only merges them, and equal keys come to stand side by side.
        both = np.concatenate((before.keys, after.keys))
        order = np.argsort(both, kind="stable")
        merged = both.take(order)
        pairs = np.flatnonzero(merged[1:] == merged[:-1])
        one, other = order.take(pairs), order.take(pairs + 1) - len(before)
        if (one >= len(before)).any() or (other < 0).any():
            return False
        is_alone = np.ones(len(order), dtype=bool)
        is_alone[pairs] = False
        is_alone[pairs + 1] = False
        alone = order[np.flatnonzero(is_alone)]
        changed = np.flatnonzero(before.contents.take(one) != after.contents.take(other))
        self.same += len(pairs) - len(changed)
        self.changed_before.append(before[one[changed]])
        self.changed_after.append(after[other[changed]])
        self.gone.append(before[alone[alone < len(before)]])
        self.came.append(after[alone[alone >= len(before)] - len(before)])
        return True


def changed_chunks(before: SortedColumns, after: SortedColumns, *, at_once: int = AT_ONCE) -> ChangedChunks:
    """Return which chunks are the same by id and content, changed, gone, or came.

    Memory holds two stretches of `at_once` chunks and what differs. Where several ids of a revision share a key, the
    ids themselves decide; that a key stands once on each side, for two ids, has a chance of 1 in 200,000 with ten
    million chunks on both.
    """
    one, other, found = _Reader(before, at_once), _Reader(after, at_once), _Found()
    while True:
        one.fill()
        other.fill()
        ends = [reader.held.keys[-1] for reader in (one, other) if not reader.is_done]
        limit = min(ends) if ends else None
        taken = one.take(limit), other.take(limit)
        if not found.add(*taken):
            unique, doubtful = _parted(*taken)
            found.add(*unique)
            _add_by_id(found, doubtful, before, after)
        if limit is None:
            break
    return ChangedChunks(
        same=found.same,
        changed_before=joined(found.changed_before),
        changed_after=joined(found.changed_after),
        gone=joined(found.gone),
        came=joined(found.came),
    )


def _parted(
    before: KeyedChunks, after: KeyedChunks
) -> tuple[tuple[KeyedChunks, KeyedChunks], tuple[KeyedChunks, KeyedChunks]]:
    """Part the chunks whose key stands once on each side from the others."""
    repeated = [held.keys[1:][held.keys[1:] == held.keys[:-1]] for held in (before, after)]
    keys = np.concatenate(repeated)
    doubtful = [np.isin(held.keys, keys) for held in (before, after)]
    return (before[~doubtful[0]], after[~doubtful[1]]), (before[doubtful[0]], after[doubtful[1]])


def _add_by_id(
    found: _Found, doubtful: tuple[KeyedChunks, KeyedChunks], before: SortedColumns, after: SortedColumns
) -> None:
    places = [
        {columns.id_of(at): place for place, at in enumerate(held.places.tolist())}
        for columns, held in zip((before, after), doubtful, strict=True)
    ]
    both = [(place, places[1][name]) for name, place in places[0].items() if name in places[1]]
    pairs = np.array(both, dtype=np.intp).reshape(-1, 2)
    equal = doubtful[0].contents[pairs[:, 0]] == doubtful[1].contents[pairs[:, 1]]
    found.same += int(np.count_nonzero(equal))
    found.changed_before.append(doubtful[0][pairs[~equal, 0]])
    found.changed_after.append(doubtful[1][pairs[~equal, 1]])
    for held, matched, into in ((doubtful[0], pairs[:, 0], found.gone), (doubtful[1], pairs[:, 1], found.came)):
        left = np.ones(len(held), dtype=bool)
        left[matched] = False
        into.append(held[left])


def paired_contents(
    before: NDArray[np.uint64],
    after: NDArray[np.uint64],
    groups: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pair places of equal known content, each at most once: inside a group first, then anywhere, in order.

    `groups` are numbers of what belongs together, for `before` and for `after`.
    """
    known = [np.flatnonzero(keys & KNOWN) for keys in (before, after)]
    keys = (before[known[0]], after[known[1]])
    shared = np.intersect1d(keys[0], keys[1])
    left = tuple(places[np.isin(held, shared)] for places, held in zip(known, keys, strict=True))
    pairs: list[tuple[NDArray[np.intp], NDArray[np.intp]]] = []
    rounds = [groups] if groups is not None else []
    for own in (*rounds, None):
        numbers = [np.zeros(len(places), dtype=np.int64) for places in left]
        if own is not None:
            numbers = [own[side][left[side]] for side in (0, 1)]
        found = ranked_pairs((before[left[0]], after[left[1]]), numbers)
        pairs.append((left[0][found[0]], left[1][found[1]]))
        left = (np.delete(left[0], found[0]), np.delete(left[1], found[1]))
    return np.concatenate([one for one, _ in pairs]), np.concatenate([other for _, other in pairs])


def ranked_pairs(
    keys: tuple[NDArray[np.uint64], NDArray[np.uint64]], groups: list[NDArray[np.int64]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pair the first of each (key, group) with the first, the second with the second, and so on."""
    _, key = np.unique(np.concatenate(keys), return_inverse=True)
    group = np.concatenate(groups)
    # Both are numbers of what there are fewer than 2**31 of.
    _, numbers = np.unique((key.astype(np.int64) << np.int64(31)) | group, return_inverse=True)
    split = len(keys[0])
    one, other = _with_rank(numbers[:split]), _with_rank(numbers[split:])
    _, first, second = np.intersect1d(one, other, assume_unique=True, return_indices=True)
    return first, second


def _with_rank(numbers: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return a number for each place that is its own: equal only where number and rank among its equals agree."""
    order = np.argsort(numbers, kind="stable")
    ascending = numbers[order]
    firsts = np.searchsorted(ascending, ascending)
    ranks = np.empty(len(numbers), dtype=np.int64)
    ranks[order] = np.arange(len(numbers)) - firsts
    # Both fit: numbers and ranks are places among chunks, of which there are fewer than 2**31.
    return (numbers.astype(np.int64) << np.int64(32)) | ranks


def moved_count(changed: ChangedChunks) -> int:
    """Return how many gone chunks have a counterpart of the same content among those that came."""
    gone, came = (np.sort(held.contents[(held.contents & KNOWN) != 0]) for held in (changed.gone, changed.came))
    values, counts = np.unique(gone, return_counts=True)
    first, last = np.searchsorted(came, values), np.searchsorted(came, values, side="right")
    return int(np.minimum(counts, last - first).sum())
