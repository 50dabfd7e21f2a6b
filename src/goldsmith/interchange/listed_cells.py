"""Lists in a cell of a table, as Python writers leave them: as ``repr`` prints them, as numpy prints them, as JSON."""

from __future__ import annotations

import ast
import io
import json
import tokenize
from typing import Any

NUMPY = "a list without commas, as numpy prints it: each quoted text is taken as one, and what it cut is lost"
ONE_TEXT = "no list can be read there: the whole cell is taken as one text"
REPR = "a list in a cell, as Python prints it"
JSON = "a list in a cell, as JSON"
_BETWEEN = frozenset({tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT})


def listed(cell: str) -> tuple[Any, str]:
    """Return the list (or object) that a cell holds and how it was written there; no list: the cell and `ONE_TEXT`.

    Two texts without a comma between them are two items, though Python itself reads them as one.
    """
    text = cell.strip()
    if text[:1] not in ("[", "(", "{"):
        return cell, ONE_TEXT
    apart = _quoted_apart(text)
    if apart is not None:
        return apart, NUMPY
    try:
        return _plain(ast.literal_eval(text)), REPR
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    try:
        return json.loads(text), JSON
    except (ValueError, RecursionError):
        return cell, ONE_TEXT


def _plain(held: Any) -> Any:
    return list(held) if isinstance(held, tuple | set | frozenset) else held


def _quoted_apart(text: str) -> list[str] | None:
    """Return the quoted texts of a list in which two stand side by side; None where none do."""
    if not text.startswith("["):
        return None
    found, beside, side_by_side = [], False, False
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.STRING:
                side_by_side = side_by_side or beside
                found.append(ast.literal_eval(token.string))
            elif token.type == tokenize.OP and token.string not in "[],":
                return None
            if token.type not in _BETWEEN:
                beside = token.type == tokenize.STRING
    except (tokenize.TokenError, ValueError, SyntaxError):
        return None
    return found if side_by_side else None
