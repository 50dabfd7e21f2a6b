"""Ids and places of all chunks beside the Parquet: arrays that are mapped into memory, not read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith._base.atomic import write_atomically
from goldsmith.tables.chunk_columns import ChunkColumns
from goldsmith.tables.id_keys import IdKeys, PackedIds, build_keys

INDEX = "index"
_SAVED = ("blob", "offsets", "keys", "rows", "document", "ordinal", "start", "end")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChunkIndex:
    """What can be said of every chunk without reading a text; a row is the chunk's place in the Parquet."""

    keys: IdKeys
    document: NDArray[np.int32]
    """Place of the document among the document ids, ascending."""
    ordinal: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]

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
    return ChunkIndex(
        keys=build_keys(chunks.ids),
        document=chunks.document,
        ordinal=chunks.ordinal,
        start=chunks.start,
        end=chunks.end,
    )


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
            name: np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in _SAVED
        }
    except (OSError, ValueError):
        return None
    rows = len(held["offsets"]) - 1
    if any(len(held[name]) != rows for name in _SAVED[2:]) or len(held["blob"]) != held["offsets"][-1]:
        return None
    packed = PackedIds(blob=held["blob"], offsets=held["offsets"])
    return ChunkIndex(
        keys=IdKeys(packed=packed, keys=held["keys"], rows=held["rows"]),
        document=held["document"],
        ordinal=held["ordinal"],
        start=held["start"],
        end=held["end"],
    )


def _arrays(index: ChunkIndex) -> dict[str, NDArray[Any]]:
    return {
        "blob": index.keys.packed.blob,
        "offsets": index.keys.packed.offsets,
        "keys": index.keys.keys,
        "rows": index.keys.rows,
        "document": index.document,
        "ordinal": index.ordinal,
        "start": index.start,
        "end": index.end,
    }
