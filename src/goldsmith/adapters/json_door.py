"""JSON that a system wrote, read in one way wherever it arrives: in a body, an event, a line of a program."""

from __future__ import annotations

import json
from typing import Any

from pydantic_core import from_json

_UNSURE = object()
_BLANKS = b" \t\r\n"


class NoJsonError(ValueError):
    """What was written is no JSON; the text says why where that is not plain to see, and is empty otherwise."""


def read_json(data: bytes | str) -> Any:
    """Return what JSON text holds. Raises NoJsonError.

    A name that stands twice in one object is refused: one reader takes the first, another the last, and what the one
    leaves out may be the leak. So is nesting beyond what Python reads. Numbers may be NaN or infinite; whoever needs a
    number looks.
    """
    held = _read_at_once(data) if isinstance(data, bytes) else _UNSURE
    if held is not _UNSURE:
        return held
    try:
        return _decode(data if isinstance(data, str) else data.decode(json.detect_encoding(data)))
    except NoJsonError:
        raise
    except RecursionError:
        raise NoJsonError("it is nested too deeply") from None
    except ValueError:
        raise NoJsonError from None


def _read_at_once(data: bytes) -> Any:
    """Return what a body holds, as nearly all are: UTF-8, no name twice. _UNSURE where the long way must decide.

    The reader of pydantic is twice as fast as Python's, and takes the last of several members of one name. Every member
    has a colon after its name. So where what was read has as many members as the text has such colons at most, no name
    stands twice; where it has fewer, some of the colons may stand in texts.
    """
    try:
        held = from_json(data, cache_strings="keys")
    except ValueError:
        return _UNSURE
    most = len(data) - len(data.replace(b":", b""))
    members = _members(held, most)
    if members < most:
        # In a text no quotation mark stands bare: what ends one and has a colon behind it is a name, or is escaped.
        most = data.translate(None, _BLANKS).count(b'":')
    return held if members >= most else _UNSURE


def _members(document: Any, enough: int) -> int:
    """Return how many members the objects of a document have, the outer first, until there are `enough`."""
    count, values = 0, [document]
    for value in values:  # which grows meanwhile
        if type(value) is dict:
            count += len(value)
            if count >= enough:
                break
            values += value.values()
        elif type(value) is list:
            values += value
    return count


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NoJsonError(f"{twice[:60]!r} stands twice in one object")
    return held


_decode = json.JSONDecoder(object_pairs_hook=_once).decode
