"""Questions that differ by a word or two.

Two texts are near duplicates where the words of one become those of the other by few edits. An edit adds, drops or
replaces one word, or swaps two neighbours (optimal string alignment over words). How many are few depends on the
shorter text: below four words none, below eight one, else two.

Every pair is found, with no threshold of likeness: whatever the edits were, some words are left that both texts share,
so both stand under one key among those that are made by leaving out up to two words. In scripts without spaces a
character counts as a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from goldsmith.text.tokens import is_unspaced, terms, tokenise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]
    Numbers = NDArray[np.int64]

ONE_EDIT, TWO_EDITS = 4, 8
"""Words from which one edit, and two, leave a text nearly the same."""

NEIGHBOURS = 32
"""Of a crowd of texts with the same words left, each is held against this many after it and not against all."""

_LONG = 32
"""Words up to which every pair of words is left out; longer texts are divided by their words."""
_PARTS, _INTACT = 9, 5
"""Two edits touch at most four of nine parts, so five are whole."""
_MIX = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True, order=True)
class NearPair:
    """Two texts by their places, the earlier first, and how many edits lie between their words."""

    first: int
    second: int
    edits: int


def near_duplicates(texts: Sequence[str], groups: Sequence[int] | None = None) -> tuple[NearPair, ...]:
    """Return every pair of near duplicates, in order; texts without a word have none.

    `groups` gives each text a number from 0 on: pairs are then made inside a group only. Where more than `NEIGHBOURS`
    texts differ by the same one or two words, each is paired with the next ones only, so that time stays in proportion.
    """
    known: dict[str, int] = {}
    words = [[known.setdefault(word, len(known)) for word in words_of(text)] for text in texts]
    found = []
    for first, second in _candidates(words, groups, len(known)):
        if groups is not None and groups[first] != groups[second]:
            continue
        left, right = words[first], words[second]
        most = allowed_edits(min(len(left), len(right)))
        edits = edits_between(left, right, most=most)
        if edits <= most:
            found.append(NearPair(first, second, edits))
    return tuple(found)


def words_of(text: str) -> list[str]:
    """Return the words that are compared; characters where no spaces are written."""
    if text.isascii() or not any(map(is_unspaced, text)):
        return terms(text)
    return [token.text for token in tokenise(text)]


def allowed_edits(words: int) -> int:
    """Return how many edits a text of so many words bears."""
    return 0 if words < ONE_EDIT else 1 if words < TWO_EDITS else 2


def edits_between(left: Sequence[Any], right: Sequence[Any], *, most: int = 2) -> int:
    """Return the edits between two rows of words, or `most` + 1 where there are more."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    start, shorter = 0, min(len(left), len(right))
    while start < shorter and left[start] == right[start]:
        start += 1
    end = 0
    while end < shorter - start and left[-1 - end] == right[-1 - end]:
        end += 1
    left, right = left[start : len(left) - end], right[start : len(right) - end]
    if not left or not right:
        return len(left) + len(right)
    return min(_aligned(left, right), most + 1)


def _aligned(left: Sequence[Any], right: Sequence[Any]) -> int:
    before: list[int] = []
    row = list(range(len(right) + 1))
    for at, word in enumerate(left, start=1):
        earlier, before, row = before, row, [at]
        for place, other in enumerate(right, start=1):
            best = min(before[place] + 1, row[-1] + 1, before[place - 1] + (word != other))
            if at > 1 and place > 1 and word == right[place - 2] and left[at - 2] == other:
                best = min(best, earlier[place - 2] + 1)
            row.append(best)
    return row[-1]


def _candidates(words: Sequence[Sequence[int]], groups: Sequence[int] | None, known: int) -> Iterator[tuple[int, int]]:
    """Yield each pair of texts that stand under one key, once, in order."""
    import numpy as np

    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    flat = np.fromiter((word for row in words for word in row), dtype=np.int64, count=int(lengths.sum()))
    hashes = _mixed(np.arange(1, known + 1, dtype=np.uint64))[flat] if known else flat.astype(np.uint64)
    own = np.zeros(len(words), np.uint64) if groups is None else _mixed(np.asarray(groups, np.uint64) + np.uint64(1))
    starts = np.cumsum(lengths) - lengths
    # The owner stands in the low bits of its key: one sort then brings equal keys together and their owners in order.
    bits = np.uint64(max(1, len(words).bit_length()))
    made: list[Keys] = []
    for length in np.unique(lengths).tolist():
        if length == 0:
            continue
        rows = np.flatnonzero(lengths == length)
        table = hashes[starts[rows][:, None] + np.arange(length)]
        owners = rows.astype(np.uint64)
        made += [_owned(keys + own[rows], owners, bits) for keys in _keys(table, length)]
    if not made:
        return
    ordered = np.concatenate(made)
    ordered.sort()
    # A text with a word twice makes one key twice.
    ordered = ordered[np.append(True, ordered[1:] != ordered[:-1])]
    mask = (np.uint64(1) << bits) - np.uint64(1)
    yield from _paired(ordered, bits, mask)


def _owned(keys: Keys, owners: Keys, bits: Any) -> Keys:
    kept: Keys = _mixed(keys) >> bits << bits
    return kept | owners


def _mixed(numbers: Keys) -> Keys:
    """Return numbers that look as if drawn by chance (the finaliser of splitmix64, Steele and others, 2014)."""
    import numpy as np

    mixed: Keys = numbers * np.uint64(_MIX)
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def _keys(table: Keys, length: int) -> Iterator[Keys]:
    """Yield a column of keys for each way to leave words out; a sum of words does not depend on their order."""
    import numpy as np

    whole = table.sum(axis=1, dtype=np.uint64)
    if length <= _LONG:
        yield whole
        for one in range(length) if length >= ONE_EDIT else ():
            without = whole - table[:, one]
            yield without
            for other in range(one) if length >= TWO_EDITS else ():
                yield without - table[:, other]
    if length > _LONG - 2:
        part = table % np.uint64(_PARTS)
        sums = [np.where(part == number, table, 0).sum(axis=1, dtype=np.uint64) for number in range(_PARTS)]
        for name, chosen in enumerate(combinations(range(_PARTS), _INTACT), start=1):
            # Each choice has keys of its own: the same words in other parts prove nothing.
            yield sum((sums[number] for number in chosen), np.full(len(table), _MIX * name % 2**64, np.uint64))


def _paired(ordered: Keys, bits: Any, mask: Any) -> list[tuple[int, int]]:
    import numpy as np

    same = ordered >> bits
    alone = np.flatnonzero(same[1:] == same[:-1])
    owners = (ordered & mask).astype(np.int64)
    found: list[Numbers] = []
    for step in range(1, NEIGHBOURS + 1):
        alone = alone[alone + step < len(same)]
        alone = alone[same[alone + step] == same[alone]]
        if not len(alone):
            break
        found.append(owners[alone] << 32 | owners[alone + step])
    if not found:
        return []
    pairs = np.unique(np.concatenate(found))
    first, second = pairs >> 32, pairs & 0xFFFFFFFF
    kept = first != second
    return list(zip(first[kept].tolist(), second[kept].tolist(), strict=True))
