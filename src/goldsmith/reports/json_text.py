"""A record as strict JSON, for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

# Half of a surrogate pair is no character: it cannot be written as UTF-8, and JSON has an escape for it.
_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(record: object) -> str:
    """Return `record` as JSON with sorted keys, two blanks deep. Raises ValueError for NaN and infinities."""
    text = json.dumps(plain(record), ensure_ascii=False, indent=2, sort_keys=True, allow_nan=False)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def plain(value: object) -> Any:
    """Return the plain data of a record: mappings, lists, text, numbers, booleans, None."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return value
