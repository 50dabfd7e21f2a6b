"""What changed from one frozen corpus to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldsmith.corpus.changed_rows import changed_chunks
from goldsmith.corpus.differences import compare_revisions
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.ondisk.chunk_index import ChunkIndex, held_contents, picked, rows_at, rows_of_places, sorted_columns
from goldsmith.ondisk.revisions import (
    StoredRevision,
    chunks_in_rows,
    chunks_of,
    differing_documents,
    document_fingerprints,
    document_ids,
    documents_named,
    index,
    latest,
    load_revision,
    revision_before,
    row_texts,
)
from goldsmith.records.corpus import Chunk
from goldsmith.records.corpus_diff import CorpusDiff
from goldsmith.records.refresh import FreshText
from goldsmith.tables.content_keys import KNOWN, ChangedChunks, ChangedRows, RevisionSide
from goldsmith.text.normal import comparable
from goldsmith.workflows.open_set import open_project

_CHUNKS_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class _Compared:
    """Two revisions with their columns, and which chunks differ."""

    before: StoredRevision
    after: StoredRevision
    index_before: ChunkIndex
    index_after: ChunkIndex
    changed: ChangedChunks

    @property
    def rows(self) -> ChangedRows:
        """What differs, by rows."""
        held, one, other = self.changed, self.index_before, self.index_after
        return ChangedRows(
            same=held.same,
            changed_before=rows_at(one, held.changed_before.places),
            changed_after=rows_at(other, held.changed_after.places),
            gone=rows_at(one, held.gone.places),
            came=rows_at(other, held.came.places),
        )


def corpus_diff(root: Path, before: str | None = None, after: str | None = None) -> CorpusDiff:
    """Return what changed between two revisions of the project at `root`, named by label or a beginning of it.

    Without `after` it is the latest one, without `before` the pinned one, or the one that was frozen before `after`
    where none is pinned or `after` is the pinned one itself. Raises InputError where there is nothing to compare with.
    """
    later = latest(root) if after is None else load_revision(root, after)
    earlier = _earlier(root, later) if before is None else load_revision(root, before)
    return diff_stored(earlier, later)


def _earlier(root: Path, later: StoredRevision) -> StoredRevision:
    pinned = _pinned(root)
    if pinned is not None and pinned.record.label != later.record.label:
        return pinned
    found = revision_before(root, later)
    if found is None:
        message = f"there is no corpus revision before {later.record.label} to compare with"
        raise InputError(
            message, next_step="freeze the changed documents under another label: goldsmith freeze FOLDER --label NEW"
        )
    return found


def _pinned(root: Path) -> StoredRevision | None:
    """Return the revision that the set of the project pins; a set that cannot be opened pins none."""
    try:
        project = open_project(root)
    except GoldsmithError:
        return None
    return project.stored if project.golden.header.corpus is not None else None


def diff_stored(before: StoredRevision, after: StoredRevision) -> CorpusDiff:
    """Return what changed from one revision to another."""
    compared = _compared(before, after)
    rows = compared.rows
    return compare_revisions(
        *_sides(compared, rows),
        rows,
        prints=(partial(document_fingerprints, before), partial(document_fingerprints, after)),
        texts=(partial(row_texts, before), partial(row_texts, after)),
    )


def _compared(before: StoredRevision, after: StoredRevision) -> _Compared:
    one, other = index(before), index(after)
    return _Compared(before, after, one, other, changed_chunks(sorted_columns(one), sorted_columns(other)))


def _sides(compared: _Compared, rows: ChangedRows) -> tuple[RevisionSide, RevisionSide]:
    """Return both revisions, cut down to the documents of which anything differs."""
    names = document_ids(compared.before), document_ids(compared.after)
    wanted = set(differing_documents(compared.before, compared.after))
    wanted |= _owners(compared.index_before, names[0], rows.gone, rows.changed_before)
    wanted |= _owners(compared.index_after, names[1], rows.came, rows.changed_after)
    return (
        _side(compared.before, compared.index_before, names[0], wanted),
        _side(compared.after, compared.index_after, names[1], wanted),
    )


def _owners(held: ChunkIndex, names: Sequence[str], *rows: NDArray[np.int64]) -> set[str]:
    chosen = np.unique(np.concatenate(rows))
    return {names[place] for place in np.unique(picked(held.document, chosen)).tolist()}


def _side(stored: StoredRevision, held: ChunkIndex, names: Sequence[str], wanted: set[str]) -> RevisionSide:
    places = np.array([place for place, name in enumerate(names) if name in wanted], dtype=np.int32)
    chosen = tuple(names[place] for place in places.tolist())
    return RevisionSide(
        record=stored.record,
        names=chosen,
        documents=documents_named(stored, chosen),
        rows=rows_of_places(held, places),
        sections=held.section_paths(),
    )


def fresh_chunks(
    before: StoredRevision, after: StoredRevision, *, diff: CorpusDiff | None = None
) -> Iterator[FreshText]:
    """Yield the chunks of `after` whose text stands in no chunk of `before`, in the order of the revision.

    Passed over are documents whose text is the same and was only cut otherwise, and chunks whose very words stand in
    what their document was before: `diff` says what that is, and is worked out where it is not given. Chunks of which
    no text is kept are left out.
    """
    known = diff if diff is not None else diff_stored(before, after)
    compared = _compared(before, after)
    yield from _truly_fresh(compared, _fresh_rows(compared), known)


def _fresh_rows(compared: _Compared) -> NDArray[np.int64]:
    changed = compared.changed
    contents = np.concatenate((changed.came.contents, changed.changed_after.contents))
    places = np.concatenate((changed.came.places, changed.changed_after.places))
    known = (contents & KNOWN) != 0
    held = held_contents(compared.index_before, contents)
    return np.sort(rows_at(compared.index_after, places[known & ~held]))


def _texts(stored: StoredRevision, rows: NDArray[np.int64]) -> Iterator[FreshText]:
    for chunk in _chunks(stored, rows):
        if chunk.text is not None:
            yield FreshText(document=chunk.document, chunk=chunk.id, section=chunk.section, text=chunk.text)


def _chunks(stored: StoredRevision, rows: NDArray[np.int64]) -> Iterator[Chunk]:
    for at in range(0, len(rows), _CHUNKS_AT_ONCE):
        yield from chunks_in_rows(stored, rows[at : at + _CHUNKS_AT_ONCE].tolist())


def _truly_fresh(compared: _Compared, rows: NDArray[np.int64], diff: CorpusDiff) -> Iterator[FreshText]:
    earlier = _earlier_ids(diff)
    names = document_ids(compared.after)
    documents = picked(compared.index_after.document, rows)
    edited = np.array([name in earlier for name in names], dtype=bool)
    wanted = rows[edited[documents]] if len(rows) else rows
    for batch in _by_document(wanted, picked(compared.index_after.document, wanted)):
        held = tuple(_texts(compared.after, batch))
        before = sorted({name for one in held for name in earlier[one.document]})
        texts = _whole_texts(compared.before, before)
        for one in held:
            words = _words(one.text)
            if not any(words in texts[name] for name in earlier[one.document]):
                yield one


def _earlier_ids(diff: CorpusDiff) -> Mapping[str, tuple[str, ...]]:
    """Return the documents of the later revision whose text is new, and what they were before."""
    changed = [one for one in diff.documents if {"added", "edited", "ingestion", "split", "merged"} & set(one.kinds)]
    return {name: one.before for one in changed for name in one.after}


def _by_document(rows: NDArray[np.int64], documents: NDArray[np.int32]) -> Iterator[NDArray[np.int64]]:
    """Part ascending rows where documents end, into batches of a few thousand."""
    ends = np.flatnonzero(np.diff(documents)) + 1
    start = 0
    for end in (*ends.tolist(), len(rows)):
        if end - start >= _CHUNKS_AT_ONCE or (end == len(rows) and end > start):
            yield rows[start:end]
            start = end


def _whole_texts(stored: StoredRevision, names: Sequence[str]) -> dict[str, str]:
    parts: dict[str, list[str]] = {name: [] for name in names}
    ends = dict.fromkeys(names, 0)
    for chunk in chunks_of(stored, names) if names else ():
        # Windows that overlap hold the same words twice: from the second on only what is new continues the text.
        overlap = 0 if chunk.start is None else max(0, ends[chunk.document] - chunk.start)
        parts[chunk.document].append((chunk.text or "")[overlap:])
        ends[chunk.document] = max(ends[chunk.document], chunk.end or 0)
    return {name: _words("\n".join(held)) for name, held in parts.items()}


def _words(text: str) -> str:
    """Return a text as a reader compares it, without blanks: where they stand follows from where it was cut."""
    return comparable(text).replace(" ", "")
