"""A foreign chunk manifest as columns, and which of its columns mean what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError

DEFAULT_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "id": ("chunk_id", "id", "chunk_link", "_id", "passage_id", "node_id", "doc_id"),
        "document": ("document", "doc_id", "document_id", "docid", "doc", "file_id"),
        "text": ("text", "contents", "content", "page_content", "chunk_text", "passage"),
        "preview": ("text_preview", "preview", "snippet"),
        "start": ("start", "start_char", "start_index", "start_char_idx"),
        "end": ("end", "end_char", "end_index", "end_char_idx"),
        "ordinal": ("ordinal", "chunk_index", "position"),
        "section": ("section", "clause", "section_path", "chunk_heading", "heading"),
        "page": ("page", "page_number"),
        "content_hash": ("sha256", "content_hash", "hash", "checksum"),
        "language": ("language", "lang"),
        "tokens": ("tokens", "token_count", "n_tokens"),
        "source": ("source_path", "source", "source_uri", "uri", "url", "path", "file_path"),
        "version": ("version", "doc_version"),
        "title": ("title", "doc_title"),
        "effective_from": ("effective_from", "effective_date", "effective"),
        "effective_to": ("effective_to",),
        "supersedes": ("supersedes",),
        "tenant": ("tenant", "tenant_id"),
        "allowed_principals": ("allowed_principals", "acl"),
    }
)
"""What a chunk or its document can have, and the column names that are taken for it, the likeliest first."""

NUMBERS = ("start", "end", "ordinal", "page", "tokens")
LISTS = ("supersedes", "allowed_principals")

_NESTED = "metadata."


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ManifestColumns:
    """The rows of a manifest by field, as they came; nothing is checked yet."""

    name: str
    """File name, for messages."""
    rows: int
    values: Mapping[str, Sequence[object]]
    """Field to one value a row; only fields that a column was chosen for."""
    columns: Mapping[str, str]
    """Field to the column it was read from."""
    unused: tuple[str, ...]
    lines: Sequence[int] | None = None
    """Line of each row, where the file has lines."""


def parse_mapping(written: Sequence[str]) -> dict[str, str]:
    """Read mappings such as ``id=chunk_link``; ``text=`` says that the manifest has no such field."""
    mapping: dict[str, str] = {}
    for item in written:
        field, separator, column = item.partition("=")
        if not separator:
            raise InputError(f"{item!r} maps nothing", next_step="write FIELD=COLUMN, such as id=chunk_link")
        if field.strip() not in DEFAULT_NAMES:
            raise unknown_name("manifest fields", field.strip(), tuple(DEFAULT_NAMES))
        mapping[field.strip()] = column.strip()
    return mapping


def choose_columns(present: Sequence[str], given: Mapping[str, str], *, name: str) -> dict[str, str]:
    """Return the column of each field: as given, else by its usual names (at the top or under ``metadata``).

    Raises InputError where a given column is not there, or where nothing can be the chunk id.
    """
    chosen: dict[str, str] = {}
    for field, column in given.items():
        if field not in DEFAULT_NAMES:
            raise unknown_name("manifest fields", field, tuple(DEFAULT_NAMES))
        if column and column not in present:
            near = get_close_matches(column, present, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            message = f"{name} has no column {column!r}{hint}"
            raise InputError(message, next_step=f"choose one of: {', '.join(present)}")
        if column:
            chosen[field] = column
    for field, names in DEFAULT_NAMES.items():
        if field in given:
            continue
        taken = set(chosen.values())
        usual = [*names, *(_NESTED + one for one in names)]
        found = next((one for one in usual if one in present and one not in taken), None)
        if found is not None:
            chosen[field] = found
    if "id" not in chosen:
        message = f"no column of {name} looks like a chunk id"
        raise InputError(message, next_step=f"say which it is: --map id=COLUMN, one of: {', '.join(present)}")
    return chosen
