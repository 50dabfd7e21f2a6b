"""Freeze a corpus: documents or a foreign manifest in, an immutable revision out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from goldsmith.corpus.chunking import DEFAULT_CAPACITY, chunk_documents, splitter_name
from goldsmith.corpus.digests import describe
from goldsmith.corpus.manifest import SPLITTER, corpus_of_manifest
from goldsmith.errors import InputError
from goldsmith.ondisk.corpus_lock import (
    ChangedDocuments,
    check_lock,
    contents,
    differing,
    locked_contents,
    locked_label,
    other_parsers,
    write_lock,
)
from goldsmith.ondisk.documents import NO_PARSERS, lacks_parser, read_documents
from goldsmith.ondisk.manifests import is_manifest, read_manifest
from goldsmith.ondisk.revisions import documents, list_revisions, save_revision
from goldsmith.ports.parser import NO_TEXT_LAYER, Parser
from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.tables.chunk_columns import ChunkColumns
from goldsmith.tables.frozen_corpus import FrozenCorpus, RepeatedText, SourceText
from goldsmith.text.fingerprints import fingerprints
from goldsmith.text.normal import NORMALISATION
from goldsmith.workflows.state_folder import ignored_by_git

AS_GIVEN = "as given"
"""Normalisation of a manifest whose documents are not there."""

SMALLEST_CAPACITY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezeOptions:
    """How to freeze."""

    label: str | None = None
    """None: named by the digest."""
    capacity: int = DEFAULT_CAPACITY
    """Largest number of code points in a chunk of our own."""
    keep_text: bool = True
    """False: only ids, hashes and passage fingerprints are stored."""
    retrieval: dict[str, str] = field(default_factory=dict)
    mapping: dict[str, str] = field(default_factory=dict)
    """Field to column of a manifest, beside the usual names."""
    documents: Path | None = None
    """Folder against which the spans of a manifest are checked."""
    ignore_front_matter: tuple[str, ...] = ()
    """Front matter keys that are not ours; ``*`` for all."""
    lock: Path | None = None
    """The committed lock, written where it is missing and compared where it is there."""
    update_lock: bool = False
    """Write the lock although it says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedDocument:
    """A document that no parser took, or that was read in part."""

    document: str
    status: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezeReport:
    """What was frozen; nothing where it is not what the lock names."""

    revision: CorpusRevision
    folder: str
    """Where it is stored; empty: nothing was stored."""
    existed: bool
    """The very same revision was there already."""
    failed: tuple[FailedDocument, ...]
    repeated: tuple[RepeatedText, ...]
    """Texts that stand several times in one section."""
    notes: tuple[str, ...]
    lock_differs: tuple[str, ...]
    """In what the revision is not the one of the lock; then nothing was stored."""
    lock_documents: ChangedDocuments | None = None
    """Which documents are not those of the lock; None: they are, or nothing here says which."""
    next_step: str

    @property
    def exit_status(self) -> int:
        """0; 1 where the corpus is not the locked one."""
        return 1 if self.lock_differs else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frozen:
    corpus: FrozenCorpus
    repeated: tuple[RepeatedText, ...] = ()
    notes: tuple[str, ...] = ()


def freeze(
    source: Path, *, root: Path, options: FreezeOptions, parsers: Mapping[str, Parser] = NO_PARSERS
) -> FreezeReport:
    """Freeze the documents in the folder `source`, or the manifest `source`, into the project at `root`.

    `parsers` reads what is no plain text, by media type; a document for which there is none is one that failed.
    What is not what the lock says of its label is not stored, so that the documents that it names still can be.
    Raises InputError and InvalidFileError for what cannot be frozen, ConflictError for a label that is taken.
    """
    if options.capacity < SMALLEST_CAPACITY:
        message = f"a chunk of {options.capacity} characters holds no passage"
        raise InputError(message, next_step=f"choose {SMALLEST_CAPACITY} or more (default {DEFAULT_CAPACITY})")
    freeze_it = _freeze_manifest if is_manifest(source) else _freeze_documents
    frozen = _called_as_stored(_called_as_locked(freeze_it(source, options, parsers), options), options, root)
    record = frozen.corpus.revision
    differs = () if options.update_lock else _lock_differs(options.lock, record)
    if differs:
        # Stored under the label of the lock, it would keep out the very documents that the lock names.
        return _refused(root, frozen, options, differs)
    with ignored_by_git(root):
        saved = save_revision(root, frozen.corpus)
    notes = _note_in_lock(options, frozen.corpus)
    return FreezeReport(
        revision=record,
        folder=saved.stored.folder.as_posix(),
        existed=saved.existed,
        failed=tuple(_failures(frozen.corpus)),
        repeated=frozen.repeated,
        notes=(*frozen.notes, *notes),
        lock_differs=(),
        next_step=f"pin it in set.yaml (corpus: {{label: {record.label}}}), then: goldsmith check",
    )


