"""Which returned document is which judged one: text joined with text, a column at a time.

Texts are joined by 64-bit keys, and every pair of equal keys is compared as text afterwards, so a key decides nothing
by itself. Keys of fixed-width text are sums of code points times fixed odd numbers: equal on every machine, whatever
the width. Python text is read eight bytes at a time, or hashed where ids hold line ends; no result depends on a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.tables.rank_columns import Ids, JudgementColumns, RunColumns

_BLOCK = 8_192
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_PLACES_PER_ROW = 12
_LINE_END = 10
_FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(9)], np.uint64)
"""What keeps so many bytes of eight."""
_EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_PADDING_LIMIT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """The rows of a column of questions, question by question."""

    names: tuple[str, ...]
    """In the order of their first rows."""
    starts: NDArray[np.int64]
    """First row of each, in grouped order, and the number of rows behind the last."""
    order: NDArray[np.int64] | None
    """Rows in grouped order; None: they already are."""

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Rows of each question."""
        return np.diff(self.starts)


def group(query: Ids) -> Groups:
    """Find the rows of each question; rows that are not side by side are brought together in their order."""
    rows = len(query)
    if rows == 0:
        return Groups(names=(), starts=np.zeros(1, np.int64), order=None)
    heads = np.flatnonzero(np.concatenate(([True], np.asarray(query[1:] != query[:-1], dtype=bool))))
    # `tolist` gives Python text, whose lookup is several times faster than that of numpy's.
    names = query[heads].tolist()
    codes = {name: number for number, name in enumerate(dict.fromkeys(names))}
    starts = np.append(heads, rows).astype(np.int64)
    if len(codes) == len(names):
        return Groups(names=tuple(names), starts=starts, order=None)
    of_row = np.repeat(np.array(list(map(codes.__getitem__, names)), np.int64), np.diff(starts))
    starts = np.zeros(len(codes) + 1, np.int64)
    np.cumsum(np.bincount(of_row, minlength=len(codes)), out=starts[1:])
    return Groups(names=tuple(codes), starts=starts, order=np.argsort(of_row, kind="stable"))


def keys_of(left: Ids, right: Ids) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return comparable keys of two columns of text: equal texts have equal keys."""
    if left.dtype.kind == right.dtype.kind == "U":
        return _text_keys(left), _text_keys(right)
    keys = _line_keys(left), _line_keys(right)
    if keys[0] is None or keys[1] is None:
        return _hashes(left), _hashes(right)
    return keys[0], keys[1]


def _text_keys(column: Ids) -> NDArray[np.uint64]:
    width = column.dtype.itemsize // 4
    keys = np.zeros(len(column), np.uint64)
    if width == 0 or len(column) == 0:
        return keys
    points = np.ascontiguousarray(column).view(np.uint32).reshape(-1, width)
    factors = _factors(width)
    for start in range(0, len(column), _BLOCK):
        # Turned, so that each position of the text is one stretch of memory.
        block = np.ascontiguousarray(points[start : start + _BLOCK].T).astype(np.uint64)
        keys[start : start + _BLOCK] = (block * factors[:, None]).sum(0)
    return keys


def _factors(width: int) -> NDArray[np.uint64]:
    """Return one odd number a position (SplitMix64 of the position)."""
    mixed = (np.arange(1, width + 1, dtype=np.uint64)) * _GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (mixed ^ (mixed >> np.uint64(31))) | np.uint64(1)


def _line_keys(column: Ids) -> NDArray[np.uint64] | None:
    """Return keys of Python text, read as lines of one text eight bytes at a time; None where an id has a line end."""
    data = "\n".join(column.tolist()).encode("utf-8", "surrogatepass") + b"\n"
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == _LINE_END)
    if len(ends) != len(column) or len(column) == 0:
        return None if len(column) else np.zeros(0, np.uint64)
    starts = np.concatenate((np.zeros(1, np.int64), ends[:-1] + 1))
    lengths = ends - starts
    words = np.ndarray((len(data),), "<u8", buffer=data + bytes(8), strides=(1,))
    factors = _factors(int(lengths.max()) // 8 + 1)
    keys: NDArray[np.uint64] = words[starts] & _FIRST_BYTES.take(lengths, mode="clip")
    keys *= factors[0]
    for number in range(1, len(factors)):
        longer = np.flatnonzero(lengths > 8 * number)
        rest = words[starts[longer] + 8 * number] & _FIRST_BYTES[np.minimum(lengths[longer] - 8 * number, 8)]
        keys[longer] += rest * factors[number]
    return keys


def _hashes(column: Ids) -> NDArray[np.uint64]:
    return np.fromiter(map(hash, column.tolist()), np.int64, len(column)).view(np.uint64)


def doubled_rows(keys: NDArray[np.uint64], groups: Groups, documents: Ids) -> tuple[int, int] | None:
    """Return two rows of one question with the same document, or None.

    `keys` and `documents` are in the order of the rows, not of the groups.
    """
    grouped = keys if groups.order is None else keys[groups.order]
    for index in _suspects(grouped, groups):
        seen: dict[Any, int] = {}
        for place in range(groups.starts[index], groups.starts[index + 1]):
            row = place if groups.order is None else int(groups.order[place])
            if documents[row] in seen:
                return seen[documents[row]], row
            seen[documents[row]] = row
    return None


def _suspects(grouped: NDArray[np.uint64], groups: Groups) -> list[int]:
    """Return the questions in which two keys are equal."""
    lengths = groups.lengths
    if len(lengths) == 0:
        return []
    widest = int(lengths.max())
    if int(lengths.min()) == widest:
        return _equal_in_rows(grouped.reshape(len(lengths), widest))
    of_row = np.repeat(np.arange(len(lengths)), lengths)
    if widest * len(lengths) <= _PADDING_LIMIT * len(grouped):
        matrix = np.full((len(lengths), widest), _EMPTY)
        matrix[of_row, np.arange(len(grouped)) - np.repeat(groups.starts[:-1], lengths)] = grouped
        return _equal_in_rows(matrix)
    order = np.lexsort((grouped, of_row))
    ordered, owner = grouped[order], of_row[order]
    same = (ordered[1:] == ordered[:-1]) & (owner[1:] == owner[:-1])
    return sorted({int(index) for index in owner[1:][same]})


def _equal_in_rows(matrix: NDArray[np.uint64]) -> list[int]:
    """Return the rows in which a key stands twice."""
    ordered = np.sort(matrix, axis=1)
    equal = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != _EMPTY)
    return [int(index) for index in np.flatnonzero(equal.any(axis=1))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Pairs of rows that name the same question and document."""

    run: NDArray[np.int64]
    """Row of the run."""
    judged: NDArray[np.int64]
    """Row of the judgements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One table of a join: its columns, its questions, and the keys of its documents."""

    documents: Ids
    groups: Groups
    keys: NDArray[np.uint64]
    codes: NDArray[np.int64]
    """For each row the number of its question among the judged ones, -1 where it has none."""


