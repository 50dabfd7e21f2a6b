"""Read a folder of source documents. What no parser takes is a document that failed, never one that is missing."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from goldsmith._base.canonical import text_sha256
from goldsmith.errors import InputError, InvalidFileError, Problem
from goldsmith.ondisk.front_matter import declared, split_front_matter
from goldsmith.ondisk.located import open_source
from goldsmith.records.corpus import ContentHash, Document, Ingestion
from goldsmith.tables.frozen_corpus import SourceText
from goldsmith.text.normal import normalise_document

PARSED = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
}
"""Endings that are read, and the media type of each."""

_KNOWN_TYPES = {
    ".pdf": "application/pdf",
    ".html": "text/html",
    ".htm": "text/html",
    ".csv": "text/csv",
    ".json": "application/json",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}


def read_documents(path: Path, *, ignore: Collection[str] = ()) -> tuple[SourceText, ...]:
    """Return every document under the folder `path` (or the one file), ascending by id.

    Names that begin with a dot are passed over. `ignore` names front matter keys that are not ours.
    Raises InputError where there is nothing to read and InvalidFileError with every problem found: a link that leads
    nowhere or out of the folder, a file that cannot be opened, front matter that cannot be used, one id for two files.
    """
    if not path.exists():
        raise InputError(f"there is no file or folder {path}", next_step="name the folder that holds the documents")
    problems: list[Problem] = []
    root = path if path.is_dir() else path.parent
    files = [path] if path.is_file() else list(_files(path, path.resolve(), problems))
    named = sorted((file.relative_to(root).as_posix(), file) for file in files)
    sources = [_read(name, file, ignore, problems) for name, file in named]
    _refuse_shared_ids(sources, problems)
    if problems:
        raise InvalidFileError(
            f"the documents of {path.name or path} cannot be frozen: {len(problems)} problem(s)",
            problems=tuple(problems),
            next_step="mend these places, then freeze again",
        )
    if not sources:
        raise InputError(f"{path} holds no documents", next_step="name the folder that holds the documents")
    return tuple(sorted(sources, key=lambda source: source.document.id))


def _files(folder: Path, root: Path, problems: list[Problem]) -> Iterator[Path]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.name.startswith("."):
            continue
        fault = _fault(entry, root)
        if fault is not None:
            problems.append(fault)
        elif entry.is_dir():
            # A linked folder inside the corpus is read at its own place.
            if not entry.is_symlink():
                yield from _files(entry, root, problems)
        elif entry.is_file():
            yield entry


def _fault(entry: Path, root: Path) -> Problem | None:
    """Return why an entry of the folder cannot be taken."""
    try:
        entry.name.encode()
    except UnicodeEncodeError:
        name = entry.as_posix().encode("utf-8", "backslashreplace").decode()
        return Problem(file=name, message="the name of the file is not UTF-8", mend="rename it")
    if not entry.is_symlink():
        return None
    mend = "replace it by a copy, or remove it"
    try:
        target = entry.resolve(strict=True)
    except (OSError, RuntimeError):  # nothing there, or a circle of links
        return Problem(file=entry.as_posix(), message="the link leads nowhere", mend=mend)
    if target.is_relative_to(root):
        return None
    return Problem(file=entry.as_posix(), message="the link leads out of the corpus folder", mend=mend)


def _read(name: str, file: Path, ignore: Collection[str], problems: list[Problem]) -> SourceText:
    try:
        data = file.read_bytes()
    except OSError as error:
        message = f"the file cannot be read: {error.strerror}"
        problems.append(Problem(file=name, message=message, mend="make it readable, or remove it"))
        data = b""
    suffix = file.suffix.lower()
    document = Document(
        id=unicodedata.normalize("NFC", name),
        source=name,
        content_hash=ContentHash(algorithm="sha256", value=sha256(data).hexdigest()),
        media_type=PARSED.get(suffix) or _KNOWN_TYPES.get(suffix),
        ingestion=Ingestion(status="parsed"),
    )
    if suffix not in PARSED:
        kind = f"{suffix} files" if suffix else "files without an ending"
        return _failed(document, f"no parser takes {kind}; Markdown (.md) and plain text (.txt) are read")
    try:
        text = open_source(data, name=name, kind="yaml").text
    except InvalidFileError as error:
        return _failed(document, "; ".join(problem.message for problem in error.problems))
    return _parsed(document, normalise_document(text), ignore, problems)


def _failed(document: Document, reason: str) -> SourceText:
    return SourceText(document=replace(document, ingestion=Ingestion(status="failed", reason=reason)), text=None)


def _parsed(document: Document, text: str, ignore: Collection[str], problems: list[Problem]) -> SourceText:
    split = split_front_matter(text)
    if split.unclosed:
        message = "the front matter that opens here is never closed"
        problems.append(Problem(file=document.source, line=1, message=message, mend="close it with a line ---"))
    if split.block is not None:
        document, found = declared(split.block, document, ignore=ignore)
        problems += found
    if document.ingestion.status == "failed":
        return SourceText(document=document, text=None)
    if not split.body.strip():
        return _failed(document, "the document holds no text")
    hashed = ContentHash(algorithm="sha256", value=text_sha256(split.body))
    return SourceText(document=replace(document, content_hash=hashed), text=split.body)


def _refuse_shared_ids(sources: list[SourceText], problems: list[Problem]) -> None:
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for source in sources:
        owners[source.document.id].append(source.document.source)
    for name, files in owners.items():
        if len(files) > 1:
            message = f"the document id {name!r} belongs to several files: {', '.join(files)}"
            problems.append(Problem(file=files[1], field="id", message=message, mend="give each its own id"))
