"""The JSON Schema of what people write and tools read."""

from __future__ import annotations

from typing import Any

from goldsmith.ondisk.schemas import SCHEMAS, file_schema

__all__ = ["SCHEMAS", "schema"]


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema called `name` (a key of SCHEMAS). Raises UnknownNameError."""
    return file_schema(name)
