"""Columns beside the Parquet: read in stretches, picked by rows, built again where they are of an older layout."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldsmith.errors import IntegrityError
from goldsmith.ondisk import chunk_index
from goldsmith.ondisk.revisions import index
from goldsmith.tables.chunk_columns import ChunkColumns
from tests.ondisk.test_revisions import CORPUS, PASSAGE, frozen, save

NEW_COLUMNS = ["contents", "length", "section", "sections"]


def no_rebuilding() -> ChunkColumns:
    pytest.fail("the index was built again")


def test_an_index_of_an_older_layout_is_built_again(tmp_path: Path) -> None:
    stored = save(tmp_path, frozen(CORPUS))
    before = {path.name: path.read_bytes() for path in sorted((stored.folder / "index").iterdir())}
    for name in NEW_COLUMNS:
        (stored.folder / "index" / f"{name}.npy").unlink()
    held = index(stored)

    assert {path.name: path.read_bytes() for path in sorted((stored.folder / "index").iterdir())} == before
    assert held.section_paths() == ("Fees", "Fees > Late")
    assert chunk_index.load_index(stored.folder / "index", no_rebuilding).length.tolist() == [25, 20, len(PASSAGE)]


def test_columns_that_were_mapped_are_read_in_stretches(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(10, dtype=np.uint32))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")

    for column in (mapped, np.arange(10, dtype=np.uint32)):
        assert chunk_index.read_stretch(column, 3, 5).tolist() == [3, 4]
        assert chunk_index.read_stretch(column, 8, 20).tolist() == [8, 9]
        assert chunk_index.read_stretch(column, 12, 20).tolist() == []
        assert chunk_index.picked(column, np.array([0, 4, 9])).tolist() == [0, 4, 9]
        assert chunk_index.picked(column, np.empty(0, dtype=np.int64)).tolist() == []
    assert not isinstance(chunk_index.read_stretch(mapped, 3, 5), np.memmap)


def test_of_a_column_that_lost_its_end_on_disk_only_what_is_there_is_read(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(10, dtype=np.uint32))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    (tmp_path / "x.npy").write_bytes((tmp_path / "x.npy").read_bytes()[:-10])

    assert chunk_index.read_stretch(mapped, 5, 10).tolist() == [5, 6]


def test_the_rows_of_documents_come_with_all_that_is_known_of_them(tmp_path: Path) -> None:
    corpus = frozen(CORPUS)
    stored = save(tmp_path, corpus)
    held = index(stored)
    rows = chunk_index.rows_of_places(held, np.array([1], dtype=np.int32))

    assert (rows.row.tolist(), rows.document.tolist(), rows.length.tolist()) == ([2], [0], [len(PASSAGE)])
    assert rows.content.tolist() == [held.contents[held.keys.rows.tolist().index(2)]]
    assert len(chunk_index.rows_of_places(held, np.empty(0, dtype=np.int32))) == 0


def test_places_in_the_order_of_keys_are_turned_into_rows(tmp_path: Path) -> None:
    held = index(save(tmp_path, frozen(CORPUS)))

    assert chunk_index.rows_at(held, np.array([2, 0])).tolist() == held.keys.rows[[2, 0]].tolist()


def test_a_content_is_held_where_any_chunk_has_it(tmp_path: Path) -> None:
    held = index(save(tmp_path, frozen(CORPUS)))
    asked = np.array([held.contents[1], 7], dtype=np.uint64)

    assert chunk_index.held_contents(held, asked).tolist() == [True, False]
    assert chunk_index.held_contents(held, asked[:0]).tolist() == []


def test_damaged_section_paths_are_our_own_fault(tmp_path: Path) -> None:
    stored = save(tmp_path, frozen(CORPUS))
    np.save(stored.folder / "index" / "sections.npy", np.frombuffer(b"{", dtype=np.uint8))

    with pytest.raises(IntegrityError, match="section paths"):
        index(stored).section_paths()