def _called_as_locked(frozen: _Frozen, options: FreezeOptions) -> _Frozen:
    """Give a corpus that nobody labelled the label of the lock, where it is the very corpus that the lock names."""
    lock, record = options.lock, frozen.corpus.revision
    if options.label is not None or lock is None or not lock.exists() or check_lock(lock, record):
        return frozen
    revision = replace(record, label=locked_label(lock))
    return replace(frozen, corpus=replace(frozen.corpus, revision=revision))


def _called_as_stored(frozen: _Frozen, options: FreezeOptions, root: Path) -> _Frozen:
    """Give a corpus that nobody labelled the label under which the very same one is stored already."""
    record = frozen.corpus.revision
    if options.label is not None:
        return frozen
    same = [
        one.record.label
        for one in list_revisions(root)
        if (one.record.digest, one.record.text) == (record.digest, record.text)
    ]
    if not same or record.label in same:
        return frozen
    return replace(frozen, corpus=replace(frozen.corpus, revision=replace(record, label=same[0])))


def _refused(root: Path, frozen: _Frozen, options: FreezeOptions, differs: tuple[str, ...]) -> FreezeReport:
    record, lock = frozen.corpus.revision, cast("Path", options.lock)
    before = locked_contents(lock)
    if before is None:
        # An older lock, or a large corpus: where the locked revision is stored here, it can say which they were.
        stored = next((one for one in list_revisions(root) if not check_lock(lock, one.record)), None)
        before = contents(documents(stored)) if stored else None
    found = differing(before, contents(frozen.corpus.documents)) if before is not None else None
    unknown = f"{lock.name} does not say which documents: git status does"
    return FreezeReport(
        revision=record,
        folder="",
        existed=False,
        failed=tuple(_failures(frozen.corpus)),
        repeated=frozen.repeated,
        notes=(*frozen.notes, *other_parsers(lock, record), *(() if found else (unknown,))),
        lock_differs=differs,
        lock_documents=found if found and found.all else None,
        next_step=f"take these changes back, or freeze them as another corpus: goldsmith freeze --label NEW "
        f"--update-lock (--update-lock alone keeps the label {record.label})",
    )


def _freeze_documents(source: Path, options: FreezeOptions, parsers: Mapping[str, Parser]) -> _Frozen:
    sources = read_documents(source, ignore=options.ignore_front_matter, parsers=parsers)
    chunked = chunk_documents(sources, capacity=options.capacity)
    chunks = chunked.chunks if options.keep_text else replace(chunked.chunks, texts=None)
    documents = tuple(one.document for one in sources)
    revision = describe(
        documents,
        chunks,
        text="full" if options.keep_text else "absent",
        normalisation=NORMALISATION,
        splitter=splitter_name(options.capacity),
        retrieval=options.retrieval,
        label=options.label,
    )
    revision = replace(revision, parsers=_used(sources, parsers))
    prints = {} if options.keep_text else _fingerprints(sources)
    corpus = FrozenCorpus(revision=revision, documents=documents, chunks=chunks, fingerprints=prints)
    return _Frozen(
        corpus=corpus, repeated=chunked.repeated, notes=(*_parser_wanted(documents), *_text_wanted(documents))
    )


