"""What must hold of the difference of any two revisions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.corpus_diff import ChunkCounts, CorpusDiff
from tests.corpus.two_revisions import corpus, difference


def kinds(diff: CorpusDiff) -> dict[tuple[tuple[str, ...], tuple[str, ...]], set[str]]:
    return {(one.before, one.after): set(one.kinds) for one in diff.documents}


SENTENCES = [f"Sentence number {number} says that the {word} is open." for number, word in enumerate("abcdefgh")]
PAGES = st.dictionaries(
    st.sampled_from(["a", "b", "docs/c", "old/d", "new/d"]),
    st.lists(st.tuples(st.sampled_from(["One", "Two"]), st.sampled_from(SENTENCES)), min_size=1, max_size=6).map(
        lambda parts: "".join(f"# {heading}\n\n{sentence}\n\n" for heading, sentence in parts)
    ),
    min_size=1,
    max_size=4,
)
CAPACITIES = st.sampled_from([60, 1000])
BACKWARDS = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}


@given(PAGES, CAPACITIES)
def test_a_revision_does_not_differ_from_itself(texts: dict[str, str], capacity: int) -> None:
    held = corpus(texts, capacity=capacity)
    diff = difference(held, held)

    assert (diff.documents, diff.access, diff.chunks) == ((), (), ChunkCounts(same=len(held.chunks)))


@given(PAGES, PAGES, CAPACITIES, CAPACITIES)
def test_backwards_the_kinds_are_swapped(one: dict[str, str], other: dict[str, str], capacity: int, later: int) -> None:
    before = corpus(one, capacity=capacity, splitter=f"ours, {capacity}")
    after = corpus(other, capacity=later, splitter=f"ours, {later}")
    forth, back = difference(before, after), difference(after, before)

    swapped = {
        (change.after, change.before): {BACKWARDS.get(kind, kind) for kind in change.kinds} for change in back.documents
    }
    assert kinds(forth) == swapped
    assert forth.chunks.same == back.chunks.same
    assert forth.chunks.moved == back.chunks.moved


@given(PAGES, PAGES, CAPACITIES, CAPACITIES)
def test_every_earlier_chunk_and_every_document_is_counted_once(
    one: dict[str, str], other: dict[str, str], capacity: int, later: int
) -> None:
    before = corpus(one, capacity=capacity, splitter=f"ours, {capacity}")
    after = corpus(other, capacity=later, splitter=f"ours, {later}")
    diff = difference(before, after)

    told = diff.chunks
    assert told.same + told.changed + told.moved + told.split + told.merged + told.removed == len(before.chunks)
    assert told.same + told.changed + told.moved + told.added <= len(after.chunks)
    named = [name for change in diff.documents for name in change.before]
    assert sorted(named) == sorted(set(named))
    assert {name for name in one if name not in other} <= set(named)
    assert [change.before or change.after for change in diff.documents] == sorted(
        change.before or change.after for change in diff.documents
    )
