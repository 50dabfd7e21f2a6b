"""A record as strict JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from goldsmith.reports.plain_text import is_unseen

_LINE_ENDS = frozenset("\u2028\u2029")


def to_json(record: object) -> str:
    """Return `record` as JSON with sorted keys, two blanks deep. Raises ValueError for NaN and infinities.

    What a terminal would obey and nobody would see (control characters, marks of direction, half of a surrogate pair)
    stands as the escape that JSON has for it: a program reads the same text.
    """
    text = json.dumps(plain(record), ensure_ascii=False, indent=2, sort_keys=True, allow_nan=False)
    # The only line ends of the text itself are those that indent it.
    unseen = (char for char in set(text) - {"\n"} if char in _LINE_ENDS or is_unseen(char))
    escapes = {ord(char): json.dumps(char)[1:-1] if char != "\x7f" else "\\u007f" for char in unseen}
    return text.translate(escapes) if escapes else text


def plain(value: object) -> Any:
    """Return the plain data of a record: mappings, lists, text, numbers, booleans, None."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return value
