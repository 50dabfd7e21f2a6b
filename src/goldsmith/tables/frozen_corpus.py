"""What freezing takes in and gives back, between the rooms that read, compute and store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.tables.chunk_columns import ChunkColumns
from goldsmith.tables.headings import Heading


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """One source as it was read: what is declared of it, and its normalised text."""

    document: Document
    text: str | None
    """None where no parser took the file; the document then says why."""
    text_type: str | None = None
    """Media type of the text, where it is not that of the document: the text of a PDF may be written in Markdown."""
    pages: tuple[int, ...] = ()
    """Where each page begins in the text, from page 1; empty where there are none."""
    headings: tuple[Heading, ...] = ()
    """Headings that the text itself does not mark, ascending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedText:
    """One text that stands several times in one section of a document: its chunks differ by an ordinal only."""

    document: str
    section: str | None
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FrozenCorpus:
    """A corpus with its digests, whole and in memory."""

    revision: CorpusRevision
    documents: tuple[Document, ...]
    """Ascending by id."""
    chunks: ChunkColumns
    fingerprints: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Passage fingerprints by document id; filled where the texts themselves are not kept."""
