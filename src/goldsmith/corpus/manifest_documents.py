"""The documents behind the rows of a manifest: which there are, and what the rows say of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from goldsmith.corpus.chunking import ID_SEPARATOR
from goldsmith.corpus.manifest_rows import RowProblems
from goldsmith.records.corpus import ContentHash, Document, Ingestion
from goldsmith.tables.manifest_columns import ManifestColumns
from goldsmith.text.dates import InstantProblem, parse_instant

HASHED_CHUNKS = "manifest-chunks"
"""Name of the hash of a document that is known by its chunks only: over their ids and contents."""

_FIELDS = ("source", "version", "title", "effective_from", "effective_to", "supersedes", "tenant", "allowed_principals")
_DATES = ("effective_from", "effective_to")
_LISTS = ("supersedes", "allowed_principals")
_ACCESS = ("tenant", "allowed_principals")
_OUTSIDE = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:[/\\]|^file:")


def document_ids(manifest: ManifestColumns, ids: Sequence[str], problems: RowProblems) -> tuple[list[str], str]:
    """Return the document id of each row, and where it was taken from in words."""
    for field in ("document", "source"):
        column = manifest.values.get(field)
        if column is not None:
            return _named(column, field, problems), f"documents from the column {manifest.columns[field]!r}"
    if all(ID_SEPARATOR in one for one in ids):
        heads = [one.rpartition(ID_SEPARATOR)[0] or one for one in ids]
        return heads, f"documents from the part of the chunk id before the last {ID_SEPARATOR!r}"
    return list(ids), "the manifest names no documents: each chunk is a document of its own"


def _named(column: Sequence[object], field: str, problems: RowProblems) -> list[str]:
    names = []
    for row, value in enumerate(column):
        if value is None or value == "":
            problems.add(row, "the chunk names no document", field=field)
        elif not isinstance(value, str):
            message = f"the document {value!r} is a number; ids are text"
            problems.add(row, message, field=field, mend="write it in quotes")
        names.append(value if isinstance(value, str) else str(value))
    return names


def documents_of(manifest: ManifestColumns, names: Sequence[str], problems: RowProblems) -> tuple[Document, ...]:
    """Return the documents that the rows name, ascending by id; their rows must agree in what they say of them."""
    said: dict[str, dict[str, Any]] = {name: {} for name in sorted(set(names))}
    for field in _FIELDS:
        column = manifest.values.get(field)
        if column is not None:
            _collect(said, field, column, names, problems)
    hashes = _content_hashes(manifest, names)
    return tuple(
        Document(
            id=name,
            source=fields.pop("source", None) or name,
            content_hash=hashes[name],
            ingestion=Ingestion(status="parsed"),
            **_cleaned(fields),
        )
        for name, fields in said.items()
    )


def _collect(
    said: dict[str, dict[str, Any]], field: str, column: Sequence[object], names: Sequence[str], problems: RowProblems
) -> None:
    read = _READERS.get(field, _text)
    checked: dict[str, object] = {}
    for row, (name, raw) in enumerate(zip(names, column, strict=True)):
        # A list cannot be looked up; its text can.
        key = repr(raw)
        if key not in checked:
            checked[key] = read(raw)
            if isinstance(checked[key], _Fault):
                problems.add(row, str(checked[key]), field=field)
        value = checked[key]
        fields = said[name]
        if isinstance(value, _Fault) or (value is None and field not in _ACCESS):
            continue
        if fields.setdefault(field, value) != value:
            message = f"the rows of the document {name!r} disagree: {fields[field]!r} and {value!r}"
            problems.add(row, message, field=field)


class _Fault(str):
    """What is wrong with a value."""

    __slots__ = ()


def _text(value: object) -> object:
    if value is None or isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) else _Fault(f"{value!r} is not text")


def _date(value: object) -> object:
    text = _text(value if isinstance(value, str) or value is None else str(value))
    if isinstance(text, str) and not isinstance(text, _Fault):
        instant = parse_instant(text)
        if isinstance(instant, InstantProblem):
            return _Fault(instant.message)
    return text


def _list(value: object) -> object:
    if value is None:
        return None
    items = [value] if isinstance(value, str) else value
    if isinstance(items, list | tuple) and all(isinstance(item, str) and item for item in items):
        return tuple(items)
    return _Fault(f"{value!r} is not a list of texts")


def _source(value: object) -> object:
    text = _text(value)
    if isinstance(text, str) and _OUTSIDE.search(text):
        return _Fault(f"the path {text!r} leads out of the corpus folder")
    return text


_READERS: dict[str, Callable[[object], object]] = {
    "source": _source,
    **dict.fromkeys(_DATES, _date),
    **dict.fromkeys(_LISTS, _list),
}


def _cleaned(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _content_hashes(manifest: ManifestColumns, names: Sequence[str]) -> dict[str, ContentHash]:
    """Hash what the manifest holds of each document, so that a changed chunk is a changed source."""
    chosen = [manifest.values[one] for one in ("text", "content_hash", "preview") if one in manifest.values][:1]
    whole = {name: sha256() for name in set(names)}
    for row, name in enumerate(names):
        content = chosen[0][row] if chosen else manifest.values["id"][row]
        whole[name].update(f"{content}\0".encode("utf-8", "surrogatepass"))
    return {name: ContentHash(algorithm=HASHED_CHUNKS, value=one.hexdigest()) for name, one in whole.items()}
