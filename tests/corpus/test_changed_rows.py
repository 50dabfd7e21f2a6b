"""One pass over sorted columns, against what dictionaries say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.corpus.changed_rows import changed_chunks, paired_contents
from goldsmith.tables.content_keys import KeyedChunks, SortedColumns, Stretch


def columns(chunks: Mapping[str, int], *, keys: int = 1 << 32) -> SortedColumns:
    """Return columns of chunks by id and content; `keys` is how many id keys there are."""
    ids = sorted(chunks, key=lambda name: (int(name) % keys, name))
    sorted_keys = np.array([int(name) % keys for name in ids], dtype=np.uint64)
    contents = np.array([chunks[name] * 2 + 1 for name in ids], dtype=np.uint64)
    return SortedColumns(
        size=len(ids),
        read=lambda first, last: Stretch(keys=sorted_keys[first:last], contents=contents[first:last], first=first),
        id_of=lambda place: ids[place].encode(),
    )


def told(chunks: KeyedChunks, held: SortedColumns) -> list[str]:
    return sorted(held.id_of(place).decode() for place in chunks.places.tolist())


TWICE = {str(name): 0 for name in range(14)}
"""With seven keys, every key stands twice."""
CHUNKS = st.dictionaries(st.integers(0, 60).map(str), st.integers(0, 5), max_size=40)


@pytest.mark.parametrize("keys", [1 << 32, 7])
@pytest.mark.parametrize("stretch", [1, 3, 1 << 16])
@given(before=CHUNKS, after=CHUNKS)
def test_the_pass_finds_what_dictionaries_say(
    before: dict[str, int], after: dict[str, int], stretch: int, keys: int
) -> None:
    if keys < len(TWICE):
        before, after = {**TWICE, **before}, {**TWICE, **after}
    one, other = columns(before, keys=keys), columns(after, keys=keys)
    found = changed_chunks(one, other, at_once=stretch)

    both = before.keys() & after.keys()
    assert found.same == sum(before[name] == after[name] for name in both)
    assert told(found.changed_before, one) == sorted(name for name in both if before[name] != after[name])
    assert told(found.gone, one) == sorted(before.keys() - after.keys())
    assert told(found.came, other) == sorted(after.keys() - before.keys())
    pairs = zip(found.changed_before.places.tolist(), found.changed_after.places.tolist(), strict=True)
    assert all(one.id_of(place) == other.id_of(later) for place, later in pairs)
    gone, came = (Counter(held[name] for name in names) for held, names in split(before, after))
    moved, _ = paired_contents(found.gone.contents, found.came.contents)
    assert len(moved) == (gone & came).total()


def split(before: Mapping[str, int], after: Mapping[str, int]) -> Sequence[tuple[Mapping[str, int], set[str]]]:
    return (before, before.keys() - after.keys()), (after, after.keys() - before.keys())


def test_equal_keys_of_different_ids_are_never_the_same_chunk() -> None:
    found = changed_chunks(columns({"1": 5, "8": 5}, keys=7), columns({"8": 5, "15": 5}, keys=7))

    assert (found.same, len(found.gone), len(found.came)) == (1, 1, 1)


def test_texts_are_paired_inside_their_group_first() -> None:
    contents = np.array([11, 11, 13], dtype=np.uint64), np.array([13, 11, 11], dtype=np.uint64)
    groups = np.array([1, 2, 3]), np.array([9, 2, 5])
    one, other = paired_contents(*contents, groups)

    assert sorted(zip(one.tolist(), other.tolist(), strict=True)) == [(0, 2), (1, 1), (2, 0)]


def test_a_content_that_is_not_known_is_paired_with_nothing() -> None:
    unknown = np.array([4, 4], dtype=np.uint64)
    one, other = paired_contents(unknown, unknown)

    assert (one.tolist(), other.tolist()) == ([], [])
