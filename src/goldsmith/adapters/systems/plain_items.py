"""Passages in the shape that nearly all of them have, read at once: a run reads ten or more for every question."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from goldsmith._base.drafts import draft_of
from goldsmith.records.response import RetrievedItem

_MOST = sys.float_info.max
_LEAST = -_MOST
_Draft = draft_of(RetrievedItem)


def plain_items(values: Iterable[object]) -> tuple[RetrievedItem, ...] | None:
    """Return the passages that objects with an id and, if at all, document, text and score alone describe.

    None where one of them is anything else, or holds something of another type than it should.
    """
    items = []
    for value in values:
        if type(value) is not dict or "id" not in value:
            return None
        identifier, text, score, document, known = value["id"], None, None, None, 1
        if "text" in value:
            text, known = value["text"], 2
            if type(text) is not str and text is not None:
                return None
        if "score" in value:
            score, known = value["score"], known + 1
            if score is not None and not (type(score) is float and _LEAST <= score <= _MOST):
                return None
        if "document" in value:
            document, known = value["document"], known + 1
            if type(document) is not str and document is not None:
                return None
        if len(value) != known or type(identifier) is not str:
            return None
        item = _Draft()
        item.id = identifier
        item.document = document
        item.text = text
        item.score = score
        item.span = item.version = None
        item.metadata = {}
        item.__class__ = RetrievedItem
        items.append(item)
    return tuple(items)
