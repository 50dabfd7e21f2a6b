"""Ids, places and content keys of all chunks beside the Parquet: arrays that are mapped into memory, not read.

They can be built from the Parquet again, and are where one is missing: that of an older layout too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO, FileIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import IntegrityError
from goldsmith.tables.chunk_columns import ChunkColumns
from goldsmith.tables.content_keys import DocumentRows, SortedColumns, Stretch, content_keys, text_lengths
from goldsmith.tables.id_keys import IdKeys, PackedIds, build_keys

INDEX = "index"
_SAVED = (
    "blob", "offsets", "sections", "keys", "rows", "contents", "document", "ordinal", "section", "start", "end",
    "length",
)  # fmt: skip
_ONE_A_CHUNK = _SAVED[3:]
_ROWS_AT_ONCE = 1 << 18

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChunkIndex:
    """What can be said of every chunk without reading a text; a row is the chunk's place in the Parquet."""

    keys: IdKeys
    document: NDArray[np.int32]
    """Place of the document among the document ids, ascending."""
    ordinal: NDArray[np.int32]
    section: NDArray[np.int32]
    """Place among the section paths; -1: none."""
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    length: NDArray[np.int32]
    """Characters of the chunk; 0 where nobody knows."""
    contents: NDArray[np.uint64]
    """Keys of what the chunks say, in the order of their id keys."""
    sections: NDArray[np.uint8]
    """All section paths in the order of first use, as the bytes of a JSON list."""

    def section_paths(self) -> tuple[str, ...]:
        """Return all section paths. Raises IntegrityError where the index is damaged."""
        try:
            return tuple(json.loads(self.sections.tobytes()))
        except (ValueError, TypeError):
            raise IntegrityError(
                "the section paths of an index cannot be read", next_step="goldsmith corpus verify"
            ) from None

    def rows_of(self, wanted: Iterable[str], document_ids: Sequence[str]) -> list[int]:
        """Return the rows of all chunks of the `wanted` documents, ascending; `document_ids` are all, ascending."""
        chosen = set(wanted)
        places = [place for place, one in enumerate(document_ids) if one in chosen]
        return np.flatnonzero(np.isin(self.document, places)).tolist()


def write_index(folder: Path, chunks: ChunkColumns) -> None:
    """Write the arrays of `chunks` into `folder`."""
    _save(folder, _index_of(chunks))


def load_index(folder: Path, rebuild_from: Callable[[], ChunkColumns]) -> ChunkIndex:
    """Return the arrays in `folder`; where one is missing or of another length, all are rebuilt."""
    held = _saved(folder)
    if held is None:
        held = _index_of(rebuild_from())
        with suppress(OSError):  # a folder that may only be read serves all the same
            _save(folder, held)
    return held


def same_index(held: ChunkIndex, chunks: ChunkColumns) -> bool:
    """Say whether the arrays are those that `chunks` would give."""
    pairs = zip(_arrays(held).values(), _arrays(_index_of(chunks)).values(), strict=True)
    return all(np.array_equal(one, other) for one, other in pairs)


def _index_of(chunks: ChunkColumns) -> ChunkIndex:
    keys = build_keys(chunks.ids)
    return ChunkIndex(
        keys=keys,
        document=chunks.document,
        ordinal=chunks.ordinal,
        section=chunks.section,
        start=chunks.start,
        end=chunks.end,
        length=text_lengths(chunks),
        contents=content_keys(chunks)[keys.rows],
        sections=np.frombuffer(json.dumps(chunks.sections).encode(), dtype=np.uint8),
    )


def sorted_columns(index: ChunkIndex) -> SortedColumns:
    """Return the columns by which a revision is compared, read from disk a stretch at a time."""

    def read(first: int, last: int) -> Stretch:
        keys, contents = (read_stretch(column, first, last) for column in (index.keys.keys, index.contents))
        return Stretch(keys=keys, contents=contents, first=first)

    def id_of(place: int) -> bytes:
        return index.keys.packed.bytes_of(int(index.keys.rows[place]))

    return SortedColumns(size=len(index.contents), read=read, id_of=id_of)


