"""Which chunks of two revisions are the same: one pass over columns sorted by id key, a stretch of each at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from goldsmith.tables.content_keys import KNOWN, ChangedChunks, KeyedChunks, SortedColumns, Stretch, joined
from goldsmith.tables.id_keys import sieved

Number = TypeVar("Number", bound=np.generic)
Keyed: TypeAlias = KeyedChunks | Stretch

AT_ONCE = 1 << 16
"""Chunks in a stretch: few enough for the processor's cache."""


class _Found:
    """What the pass gathers."""

    def __init__(self) -> None:
        self.same = 0
        self.changed_before: list[KeyedChunks] = []
        self.changed_after: list[KeyedChunks] = []
        self.gone: list[KeyedChunks] = []
        self.came: list[KeyedChunks] = []

    def add(self, before: Keyed, after: Keyed) -> bool:
        """Hold two stretches against each other; False, and nothing is added, where a key stands twice on one side."""
        if not len(before) or not len(after):
            self.gone.append(before.take(np.arange(len(before))))
            self.came.append(after.take(np.arange(len(after))))
            return True
        if _repeats(before.keys) or _repeats(after.keys):
            return False
        gone, came = _alone(before.keys, after.keys)
        stays, still = np.ones(len(before), dtype=bool), np.ones(len(after), dtype=bool)
        stays[gone] = False
        still[came] = False
        # What is left has the same keys in the same order on both sides.
        changed = np.flatnonzero(before.contents[stays] != after.contents[still])
        self.same += len(before) - len(gone) - len(changed)
        self.changed_before.append(before.take(_before_removal(changed, gone)))
        self.changed_after.append(after.take(_before_removal(changed, came)))
        self.gone.append(before.take(gone))
        self.came.append(after.take(came))
        return True


def _repeats(keys: NDArray[np.uint64]) -> bool:
    """Say whether any of the ascending keys stands twice."""
    return bool((keys[1:] == keys[:-1]).any())


