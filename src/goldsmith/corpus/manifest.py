"""A foreign chunk manifest becomes a corpus with its own ids. Every bad row is named; none is mended or left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from goldsmith.corpus.manifest_documents import document_ids, documents_of
from goldsmith.corpus.manifest_rows import RowProblems
from goldsmith.records.corpus import Document, TextKept
from goldsmith.tables.chunk_columns import ABSENT, ChunkColumns, hash_texts
from goldsmith.tables.frozen_corpus import SourceText
from goldsmith.tables.manifest_columns import ManifestColumns

SPLITTER = "manifest"
LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestCorpus:
    """The chunks of a manifest, their documents, and what a person should know about the reading."""

    documents: tuple[Document, ...]
    chunks: ChunkColumns
    text: TextKept
    notes: tuple[str, ...]


class _Read(NamedTuple):
    text: str | None = None
    fault: str = ""
    field: str = ""


def corpus_of_manifest(manifest: ManifestColumns, *, sources: Sequence[SourceText] | None = None) -> ManifestCorpus:
    """Return the corpus that a manifest describes.

    With `sources`, every chunk must belong to one of them, its span must lie inside the document and hold its text; a
    chunk without text then takes it from its span. Raises InvalidFileError with every problem.
    """
    problems = RowProblems(manifest)
    ids = _ids(manifest, problems)
    spans = {name: _whole_numbers(manifest, name, problems) for name in ("start", "end")}
    _check_spans(spans["start"], spans["end"], problems)
    names, origin = document_ids(manifest, ids, problems)
    texts = _texts(manifest, problems)
    if sources is None:
        documents = documents_of(manifest, names, problems)
        _refuse_gaps(texts, problems)
    else:
        held = {source.document.id: source for source in sources}
        texts = _texts_in_documents(held, names, spans, texts, problems)
        documents = tuple(held[name].document for name in sorted(held))
    problems.stop()
    chunks = _columns(manifest, ids, names, spans, texts, documents)
    return ManifestCorpus(
        documents=documents, chunks=chunks, text=_text_kept(chunks), notes=_notes(manifest, chunks, origin)
    )


def _text_kept(chunks: ChunkColumns) -> TextKept:
    if chunks.texts is not None:
        return "full"
    return "absent" if chunks.previews is None else "preview"


def _notes(manifest: ManifestColumns, chunks: ChunkColumns, origin: str) -> tuple[str, ...]:
    read = ", ".join(f"{field} from {column!r}" for field, column in manifest.columns.items())
    notes = [f"read: {read}", origin]
    if manifest.unused:
        notes.append(f"not used: {', '.join(manifest.unused)}")
    notes += _lost_numbers(manifest)
    if chunks.texts is not None and "start" in manifest.columns:
        lengths = np.fromiter(map(len, chunks.texts), dtype=np.int64, count=len(chunks))
        differ = int(np.count_nonzero((chunks.start != ABSENT) & (chunks.end - chunks.start != lengths)))
        if differ:
            notes.append(f"{differ} of {len(chunks)} chunks have a text whose length is not that of their span")
    return tuple(notes)


def _lost_numbers(manifest: ManifestColumns) -> Iterator[str]:
    for name in ("ordinal", "page", "tokens"):
        given = sum(value is not None for value in manifest.values.get(name, ()))
        lost = given - int(np.count_nonzero(_plain_numbers(manifest, name) != ABSENT))
        if lost:
            yield f"{lost} of {given} values of {name!r} are not whole numbers from 0 and were left out"


def _ids(manifest: ManifestColumns, problems: RowProblems) -> list[str]:
    column = list(manifest.values["id"])
    if set(map(type, column)) - {str}:
        for row, value in enumerate(column):
            if value is None:
                problems.add(row, "the chunk has no id", field="id")
            elif not isinstance(value, str):
                message = f"the chunk id {value!r} is a number; tools round large numbers, so ids are text"
                problems.add(row, message, field="id", mend="write it in quotes")
    ids = [value if isinstance(value, str) else str(value) for value in column]
    if len(set(ids)) < len(ids) or "" in ids:
        seen: dict[str, int] = {}
        for row, one in enumerate(ids):
            if not one.strip() and column[row] is not None:
                problems.add(row, "the chunk id is empty", field="id")
            elif one in seen and isinstance(column[row], str):
                problems.add(row, f"the chunk id {one!r} stands already in row {seen[one] + 1}", field="id")
            seen.setdefault(one, row)
    return ids


def _whole_numbers(manifest: ManifestColumns, name: str, problems: RowProblems) -> NDArray[np.int64]:
    column = manifest.values.get(name)
    if column is None:
        return np.full(manifest.rows, ABSENT, dtype=np.int64)
    if isinstance(column, np.ndarray) and np.issubdtype(column.dtype, np.integer):
        return cast("NDArray[np.int64]", column.astype(np.int64))
    numbers = np.full(manifest.rows, ABSENT, dtype=np.int64)
    for row, value in enumerate(column):
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST:
            numbers[row] = value
        elif value is not None:
            problems.add(row, f"{name} is {value!r}, which is not a whole number that can be a place", field=name)
    return numbers


def _check_spans(start: NDArray[np.int64], end: NDArray[np.int64], problems: RowProblems) -> None:
    given_start, given_end = problems.given("start"), problems.given("end")
    wrong = (given_start != given_end) | (given_start & (start < 0)) | (given_end & (end <= start))
    for row in np.flatnonzero(wrong).tolist():
        first, last = int(start[row]), int(end[row])
        if given_start[row] != given_end[row]:
            problems.add(row, "the span has a start or an end, not both", field="start")
        elif first < 0:
            problems.add(row, f"the span starts at {first}: places count from 0", field="start")
        elif last == first:
            problems.add(row, f"the span {first}-{last} is empty", field="end")
        else:
            problems.add(row, f"the span ends at {last}, before it starts at {first}", field="end")


def _texts(manifest: ManifestColumns, problems: RowProblems) -> list[str] | None:
    """Return the texts, empty where a row has none."""
    column = manifest.values.get("text")
    if column is None:
        return None
    texts = list(column)
    if not any(value is not None for value in texts):
        return None
    if set(map(type, texts)) == {str}:
        return cast("list[str]", texts)
    for row, value in enumerate(texts):
        if value is not None and not isinstance(value, str):
            problems.add(row, f"the text is {value!r}", field="text", mend="write text in quotes")
    return [value if isinstance(value, str) else "" for value in texts]


def _refuse_gaps(texts: Sequence[str] | None, problems: RowProblems) -> None:
    if texts is None or all(texts):
        return
    for row, text in enumerate(texts):
        if not text and not problems.has(row):
            problems.add(row, "the chunk has no text, and others have", field="text")


def _texts_in_documents(
    held: Mapping[str, SourceText],
    names: Sequence[str],
    spans: Mapping[str, NDArray[np.int64]],
    texts: Sequence[str] | None,
    problems: RowProblems,
) -> list[str] | None:
    """Check every row against its document and return the texts, from the spans where the manifest has none."""
    found: list[str] = []
    for row, (name, start, end) in enumerate(zip(names, spans["start"].tolist(), spans["end"].tolist(), strict=True)):
        text = texts[row] if texts is not None else ""
        read = _read_span(held.get(name), name, start, end)
        span = read.text
        if read.fault:
            problems.add(row, read.fault, field=read.field)
        if text and span is not None and span != text and span.strip() != text.strip():
            problems.add(row, f"the text is {_shown(text)}, the span {start}-{end} holds {_shown(span)}", field="text")
        found.append(text or span or "")
    if not any(found):
        return None
    _refuse_gaps(found, problems)
    return found


def _read_span(source: SourceText | None, name: str, start: int, end: int) -> _Read:
    if source is None:
        return _Read(fault=f"the document {name!r} is not in the folder of documents", field="document")
    if source.text is None:
        reason = source.document.ingestion.reason or "unknown"
        return _Read(fault=f"the document {name!r} could not be read: {reason}", field="document")
    if start < 0 or end <= start:
        return _Read()
    if end > len(source.text):
        return _Read(fault=f"the span ends at {end}, the document {name!r} at {len(source.text)}", field="end")
    return _Read(text=source.text[start:end])


def _shown(text: str) -> str:
    longest = 60
    return repr(text if len(text) <= longest else text[:longest] + "…")


def _columns(
    manifest: ManifestColumns,
    ids: Sequence[str],
    names: Sequence[str],
    spans: Mapping[str, NDArray[np.int64]],
    texts: Sequence[str] | None,
    documents: Sequence[Document],
) -> ChunkColumns:
    place = {document.id: at for at, document in enumerate(documents)}
    document = np.fromiter((place[name] for name in names), dtype=np.int32, count=len(ids))
    ordinal = _plain_numbers(manifest, "ordinal")
    by = ordinal if (ordinal != ABSENT).all() else spans["start"]
    # Rows of the file break ties, so a manifest without ordinals and spans keeps its order inside each document.
    order = np.lexsort((np.arange(len(ids)), by, document))
    moved = order.tolist()
    sections: dict[str, int] = {}
    headings = _picked(manifest.values.get("section"), moved) or [None] * len(ids)
    section = [_section(sections, value) for value in headings]
    sorted_texts = None if texts is None else [texts[row] for row in moved]
    return ChunkColumns(
        documents=tuple(place),
        sections=tuple(sections),
        ids=[ids[row] for row in moved],
        document=document[order],
        ordinal=ordinal[order] if (ordinal != ABSENT).all() else _counted(document[order]),
        start=spans["start"][order],
        end=spans["end"][order],
        section=np.array(section, dtype=np.int32),
        page=_plain_numbers(manifest, "page")[order],
        tokens=_plain_numbers(manifest, "tokens")[order],
        sha256=None if sorted_texts is None else hash_texts(sorted_texts),
        foreign_hashes=_picked(manifest.values.get("content_hash"), moved),
        hash_algorithm="sha256" if manifest.columns.get("content_hash") == "sha256" else "foreign",
        languages=_picked(manifest.values.get("language"), moved),
        texts=sorted_texts,
        previews=_picked(manifest.values.get("preview"), moved),
    )


def _plain_numbers(manifest: ManifestColumns, name: str) -> NDArray[np.int32]:
    column = manifest.values.get(name)
    if column is None:
        return np.full(manifest.rows, ABSENT, dtype=np.int32)
    if isinstance(column, np.ndarray) and np.issubdtype(column.dtype, np.integer):
        return np.where((column >= 0) & (column <= LARGEST), column, ABSENT).astype(np.int32)
    usable = (value if type(value) is int and 0 <= value <= LARGEST else ABSENT for value in column)
    return np.fromiter(usable, dtype=np.int32, count=manifest.rows)


def _counted(document: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return 0, 1, 2 … inside each run of equal numbers."""
    firsts = np.flatnonzero(np.diff(document, prepend=-1))
    sizes = np.diff(np.append(firsts, len(document)))
    return (np.arange(len(document)) - np.repeat(firsts, sizes)).astype(np.int32)


def _section(sections: dict[str, int], value: str | None) -> int:
    return ABSENT if value is None else sections.setdefault(value, len(sections))


def _picked(column: Sequence[object] | None, rows: Sequence[int]) -> list[str | None] | None:
    if column is None:
        return None
    values = [None if column[row] in (None, "") else str(column[row]) for row in rows]
    return values if any(value is not None for value in values) else None