def rows_at(index: ChunkIndex, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows of chunks by their places in the order of the id keys, in the order given."""
    order = np.argsort(places, kind="stable")
    rows = np.empty(len(places), dtype=np.int64)
    rows[order] = picked(index.keys.rows, places[order])
    return rows


def read_stretch(column: NDArray[Number], first: int, last: int) -> NDArray[Number]:
    """Return some rows of a column. Of one on disk they are read, not mapped: pages that were mapped stay in memory."""
    if not isinstance(column, np.memmap) or column.filename is None:
        return column[first:last]
    held: NDArray[Any] = np.empty(max(0, min(last, len(column)) - first), dtype=column.dtype)
    with FileIO(column.filename) as file:
        file.seek(column.offset + first * column.itemsize)
        size = file.readinto(held.data)
    return held[: size // column.itemsize]


def picked(column: NDArray[Number], rows: NDArray[Any]) -> NDArray[Number]:
    """Return the values of ascending `rows`, reading a stretch at a time."""
    parts = [read_stretch(column, at, last)[own - at] for at, last, own in _stretches(len(column), rows)]
    return np.concatenate(parts) if parts else np.empty(0, dtype=column.dtype)


def _stretches(size: int, rows: NDArray[Any]) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
    """Yield first and one past last row of each stretch that holds some of the ascending `rows`, and those."""
    for at in range(0, size, _ROWS_AT_ONCE):
        last = min(at + _ROWS_AT_ONCE, size)
        first, end = np.searchsorted(rows, (at, last)).tolist()
        if first < end:
            yield at, last, rows[first:end].astype(np.int64)


def rows_of_places(index: ChunkIndex, places: NDArray[np.int32]) -> DocumentRows:
    """Return every chunk of the documents at ascending `places`; their number there becomes the document's."""
    numbered = np.full(int(places[-1]) + 2 if len(places) else 1, -1, dtype=np.int32)
    numbered[places] = np.arange(len(places), dtype=np.int32)
    found: list[NDArray[np.int64]] = []
    owners: list[NDArray[np.int32]] = []
    size = len(index.document)
    for at in range(0, size, _ROWS_AT_ONCE):
        held = read_stretch(index.document, at, min(at + _ROWS_AT_ONCE, size))
        number = numbered[np.minimum(held, len(numbered) - 1)]
        chosen = np.flatnonzero(number >= 0)
        found.append(chosen + at)
        owners.append(number[chosen])
    rows = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
    return DocumentRows(
        row=rows,
        document=np.concatenate(owners) if owners else np.empty(0, dtype=np.int32),
        section=picked(index.section, rows),
        start=picked(index.start, rows),
        end=picked(index.end, rows),
        length=picked(index.length, rows),
        content=_contents_of(index, rows),
    )


def _contents_of(index: ChunkIndex, rows: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return the content keys of ascending `rows`; they stand in the order of the id keys."""
    size = len(index.contents)
    place = np.full(size, -1, dtype=np.int32)
    place[rows] = np.arange(len(rows), dtype=np.int32)
    contents = np.empty(len(rows), dtype=np.uint64)
    for at in range(0, size if len(rows) else 0, _ROWS_AT_ONCE):
        last = min(at + _ROWS_AT_ONCE, size)
        into = place[read_stretch(index.keys.rows, at, last)]
        known = into >= 0
        contents[into[known]] = read_stretch(index.contents, at, last)[known]
    return contents


def held_contents(index: ChunkIndex, contents: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Say of each content key whether any chunk has it."""
    found = np.zeros(len(contents), dtype=bool)
    size = len(index.contents) if len(contents) else 0
    for at in range(0, size, _ROWS_AT_ONCE):
        found |= np.isin(contents, read_stretch(index.contents, at, min(at + _ROWS_AT_ONCE, size)))
    return found


def _save(folder: Path, index: ChunkIndex) -> None:
    for name, column in _arrays(index).items():
        file = BytesIO()
        np.save(file, column, allow_pickle=False)
        # Whole or not at all: another process may have the old file mapped.
        write_atomically(folder / f"{name}.npy", file.getvalue())


def _saved(folder: Path) -> ChunkIndex | None:
    """Return the arrays in `folder`; None where they are not those of one whole index."""
    try:
        held: dict[str, Any] = {
            # A path as text: of a Path NumPy asks the file system for every folder above the file.
            name: np.load(str(folder / f"{name}.npy"), mmap_mode="r", allow_pickle=False)
            for name in _SAVED
        }
    except (OSError, ValueError):
        return None
    rows = len(held["offsets"]) - 1
    if any(len(held[name]) != rows for name in _ONE_A_CHUNK) or len(held["blob"]) != held["offsets"][-1]:
        return None
    packed = PackedIds(blob=held["blob"], offsets=held["offsets"])
    return ChunkIndex(
        keys=IdKeys(packed=packed, keys=held["keys"], rows=held["rows"]),
        **{name: held[name] for name in ("sections", *_ONE_A_CHUNK) if name not in {"keys", "rows"}},
    )


def _arrays(index: ChunkIndex) -> dict[str, NDArray[Any]]:
    packed = {"blob": index.keys.packed.blob, "offsets": index.keys.packed.offsets}
    keyed = {"keys": index.keys.keys, "rows": index.keys.rows}
    return {**packed, **keyed, **{name: getattr(index, name) for name in _SAVED if name not in {*packed, *keyed}}}
