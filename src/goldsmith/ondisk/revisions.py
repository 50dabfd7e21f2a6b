"""Corpus revisions in `.goldsmith/corpus/<label>/`: documents and chunks as Parquet, and what describes them.

A revision is never changed: the same label with another digest is refused, with the same digest it is left as it is.
The folder appears whole or not at all. What lies in `index/` can be rebuilt and is, where it is missing.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path

from goldsmith._base.atomic import sync_file, sync_folder, write_atomically
from goldsmith._base.registry import unknown_name
from goldsmith._base.version import package_version
from goldsmith.errors import ConflictError, InputError, IntegrityError, InvalidFileError, UnknownNameError
from goldsmith.ondisk.chunk_index import INDEX, ChunkIndex, load_index, write_index
from goldsmith.ondisk.revision_tables import (
    connection,
    quoted,
    read_chunks,
    read_differing_ids,
    read_document_ids,
    read_documents_named,
    read_documents_table,
    read_row_texts,
    read_rows,
    select,
    stream_texts,
    write_chunks,
    write_documents,
)
from goldsmith.records.corpus import Chunk, CorpusRevision, Document
from goldsmith.tables.chunks import CorpusView
from goldsmith.tables.frozen_corpus import FrozenCorpus
from goldsmith.text.fingerprints import fingerprints
from goldsmith.text.normal import comparable, fold_text

CORPUS = Path(".goldsmith") / "corpus"
DOCUMENTS = "documents.parquet"
CHUNKS = "chunks.parquet"
FINGERPRINTS = "fingerprints.parquet"
DESCRIPTION = "revision.json"
FORMAT = 1
"""Number of the layout of a revision that this version writes, and the highest that it reads. None written: 1."""
LATEST = "latest"
"""Names the revision that was frozen last."""

_LABEL = re.compile(r"\w(?:[\w.+-]{0,78}\w)?")
_DEVICES = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRevision:
    """A revision on disk."""

    record: CorpusRevision
    folder: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedRevision:
    """What saving did."""

    stored: StoredRevision
    existed: bool
    """The very same revision was there already; nothing was written."""


def save_revision(root: Path, frozen: FrozenCorpus) -> SavedRevision:
    """Store `frozen` under its label. Raises ConflictError where that label holds another corpus."""
    record = frozen.revision
    parent = root / CORPUS
    _refuse_bad_label(record.label, parent)
    target = parent / record.label
    if target.exists():
        return _existing(parent, target, record)
    parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=parent, prefix=".new-"))
    try:
        _fill(temporary, frozen)
        temporary.chmod(0o755)  # mkdtemp gives 0700; a revision is there to be read
        try:
            temporary.rename(target)
        except OSError:
            if not target.exists():
                raise
            return _existing(parent, target, record)  # somebody else froze the same label meanwhile
        sync_folder(parent)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    _note_latest(parent, record.label)
    return SavedRevision(stored=StoredRevision(record=record, folder=target), existed=False)


def _refuse_bad_label(label: str, parent: Path) -> None:
    if not _LABEL.fullmatch(label) or _DEVICES.fullmatch(label) or label.casefold() in (LATEST, INDEX):
        message = f"{label!r} cannot be the label of a revision: it becomes the name of a folder"
        raise InputError(message, next_step="use letters, digits, '.', '_' and '-' (80 at most), such as 2026-03-01")
    for other in _labels(parent):
        if other != label and other.casefold() == label.casefold():
            message = f"the labels {label!r} and {other!r} differ only in letter case"
            raise ConflictError(message, next_step="choose another label")


def _existing(parent: Path, target: Path, record: CorpusRevision) -> SavedRevision:
    held = _read(target)
    if held.record.digest != record.digest or held.record.text != record.text:
        parts = [name for name in _part_digests(record) if getattr(held.record, name) != getattr(record, name)]
        what = ", ".join(part.removesuffix("_digest") for part in parts) or "whether texts are kept"
        message = f"the revision {record.label!r} exists and holds another corpus (different: {what})"
        raise ConflictError(message, next_step="a revision never changes: freeze under another --label")
    _note_latest(parent, record.label)
    return SavedRevision(stored=held, existed=True)


def _part_digests(record: CorpusRevision) -> tuple[str, ...]:
    return tuple(one.name for one in fields(record) if one.name.endswith("_digest"))


def _note_latest(parent: Path, label: str) -> None:
    write_atomically(parent / LATEST, f"{label}\n".encode())


def _fill(folder: Path, frozen: FrozenCorpus) -> None:
    write_documents(folder / DOCUMENTS, frozen.documents)
    write_chunks(folder / CHUNKS, frozen.chunks)
    if frozen.fingerprints:
        _write_fingerprints(folder / FINGERPRINTS, frozen.fingerprints)
    write_index(folder / INDEX, frozen.chunks)
    held = {path.name: _file_sha256(path) for path in sorted(folder.glob("*.parquet"))}
    for path in folder.glob("*.parquet"):
        sync_file(path)
    description = {"format": FORMAT, "goldsmith": package_version(), "revision": asdict(frozen.revision), "files": held}
    text = json.dumps(description, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    write_atomically(folder / DESCRIPTION, text.encode())


def _file_sha256(path: Path) -> str:
    whole = sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            whole.update(block)
    return whole.hexdigest()


def list_revisions(root: Path) -> tuple[StoredRevision, ...]:
    """Return all revisions, by label."""
    return tuple(_read(root / CORPUS / label) for label in _labels(root / CORPUS))


def _labels(parent: Path) -> tuple[str, ...]:
    if not parent.is_dir():
        return ()
    return tuple(sorted(path.parent.name for path in parent.glob(f"*/{DESCRIPTION}") if path.parent.name[0] != "."))


def load_revision(root: Path, name: str) -> StoredRevision:
    """Return the revision with this label, or the only one whose label or digest begins with `name`."""
    parent = root / CORPUS
    labels = _labels(parent)
    if name in labels:
        return _read(parent / name)
    held = list_revisions(root) if name else ()
    begun = [one for one in held if one.record.label.startswith(name) or one.record.digest.startswith(name)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        found = ", ".join(one.record.label for one in begun)
        raise UnknownNameError(f"{name!r} may be any of {found}", next_step="write more of the label")
    if not labels:
        raise _none_frozen(root)
    raise unknown_name("corpus revisions", name, labels)


def _none_frozen(root: Path) -> InputError:
    return InputError(
        f"no corpus is frozen in {root.as_posix()}", next_step="freeze one: goldsmith freeze FOLDER_OF_DOCUMENTS"
    )


def latest(root: Path) -> StoredRevision:
    """Return the revision that was frozen last. Raises InputError where there is none."""
    parent = root / CORPUS
    labels = _labels(parent)
    if not labels:
        raise _none_frozen(root)
    return _read(parent / _by_time(parent, labels)[-1])


def revision_before(root: Path, revision: StoredRevision) -> StoredRevision | None:
    """Return the revision that was frozen last before `revision`; None where it is the first."""
    parent = root / CORPUS
    ordered = _by_time(parent, _labels(parent))
    earlier = ordered[: ordered.index(revision.record.label)]
    return _read(parent / earlier[-1]) if earlier else None


def _by_time(parent: Path, labels: Sequence[str]) -> list[str]:
    """Return labels in the order of freezing; the one that is noted as the latest is the last."""
    noted = (parent / LATEST).read_text(encoding="utf-8").strip() if (parent / LATEST).is_file() else ""

    def when(label: str) -> tuple[bool, int, str]:
        return label == noted, (parent / label / DESCRIPTION).stat().st_mtime_ns, label

    return sorted(labels, key=when)


def _read(folder: Path) -> StoredRevision:
    return StoredRevision(record=_description(folder)[0], folder=folder)


def _description(folder: Path) -> tuple[CorpusRevision, dict[str, str]]:
    from pydantic import TypeAdapter, ValidationError

    path = folder / DESCRIPTION
    try:
        plain = json.loads(path.read_bytes())
        _refuse_newer(plain.get("format", FORMAT), writer=plain.get("goldsmith", "of a newer version"), path=path)
        record = TypeAdapter(CorpusRevision).validate_json(json.dumps(plain["revision"]))
        return record, {str(name): str(value) for name, value in plain["files"].items()}
    except FileNotFoundError:
        message = f"the revision {folder.name!r} has no {DESCRIPTION}"
    except (ValueError, ValidationError, RecursionError, KeyError, TypeError, AttributeError) as error:
        message = f"{path.as_posix()} does not describe a revision: {str(error).splitlines()[0]}"
    raise IntegrityError(message, next_step="remove the folder and freeze again") from None


def _refuse_newer(found: object, *, writer: object, path: Path) -> None:
    if found != FORMAT:
        message = f"{path.as_posix()} has format {found!r}, written by goldsmith {writer}; this version reads {FORMAT}"
        raise InvalidFileError(
            message, next_step=f"install goldsmith {writer} or newer, or freeze the corpus again from its sources"
        )


def documents(revision: StoredRevision) -> tuple[Document, ...]:
    """Return all documents, ascending by id."""
    return read_documents_table(revision.folder / DOCUMENTS)


def documents_named(revision: StoredRevision, ids: Iterable[str]) -> dict[str, Document]:
    """Return the documents with these ids, as far as they are there, by id and ascending."""
    held = read_documents_named(revision.folder / DOCUMENTS, sorted(set(ids)))
    return {one.id: one for one in held}


def document_ids(revision: StoredRevision) -> list[str]:
    """Return the ids of all documents, ascending: the places that an index names."""
    return read_document_ids(revision.folder / DOCUMENTS)


def differing_documents(before: StoredRevision, after: StoredRevision) -> list[str]:
    """Return the ids of the documents that two revisions do not write alike, ascending; no other one is read."""
    return read_differing_ids(before.folder / DOCUMENTS, after.folder / DOCUMENTS)


def row_texts(revision: StoredRevision, rows: Sequence[int]) -> dict[int, str]:
    """Return the texts of some ascending rows, as far as texts are kept."""
    return read_row_texts(revision.folder / CHUNKS, rows)


def chunks_in_rows(revision: StoredRevision, rows: Sequence[int]) -> list[Chunk]:
    """Return the chunks of some rows, in the order of the revision."""
    return read_rows(revision.folder / CHUNKS, rows)


def index(revision: StoredRevision) -> ChunkIndex:
    """Return ids and places of all chunks, without reading a text; rebuilt where it is missing."""
    return load_index(revision.folder / INDEX, lambda: load_frozen(revision).chunks)


def view(revision: StoredRevision, ids: Iterable[str], *, fingerprinted: Iterable[str] = ()) -> CorpusView:
    """Return all documents and the chunks of `ids`, with passage fingerprints of the documents in `fingerprinted`."""
    asked = frozenset(ids)
    rows = index(revision).keys.find(sorted(asked))
    chunks = read_rows(revision.folder / CHUNKS, sorted(rows.values()))
    return CorpusView(
        revision=revision.record,
        documents={one.id: one for one in documents(revision)},
        chunks={chunk.id: chunk for chunk in chunks},
        asked=asked,
        fingerprints=document_fingerprints(revision, fingerprinted),
    )


def chunks_of(revision: StoredRevision, document_ids: Iterable[str]) -> tuple[Chunk, ...]:
    """Return every chunk of these documents, in the order of the revision."""
    rows = index(revision).rows_of(document_ids, read_document_ids(revision.folder / DOCUMENTS))
    return tuple(read_rows(revision.folder / CHUNKS, rows))


def document_fingerprints(revision: StoredRevision, document_ids: Iterable[str]) -> dict[str, frozenset[int]]:
    """Return the passage fingerprints of documents: the stored ones, or those of the stored texts."""
    wanted = sorted(set(document_ids))
    if not wanted:
        return {}
    if (revision.folder / FINGERPRINTS).exists():
        stored = _read_fingerprints(revision.folder / FINGERPRINTS)
        return {one: frozenset(stored.get(one, ())) for one in wanted}
    texts: dict[str, list[str]] = {one: [] for one in wanted}
    for chunk in chunks_of(revision, wanted):
        if chunk.text is not None:
            texts[chunk.document].append(chunk.text)
    # Neighbouring chunks are joined: a passage that runs over their border is a passage too.
    return {one: frozenset(fingerprints("\n".join(parts))) for one, parts in texts.items()}


def _write_fingerprints(path: Path, held: Mapping[str, Iterable[int]]) -> None:
    import numpy as np

    names = sorted(held)
    sizes = [len(tuple(held[name])) for name in names]
    values = np.array([value for name in names for value in held[name]], dtype=np.uint64)
    with connection() as connected:
        connected.register("held", {"place": np.repeat(np.arange(len(names)), sizes), "value": values})
        connected.register("names", {"place": np.arange(len(names)), "document": np.array(names, dtype=object)})
        rows = "select document, value from held join names using (place) order by document, value"
        connected.execute(f"copy ({rows}) to {quoted(path)} (format parquet, compression zstd)")


def _read_fingerprints(path: Path) -> dict[str, tuple[int, ...]]:
    with connection() as connected:
        rows = select(connected, ("document", "value"), path).fetchall()
    held: dict[str, list[int]] = {}
    for document, value in rows:
        held.setdefault(document, []).append(value)
    return {document: tuple(values) for document, values in held.items()}


def all_chunk_texts(revision: StoredRevision) -> Iterator[tuple[str, str, str]]:
    """Yield id, document id and text of every chunk that has a text, in the order of the revision."""
    return stream_texts(revision.folder / CHUNKS)


def search_text(revision: StoredRevision, text: str, *, limit: int | None = None) -> tuple[str, ...]:
    """Return the ids of the chunks that hold `text`, compared as a reader does (case, blanks, look-alike marks)."""
    needle = comparable(text)
    found: list[str] = []
    for name, _, held in all_chunk_texts(revision) if needle else ():
        if needle in fold_text(held):
            found.append(name)
            if len(found) == limit:
                break
    return tuple(found)


def load_frozen(revision: StoredRevision) -> FrozenCorpus:
    """Return the whole revision in memory."""
    held = documents(revision)
    stored = revision.folder / FINGERPRINTS
    return FrozenCorpus(
        revision=revision.record,
        documents=held,
        chunks=read_chunks(revision.folder / CHUNKS, tuple(one.id for one in held)),
        fingerprints=_read_fingerprints(stored) if stored.exists() else {},
    )


def damaged_files(revision: StoredRevision) -> tuple[str, ...]:
    """Return what differs from what was written: files that are gone, or whose bytes are others."""
    found = []
    for name, expected in sorted(_description(revision.folder)[1].items()):
        path = revision.folder / name
        if not path.is_file():
            found.append(f"{name} is gone")
        elif _file_sha256(path) != expected:
            found.append(f"{name} holds other bytes than were written")
    return tuple(found)
