"""Documents and chunks as Parquet, by duckdb; columns go in and come out as arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from goldsmith.errors import IntegrityError
from goldsmith.records.corpus import Chunk, ContentHash, Document, Ingestion
from goldsmith.tables.chunk_columns import ABSENT, SHA256_BYTES, ChunkColumns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

_WRITE = "(format parquet, compression zstd, compression_level 1, row_group_size 20480)"
"""Row groups this small stay in the processor's cache, and a few rows are unpacked from less."""
_TEXTS = ("source", "version", "title", "media_type", "language", "effective_from", "effective_to", "tenant", "planted")
_DOCUMENT_FIELDS = (
    "id", *_TEXTS, "hash_algorithm", "hash", "supersedes", "allowed_principals", "status", "reason",
)  # fmt: skip
_CHUNK_NUMBERS = ("ordinal", "start", "end", "page", "tokens")
_CHUNK_FIELDS = (
    "id", "document", "ordinal", "start", "end", "section", "page", "sha256", "foreign_hash", "hash_algorithm",
    "tokens", "language", "text", "preview",
)  # fmt: skip
_CELLS_AT_ONCE = 50_000


@contextmanager
def connection() -> Iterator[DuckDBPyConnection]:
    """Give a duckdb connection of its own; what Parquet cannot be read as becomes an IntegrityError."""
    import duckdb

    with duckdb.connect() as connected:
        connected.execute("set enable_progress_bar = false")
        try:
            yield connected
        except duckdb.Error as error:
            message = f"a file of the revision cannot be read: {str(error).splitlines()[0]}"
            raise IntegrityError(message, next_step="freeze the corpus again from its sources") from error


def quoted(path: Path) -> str:
    """Return a path as an SQL text."""
    return "'" + path.as_posix().replace("'", "''") + "'"


def select(connected: DuckDBPyConnection, columns: Sequence[str], path: Path) -> DuckDBPyRelation:
    """Return the columns of a Parquet file."""
    names = ", ".join(f'"{name}"' for name in columns)
    return connected.read_parquet(path.as_posix()).select(names)


def write_documents(path: Path, documents: Sequence[Document]) -> None:
    """Write documents, one row each."""
    columns: dict[str, list[str]] = {
        "id": [one.id for one in documents],
        **{name: [getattr(one, name) or "" for one in documents] for name in _TEXTS},
        "hash_algorithm": [one.content_hash.algorithm for one in documents],
        "hash": [one.content_hash.value for one in documents],
        "supersedes": [json.dumps(one.supersedes) for one in documents],
        "allowed_principals": [json.dumps(one.allowed_principals) for one in documents],
        "status": [one.ingestion.status for one in documents],
        "reason": [one.ingestion.reason or "" for one in documents],
    }
    chosen = [f"nullif({name}, '') as {name}" for name in (*_TEXTS, "reason")]
    chosen += ["id", "hash_algorithm", "hash", "status"]
    chosen += [f"({name}::json)::varchar[] as {name}" for name in ("supersedes", "allowed_principals")]
    _write(path, columns, chosen)


def read_documents_table(path: Path) -> tuple[Document, ...]:
    """Return the documents of a revision, ascending by id."""
    with connection() as connected:
        return _sorted_documents(select(connected, _DOCUMENT_FIELDS, path).fetchall())


def read_documents_named(path: Path, ids: Sequence[str]) -> tuple[Document, ...]:
    """Return the documents with these ids, as far as they are there, ascending by id."""
    if not ids:
        return ()
    with connection() as connected:
        connected.register("wanted", {"id": _objects(ids)})
        held = select(connected, _DOCUMENT_FIELDS, path).join(connected.table("wanted"), "id", "semi")
        return _sorted_documents(held.fetchall())


def read_differing_ids(before: Path, after: Path) -> list[str]:
    """Return the ids of the documents that are not written alike in two revisions, ascending."""
    with connection() as connected:
        one, other = (select(connected, _DOCUMENT_FIELDS, path) for path in (before, after))
        rows = [*one.except_(other).select("id").fetchall(), *other.except_(one).select("id").fetchall()]
    return sorted({name for (name,) in rows})


