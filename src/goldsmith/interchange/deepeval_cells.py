"""What DeepEval puts into one text: contexts that a bar joins, their sources, objects as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from goldsmith.interchange.contexts import put_together
from goldsmith.interchange.listed_cells import listed

BAR = "|"
CUT = "cut at each bar, as DeepEval does: a context that holds a bar itself is in pieces"
TABLE = "it holds a table, whose bars are like those that join contexts: kept as one text"
MARKED = "cut before each source"
UNSURE = "cut before each source: a bar in what follows may be of the text, or join one that has no source"
MENDED = "cut at each bar, and put together where a passage of ours was cut"
_OBJECTS = frozenset(
    {"additional_metadata", "custom_column_key_values", "expectations", "expected_labels", "expected_tools",
     "persona", "tools_called", "turns"}
)  # fmt: skip
_SOURCE = re.compile(r"deepeval_source=(.*?),deepeval_context=(.*)", re.DOTALL)
_BEFORE_SOURCE = re.compile(r"\|(?=deepeval_source=)")
_TABLE_RULE = re.compile(r"\|\s*:?-{3,}:?\s*(\||$)", re.MULTILINE)
_BIG = re.compile(r"(?<=[a-z0-9])([A-Z])")


def decoded(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with its objects as objects, where a table or a line holds them as text; names stay."""
    return {
        name: _object(held) if isinstance(held, str) and small(name) in _OBJECTS else held
        for name, held in value.items()
    }


def small(name: str) -> str:
    """Return the name of a field in small letters: the API of DeepEval's makers writes ``expectedOutput``."""
    return _BIG.sub(r"_\1", name).lower()


def contexts_in(held: str, marks: object) -> tuple[tuple[str, ...], str]:
    """Return the contexts of a joined text, and how they were found; `marks` are those of `contexts.marks_of`."""
    if _SOURCE.match(held):
        pieces = _BEFORE_SOURCE.split(held)
        return tuple(pieces), UNSURE if any(BAR in one for one in pieces) else MARKED
    pieces = held.split(BAR)
    if marks:
        return put_together(pieces, BAR, marks), MENDED
    if _TABLE_RULE.search(held):
        return (held,), TABLE
    return tuple(pieces), CUT


def source_and_text(item: object) -> tuple[str | None, object]:
    """Return the source of what was retrieved, None where it has none, and its text."""
    if isinstance(item, Mapping):
        source = item.get("source")
        return (str(source) if source else None), item.get("context")
    found = _SOURCE.fullmatch(item) if isinstance(item, str) else None
    return (found[1] or None, found[2]) if found else (None, item)


def _object(cell: str) -> Any:
    text = cell.strip()
    if not text:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return listed(cell)[0]
