"""Two revisions held against each other: columns in, a record of what changed out.

Only documents that may have changed take part, and of their chunks only the texts of those that are neither the same
nor found elsewhere whole are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from goldsmith.corpus.access_changes import access_change
from goldsmith.corpus.chunk_outcomes import (
    ALONE,
    CHANGED,
    MOVED,
    SAME,
    ChunkOutcomes,
    Texts,
    changed_masks,
    chunk_outcomes,
    section_numbers,
    section_paths,
    texts_of_groups,
)
from goldsmith.corpus.document_changes import declared_changes, is_cut_alike, revision_changes
from goldsmith.corpus.document_groups import DocumentGroup, Prints, group_documents
from goldsmith.corpus.manifest_documents import HASHED_CHUNKS
from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.records.corpus_diff import (
    AccessChange,
    ChunkCounts,
    CorpusDiff,
    DocumentChange,
    DocumentChangeKind,
    FieldChange,
)
from goldsmith.tables.content_keys import ChangedRows, RevisionSide

_ORDER: tuple[DocumentChangeKind, ...] = get_args(DocumentChangeKind)


@dataclass(frozen=True, slots=True)
class _Change:
    """What is found of one group before it becomes a record."""

    kinds: set[DocumentChangeKind]
    fields: tuple[FieldChange, ...]
    access: tuple[AccessChange, ...]


def compare_revisions(
    before: RevisionSide,
    after: RevisionSide,
    changed: ChangedRows,
    *,
    prints: tuple[Prints, Prints],
    texts: tuple[Texts, Texts],
) -> CorpusDiff:
    """Return what changed.

    `before` and `after` hold every document of which a record, a hash or a chunk differs, on both sides where it stands
    on both. `prints` and `texts` read fingerprints and texts of the earlier and of the later revision.
    """
    groups = group_documents(before, after, changed_masks(before, after, changed), prints=prints)
    outcomes = chunk_outcomes(before, after, groups, changed, texts=texts)
    counts = outcomes.counts(len(groups))
    alike = _same_words(before, after, groups, outcomes, texts)
    sections = _changed_sections(before, after, outcomes)
    lost, new = _other_words(before, after, outcomes)
    reworded = set(outcomes.group_before[lost].tolist()) | set(outcomes.group_after[new].tolist())
    shares = _shares(before, outcomes, lost, len(groups))
    documents: list[DocumentChange] = []
    access: list[AccessChange] = []
    for number, group in enumerate(groups):
        found = _change(before, after, group, counts[number], recut=number in alike, reworded=number in reworded)
        access += found.access
        if not found.kinds:
            continue
        related = group.before and group.after and found.kinds & {"renamed", "split", "merged"}
        documents.append(
            DocumentChange(
                kinds=tuple(kind for kind in _ORDER if kind in found.kinds),
                before=tuple(before.names[at] for at in group.before),
                after=tuple(after.names[at] for at in group.after),
                shared=min(1.0, max(shares[number], group.shared)) if related else None,
                fields=found.fields,
                chunks=counts[number],
                sections=sections.get(number, ()) if group.before and group.after else (),
            )
        )
    retrieval, chunking = revision_changes(before.record, after.record)
    return CorpusDiff(
        before=before.record,
        after=after.record,
        documents=tuple(documents),
        chunks=_whole(changed.same, counts),
        access=tuple(sorted(access, key=lambda one: one.document)),
        retrieval=retrieval,
        chunking=chunking,
    )


def _whole(same: int, counts: Iterable[ChunkCounts]) -> ChunkCounts:
    held = list(counts)
    return ChunkCounts(
        same=same,
        changed=sum(one.changed for one in held),
        moved=sum(one.moved for one in held),
        split=sum(one.split for one in held),
        merged=sum(one.merged for one in held),
        removed=sum(one.removed for one in held),
        added=sum(one.added for one in held),
    )


def _change(
    before: RevisionSide,
    after: RevisionSide,
    group: DocumentGroup,
    counts: ChunkCounts,
    *,
    recut: bool,
    reworded: bool,
) -> _Change:
    earlier = [before.documents[before.names[at]] for at in group.before]
    later = [after.documents[after.names[at]] for at in group.after]
    if not earlier or not later:
        return _Change({"removed" if earlier else "added"}, (), ())
    kinds = _related(earlier, later)
    pairs = [(one, other) for one in earlier for other in later if one.id == other.id or group.is_one_to_one]
    fields: list[FieldChange] = []
    for one, other in pairs:
        for kind, declared in declared_changes(one, other).items():
            kinds.add(kind)
            fields += declared
    if group.is_one_to_one:
        kinds |= _text_kinds(pairs[0], (before.record, after.record), counts, recut=recut)
    elif reworded:
        kinds.add("edited")
    # What did not change what is declared of it can only have gained or lost readers by standing somewhere else.
    seen = [] if kinds.isdisjoint({"access", "renamed", "split", "merged"}) else later
    access = tuple(filter(None, (access_change(earlier, one) for one in seen)))
    if access:
        kinds.add("access")
    return _Change(kinds, tuple(fields), access)


def _related(earlier: Sequence[Document], later: Sequence[Document]) -> set[DocumentChangeKind]:
    if len(earlier) == len(later) == 1:
        return set() if earlier[0].id == later[0].id else {"renamed"}
    kinds: set[DocumentChangeKind] = set()
    if len(later) > 1:
        kinds.add("split")
    if len(earlier) > 1:
        kinds.add("merged")
    return kinds


def _text_kinds(
    pair: tuple[Document, Document], records: tuple[CorpusRevision, CorpusRevision], counts: ChunkCounts, *, recut: bool
) -> set[DocumentChangeKind]:
    one, other = pair
    if one.content_hash != other.content_hash:
        return {"rechunked"} if recut else {"edited"}
    moved = counts.moved if one.id == other.id else 0
    if not (moved or counts.changed or counts.split or counts.merged or counts.removed or counts.added):
        return set()
    # The hash of what a parser reads is that of its bytes: another parser may read another text in them.
    media = one.media_type or ""
    is_parsed = media in records[0].parsers or media in records[1].parsers
    is_read_alike = records[0].parsers.get(media) == records[1].parsers.get(media)
    cut_alike = is_cut_alike(*records) and one.media_type == other.media_type
    kinds: set[DocumentChangeKind] = set() if cut_alike else {"rechunked"}
    if cut_alike or (is_parsed and not is_read_alike):
        kinds.add("edited")
    return kinds


def _same_words(
    before: RevisionSide,
    after: RevisionSide,
    groups: Sequence[DocumentGroup],
    outcomes: ChunkOutcomes,
    texts: tuple[Texts, Texts],
) -> set[int]:
    """Return the groups whose documents are known by their chunks only, and whose chunks say the same words in order.

    Their hash is another as soon as they are cut otherwise.
    """
    if not before.record.text == after.record.text == "full":
        return set()
    touched = np.union1d(
        outcomes.group_before[outcomes.before != SAME], outcomes.group_after[outcomes.after != SAME]
    ).tolist()
    wanted = [
        number for number in touched if groups[number].is_one_to_one and _is_by_chunks(before, after, groups[number])
    ]
    chosen = np.isin(outcomes.group_before, wanted), np.isin(outcomes.group_after, wanted)
    numbers = outcomes.group_before, outcomes.group_after
    held = texts_of_groups(before, after, chosen, numbers, wanted, texts=texts)
    return {one.group for one in held if _run_on(one.texts[0]) == _run_on(one.texts[1])}


def _is_by_chunks(before: RevisionSide, after: RevisionSide, group: DocumentGroup) -> bool:
    one = before.documents[before.names[group.before[0]]].content_hash
    other = after.documents[after.names[group.after[0]]].content_hash
    return one.algorithm == other.algorithm == HASHED_CHUNKS and one.value != other.value


def _run_on(texts: Iterable[str]) -> str:
    return "".join(part for text in texts for part in text.split())


def _other_words(
    before: RevisionSide, after: RevisionSide, outcomes: ChunkOutcomes
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say of each row whether its text is lost, and whether it is new; a copy of what stands anyway is neither."""
    return (
        np.isin(outcomes.before, (CHANGED, ALONE)) & ~np.isin(before.rows.content, after.rows.content),
        np.isin(outcomes.after, (CHANGED, ALONE)) & ~np.isin(after.rows.content, before.rows.content),
    )


