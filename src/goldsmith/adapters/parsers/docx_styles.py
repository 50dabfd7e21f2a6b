"""What the style of a paragraph makes of it: a heading, an item of a list, or plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_TITLE = re.compile(r"title", re.IGNORECASE)
_LIST = re.compile(r"list (bullet|number)\b", re.IGNORECASE)
_NO_LIST = "0"
_DEEPEST = 16
"""Styles may rest on each other this deep; a circle of them ends here."""
_BULLETS = ("bullet", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What a paragraph is."""

    level: int = 0
    """Of a heading; 0: it is none."""
    list_id: str | None = None
    """Of the list that it is an item of."""
    depth: int = 0
    """Of the item in its list, from 0."""
    is_numbered: bool = False


class Styles:
    """The styles and lists of one document."""

    def __init__(self, styles: Any, numbering: Any) -> None:
        """Take the elements that define styles and lists; `numbering` is None in a document without lists."""
        self._named = {one.get(f"{_W}styleId"): one for one in styles.iterchildren(f"{_W}style")}
        self._formats = {} if numbering is None else _formats(numbering)
        self._known: dict[str | None, Style] = {}

    def of(self, paragraph: Any) -> Style:
        """Return what `paragraph` is."""
        properties = paragraph.find(f"{_W}pPr")
        named = _value(properties, "pStyle")
        if named not in self._known:
            self._known[named] = self._named_style(named)
        style = self._known[named]
        list_id, depth = _value(properties, "numPr", "numId"), _value(properties, "numPr", "ilvl")
        if style.level or list_id is None:
            return style
        return self._item(list_id, depth)

    def _named_style(self, name: str | None) -> Style:
        """Return what the style and those that it rests on say; the nearest word counts."""
        for _ in range(_DEEPEST):
            held = self._named.get(name)
            if held is None:
                break
            own = self._own(held, str(name))
            if own is not None:
                return own
            name = _value(held, "basedOn")
        return Style()

    def _own(self, held: Any, name: str) -> Style | None:
        called = _value(held, "name") or ""
        outline = _value(held, "pPr", "outlineLvl")
        if (found := _HEADING.fullmatch(called)) is not None:
            return Style(level=int(found[1]))
        if _TITLE.fullmatch(called):
            return Style(level=1)
        if outline is not None and outline in set("012345678"):
            return Style(level=int(outline) + 1)
        list_id = _value(held, "pPr", "numPr", "numId")
        if (found := _LIST.match(called)) is not None:
            is_numbered = found[1].lower() == "number"
            return Style(list_id=f"style {name}", is_numbered=is_numbered)
        return None if list_id is None else self._item(list_id, _value(held, "pPr", "numPr", "ilvl"))

    def _item(self, list_id: str, depth: str | None) -> Style:
        if list_id == _NO_LIST:
            return Style()
        at = int(depth) if depth in set("012345678") else 0
        # What no definition is found for is taken as a bullet: a number would claim an order.
        is_numbered = self._formats.get((list_id, at), _BULLETS[0]) not in _BULLETS
        return Style(list_id=list_id, depth=at, is_numbered=is_numbered)


def _formats(root: Any) -> dict[tuple[str, int], str]:
    """Return how each level of each list is numbered."""
    defined = {one.get(f"{_W}abstractNumId"): one for one in root.iterchildren(f"{_W}abstractNum")}
    found: dict[tuple[str, int], str] = {}
    for one in root.iterchildren(f"{_W}num"):
        held = defined.get(_value(one, "abstractNumId"))
        for level in held.iterchildren(f"{_W}lvl") if held is not None else ():
            at = level.get(f"{_W}ilvl")
            if at in set("012345678"):
                found[str(one.get(f"{_W}numId")), int(at)] = _value(level, "numFmt") or "decimal"
    return found


def _value(element: Any, *path: str) -> str | None:
    """Return the value of the element at `path`; None where there is none."""
    if element is None:
        return None
    found = element.find("/".join(f"{_W}{name}" for name in path))
    value = None if found is None else found.get(f"{_W}val")
    return None if value is None else str(value)