def _sorted_documents(rows: Sequence[Sequence[Any]]) -> tuple[Document, ...]:
    held = (_document(dict(zip(_DOCUMENT_FIELDS, row, strict=True))) for row in rows)
    return tuple(sorted(held, key=lambda one: one.id))


def read_document_ids(path: Path) -> list[str]:
    """Return the ids of the documents of a revision, ascending."""
    with connection() as connected:
        return sorted(name for (name,) in select(connected, ["id"], path).fetchall())


def _document(row: dict[str, Any]) -> Document:
    allowed = row.pop("allowed_principals")
    return Document(
        content_hash=ContentHash(algorithm=row.pop("hash_algorithm"), value=row.pop("hash")),
        ingestion=Ingestion(status=row.pop("status"), reason=row.pop("reason")),
        supersedes=tuple(row.pop("supersedes") or ()),
        allowed_principals=None if allowed is None else tuple(allowed),
        **row,
    )


def write_chunks(path: Path, chunks: ChunkColumns) -> None:
    """Write chunks, one row each, in the order of the columns."""
    columns: dict[str, Any] = {
        "id": chunks.ids,
        "document": _taken(chunks.documents, chunks.document),
        **{name: getattr(chunks, name) for name in _CHUNK_NUMBERS},
    }
    chosen = ["id", "document", *(f'nullif("{name}", {ABSENT}) as "{name}"' for name in _CHUNK_NUMBERS)]
    optional: dict[str, Any] = {
        "section": _taken((*chunks.sections, ""), chunks.section) if chunks.sections else None,
        "sha256": None if chunks.sha256 is None else _hex_rows(chunks.sha256),
        "foreign_hash": _blank_for_none(chunks.foreign_hashes),
        "language": _blank_for_none(chunks.languages),
        "preview": _blank_for_none(chunks.previews),
        "text": chunks.texts,
    }
    for name, held in optional.items():
        if held is not None:
            columns[name] = held
        # A column of which nothing is known has no type of its own.
        chosen.append(f"null::varchar as {name}" if held is None else f"nullif({name}, '') as {name}")
    algorithm = chunks.hash_algorithm.replace("'", "''")
    chosen.append(f"'{algorithm}' as hash_algorithm")
    _write(path, columns, chosen)


def _hex_rows(hashes: np.ndarray[Any, np.dtype[np.uint8]]) -> list[str]:
    digits, width = hashes.tobytes().hex(), 2 * SHA256_BYTES
    return [digits[at : at + width] for at in range(0, len(digits), width)]


def _blank_for_none(values: Sequence[str | None] | None) -> list[str] | None:
    return None if values is None else [value or "" for value in values]


def _taken(names: Sequence[str], index: np.ndarray[Any, np.dtype[np.int32]]) -> Any:
    return np.array(names, dtype=object)[index] if len(index) else []


def _write(path: Path, columns: Mapping[str, Any], chosen: Sequence[str]) -> None:
    held = {name: values if isinstance(values, np.ndarray) else _objects(values) for name, values in columns.items()}
    empty = not len(next(iter(held.values())))
    if empty:
        # Without rows an object column has no type of its own.
        held = {name: np.array([0] if name in _CHUNK_NUMBERS else ["[]"]) for name in held}
    with connection() as connected:
        # A second thread would only wait for the interpreter, which both need to read texts out of Python.
        connected.execute("set threads = 1")
        connected.register("held", held)
        # In one statement: each look at the columns samples all their texts again.
        rows = f"select {', '.join(chosen)} from held limit {0 if empty else 'all'}"  # noqa: S608 - names of our own
        connected.execute(f"copy ({rows}) to {quoted(path)} {_WRITE}")


