"""Look at frozen corpora: which there are, where a text stands, whether one is still what was written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from goldsmith._base.canonical import text_sha256
from goldsmith.corpus.digests import describe
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.ondisk.chunk_index import same_index
from goldsmith.ondisk.revisions import (
    StoredRevision,
    damaged_files,
    index,
    latest,
    list_revisions,
    load_frozen,
    load_revision,
    search_text,
    view,
)
from goldsmith.records.corpus import Chunk, CorpusRevision
from goldsmith.tables.frozen_corpus import FrozenCorpus


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundText:
    """The chunks that hold a text."""

    revision: str
    chunks: tuple[Chunk, ...]
    more: bool
    """There are more than were asked for."""
    not_applicable: str = ""
    """Why nothing could be looked for."""

    @property
    def exit_status(self) -> int:
        """0 where something was found."""
        return 0 if self.chunks else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """Whether a revision holds what its digests say."""

    revision: CorpusRevision
    differs: tuple[str, ...]

    @property
    def exit_status(self) -> int:
        """0 where everything is as written, else 4: one of our own files is damaged."""
        return 4 if self.differs else 0


def corpora(root: Path) -> tuple[CorpusRevision, ...]:
    """Return the description of every revision, by label."""
    return tuple(stored.record for stored in list_revisions(root))


def open_revision(root: Path, name: str | None) -> StoredRevision:
    """Return the revision called `name` (or a prefix of its label or digest); the latest where none is named."""
    return latest(root) if name is None else load_revision(root, name)


def find(root: Path, text: str, *, revision: str | None = None, limit: int = 20) -> FoundText:
    """Return the chunks of a revision that hold `text`, compared without case, blanks and kinds of quotes."""
    if not text.strip():
        raise InputError("there is nothing to look for", next_step="goldsmith corpus find 'some words'")
    stored = open_revision(root, revision)
    if stored.record.text != "full":
        reason = f"the revision {stored.record.label} holds no full text ({stored.record.text})"
        return FoundText(revision=stored.record.label, chunks=(), more=False, not_applicable=reason)
    ids = search_text(stored, text, limit=limit + 1)
    held = view(stored, ids[:limit]).chunks
    chunks = tuple(held[one] for one in ids[:limit])
    return FoundText(revision=stored.record.label, chunks=chunks, more=len(ids) > limit)


def verify(root: Path, *, revision: str | None = None) -> VerifyReport:
    """Read a revision whole, compute every digest and every hash again, and name what differs."""
    stored = open_revision(root, revision)
    differs = list(damaged_files(stored))
    try:
        frozen = load_frozen(stored)
        differs += _digests(frozen) + _hashes(frozen)
        if not same_index(index(stored), frozen.chunks):
            differs.append("the index is not that of the chunks: remove the folder 'index', it is built again")
    except GoldsmithError as error:
        differs.append(error.message)
    return VerifyReport(revision=stored.record, differs=tuple(differs))


def _digests(frozen: FrozenCorpus) -> list[str]:
    held = frozen.revision
    now = describe(
        frozen.documents,
        frozen.chunks,
        text=held.text,
        normalisation=held.normalisation,
        splitter=held.splitter,
        retrieval=held.retrieval,
        label=held.label,
    )
    digests = ("sources_digest", "chunking_digest", "access_digest", "retrieval_digest", "digest")
    names = (*digests, "documents", "chunks", "failed")
    return [
        f"{name.replace('_', ' ')}: written {getattr(held, name)}, found {getattr(now, name)}"
        for name in names
        if getattr(held, name) != getattr(now, name)
    ]


def _hashes(frozen: FrozenCorpus) -> list[str]:
    chunks = frozen.chunks
    if chunks.texts is None or chunks.sha256 is None:
        return []
    held = chunks.sha256.tobytes().hex()
    width = 2 * chunks.sha256.shape[1]
    return [
        f"chunk {chunks.ids[row]}: its text has another hash than was written"
        for row, text in enumerate(chunks.texts)
        if text_sha256(text) != held[row * width : (row + 1) * width]
    ]
