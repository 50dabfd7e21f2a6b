"""Records as plain data, as all our files hold them: nothing that equals its default is written."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, cast

_SCALARS = frozenset({str, int, float, bool})


def plain(value: Any) -> Any:
    """Return records as plain data, without the fields that equal their default."""
    if value is None or type(value) in _SCALARS:
        return value
    if is_dataclass(value):
        return {
            name: plain(held)
            for name, default in _defaults(cast("Any", type(value)))
            if (held := getattr(value, name)) is not default and (default is MISSING or held != default)
        }
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(item) for item in value)
    return value


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return each field of a record with its default; MISSING where it must be given."""
    return tuple(
        (item.name, item.default if item.default_factory is MISSING else item.default_factory())
        for item in fields(kind)
    )
