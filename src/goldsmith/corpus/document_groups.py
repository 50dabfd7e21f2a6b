"""Which documents of two revisions are one: renamed, split, merged, found by what they say and never by name alone.

The hash of the content decides first. Then the chunk texts that only one document of each side holds: an edge joins two
documents where these make up at least half of the shorter and a tenth of the longer one, or where several documents
together hold at least half of one. What was cut otherwise or edited throughout is told by runs of words. Every rule
reads the same in both directions. What edges join is one group.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.tables.content_keys import KNOWN, RevisionSide

HALF = 0.5
"""Of the shorter document: as much is its text, whatever else changed."""
TENTH = 0.1
"""Of the longer one: less is a passage that was quoted, not a document that went on."""
SAME_NAME = 0.2
"""Enough of the shorter one where both files have a name that no other removed or added one has."""
_PRINTED_AT_ONCE = 500

Prints = Callable[[tuple[str, ...]], Mapping[str, frozenset[int]]]
"""From document ids to their passage fingerprints (see :mod:`goldsmith.text.fingerprints`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentGroup:
    """Documents that are one text: before, and after."""

    before: tuple[int, ...]
    """Places among the names of the earlier side, ascending."""
    after: tuple[int, ...]
    shared: float = 0.0
    """Share of the earlier text that is known to stand in the later, beside what the chunks tell."""

    @property
    def is_one_to_one(self) -> bool:
        """Whether it has one document on each side."""
        return len(self.before) == len(self.after) == 1


@dataclass(frozen=True, slots=True)
class _Overlap:
    """How much two documents share."""

    before: int
    after: int
    amount: float
    of_before: float
    of_after: float


class _Sides:
    """Two sides, and which of their documents are on one of them only."""

    def __init__(self, before: RevisionSide, after: RevisionSide) -> None:
        self.before, self.after = before, after
        self.removed = [at for at, name in enumerate(before.names) if name not in after.documents]
        self.added = [at for at, name in enumerate(after.names) if name not in before.documents]
        self.is_removed, self.is_added = set(self.removed), set(self.added)
        self.sizes = (_sizes(before), _sizes(after))


def group_documents(
    before: RevisionSide,
    after: RevisionSide,
    changed: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    *,
    prints: tuple[Prints, Prints],
) -> tuple[DocumentGroup, ...]:
    """Return every document of both sides in one group, by the first name; most are alone with their own later state.

    `changed` says of every row of `before`, and of `after`, that it is not the same by id and content.
    """
    sides = _Sides(before, after)
    exact = _same_hash(sides)
    settled = ({one for one, _ in exact}, {other for _, other in exact})
    overlaps = _by_chunks(sides, changed, settled)
    chosen = _edges(overlaps, sides)
    open_before = [at for at in sides.removed if at not in settled[0] | {one.before for one in chosen}]
    open_after = [at for at in sides.added if at not in settled[1] | {one.after for one in chosen}]
    told = _edges(_by_prints(sides, open_before, open_after, prints), sides)
    edges = [*exact, *((one.before, one.after) for one in (*chosen, *told))]
    shares: defaultdict[int, float] = defaultdict(float, {one: 1.0 for one, _ in exact})
    for one in told:
        shares[one.before] = min(1.0, shares[one.before] + one.of_before)
    return _components(sides, edges, shares)


def _sizes(side: RevisionSide) -> NDArray[np.float64]:
    weights = np.maximum(side.rows.length, 1).astype(np.float64)
    return np.bincount(side.rows.document, weights=weights, minlength=len(side.names)).astype(np.float64)


def _same_hash(sides: _Sides) -> list[tuple[int, int]]:
    """Pair removed and added documents of the same content: by file name first, then in order.

    Where there are more of them on one side, all belong together.
    """
    held: tuple[defaultdict[object, list[int]], ...] = (defaultdict(list), defaultdict(list))
    for by_hash, side, places in zip(held, (sides.before, sides.after), (sides.removed, sides.added), strict=True):
        for at in places:
            by_hash[side.documents[side.names[at]].content_hash].append(at)
    pairs: list[tuple[int, int]] = []
    for content, gone in held[0].items():
        came = held[1].get(content, [])
        named = _same_names(sides, gone, came)
        pairs += named
        ours = sorted(set(gone).difference(one for one, _ in named))
        theirs = sorted(set(came).difference(other for _, other in named))
        if len(ours) == len(theirs):
            pairs += zip(ours, theirs, strict=True)
        elif ours and theirs:
            pairs += [*((one, theirs[0]) for one in ours), *((ours[0], other) for other in theirs[1:])]
    return pairs


def _same_names(sides: _Sides, gone: Iterable[int], came: Iterable[int]) -> list[tuple[int, int]]:
    """Pair documents whose folder and file name, or else whose file name, no other one of the same side has."""
    pairs: list[tuple[int, int]] = []
    ours, theirs = set(gone), set(came)
    for parts in (2, 1):
        first = _by_name(sides.before.names, ours, parts)
        second = _by_name(sides.after.names, theirs, parts)
        found = [(at, second[name]) for name, at in first.items() if name in second]
        ours -= {one for one, _ in found}
        theirs -= {other for _, other in found}
        pairs += found
    return sorted(pairs)


def _by_name(names: Sequence[str], places: Iterable[int], parts: int) -> dict[str, int]:
    chosen = [("/".join(names[at].split("/")[-parts:]), at) for at in sorted(places)]
    counts = Counter(name for name, _ in chosen)
    return {name: at for name, at in chosen if counts[name] == 1}


def _by_chunks(
    sides: _Sides, changed: tuple[NDArray[np.bool_], NDArray[np.bool_]], settled: tuple[set[int], set[int]]
) -> list[_Overlap]:
    """Return what documents share by chunk texts that stand once among what left and once among what arrived."""
    first = _unique_texts(sides.before, sides.is_removed - settled[0], settled[0], changed[0])
    second = _unique_texts(sides.after, sides.is_added - settled[1], settled[1], changed[1])
    _, left, right = np.intersect1d(
        sides.before.rows.content[first],
        sides.after.rows.content[second],
        assume_unique=True,
        return_indices=True,
    )
    left, right = first[left], second[right]
    pairs = np.stack((sides.before.rows.document[left], sides.after.rows.document[right]), axis=1).astype(np.int64)
    width = len(sides.after.names) + 1
    codes, inverse = np.unique(pairs[:, 0] * width + pairs[:, 1], return_inverse=True)
    amounts = np.bincount(inverse, weights=np.maximum(sides.before.rows.length[left], 1), minlength=len(codes))
    found = zip((codes // width).tolist(), (codes % width).tolist(), amounts.tolist(), strict=True)
    return [
        _Overlap(one, other, amount, amount / sides.sizes[0][one], amount / sides.sizes[1][other])
        for one, other, amount in found
        if one in sides.is_removed or other in sides.is_added
    ]


def _unique_texts(
    side: RevisionSide, alone: set[int], settled: set[int], changed: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Return the rows of documents that stand on one side only, and the changed ones of the others, with own texts."""
    kinds = np.zeros(len(side.names) + 1, dtype=np.int8)
    kinds[sorted(alone)] = 1
    kinds[sorted(settled)] = 2
    kind = kinds[side.rows.document]
    known = (side.rows.content & KNOWN) != 0
    rows = np.flatnonzero(known & ((kind == 1) | ((kind == 0) & changed)))
    _, firsts, counts = np.unique(side.rows.content[rows], return_index=True, return_counts=True)
    unique: NDArray[np.intp] = rows[firsts[counts == 1]]
    return unique


def _by_prints(
    sides: _Sides, removed: Sequence[int], added: Sequence[int], prints: tuple[Prints, Prints]
) -> list[_Overlap]:
    """Return what removed and added documents share by runs of words."""
    if not removed or not added:
        return []
    ours = _own_runs(_printed(sides.before.names, removed, prints[0]))
    theirs = _own_runs(_printed(sides.after.names, added, prints[1]))
    order = np.argsort(theirs.values, kind="stable")
    values, owners = theirs.values[order], theirs.owners[order]
    width = len(sides.after.names)
    place = np.minimum(np.searchsorted(values, ours.values), max(len(values) - 1, 0))
    both = np.flatnonzero(values[place] == ours.values) if len(values) else np.empty(0, dtype=np.intp)
    codes, amounts = np.unique(ours.owners[both] * width + owners[place[both]], return_counts=True)
    sizes = np.bincount(ours.owners, minlength=1), np.bincount(theirs.owners, minlength=1)
    return [
        _Overlap(one, other, amount, amount / int(sizes[0][one]), amount / int(sizes[1][other]))
        for (one, other), amount in zip((divmod(code, width) for code in codes.tolist()), amounts.tolist(), strict=True)
    ]


class _Runs(NamedTuple):
    """Runs of words that stand in one document of a side only, and which that is."""

    values: NDArray[np.uint64]
    owners: NDArray[np.int64]


def _own_runs(printed: Iterable[tuple[int, NDArray[np.uint64]]]) -> _Runs:
    held = list(printed)
    values = np.concatenate([one for _, one in held])
    owners = np.repeat(np.array([at for at, _ in held], dtype=np.int64), [len(one) for _, one in held])
    _, firsts, counts = np.unique(values, return_index=True, return_counts=True)
    # What several documents say, such as a footer, tells none of them.
    own = firsts[counts == 1]
    return _Runs(values[own], owners[own])


def _batches(places: Sequence[int]) -> Iterator[Sequence[int]]:
    return (places[at : at + _PRINTED_AT_ONCE] for at in range(0, len(places), _PRINTED_AT_ONCE))


def _printed(names: Sequence[str], places: Sequence[int], prints: Prints) -> Iterator[tuple[int, NDArray[np.uint64]]]:
    for batch in _batches(places):
        held = prints(tuple(names[at] for at in batch))
        for at in batch:
            values = held.get(names[at], frozenset())
            yield at, np.fromiter(values, dtype=np.uint64, count=len(values))


def _edges(overlaps: Sequence[_Overlap], sides: _Sides) -> list[_Overlap]:
    """Return the overlaps that make two documents one."""
    named = set(_same_names(sides, sides.removed, sides.added))
    strong = [one for one in overlaps if _is_strong(one, named)]
    joined = ({one.before for one in strong}, {one.after for one in strong})
    parts: tuple[defaultdict[int, list[_Overlap]], ...] = (defaultdict(list), defaultdict(list))
    for one in overlaps:
        if one.of_before >= TENTH and one.before in sides.is_removed and one.before not in joined[0]:
            parts[0][one.before].append(one)
        if one.of_after >= TENTH and one.after in sides.is_added and one.after not in joined[1]:
            parts[1][one.after].append(one)
    together = [held for held in parts[0].values() if sum(one.of_before for one in held) >= HALF]
    together += [held for held in parts[1].values() if sum(one.of_after for one in held) >= HALF]
    weak = {(one.before, one.after): one for held in together for one in held}
    known = {(one.before, one.after) for one in strong}
    return [*strong, *(one for pair, one in weak.items() if pair not in known)]


def _is_strong(one: _Overlap, named: set[tuple[int, int]]) -> bool:
    larger, smaller = max(one.of_before, one.of_after), min(one.of_before, one.of_after)
    return smaller >= TENTH and larger >= (SAME_NAME if (one.before, one.after) in named else HALF)


def _components(
    sides: _Sides, edges: Iterable[tuple[int, int]], shares: Mapping[int, float]
) -> tuple[DocumentGroup, ...]:
    """Return what edges join, and every document with its own later state."""
    later = {name: at for at, name in enumerate(sides.after.names)}
    offset = len(sides.before.names)
    parent = list(range(offset + len(sides.after.names)))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    own = [(at, later[name]) for at, name in enumerate(sides.before.names) if name in later]
    for one, other in (*own, *edges):
        parent[root(one)] = root(offset + other)
    members: defaultdict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for node in range(len(parent)):
        members[root(node)][node >= offset].append(node - offset if node >= offset else node)
    groups = [
        DocumentGroup(before=tuple(one), after=tuple(other), shared=_share(sides, one, shares))
        for one, other in members.values()
    ]
    return tuple(sorted(groups, key=lambda group: _first_name(sides, group)))


def _share(sides: _Sides, places: Sequence[int], shares: Mapping[int, float]) -> float:
    if not any(at in shares for at in places):
        return 0.0
    whole = sum(max(float(sides.sizes[0][at]), 1.0) for at in places)
    return sum(shares.get(at, 0.0) * max(float(sides.sizes[0][at]), 1.0) for at in places) / whole


def _first_name(sides: _Sides, group: DocumentGroup) -> str:
    return sides.before.names[group.before[0]] if group.before else sides.after.names[group.after[0]]