def _shares(before: RevisionSide, outcomes: ChunkOutcomes, lost: NDArray[np.bool_], groups: int) -> list[float]:
    """Return the share of each group's earlier text that stands in the later revision, by characters of chunks."""
    lengths = np.maximum(before.rows.length, 1).astype(np.float64)
    whole = np.bincount(outcomes.group_before, weights=lengths, minlength=groups)
    held = np.bincount(outcomes.group_before[~lost], weights=lengths[~lost], minlength=groups)
    pairs = zip(held.tolist(), whole.tolist(), strict=True)
    return [part / all_of_it if all_of_it else 0.0 for part, all_of_it in pairs]


def _changed_sections(before: RevisionSide, after: RevisionSide, outcomes: ChunkOutcomes) -> dict[int, tuple[str, ...]]:
    """Return the section paths of each group whose text is another, ascending.

    A text that moved changes the section that it came into, where that stood before, and the one that it left, where
    that still stands: a heading that was only renamed changes nothing.
    """
    paths = section_paths(before, after)
    width = len(paths) + 1
    numbers = section_numbers(before, after)
    placed = outcomes.group_before * width + numbers[0], outcomes.group_after * width + numbers[1]
    flagged = [
        held[(codes != SAME) & (codes != MOVED)]
        for held, codes in zip(placed, (outcomes.before, outcomes.after), strict=True)
    ]
    flagged += _by_moves(placed, numbers, outcomes)
    found: dict[int, list[str]] = {}
    for code in np.unique(np.concatenate(flagged)).tolist():
        group, number = divmod(code, width)
        if number:
            found.setdefault(group, []).append(paths[number - 1])
    return {group: tuple(sorted(held)) for group, held in found.items()}


def _by_moves(
    placed: tuple[NDArray[np.int64], NDArray[np.int64]],
    numbers: tuple[NDArray[np.int64], NDArray[np.int64]],
    outcomes: ChunkOutcomes,
) -> Iterator[NDArray[np.int64]]:
    left, right = outcomes.moved
    other_group = outcomes.group_before[left] != outcomes.group_after[right]
    other_section = numbers[0][left] != numbers[1][right]
    one, other = placed[0][left], placed[1][right]
    yield one[other_group | (other_section & np.isin(one, placed[1]))]
    yield other[other_group | (other_section & np.isin(other, placed[0]))]
