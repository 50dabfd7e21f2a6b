"""Settings of one system, taken by name and type; what cannot be meant is refused before the first call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from goldsmith._base.registry import unknown_name
from goldsmith.errors import ConfigurationError

Value = TypeVar("Value")

_WORDS: Mapping[type, str] = {str: "a text", bool: "true or false", int: "a whole number", list: "a list"}


def refuse_unknown(options: Mapping[str, Any], known: tuple[str, ...], name: str) -> None:
    """Raise UnknownNameError for a setting that the system `name` does not have."""
    for key in options:
        if key not in known:
            raise unknown_name(f"settings of system {name!r}", key, known)


def taken(options: Mapping[str, Any], key: str, kind: type[Value], default: Value, *, name: str) -> Value:
    """Return the setting `key`, or `default` where it is not given. Raises ConfigurationError for another type."""
    value = options.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ConfigurationError(
            f"{key} of system {name!r} is {value!r}, where {_WORDS[kind]} was expected", next_step=f"mend {key}"
        )
    return value


def taken_word(options: Mapping[str, Any], key: str, words: tuple[str, ...], *, name: str) -> str:
    """Return the setting `key`, one of `words`; the first of them is the default. Raises ConfigurationError."""
    value = options.get(key, words[0])
    if value not in words:
        raise ConfigurationError(
            f"{key} of system {name!r} is {value!r}", next_step=f"set {key} to one of: {', '.join(words)}"
        )
    return str(value)
