"""Attributes of spans as a tree: dotted names, numbered list items and JSON in texts read alike.

One exporter writes ``retrieval.documents.0.document.id``, another a list of objects with ``document.id``, a third
nested objects. Afterwards all are lists and objects.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

VALUE = ""
"""Name under which a value stands that has both a value and parts, such as ``input`` beside ``input.mime_type``."""
_DEEPEST = 40
_DIGITS = 9
"""Of the number of a list item, at most."""


def nested(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return attributes as a tree; parts that are numbered from 0 on are lists."""
    return {name: _object(value) for name, value in _merged(attributes, 0).items()}


def at(tree: Any, path: str) -> Any:
    """Return what stands at a dotted path, without its parts where it has both; None: nothing does."""
    for name in path.split("."):
        if not isinstance(tree, Mapping) or name not in tree:
            return None
        tree = tree[name]
    return tree[VALUE] if isinstance(tree, Mapping) and VALUE in tree else tree


def first(tree: Any, paths: Iterable[str]) -> Any:
    """Return what stands at the first of several paths that holds something."""
    found = (at(tree, path) for path in paths)
    return next((value for value in found if value not in (None, "", [], {})), None)


def decoded(value: Any) -> Any:
    """Return what a JSON text holds, if it is one of an object or a list; anything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def text_of(value: Any) -> str:
    """Return a value as text: a text as it is, nothing as an empty text, anything else as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # a number of thousands of digits, or lists that stand too deep in each other
        return f"({type(value).__name__} that cannot be shown)"


def _merged(attributes: Mapping[str, Any], depth: int) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, value in attributes.items():
        held = _value(value, depth)
        parts = str(name).split(".")
        if len(parts) > _DEEPEST:
            parts = [*parts[:_DEEPEST], ".".join(parts[_DEEPEST:])]
        _put(tree, parts, held)
    return tree


def _put(tree: dict[str, Any], parts: list[str], value: Any) -> None:
    for part in parts[:-1]:
        below = tree.get(part)
        if not isinstance(below, dict):
            below = {} if below is None else {VALUE: below}
            tree[part] = below
        tree = below
    last, there = parts[-1], tree.get(parts[-1])
    if isinstance(there, dict):
        if isinstance(value, dict):
            there.update(value)
        else:
            there[VALUE] = value
    else:
        tree[last] = value


def _value(value: Any, depth: int) -> Any:
    if depth >= _DEEPEST:
        return text_of(value)
    if isinstance(value, Mapping):
        return _merged(value, depth + 1)
    if isinstance(value, list | tuple):
        return [_value(item, depth + 1) for item in value]
    return value


def _object(value: Any) -> Any:
    """Return a tree in which objects with the keys 0, 1, 2 … are lists."""
    if isinstance(value, list):
        return [_object(item) for item in value]
    if not isinstance(value, dict):
        return value
    held = {name: _object(item) for name, item in value.items()}
    if held and all(name.isdecimal() and len(name) <= _DIGITS for name in held):
        return [held[name] for name in sorted(held, key=int)]
    return held