def _objects(values: Sequence[object]) -> np.ndarray[Any, np.dtype[np.object_]]:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def read_chunks(path: Path, documents: tuple[str, ...]) -> ChunkColumns:
    """Return all chunks of a revision as columns."""
    with connection() as connected:
        columns = select(connected, _CHUNK_FIELDS, path).fetchnumpy()
    rows = len(columns["id"])
    place = {name: index for index, name in enumerate(documents)}
    sections: dict[str, int] = {}
    held = {name: _filled(columns[name]) for name in ("section", "foreign_hash", "language", "text", "preview")}
    hashes = _filled(columns["sha256"])
    algorithms = _filled(columns["hash_algorithm"])
    return ChunkColumns(
        documents=documents,
        ids=columns["id"].tolist(),
        document=np.fromiter((place[name] for name in columns["document"].tolist()), dtype=np.int32, count=rows),
        section=np.fromiter(
            (ABSENT if one is None else sections.setdefault(one, len(sections)) for one in held["section"]),
            dtype=np.int32,
            count=rows,
        ),
        sections=tuple(sections),
        ordinal=_numbers(columns["ordinal"], np.int32),
        start=_numbers(columns["start"], np.int64),
        end=_numbers(columns["end"], np.int64),
        page=_numbers(columns["page"], np.int32),
        tokens=_numbers(columns["tokens"], np.int32),
        sha256=_hash_rows(hashes),
        foreign_hashes=_unless_empty(held["foreign_hash"]),
        hash_algorithm=algorithms[0] if algorithms else "foreign",
        languages=_unless_empty(held["language"]),
        texts=None if None in held["text"] else held["text"],
        previews=_unless_empty(held["preview"]),
    )


def _filled(column: Any) -> list[Any]:
    if isinstance(column, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(column).tolist()
        return [None if hidden else value for hidden, value in zip(mask, column.data.tolist(), strict=True)]
    return list(column.tolist())


def _numbers(column: Any, kind: Any) -> Any:
    return np.ma.filled(column, ABSENT).astype(kind)


def _hash_rows(hashes: Sequence[str | None]) -> Any:
    if not hashes or hashes[0] is None:
        return None if hashes else np.empty((0, SHA256_BYTES), dtype=np.uint8)
    try:
        joined = bytes.fromhex("".join(filter(None, hashes)))
        return np.frombuffer(joined, dtype=np.uint8).reshape(len(hashes), SHA256_BYTES)
    except ValueError:
        message = "a chunk of the revision has a hash that is no SHA-256"
        raise IntegrityError(message, next_step="freeze the corpus again from its sources") from None


def _unless_empty(values: list[Any]) -> list[Any] | None:
    return values if any(value is not None for value in values) else None


def read_rows(path: Path, rows: Sequence[int]) -> list[Chunk]:
    """Return the chunks of some rows, in the order of the file."""
    wanted = np.unique(np.array(rows, dtype=np.int64))
    if not len(wanted):
        return []
    names = ", ".join(f'"{name}"' for name in _CHUNK_FIELDS)
    with connection() as connected:
        connected.register("wanted", {"file_row_number": wanted})
        file = connected.read_parquet(path.as_posix(), file_row_number=True)
        # Joined by place: cheaper than looking for ids, and the order of the places narrows what is unpacked.
        hits = connected.table("wanted").join(file, "file_row_number").order("file_row_number")
        return [_chunk(dict(zip(_CHUNK_FIELDS, row, strict=True))) for row in hits.select(names).fetchall()]


def _chunk(row: dict[str, Any]) -> Chunk:
    own, foreign, algorithm = row.pop("sha256"), row.pop("foreign_hash"), row.pop("hash_algorithm")
    content_hash = None
    if own is not None:
        content_hash = ContentHash(algorithm="sha256", value=own)
    elif foreign is not None:
        content_hash = ContentHash(algorithm=algorithm, value=foreign)
    return Chunk(content_hash=content_hash, **row)


def read_row_texts(path: Path, rows: Sequence[int]) -> dict[int, str]:
    """Return the texts of some ascending rows, where there are any."""
    if not rows:
        return {}
    with connection() as connected:
        connected.register("wanted", {"file_row_number": np.array(rows, dtype=np.int64)})
        file = connected.read_parquet(path.as_posix(), file_row_number=True)
        hits = connected.table("wanted").join(file, "file_row_number").filter("text is not null")
        return dict(hits.select("file_row_number, text").fetchall())


def stream_texts(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield id, document id and text of every chunk that has one, in the order of the file."""
    with connection() as connected:
        texts = select(connected, ("id", "document", "text"), path).filter("text is not null")
        while rows := texts.fetchmany(_CELLS_AT_ONCE):
            yield from rows
