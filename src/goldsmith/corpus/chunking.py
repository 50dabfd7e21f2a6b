"""Documents to chunks: each section is split by itself, so that an edit cannot move a cut in another section.

A chunk's id is ``<document id>#<12 hexadecimal digits>``: the first 48 bits of the SHA-256 of its text, combined by
exclusive or with the first 48 bits of the SHA-256 of document id and section path. Nothing else goes in: no offset, no
position and no count of what stands before. So a text keeps its id as long as it stands in that document under those
headings. Sections with the same path are one section. Where one text stands several times in a section, the second is
``…-2``, the third ``…-3``: another copy, wherever it is put, takes the next free ordinal and renames nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from goldsmith.corpus.sections import Section, markdown_sections, paged_sections, plain_sections, sections_under
from goldsmith.tables.chunk_columns import ABSENT, ChunkColumns, hash_texts, no_numbers
from goldsmith.tables.frozen_corpus import RepeatedText, SourceText

DEFAULT_CAPACITY = 1000
"""Largest number of code points in a chunk."""

ID_BYTES = 6
ID_SEPARATOR = "#"

MARKDOWN = "text/markdown"

Pieces = Sequence[tuple[int, str]]


class Splitter(Protocol):
    """What we need of a splitter: offset (in code points) and text of each piece, blanks at the ends trimmed."""

    def chunk_indices(self, text: str, /) -> Pieces: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkedCorpus:
    """The chunks of all documents, and the texts that occur more than once in one section."""

    chunks: ChunkColumns
    repeated: tuple[RepeatedText, ...]


@dataclass(slots=True)
class _Gathered:
    """Columns while they grow."""

    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    section_keys: list[bytes] = field(default_factory=list)
    section_rows: list[int] = field(default_factory=list)
    section_pages: list[int] = field(default_factory=list)
    section_sizes: list[int] = field(default_factory=list)
    document_sizes: list[int] = field(default_factory=list)
    sections: dict[str, int] = field(default_factory=dict)


def splitter_name(capacity: int) -> str:
    """Return the name and settings of the splitter, as a revision carries them."""
    return f"headings-1, semantic-text-splitter, capacity {capacity}"


def chunk_documents(sources: Iterable[SourceText], *, capacity: int = DEFAULT_CAPACITY) -> ChunkedCorpus:
    """Return the chunks of all sources, in the order of their ids; a source without text has none.

    Every chunk is a stretch of the normalised text that neither begins nor ends with a blank line and is not blank.
    """
    ordered = sorted(sources, key=lambda source: source.document.id)
    markdown, plain = _splitters(capacity)
    gathered = _Gathered()
    for source in ordered:
        before = len(gathered.texts)
        _gather(source, gathered, capacity, markdown if _is_markdown(source) else plain)
        gathered.document_sizes.append(len(gathered.texts) - before)
    return _columns(tuple(source.document.id for source in ordered), gathered)


def _splitters(capacity: int) -> tuple[Splitter, Splitter]:
    from semantic_text_splitter import MarkdownSplitter, TextSplitter

    return MarkdownSplitter(capacity), TextSplitter(capacity)


def _gather(source: SourceText, gathered: _Gathered, capacity: int, splitter: Splitter) -> None:
    text = source.text
    if text is None:
        return
    for start, end, path in _sections(source, text):
        pieces = _pieces(text[start:end], capacity, splitter)
        if not pieces:
            continue
        gathered.texts.extend([piece for _, piece in pieces])
        gathered.starts.extend([start + offset for offset, _ in pieces])
        gathered.section_sizes.append(len(pieces))
        gathered.section_keys.append(_section_key(source.document.id, path))
        gathered.section_pages.append(bisect_right(source.pages, start) or ABSENT)
        gathered.section_rows.append(-1 if path is None else gathered.sections.setdefault(path, len(gathered.sections)))


def _is_markdown(source: SourceText) -> bool:
    return (source.text_type or source.document.media_type) == MARKDOWN


def _sections(source: SourceText, text: str) -> Sequence[Section]:
    if source.headings:
        found = sections_under(text, source.headings)
    else:
        found = markdown_sections(text) if _is_markdown(source) else plain_sections(text)
    return paged_sections(found, source.pages)


def _pieces(text: str, capacity: int, splitter: Splitter) -> Pieces:
    body = text.strip()
    if len(body) <= capacity:
        return [(text.index(body), body)] if body else []
    return splitter.chunk_indices(text)


def _section_key(document: str, path: str | None) -> bytes:
    return sha256(f"{document}\0{path or ''}".encode()).digest()[:ID_BYTES]


def _columns(documents: tuple[str, ...], gathered: _Gathered) -> ChunkedCorpus:
    rows = len(gathered.texts)
    hashes = hash_texts(gathered.texts)
    document = np.repeat(np.arange(len(documents), dtype=np.int32), gathered.document_sizes)
    starts = np.array(gathered.starts, dtype=np.int64)
    ids, repeated = _ids(documents, document, hashes, gathered)
    chunks = ChunkColumns(
        documents=documents,
        sections=tuple(gathered.sections),
        ids=ids,
        document=document,
        ordinal=_ordinals(gathered.document_sizes),
        start=starts,
        end=starts + np.fromiter(map(len, gathered.texts), dtype=np.int64, count=rows),
        section=np.repeat(np.array(gathered.section_rows, dtype=np.int32), gathered.section_sizes),
        page=np.repeat(np.array(gathered.section_pages, dtype=np.int32), gathered.section_sizes),
        tokens=no_numbers(rows),
        sha256=hashes,
        texts=gathered.texts,
    )
    return ChunkedCorpus(chunks=chunks, repeated=tuple(_repeated_text(chunks, group, ids) for group in repeated))


def _ordinals(sizes: Sequence[int]) -> NDArray[np.int32]:
    ends = np.cumsum(sizes, dtype=np.int64)
    firsts = ends - np.asarray(sizes, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    return (np.arange(total) - np.repeat(firsts, sizes)).astype(np.int32)


def _ids(
    documents: tuple[str, ...], document: NDArray[np.int32], hashes: NDArray[np.uint8], gathered: _Gathered
) -> tuple[list[str], list[list[int]]]:
    """Return the ids, and the rows of each text that stands more than once in one section."""
    keys = np.frombuffer(b"".join(gathered.section_keys), dtype=np.uint8).reshape(-1, ID_BYTES)
    digits = (hashes[:, :ID_BYTES] ^ np.repeat(keys, gathered.section_sizes, axis=0)).tobytes().hex()
    width = 2 * ID_BYTES
    heads = [name + ID_SEPARATOR for name in documents]
    ids = [
        heads[index] + digits[at : at + width]
        for index, at in zip(document.tolist(), range(0, len(digits), width), strict=True)
    ]
    if len(set(ids)) == len(ids):
        return ids, []
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for row, one in enumerate(ids):
        rows[one].append(row)
    repeated = [group for group in rows.values() if len(group) > 1]
    for group in repeated:
        for count, row in enumerate(group[1:], start=2):
            ids[row] = f"{ids[row]}-{count}"
    return ids, repeated


def _repeated_text(chunks: ChunkColumns, group: Sequence[int], ids: Sequence[str]) -> RepeatedText:
    first = chunks.chunk(group[0])
    return RepeatedText(document=first.document, section=first.section, ids=tuple(ids[row] for row in group))