def _freeze_manifest(source: Path, options: FreezeOptions, parsers: Mapping[str, Parser]) -> _Frozen:
    manifest = read_manifest(source, options.mapping)
    sources = None
    if options.documents is not None:
        sources = read_documents(options.documents, ignore=options.ignore_front_matter, parsers=parsers)
    read = corpus_of_manifest(manifest, sources=sources)
    chunks = read.chunks if options.keep_text else replace(read.chunks, texts=None, previews=None)
    revision = describe(
        read.documents,
        chunks,
        text=read.text if options.keep_text else "absent",
        normalisation=AS_GIVEN if sources is None else NORMALISATION,
        splitter=SPLITTER,
        retrieval=options.retrieval,
        label=options.label,
    )
    revision = replace(revision, parsers=_used(sources or (), parsers))
    prints: dict[str, tuple[int, ...]] = {}
    if not options.keep_text:
        prints = _chunk_fingerprints(read.chunks) if sources is None else _fingerprints(sources)
    corpus = FrozenCorpus(revision=revision, documents=read.documents, chunks=chunks, fingerprints=prints)
    return _Frozen(corpus=corpus, notes=read.notes)


def _used(sources: Iterable[SourceText], parsers: Mapping[str, Parser]) -> dict[str, str]:
    """Return the parser of each media type that one was used for."""
    read = {one.document.media_type or "" for one in sources if one.text is not None and one.text_type is None}
    return {name: parsers[name].fingerprint or "" for name in sorted(read & parsers.keys())}


def _parser_wanted(documents: Iterable[Document]) -> tuple[str, ...]:
    """Return what to install where documents failed for want of a parser only."""
    lacking = [one.source for one in documents if lacks_parser(one)]
    if not lacking:
        return ()
    endings = ", ".join(sorted({Path(name).suffix.lower() for name in lacking}))
    needs = "1 document needs" if len(lacking) == 1 else f"{len(lacking)} documents need"
    return (f"{needs} a parser ({endings}): pip install 'goldsmith-rag[parsers]', then freeze again",)


def _text_wanted(documents: Iterable[Document]) -> tuple[str, ...]:
    """Return where to put the text of pages that are pictures."""
    scans = [one.source for one in documents if (one.ingestion.reason or "").startswith(NO_TEXT_LAYER)]
    if not scans:
        return ()
    holds = "1 document holds" if len(scans) == 1 else f"{len(scans)} documents hold"
    return (f"{holds} pictures of text: put the text beside the file, such as {scans[0]}.txt, then freeze again",)


def _fingerprints(sources: Iterable[SourceText]) -> dict[str, tuple[int, ...]]:
    return {source.document.id: fingerprints(source.text) for source in sources if source.text is not None}


def _chunk_fingerprints(chunks: ChunkColumns) -> dict[str, tuple[int, ...]]:
    texts: dict[str, list[str]] = {}
    for index, text in zip(chunks.document.tolist(), chunks.texts or (), strict=False):
        texts.setdefault(chunks.documents[index], []).append(text)
    return {document: fingerprints("\n".join(parts)) for document, parts in texts.items()}


def _failures(corpus: FrozenCorpus) -> Iterable[FailedDocument]:
    for document in corpus.documents:
        ingestion = document.ingestion
        if ingestion.status != "parsed":
            yield FailedDocument(document=document.id, status=ingestion.status, reason=ingestion.reason or "")


def _lock_differs(lock: Path | None, record: CorpusRevision) -> tuple[str, ...]:
    """Return in what `record` is not what the lock says of its label; under another label it is simply another one."""
    if lock is None or not lock.exists() or locked_label(lock) != record.label:
        return ()
    return check_lock(lock, record)


def _note_in_lock(options: FreezeOptions, corpus: FrozenCorpus) -> tuple[str, ...]:
    """Write the lock where it is missing, to be updated, or of this very corpus; say where it names another one."""
    lock = options.lock
    if lock is None:
        return ()
    differs = check_lock(lock, corpus.revision) if lock.exists() else ()
    if differs and not options.update_lock:
        return (f"{lock.name} names {locked_label(lock)}; name this one instead with --update-lock",)
    changed = () if differs or not lock.exists() else other_parsers(lock, corpus.revision)
    write_lock(lock, corpus.revision, corpus.documents)
    return tuple(f"{line}; the text is the same" for line in changed)
