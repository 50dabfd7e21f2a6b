"""Passages in the shape that nearly all of them have, read at once: a run reads ten or more for every question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from math import isfinite
from typing import Any

from goldsmith.records.response import RetrievedItem

_NAMES = frozenset({"id", "document", "text", "score"})
_TEXTS = (str, type(None))
# A frozen record looks each of its fields up by name to set it; the places themselves are three times as fast.
_PLACES = {item.name: getattr(RetrievedItem, item.name).__set__ for item in fields(RetrievedItem)}
_id, _document, _text, _score = (_PLACES[name] for name in ("id", "document", "text", "score"))
_span, _version, _metadata = (_PLACES[name] for name in ("span", "version", "metadata"))
_new = object.__new__


def plain_items(values: Iterable[object]) -> tuple[RetrievedItem, ...] | None:
    """Return the passages that objects with an id and, if at all, document, text and score alone describe.

    None where one of them is anything else, or holds something of another type than it should.
    """
    items = []
    for value in values:
        if type(value) is not dict or not value.keys() <= _NAMES:
            return None
        get = value.get
        identifier, document, text, score = get("id"), get("document"), get("text"), get("score")
        if type(identifier) is not str or type(text) not in _TEXTS or type(document) not in _TEXTS:
            return None
        if score is not None and not _is_finite(score):
            return None
        item = _new(RetrievedItem)
        _id(item, identifier)
        _document(item, document)
        _text(item, text)
        _score(item, score)
        _span(item, None)
        _version(item, None)
        _metadata(item, {})
        items.append(item)
    return tuple(items)


def _is_finite(value: Any) -> bool:
    return type(value) is float and isfinite(value)
