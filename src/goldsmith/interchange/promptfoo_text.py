"""Texts in promptfoo are templates: what must come out as it stands is guarded, and what is read is filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SIGNS = {"{{": "{{'{{'}}", "{%": "{{'{'}}%", "{#": "{{'{'}}#", "#}": "#{{'}'}}"}
"""What opens or closes something in a template, and how it is written to come out as it stands."""
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
_GUARD = re.compile(r"\{\{'([^']{1,2})'\}\}")
_NAMED = re.compile(r"\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}")
_LOADED = ("file://", "package:")
"""A text that begins so is the path of what promptfoo loads in its place."""


def guarded(text: str) -> str:
    """Return a text as a template that renders to it."""
    if text.startswith(_LOADED):
        return f"{{{{'{text[0]}'}}}}{guarded(text[1:])}"
    return _SIGN.sub(lambda found: _SIGNS[found[0]], text)


def rendered(text: str, variables: Mapping[str, Any]) -> str:
    """Return what a template of names and guards alone comes out as; what else stands in it stays as it is."""

    def value(found: re.Match[str]) -> str:
        held = variables.get(found[1])
        return str(held) if isinstance(held, str | int | float) and not isinstance(held, bool) else found[0]

    return _GUARD.sub(lambda found: found[1], _NAMED.sub(value, text))


def is_loaded(held: object) -> bool:
    """Say whether a value is the path of a file that promptfoo would load in its place."""
    return isinstance(held, str) and held.startswith(_LOADED)