def join(run: Side, judged: Side) -> Joined:
    """Return every pair of a returned and a judged row with equal question and equal document, in order of the run."""
    rows, found = _equal_keys(_pair_keys(run), _pair_keys(judged))
    # Equal texts have equal keys, so no pair is missing; that all pairs are equal texts is looked at.
    same_text = np.asarray(run.documents[rows] == judged.documents[found], dtype=bool)
    if bool(same_text.all()) and bool(np.array_equal(run.codes[rows], judged.codes[found])):
        return Joined(run=rows, judged=found)
    return _exact_join(run, judged)


def _pair_keys(side: Side) -> NDArray[np.uint64]:
    keys: NDArray[np.uint64] = side.codes.view(np.uint64) * _factors(2)[1]
    keys ^= side.keys
    keys *= _GOLDEN
    return keys


def _equal_keys(keys: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each row of `keys` that is in `wanted`, and the row there. `wanted` holds no key twice.

    The upper bits of a key are its place in a table. Marks let most rows fall out before the table is touched; wanted
    keys that lost their place to another are searched by themselves.
    """
    if len(wanted) == 0:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    bits = max(10, int(len(wanted) * _PLACES_PER_ROW).bit_length())
    shift = np.uint64(64 - bits)
    places = (wanted >> shift).astype(np.int64)
    marks = np.zeros(1 << bits, bool)
    marks[places] = True
    table = np.empty(1 << bits, np.int32)
    table[places] = np.arange(len(wanted), dtype=np.int32)
    own = (keys >> shift).view(np.int64)
    # Every place lies in the table; `clip` only spares the check of it.
    rows = np.flatnonzero(marks.take(own, mode="clip"))
    found = table[own[rows]].astype(np.int64)
    lost = np.flatnonzero(table[places] != np.arange(len(wanted)))
    if len(lost):
        marks[places] = False
        marks[places[lost]] = True
        contested = np.flatnonzero(marks[own[rows]])
        lost = lost[np.argsort(wanted[lost])]
        at = np.searchsorted(wanted[lost], keys[rows[contested]])
        at[at == len(lost)] = 0
        hit = wanted[lost[at]] == keys[rows[contested]]
        found[contested[hit]] = lost[at[hit]]
    equal = wanted[found] == keys[rows]
    return rows[equal], found[equal]


def _exact_join(run: Side, judged: Side) -> Joined:
    """Join by the texts themselves: slower, and only where two different texts have one key."""
    places = {
        (int(code), str(document)): row
        for row, (code, document) in enumerate(zip(judged.codes, judged.documents, strict=True))
    }
    pairs = [
        (row, places[int(code), str(document)])
        for row, (code, document) in enumerate(zip(run.codes, run.documents, strict=True))
        if (int(code), str(document)) in places
    ]
    return Joined(
        run=np.array([row for row, _ in pairs], np.int64), judged=np.array([place for _, place in pairs], np.int64)
    )


def sides(run: RunColumns, judged: JudgementColumns) -> tuple[Side, Side]:
    """Return both tables ready to be joined."""
    run_keys, judged_keys = keys_of(run.document, judged.document)
    run_groups, judged_groups = group(run.query), group(judged.query)
    numbers = {name: number for number, name in enumerate(judged_groups.names)}
    return (
        Side(documents=run.document, groups=run_groups, keys=run_keys, codes=_codes(run_groups, numbers)),
        Side(documents=judged.document, groups=judged_groups, keys=judged_keys, codes=_codes(judged_groups, numbers)),
    )


def _codes(groups: Groups, numbers: dict[str, int]) -> NDArray[np.int64]:
    of_group = np.array(list(map(numbers.get, groups.names, repeat(-1))), np.int64)
    grouped = np.repeat(of_group, groups.lengths)
    if groups.order is None:
        return grouped
    codes = np.empty_like(grouped)
    codes[groups.order] = grouped
    return codes
