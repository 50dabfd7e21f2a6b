"""JSON that a system wrote, read in one way wherever it arrives: in a body, an event, a line of a program."""

from __future__ import annotations

import json
from typing import Any


class NoJsonError(ValueError):
    """What was written is no JSON; the text says why where that is not plain to see, and is empty otherwise."""


def read_json(data: bytes | str) -> Any:
    """Return what JSON text holds. Raises NoJsonError.

    A name that stands twice in one object is refused: one reader takes the first, another the last, and what the one
    leaves out may be the leak. So is nesting beyond what Python reads. Numbers may be NaN or infinite; whoever needs a
    number looks.
    """
    try:
        return _decode(data if isinstance(data, str) else data.decode(json.detect_encoding(data)))
    except NoJsonError:
        raise
    except RecursionError:
        raise NoJsonError("it is nested too deeply") from None
    except ValueError:
        raise NoJsonError from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NoJsonError(f"{twice[:60]!r} stands twice in one object")
    return held


_decode = json.JSONDecoder(object_pairs_hook=_once).decode
