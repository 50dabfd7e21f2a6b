"""Chunks with their neighbours, so that a passage can be shown where it stands in its document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from goldsmith.ondisk.revision_tables import read_rows
from goldsmith.ondisk.revisions import CHUNKS, StoredRevision, index
from goldsmith.records.corpus import Chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrounded:
    """A chunk and those next to it in its document."""

    chunk: Chunk
    before: Chunk | None = None
    after: Chunk | None = None

    def text_before(self, most: int) -> str:
        """Return what stands in the document before the chunk, at most that many characters."""
        if self.before is None or self.before.text is None or most <= 0:
            return ""
        kept = self.before.text[: _length_until(self.before, self.chunk)]
        return (kept.rstrip("\n") + _gap(self.before, self.chunk))[-most:]

    def text_after(self, most: int) -> str:
        """Return what stands in the document after the chunk, at most that many characters."""
        if self.after is None or self.after.text is None or most <= 0:
            return ""
        overlap = len(self.chunk.text or "") - _length_until(self.chunk, self.after)
        return (_gap(self.chunk, self.after) + self.after.text[max(overlap, 0) :].lstrip("\n"))[:most]


def surroundings(revision: StoredRevision, ids: Iterable[str], *, alone: Iterable[str] = ()) -> dict[str, Surrounded]:
    """Return the chunks of `ids` with their neighbours, and those of `alone` without; unknown ids are left out.

    All of them are read from the revision at once.
    """
    held = index(revision)
    wanted = held.keys.find(sorted(set(ids)))
    single = held.keys.find(sorted(set(alone) - wanted.keys()))
    last = len(held.document) - 1
    rows = {*wanted.values(), *single.values()}
    for row in wanted.values():
        rows |= {near for near in (row - 1, row + 1) if 0 <= near <= last and held.document[near] == held.document[row]}
    ordered = sorted(rows)
    chunks = dict(zip(ordered, read_rows(revision.folder / CHUNKS, ordered), strict=True))
    found = {name: Surrounded(chunk=chunks[row]) for name, row in single.items()}
    for name, row in wanted.items():
        own = chunks[row]
        found[name] = Surrounded(
            chunk=own,
            before=_neighbour(chunks.get(row - 1), own, -1),
            after=_neighbour(chunks.get(row + 1), own, 1),
        )
    return found


def _neighbour(other: Chunk | None, own: Chunk, step: int) -> Chunk | None:
    near = other is not None and other.document == own.document and other.ordinal == own.ordinal + step
    return other if near else None


def _length_until(first: Chunk, second: Chunk) -> int:
    """Return how many characters of `first` stand before `second` begins: chunks may overlap."""
    length = len(first.text or "")
    if first.start is None or second.start is None:
        return length
    return max(min(length, second.start - first.start), 0)


def _gap(first: Chunk, second: Chunk) -> str:
    touching = first.end is not None and second.start is not None and second.start <= first.end
    return "" if touching else "\n\n"
