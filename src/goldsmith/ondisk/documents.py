"""Read a folder of source documents. What no parser takes is a document that failed, never one that is missing."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from goldsmith._base.canonical import text_sha256
from goldsmith.errors import InputError, InvalidFileError, Problem
from goldsmith.ondisk.companions import page_starts, pair_up
from goldsmith.ondisk.front_matter import declared, split_front_matter
from goldsmith.ondisk.located import open_source
from goldsmith.ports.parser import DOCX, HTML, PDF, ParsedDocument, Parser
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
    ".pdf": PDF,
    ".html": HTML,
    ".htm": HTML,
    ".csv": "text/csv",
    ".json": "application/json",
    ".docx": DOCX,
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}


_PARSABLE = (HTML, PDF, DOCX)
NO_PARSERS: Mapping[str, Parser] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Files:
    """What lies in the folder, and how it is read."""

    companions: Mapping[str, Path]
    parsers: Mapping[str, Parser]
    ignore: Collection[str]
    problems: list[Problem]


def read_documents(
    path: Path, *, ignore: Collection[str] = (), parsers: Mapping[str, Parser] = NO_PARSERS
) -> tuple[SourceText, ...]:
    """Return every document under the folder `path` (or the one file), ascending by id.

    Names that begin with a dot are passed over. `ignore` names front matter keys that are not ours. `parsers` reads
    what is no plain text, by media type; without them those documents failed, and their content hash is the same.
    Raises InputError where there is nothing to read and InvalidFileError with every problem found: a link that leads
    nowhere or out of the folder, a file that cannot be opened, front matter that cannot be used, one id for two files.
    """
    if not path.exists():
        raise InputError(f"there is no file or folder {path}", next_step="name the folder that holds the documents")
    problems: list[Problem] = []
    root = path if path.is_dir() else path.parent
    files = _beside(path) if path.is_file() else _files(path, path.resolve(), problems)
    named = {file.relative_to(root).as_posix(): file for file in files}
    companions = pair_up(named, _KNOWN_TYPES, problems)
    reading = _Files(companions=companions, parsers=parsers, ignore=ignore, problems=problems)
    spoken_for = set(companions.values())
    sources = [_read(name, file, reading) for name, file in sorted(named.items()) if file not in spoken_for]
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


def lacks_parser(document: Document) -> bool:
    """Say whether the document failed for want of a parser that could be installed."""
    suffix = Path(document.source).suffix.lower()
    return document.media_type in _PARSABLE and document.ingestion.reason == _no_parser(suffix)


def _no_parser(suffix: str) -> str:
    kind = f"{suffix} files" if suffix else "files without an ending"
    return f"no parser takes {kind}; Markdown (.md) and plain text (.txt) are read"


def _beside(file: Path) -> list[Path]:
    """Return a lone file, and what speaks for it."""
    beside = [file.with_name(f"{file.name}{ending}") for ending in PARSED]
    return [file, *(one for one in beside if one.is_file() and file.suffix.lower() in _KNOWN_TYPES)]


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


def _read(name: str, file: Path, reading: _Files) -> SourceText:
    data = _bytes(name, file, reading.problems)
    suffix = file.suffix.lower()
    document = Document(
        id=unicodedata.normalize("NFC", name),
        source=name,
        content_hash=ContentHash(algorithm="sha256", value=sha256(data).hexdigest()),
        media_type=PARSED.get(suffix) or _KNOWN_TYPES.get(suffix),
        ingestion=Ingestion(status="parsed"),
    )
    if name in reading.companions:
        return _accompanied(document, data, reading)
    if suffix not in PARSED:
        return _parsed_by(document, data, reading.parsers)
    text = _decoded(data, name)
    if isinstance(text, str):
        return _plain(document, text, reading)
    return _failed(document, text.reason)


def _bytes(name: str, file: Path, problems: list[Problem]) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        message = f"the file cannot be read: {error.strerror}"
        problems.append(Problem(file=name, message=message, mend="make it readable, or remove it"))
        return b""


@dataclass(frozen=True, slots=True)
class _Undecodable:
    reason: str


def _decoded(data: bytes, name: str) -> str | _Undecodable:
    try:
        return normalise_document(open_source(data, name=name, kind="yaml").text)
    except InvalidFileError as error:
        return _Undecodable("; ".join(problem.message for problem in error.problems))


def _failed(document: Document, reason: str) -> SourceText:
    return SourceText(document=replace(document, ingestion=Ingestion(status="failed", reason=reason)), text=None)


def _plain(document: Document, text: str, reading: _Files) -> SourceText:
    document, body = _declared(document, text, document.source, reading)
    if document.ingestion.status == "failed":
        return SourceText(document=document, text=None)
    if not body.strip():
        return _failed(document, "the document holds no text")
    hashed = ContentHash(algorithm="sha256", value=text_sha256(body))
    return SourceText(document=replace(document, content_hash=hashed), text=body)


def _declared(document: Document, text: str, name: str, reading: _Files) -> tuple[Document, str]:
    """Return the document with what the front matter of the file `name` declares of it, and what follows that."""
    split = split_front_matter(text)
    if split.unclosed:
        message = "the front matter that opens here is never closed"
        reading.problems.append(Problem(file=name, line=1, message=message, mend="close it with a line ---"))
    if split.block is not None:
        document, found = declared(split.block, document, ignore=reading.ignore)
        reading.problems.extend(replace(problem, file=name) for problem in found)
    return document, split.body


def _accompanied(document: Document, data: bytes, reading: _Files) -> SourceText:
    """Return a document by what lies beside its file; where that holds no text, by what a parser reads."""
    beside = reading.companions[document.source]
    name = f"{document.source}{beside.suffix}"
    text = _decoded(_bytes(name, beside, reading.problems), name)
    if not isinstance(text, str):
        return _failed(document, f"{beside.name}: {text.reason}")
    document, body = _declared(document, text, name, reading)
    if document.ingestion.status == "failed":
        return SourceText(document=document, text=None)
    if not body.strip():
        return _parsed_by(document, data, reading.parsers)
    # A file that changed is another document, although the text beside it may not have been brought up to date.
    both = f"{text_sha256(body)} {document.content_hash.value}"
    hashed = ContentHash(algorithm="sha256", value=text_sha256(both))
    return SourceText(
        document=replace(document, content_hash=hashed),
        text=body,
        text_type=PARSED[beside.suffix.lower()],
        pages=page_starts(body),
    )


def _parsed_by(document: Document, data: bytes, parsers: Mapping[str, Parser]) -> SourceText:
    parser = parsers.get(document.media_type or "")
    if parser is None or parser.fingerprint is None:
        return _failed(document, _no_parser(Path(document.source).suffix.lower()))
    found = parser.parse(data)
    if found.status == "failed" or not found.text.strip():
        return _failed(document, found.reason or "the document holds no text")
    return SourceText(document=_as_read(document, found), text=found.text, pages=found.pages, headings=found.headings)


def _as_read(document: Document, found: ParsedDocument) -> Document:
    """Return the document with what was read of it; what its owner declares stands above that."""
    read = Ingestion(status=found.status, reason=found.reason)
    return replace(
        document,
        title=document.title or found.title,
        language=document.language or found.language,
        ingestion=read if document.ingestion.status == "parsed" else document.ingestion,
    )


def _refuse_shared_ids(sources: list[SourceText], problems: list[Problem]) -> None:
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for source in sources:
        owners[source.document.id].append(source.document.source)
    for name, files in owners.items():
        if len(files) > 1:
            message = f"the document id {name!r} belongs to several files: {', '.join(files)}"
            problems.append(Problem(file=files[1], field="id", message=message, mend="give each its own id"))
