"""A record as strict JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def to_json(record: object) -> str:
    """Return `record` as JSON with sorted keys, two blanks deep. Raises ValueError for NaN and infinities."""
    return json.dumps(plain(record), ensure_ascii=False, indent=2, sort_keys=True, allow_nan=False)


def plain(value: object) -> Any:
    """Return the plain data of a record: mappings, lists, text, numbers, booleans, None."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return value
