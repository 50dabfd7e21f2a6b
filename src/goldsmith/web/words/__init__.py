"""What the pages say, in three languages: one catalogue a family of pages, every file of this folder is one.

A catalogue is ``WORDS: dict[str, tuple[str, str, str]]``: a key such as ``queue.next`` to its English, Russian and
Chinese. ``{name}`` is filled in with a value. ``{n:case|cases}`` chooses by the number `n`: English has two forms
(1 case, 2 cases), Russian three (1 случай, 2 случая, 5 случаев), Chinese one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from goldsmith.web.visit import LANGUAGES, Language

Words = tuple[str, str, str]

_HOLE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


@cache
def catalogue() -> Mapping[str, Words]:
    """Return every key of every family with its words. Raises ValueError where two families use one key."""
    found: dict[str, Words] = {}
    for name in sorted(module.name for module in iter_modules(__path__)):
        words: dict[str, Words] = import_module(f"{__name__}.{name}").WORDS
        both = sorted(found.keys() & words.keys())
        if both:
            message = f"words of {name} that another family has too: {', '.join(both)}"
            raise ValueError(message)
        found.update(words)
    return found


def said(language: Language, key: str, /, **values: object) -> str:
    """Return the words of `key` with `values` filled in. Raises KeyError for a key or a value that is missing.

    Where a value is markup (it has ``__html__``) the result is markup, and every other text in it is escaped.
    """
    text = catalogue()[key][LANGUAGES.index(language)]
    if any(hasattr(value, "__html__") for value in values.values()):
        return _marked_up(text, language, values)
    return _HOLE.sub(lambda hole: _filled(hole, language, values), text)


def holes(text: str) -> frozenset[str]:
    """Return the names of the values that a text wants."""
    return frozenset(hole[1] for hole in _HOLE.finditer(text))


def shown_number(language: Language, number: float) -> str:
    """Return a number as the language writes it: whole ones as they are, others with its decimal sign."""
    return str(number).replace(".", ",") if language == "ru" else str(number)


def _marked_up(text: str, language: Language, values: Mapping[str, object]) -> str:
    from markupsafe import Markup, escape

    parts, end = [], 0
    for hole in _HOLE.finditer(text):
        value = values[hole[1]]
        parts += [escape(text[end : hole.start()])]
        parts += [escape(value) if hasattr(value, "__html__") else escape(_filled(hole, language, values))]
        end = hole.end()
    return Markup("").join([*parts, escape(text[end:])])


def _filled(hole: re.Match[str], language: Language, values: Mapping[str, object]) -> str:
    value = values[hole[1]]
    if hole[2] is None:
        return shown_number(language, value) if isinstance(value, float) else str(value)
    if not isinstance(value, int | float):
        message = f"{hole[1]} chooses a form, so it is a number, not {value!r}"
        raise TypeError(message)
    forms = hole[2].split("|")
    return forms[min(_form(language, value), len(forms) - 1)]


def _form(language: Language, number: float) -> int:
    if language == "zh":
        return 0
    if language == "en":
        return 0 if number == 1 else 1
    if number != int(number):
        return 1
    whole = abs(int(number))
    if whole % 10 == 1 and whole % 100 != 11:
        return 0
    return 1 if 2 <= whole % 10 <= 4 and not 12 <= whole % 100 <= 14 else 2
