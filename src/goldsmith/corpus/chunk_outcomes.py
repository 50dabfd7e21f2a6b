"""What became of each chunk of the documents that may have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.corpus.changed_rows import paired_contents, ranked_pairs
from goldsmith.corpus.document_groups import DocumentGroup
from goldsmith.records.corpus_diff import ChunkCounts
from goldsmith.tables.content_keys import ChangedRows, DocumentRows, RevisionSide
from goldsmith.text.normal import comparable

SAME, CHANGED, MOVED, SPLIT, MERGED, ALONE = range(6)
"""Of an earlier chunk what became of it, of a later one what it is: `SPLIT` a piece, `MERGED` the result, `ALONE`
removed or added."""
KINDS = 6

_LARGEST_GROUP = 1_000_000
"""Pairs of texts that are held against each other inside one group; beyond it no piece is looked for."""
_TEXTS_AT_ONCE = 5_000
_GROUP_WIDTH = np.int64(1 << 40)
"""Further apart than any two places in a document."""

Texts = Callable[[Sequence[int]], Mapping[int, str]]
"""From ascending rows of a revision to their texts, as far as texts are kept."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChunkOutcomes:
    """The outcome of each row of both sides, and which group each belongs to."""

    before: NDArray[np.int8]
    after: NDArray[np.int8]
    group_before: NDArray[np.int64]
    group_after: NDArray[np.int64]
    moved: tuple[NDArray[np.intp], NDArray[np.intp]]
    """Rows of `before` and of `after` that hold the same text under two ids."""

    def counts(self, groups: int) -> list[ChunkCounts]:
        """Return the counts of each group; one that moved into another group is counted where it stood."""
        earlier = np.bincount(self.group_before * KINDS + self.before, minlength=groups * KINDS).reshape(-1, KINDS)
        added = np.bincount(self.group_after[self.after == ALONE], minlength=groups)
        return [
            ChunkCounts(
                same=row[SAME],
                changed=row[CHANGED],
                moved=row[MOVED],
                split=row[SPLIT],
                merged=row[MERGED],
                removed=row[ALONE],
                added=new,
            )
            for row, new in zip(earlier.tolist(), added.tolist(), strict=True)
        ]


class GroupTexts(NamedTuple):
    """Rows of one group with their texts, in order."""

    group: int
    rows: tuple[NDArray[np.intp], NDArray[np.intp]]
    texts: tuple[list[str], list[str]]


