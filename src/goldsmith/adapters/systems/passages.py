"""How frameworks name their passages, read as ours: which metadata hold the id of a chunk and the name of its document.

An id is what the framework or its metadata say; none is ever made up. Ids that a framework draws at random whenever it
indexes are told in a note: evidence that names chunks by id is never found by them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from numbers import Real
from pathlib import Path
from typing import Any

from goldsmith.adapters.systems import json_data, spelled_number
from goldsmith.errors import ConfigurationError
from goldsmith.records.case import Case
from goldsmith.records.response import RetrievedItem
from goldsmith.records.run import RulerNote

ID_KEYS = ("chunk_id", "id", "node_id", "passage_id")
DOCUMENT_KEYS = ("document", "document_id", "doc_id")
FILE_KEYS = ("source", "file_name", "file_path", "path", "url")
_PATH_KEYS = ("file_path", "source", "path", "url", "file_name")
_SCORE_KEYS = ("score", "relevance_score", "similarity")

_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


def is_random(identifier: str) -> bool:
    """Say whether an id has the form of a UUID, which frameworks draw at random."""
    return _RANDOM.fullmatch(identifier) is not None


def keys_of(value: object, name: str) -> tuple[str, ...]:
    """Return the metadata keys of a setting: one text or a list of them. Raises ConfigurationError."""
    keys = (value,) if isinstance(value, str) else value
    if not isinstance(keys, list | tuple) or not all(isinstance(key, str) and key for key in keys):
        raise ConfigurationError(
            f"{name} is {value!r}, where a metadata key or a list of them was expected",
            next_step=f'write {name} = "chunk_id"',
        )
    return tuple(keys)


class Passages:
    """Reads passages of a framework, and remembers what must be told about their names.

    `id_from` and `document_from` are the only metadata keys that count where they are given; the first that holds
    something wins. Of paths and URLs that lie in `documents_root` the part behind it is the name.
    """

    def __init__(
        self,
        *,
        id_from: tuple[str, ...] = (),
        document_from: tuple[str, ...] = (),
        documents_root: str = "",
        folder: Path = Path(),
        cases: Collection[Case] = (),
    ) -> None:
        self._id_from = id_from
        self._document_from = document_from
        self._roots = _roots(documents_root, folder)
        self._gold = {one.chunk for case in cases for need in case.evidence for one in need.any_of if one.chunk}
        self._named: set[str] = set()
        self._nameless: set[str] = set()
        self._random: dict[str, None] = {}
        self._found_by_id = False

    def item(
        self,
        metadata: Mapping[Any, Any],
        *,
        own_id: object = None,
        own_document: str = "",
        text: str | None = None,
        score: object = None,
        span: tuple[int, int] | None = None,
    ) -> RetrievedItem:
        """Return the passage; `own_id` and `own_document` are the framework's own names, used where metadata have none.

        `own_document` counts before the names of files unless it is random.
        """
        held = json_data(metadata)
        identifier = _first(held, self._id_from or ID_KEYS)
        if not identifier and not self._id_from:
            identifier = _text(own_id)
        self._remember(identifier, text or "")
        rank = score if score is not None else next((held[key] for key in _SCORE_KEYS if key in held), None)
        return RetrievedItem(
            id=identifier,
            document=self._document(held, own_document, identifier) or None,
            text=text,
            score=_finite(rank),
            span=span,
            metadata=held,
        )

    def notes(self, name: str) -> tuple[RulerNote, ...]:
        """Return what a reader of scores must know about the ids of the system `name`."""
        found = []
        if self._nameless and self._id_from:
            every = len(self._nameless) + len(self._named)
            found.append(
                RulerNote(
                    kind="id_not_named",
                    message=f"{len(self._nameless)} of {every} passages of {name} have no metadata "
                    f"{' or '.join(map(repr, self._id_from))}: they have no id",
                    mend="name in id_from a key that every passage has",
                )
            )
        if self._random and self._gold and not self._found_by_id:
            example = next(iter(self._random))
            passages = "1 passage" if len(self._random) == 1 else f"{len(self._random)} passages"
            found.append(
                RulerNote(
                    kind="unstable_ids",
                    message=f"{name} calls {passages} by ids such as {example}, drawn at random when they were "
                    "indexed: evidence that is named by chunk id alone is not found",
                    mend='set id_from = "KEY" to metadata that stay the same, give the passages ids of your own when '
                    "you index, or name evidence by document and quote",
                )
            )
        return tuple(found)

    def _remember(self, identifier: str, text: str) -> None:
        if identifier:
            self._named.add(identifier)
        else:
            self._nameless.add(text)
        if is_random(identifier):
            self._random.setdefault(identifier)
        self._found_by_id = self._found_by_id or identifier in self._gold

    def _document(self, held: Mapping[str, Any], own: str, identifier: str) -> str:
        if self._document_from:
            return self._relative(_first(held, self._document_from))
        named = _first(held, DOCUMENT_KEYS)
        if named or ("#" in identifier and not self._roots):  # an id such as `refunds#2` names its document itself
            return self._relative(named)
        file = _first(held, _PATH_KEYS if self._roots else FILE_KEYS)
        is_chosen = own and not is_random(own) and not own.startswith(_first(held, _PATH_KEYS) or own + "/")
        return self._relative(own if is_chosen or not file else file)

    def _relative(self, name: str) -> str:
        plain = name.replace("\\", "/")
        inside = (plain[len(root) :] for root in self._roots if plain.startswith(root))
        return next(inside, name)


def _roots(root: str, folder: Path) -> tuple[str, ...]:
    """Return the beginnings that names inside the root may have, each with its slash."""
    if not root:
        return ()
    written = root.replace("\\", "/").rstrip("/")
    lies_elsewhere = "://" in written
    spelled = (written,) if lies_elsewhere else (written, Path(folder / root).resolve().as_posix())
    return tuple(dict.fromkeys(f"{one}/" for one in spelled))


def _first(held: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((found for key in keys if (found := _text(held.get(key)))), "")


def _text(value: object) -> str:
    """Return a name as text; empty where the value is none."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _finite(value: Any) -> float | None:
    number = spelled_number(value)  # some scores are numbers of numpy, some stand in metadata as text
    is_number = isinstance(number, Real) and not isinstance(number, bool)
    return float(number) if is_number and math.isfinite(number) else None
