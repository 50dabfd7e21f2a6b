"""(c) Diff of two frozen corpora from files: what came, went, changed and moved, and the cases that this touches.

Both sides begin with files in their own form, in the page cache after the first call, and end with the same five
numbers, which are compared. The peers read Parquet with the chunk ids as text and 128 bits of each content, and join by
id. Ours reads the index that freezing left beside the Parquet, 64-bit keys of ids and contents in the order of the ids'
keys, and goes through both once; making and sorting them is part of job (b). The evidence is 30,000 chunk ids as text
for everyone: the peers join it in the same query, ours reads it as JSON and makes its keys while the clock runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from contest import Call, Contest, Peer, Place, Setup
from shared_calls import shared_module

MILLION = 1_000_000
TEN_MILLION = 10_000_000
QUICK = 50_000
_COUNTS = ("added", "removed", "changed", "moved", "cases")


def _rows(place: Place, full: int) -> int:
    return place.size(full, QUICK * (full // MILLION))


def _paths(place: Place, rows: int) -> list[str]:
    """Return the Parquet files of both revisions and of the evidence, written where they are missing."""
    module = shared_module(place, "bench_c_diff")
    (place.work / "data").mkdir(exist_ok=True)
    return [str(path) for path in module.gen(rows)]


def _write(full: int) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        rows = _rows(place, full)
        *revisions, evidence = _paths(place, rows)
        for side, path in zip(("old", "new"), revisions, strict=True):
            _write_index(_index_folder(place, rows, side), path)
        _write_evidence(_evidence(place, rows), evidence)

    return prepare


def _index_folder(place: Place, rows: int, side: str) -> Path:
    return place.work / f"diff-{rows}" / side / "index"


def _evidence(place: Place, rows: int) -> Path:
    return place.work / f"diff-{rows}" / "evidence.json"


def _write_index(folder: Path, path: str) -> None:
    """Write the index that a revision with these chunks has."""
    import numpy as np
    import polars as pl

    from goldsmith.ondisk.chunk_index import write_index
    from goldsmith.tables.chunk_columns import ChunkColumns, no_numbers

    table = pl.read_parquet(path)
    names = table["chunk_id"].str.replace(r":\d+$", "")
    documents = names.unique().sort()
    hashes = np.stack([table[name].to_numpy() for name in ("h1", "h2", "h1", "h2")], axis=1)
    chunks = ChunkColumns(
        documents=tuple(documents.to_list()),
        sections=(),
        ids=table["chunk_id"].to_list(),
        document=names.cast(pl.Enum(documents)).to_physical().cast(pl.Int32).to_numpy(),
        ordinal=(table["start"] // 400).cast(pl.Int32).to_numpy(),
        start=table["start"].cast(pl.Int64).to_numpy(),
        end=(table["start"].cast(pl.Int64) + 400).to_numpy(),
        section=no_numbers(len(table)),
        page=no_numbers(len(table)),
        tokens=no_numbers(len(table)),
        sha256=hashes.view(np.uint8),
    )
    write_index(folder, chunks)


def _write_evidence(path: Path, parquet: str) -> None:
    import polars as pl

    table = pl.read_parquet(parquet)
    held = {"cases": table["case"].to_list(), "chunks": table["chunk_id"].to_list()}
    path.write_text(json.dumps(held), encoding="utf-8")


def _difference(place: Place, rows: int) -> dict[str, int]:
    """Count what changed between two revisions, and the cases whose evidence is gone or says something else."""
    import numpy as np
    from pydantic_core import from_json

    from goldsmith.corpus.changed_rows import changed_chunks, paired_contents
    from goldsmith.ondisk.chunk_index import load_index, sorted_columns
    from goldsmith.tables.id_keys import keys_of, sieved

    sides = [sorted_columns(load_index(_index_folder(place, rows, side), _missing)) for side in ("old", "new")]
    changed = changed_chunks(*sides)
    moved = len(paired_contents(changed.gone.contents, changed.came.contents)[0])
    evidence = from_json(_evidence(place, rows).read_bytes(), cache_strings="keys")
    # Both ascend.
    lost = np.sort(np.concatenate((changed.gone.keys, changed.changed_before.keys)), kind="stable")
    asked = keys_of(evidence["chunks"])
    maybe = sieved(asked, lost)
    touched = maybe[lost.take(np.searchsorted(lost, asked[maybe]), mode="clip") == asked[maybe]]
    return {
        "added": len(changed.came) - moved,
        "removed": len(changed.gone) - moved,
        "changed": len(changed.changed_before),
        "moved": moved,
        "cases": len({evidence["cases"][at] for at in touched.tolist()}),
    }


def _missing() -> Any:
    message = "the index that was prepared cannot be read"
    raise RuntimeError(message)


def _ours(full: int) -> Setup:
    return lambda place: lambda: _difference(place, _rows(place, full))


def _duckdb(full: int) -> Setup:
    def setup(place: Place) -> Call:
        import duckdb

        before, after, evidence = _paths(place, _rows(place, full))
        query = vars(shared_module(place, "bench_c_diff"))["SQL"]
        for table, path in (("from old o", before), ("join new n", after), ("from ev", evidence)):
            word, _, alias = table.partition(" ")
            query = query.replace(table, f"{word} '{path}' {alias.partition(' ')[2]}")
        connection = duckdb.connect()
        return lambda: dict(zip(_COUNTS, map(int, connection.sql(query).fetchall()[0]), strict=True))

    return setup


def _polars(full: int) -> Setup:
    def setup(place: Place) -> Call:
        import polars as pl

        module = shared_module(place, "bench_c_diff")
        *revisions, evidence = _paths(place, _rows(place, full))
        columns = ["chunk_id", "h1", "h2"]

        def call() -> dict[str, int]:
            before, after = (pl.read_parquet(path, columns=columns) for path in revisions)
            found: dict[str, int] = module.polars_diff(before, after, pl.read_parquet(evidence))
            return found

        return call

    return setup


def _extra_memory(place: Place) -> Call:
    """Return by how many MB the peak of ten times as many chunks is higher."""

    def call() -> float:
        peaks = []
        for full in (MILLION, TEN_MILLION):
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
            _difference(place, _rows(place, full))
            status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
            peaks.append(next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:")))
        return peaks[1] - peaks[0]

    return call


def _write_both(place: Place) -> None:
    for full in (MILLION, TEN_MILLION):
        _write(full)(place)


def _same_counts(ours: Any, theirs: Any) -> str:
    return "" if ours == theirs else f"{ours} and {theirs}"


CONTESTS = (
    Contest(
        name="c-million",
        says="diff of two revisions of 1,000,000 chunks, files -> counts and cases",
        ours=_ours(MILLION),
        peers=(
            Peer(name="duckdb", setup=_duckdb(MILLION), goal=0.25, agree=_same_counts),
            Peer(name="polars", setup=_polars(MILLION), agree=_same_counts),
        ),
        prepare=_write(MILLION),
    ),
    Contest(
        name="c-ten-million",
        says="the same, 10,000,000 chunks each",
        ours=_ours(TEN_MILLION),
        peers=(Peer(name="duckdb", setup=_duckdb(TEN_MILLION), goal=0.5, agree=_same_counts),),
        prepare=_write(TEN_MILLION),
        repeats=3,
        slow=True,
    ),
    Contest(
        name="c-flat",
        says="memory of 10,000,000 chunks beyond that of 1,000,000",
        ours=_extra_memory,
        limit=100,
        unit="MB",
        is_time=False,
        prepare=_write_both,
        rounds=1,
        repeats=1,
        slow=True,
    ),
)