def changed_masks(
    before: RevisionSide, after: RevisionSide, changed: ChangedRows
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say of each row of both sides whether it is not the same by id and content."""
    masks = np.zeros(len(before.rows), dtype=bool), np.zeros(len(after.rows), dtype=bool)
    masks[0][_places(before.rows, changed.gone)] = True
    masks[0][_places(before.rows, changed.changed_before)] = True
    masks[1][_places(after.rows, changed.came)] = True
    masks[1][_places(after.rows, changed.changed_after)] = True
    return masks


def _places(rows: DocumentRows, held: NDArray[np.int64]) -> NDArray[np.intp]:
    return np.searchsorted(rows.row, held)


def chunk_outcomes(
    before: RevisionSide,
    after: RevisionSide,
    groups: Sequence[DocumentGroup],
    changed: ChangedRows,
    *,
    texts: tuple[Texts, Texts],
) -> ChunkOutcomes:
    """Return what became of each row of `before` and what each row of `after` is."""
    codes = np.zeros(len(before.rows), dtype=np.int8), np.zeros(len(after.rows), dtype=np.int8)
    codes[0][_places(before.rows, changed.changed_before)] = CHANGED
    codes[1][_places(after.rows, changed.changed_after)] = CHANGED
    codes[0][_places(before.rows, changed.gone)] = ALONE
    codes[1][_places(after.rows, changed.came)] = ALONE
    numbers = _group_numbers(before, after, groups)
    moved = _mark_moved(before, after, codes, numbers)
    by_span = _one_text(before, after, groups)
    _mark_spans(before, after, codes, numbers, by_span)
    if before.record.text == after.record.text == "full":
        _mark_pieces(before, after, codes, numbers, texts=texts, but=by_span)
    if "manifest" not in {before.record.splitter, after.record.splitter}:
        _mark_changed_sections(before, after, codes, numbers)
    return ChunkOutcomes(before=codes[0], after=codes[1], group_before=numbers[0], group_after=numbers[1], moved=moved)


_Codes = tuple[NDArray[np.int8], NDArray[np.int8]]
_Numbers = tuple[NDArray[np.int64], NDArray[np.int64]]


def _group_numbers(before: RevisionSide, after: RevisionSide, groups: Sequence[DocumentGroup]) -> _Numbers:
    numbers = np.zeros(len(before.names) + 1, dtype=np.int64), np.zeros(len(after.names) + 1, dtype=np.int64)
    for number, group in enumerate(groups):
        numbers[0][list(group.before)] = number
        numbers[1][list(group.after)] = number
    return numbers[0][before.rows.document], numbers[1][after.rows.document]


def _mark_moved(
    before: RevisionSide, after: RevisionSide, codes: _Codes, numbers: _Numbers
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    alone = np.flatnonzero(codes[0] == ALONE), np.flatnonzero(codes[1] == ALONE)
    one, other = paired_contents(
        before.rows.content[alone[0]],
        after.rows.content[alone[1]],
        (numbers[0][alone[0]], numbers[1][alone[1]]),
    )
    codes[0][alone[0][one]] = MOVED
    codes[1][alone[1][other]] = MOVED
    return alone[0][one], alone[1][other]


def _one_text(before: RevisionSide, after: RevisionSide, groups: Sequence[DocumentGroup]) -> NDArray[np.int64]:
    """Return the groups of one document whose text is the very same: places in it can be compared."""
    if before.record.normalisation != after.record.normalisation:
        return np.empty(0, dtype=np.int64)
    found = [
        number
        for number, group in enumerate(groups)
        if group.is_one_to_one
        and before.documents[before.names[group.before[0]]].content_hash
        == after.documents[after.names[group.after[0]]].content_hash
    ]
    return np.array(found, dtype=np.int64)


def _mark_spans(
    before: RevisionSide, after: RevisionSide, codes: _Codes, numbers: _Numbers, groups: NDArray[np.int64]
) -> None:
    """Tell pieces and what was joined by places in a text that is the same."""
    for code, (whole, part) in ((SPLIT, (0, 1)), (MERGED, (1, 0))):
        rows = [
            np.flatnonzero((codes[side] == ALONE) & (held.rows.start >= 0) & np.isin(numbers[side], groups))
            for side, held in ((0, before), (1, after))
        ]
        sides = (before.rows, after.rows)
        owners = _owners(
            [sides[side].start[rows[side]] + numbers[side][rows[side]] * _GROUP_WIDTH for side in (whole, part)],
            [sides[side].end[rows[side]] + numbers[side][rows[side]] * _GROUP_WIDTH for side in (whole, part)],
        )
        counts = np.bincount(owners[owners >= 0], minlength=len(rows[whole]))
        several = counts >= 2
        codes[whole][rows[whole][several]] = code
        if len(several):
            codes[part][rows[part][(owners >= 0) & several[owners]]] = code


def _owners(starts: list[NDArray[np.int64]], ends: list[NDArray[np.int64]]) -> NDArray[np.intp]:
    """Return, for each part, the place of the whole that its middle lies in; -1: none."""
    if not len(starts[0]):
        return np.full(len(starts[1]), -1, dtype=np.intp)
    middle = (starts[1] + ends[1]) // 2
    order = np.argsort(starts[0], kind="stable")
    place = np.searchsorted(starts[0][order], middle, side="right") - 1
    found: NDArray[np.intp] = order[np.maximum(place, 0)]
    return np.where((place >= 0) & (middle < ends[0][found]), found, -1)


def _mark_pieces(
    before: RevisionSide,
    after: RevisionSide,
    codes: _Codes,
    numbers: _Numbers,
    *,
    texts: tuple[Texts, Texts],
    but: NDArray[np.int64],
) -> None:
    """Tell pieces and what was joined by their words, in documents whose text is another."""
    alone = codes[0] == ALONE, codes[1] == ALONE
    both = np.intersect1d(numbers[0][alone[0]], numbers[1][alone[1]])
    wanted = np.setdiff1d(both, but)
    for held in texts_of_groups(before, after, alone, numbers, wanted, texts=texts):
        if len(held.texts[0]) * len(held.texts[1]) > _LARGEST_GROUP:
            continue
        for code, (whole, part) in ((SPLIT, (0, 1)), (MERGED, (1, 0))):
            free = [[at for at, row in enumerate(held.rows[side]) if codes[side][row] == ALONE] for side in (0, 1)]
            chosen = [[(at, held.texts[side][at]) for at in free[side]] for side in (0, 1)]
            for at, parts in _pieces(chosen[whole], chosen[part]):
                codes[whole][held.rows[whole][at]] = code
                codes[part][held.rows[part][parts]] = code


def _pieces(wholes: list[tuple[int, str]], parts: list[tuple[int, str]]) -> Iterator[tuple[int, list[int]]]:
    """Yield each whole that holds several parts which make up half of it or more; a part belongs to one whole only."""
    taken: set[int] = set()
    for at, whole in wholes:
        own = [(place, text) for place, text in parts if place not in taken and text and text in whole]
        if len(own) > 1 and 2 * sum(len(text) for _, text in own) >= len(whole):
            taken |= {place for place, _ in own}
            yield at, [place for place, _ in own]


def texts_of_groups(
    before: RevisionSide,
    after: RevisionSide,
    chosen: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    numbers: _Numbers,
    groups: Iterable[int],
    *,
    texts: tuple[Texts, Texts],
) -> Iterator[GroupTexts]:
    """Yield the chosen rows of each group with their texts, as a reader compares them; few are held at once."""
    rows = [_rows_by_group(numbers[side], chosen[side]) for side in (0, 1)]
    batch: list[int] = []
    size = 0
    for group in map(int, groups):
        batch.append(group)
        size += sum(len(held.get(group, ())) for held in rows)
        if size >= _TEXTS_AT_ONCE:
            yield from _read_batch((before, after), rows, batch, texts)
            batch, size = [], 0
    if batch:
        yield from _read_batch((before, after), rows, batch, texts)


def _rows_by_group(numbers: NDArray[np.int64], chosen: NDArray[np.bool_]) -> dict[int, NDArray[np.intp]]:
    places = np.flatnonzero(chosen)
    places = places[np.argsort(numbers[places], kind="stable")]
    values, firsts = np.unique(numbers[places], return_index=True)
    return dict(zip(values.tolist(), np.split(places, firsts[1:]), strict=False))


def _read_batch(
    sides: tuple[RevisionSide, RevisionSide],
    rows: list[dict[int, NDArray[np.intp]]],
    groups: Sequence[int],
    texts: tuple[Texts, Texts],
) -> Iterator[GroupTexts]:
    none = np.empty(0, dtype=np.intp)
    held = []
    for side, own, read in zip(sides, rows, texts, strict=True):
        places = np.sort(np.concatenate([own.get(group, none) for group in groups]))
        held.append(read(side.rows.row[places].tolist()))
    for group in groups:
        own_rows = rows[0].get(group, none), rows[1].get(group, none)
        own_texts = [
            [comparable(held[at].get(row, "")) for row in sides[at].rows.row[own_rows[at]].tolist()] for at in (0, 1)
        ]
        yield GroupTexts(group, own_rows, (own_texts[0], own_texts[1]))


def _mark_changed_sections(before: RevisionSide, after: RevisionSide, codes: _Codes, numbers: _Numbers) -> None:
    """Where ids follow the text: what left a section and what came into it are one chunk that changed."""
    alone = np.flatnonzero(codes[0] == ALONE), np.flatnonzero(codes[1] == ALONE)
    sections = section_numbers(before, after)
    one, other = ranked_pairs(
        (sections[0][alone[0]].astype(np.uint64), sections[1][alone[1]].astype(np.uint64)),
        [numbers[0][alone[0]], numbers[1][alone[1]]],
    )
    codes[0][alone[0][one]] = CHANGED
    codes[1][alone[1][other]] = CHANGED


def section_numbers(before: RevisionSide, after: RevisionSide) -> _Numbers:
    """Return the section of each row as a number that means the same path on both sides; 0: it has none.

    The path of number ``n`` is the n-th of all paths of `before`, then those of `after` alone.
    """
    known = {path: number for number, path in enumerate(section_paths(before, after), start=1)}
    found = []
    for side in (before, after):
        own = np.array([*(known[path] for path in side.sections), 0], dtype=np.int64)
        found.append(own[side.rows.section])
    return found[0], found[1]


def section_paths(before: RevisionSide, after: RevisionSide) -> tuple[str, ...]:
    """Return every section path of both sides once."""
    return tuple(dict.fromkeys((*before.sections, *after.sections)))