def _alone(before: NDArray[np.uint64], after: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the places of what stands on one side only; each side ascends, without repeats, and is not empty."""
    merged = np.concatenate((before, after))
    # Both ascend, so a stable sort only merges them, and equal keys come to stand side by side.
    merged.sort(kind="stable")
    is_other = np.ones(len(merged) + 1, dtype=bool)
    np.not_equal(merged[1:], merged[:-1], out=is_other[1:-1])
    at = np.flatnonzero(is_other[1:] & is_other[:-1])
    keys = merged.take(at)
    places = np.searchsorted(before, keys)
    is_gone = before.take(places, mode="clip") == keys
    # Before a key in the merged order stand those of one side and those of the other.
    return places[is_gone], (at - places)[~is_gone]


def _before_removal(places: NDArray[np.intp], removed: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return where `places` stood before the ascending `removed` were taken out."""
    # So many of what stays stood before each that was taken out.
    ahead = removed - np.arange(len(removed))
    return places + np.searchsorted(ahead, places, side="right")


def changed_chunks(before: SortedColumns, after: SortedColumns, *, at_once: int = AT_ONCE) -> ChangedChunks:
    """Return which chunks are the same by id and content, changed, gone, or came.

    Memory holds two stretches of `at_once` chunks and what differs. Where several ids of a revision share a key, the
    ids themselves decide; that a key stands once on each side, for two ids, has a chance of 1 in 200,000 with ten
    million chunks on both.
    """
    # glibc keeps free memory up to twice the largest block that it was given back. Where that is less than a stretch
    # takes, each fetches its pages from the system anew, which costs more than all that is done with them.
    np.empty(8 * at_once, dtype=np.uint64)
    found = _Found()
    for one, other in _stretches(before, after, at_once):
        if not found.add(one, other):
            unique, doubtful = _parted(one, other)
            found.add(*unique)
            _add_by_id(found, doubtful, before, after)
    return ChangedChunks(
        same=found.same,
        changed_before=joined(found.changed_before),
        changed_after=joined(found.changed_after),
        gone=joined(found.gone),
        came=joined(found.came),
    )


def _stretches(before: SortedColumns, after: SortedColumns, at_once: int) -> Iterator[tuple[Stretch, Stretch]]:
    """Yield both sides part by part: all of a key, on both, is in one part."""
    one = other = 0
    while one < before.size or other < after.size:
        read = _more_than_one_key(before, one, at_once), _more_than_one_key(after, other, at_once)
        is_whole = one + len(read[0]) == before.size, other + len(read[1]) == after.size
        ends = [held.keys[-1] for held, whole in zip(read, is_whole, strict=True) if not whole]
        # What stands at the end of a part that is not the last may go on after it, and is read again.
        cuts = [int(np.searchsorted(held.keys, min(ends))) if ends else len(held) for held in read]
        yield read[0].until(cuts[0]), read[1].until(cuts[1])
        one, other = one + cuts[0], other + cuts[1]


def _more_than_one_key(columns: SortedColumns, first: int, at_once: int) -> Stretch:
    """Read from `first` on: `at_once` chunks, or as many as it takes to hold a second key; at the end, what is left."""
    while True:
        last = min(first + at_once, columns.size)
        held = columns.read(first, last)
        if last == columns.size or held.keys[0] != held.keys[-1]:
            return held
        at_once *= 2


def _parted(before: Stretch, after: Stretch) -> tuple[tuple[KeyedChunks, KeyedChunks], tuple[KeyedChunks, KeyedChunks]]:
    """Part the chunks whose key stands once on each side from the others."""
    repeated = [held.keys[1:][held.keys[1:] == held.keys[:-1]] for held in (before, after)]
    keys = np.concatenate(repeated)
    one, other = (np.isin(held.keys, keys) for held in (before, after))
    return (
        (before.take(np.flatnonzero(~one)), after.take(np.flatnonzero(~other))),
        (before.take(np.flatnonzero(one)), after.take(np.flatnonzero(other))),
    )


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
    found.changed_before.append(doubtful[0].take(pairs[~equal, 0]))
    found.changed_after.append(doubtful[1].take(pairs[~equal, 1]))
    for held, matched, into in ((doubtful[0], pairs[:, 0], found.gone), (doubtful[1], pairs[:, 1], found.came)):
        left = np.ones(len(held), dtype=bool)
        left[matched] = False
        into.append(held.take(np.flatnonzero(left)))


def paired_contents(
    before: NDArray[np.uint64],
    after: NDArray[np.uint64],
    groups: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pair places of equal known content, each at most once: inside a group first, then anywhere, in order.

    `groups` are numbers of what belongs together, for `before` and for `after`.
    """
    left = _shared(before, after, np.flatnonzero(before & KNOWN), np.flatnonzero(after & KNOWN))
    pairs: list[tuple[NDArray[np.intp], NDArray[np.intp]]] = []
    if groups is not None:
        first, second = ranked_pairs((before[left[0]], after[left[1]]), [groups[0][left[0]], groups[1][left[1]]])
        pairs.append((left[0][first], left[1][second]))
        left = (np.delete(left[0], first), np.delete(left[1], second))
    first, second = _ranked(before[left[0]], after[left[1]])
    pairs.append((left[0][first], left[1][second]))
    return np.concatenate([one for one, _ in pairs]), np.concatenate([other for _, other in pairs])


def _shared(
    before: NDArray[np.uint64], after: NDArray[np.uint64], one: NDArray[np.intp], other: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return those of the places whose values may stand on the other side too."""
    one = one[sieved(before[one], after[other])]
    return one, other[sieved(after[other], before[one])]


def ranked_pairs(
    keys: tuple[NDArray[np.uint64], NDArray[np.uint64]], groups: list[NDArray[np.int64]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pair the first of each (key, group) with the first, the second with the second, and so on."""
    _, key = np.unique(np.concatenate(keys), return_inverse=True)
    # Both are numbers of what there are fewer than 2**31 of.
    numbers = (key.astype(np.int64) << np.int64(31)) | np.concatenate(groups)
    return _ranked(numbers[: len(keys[0])], numbers[len(keys[0]) :])


def _ranked(before: NDArray[Number], after: NDArray[Number]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pair the first of each value with the first, the second with the second; ascending by value."""
    order, other_order = _stable_order(before), _stable_order(after)
    values, others = before[order], after[other_order]
    ranks = np.arange(len(values)) - np.searchsorted(values, values)
    places = np.searchsorted(others, values) + ranks
    found = np.flatnonzero(places < len(others))
    found = found[others[places[found]] == values[found]]
    return order[found], other_order[places[found]]


def _stable_order(values: NDArray[Number]) -> NDArray[np.intp]:
    """Return the order in which values ascend and equal ones stay as they stand."""
    order = np.argsort(values)
    ascending = values[order]
    # The quick sort keeps no order of equals, and mostly there are none.
    return np.argsort(values, kind="stable") if (ascending[1:] == ascending[:-1]).any() else order
