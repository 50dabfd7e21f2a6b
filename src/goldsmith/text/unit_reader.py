"""Read the unit that stands before or behind a number."""

from __future__ import annotations

import re

from goldsmith.text.tokens import is_unspaced
from goldsmith.text.units import IDEOGRAPHS, RUSSIAN_ADJECTIVES, SYMBOLS, WORDS

_BEFORE = re.compile(r"(?:(?<![^\W\d_])(US\$|USD|EUR|GBP|RUB|CNY|JPY|RMB)|([$€£¥₽])) ?$|(百分之)$")
_WORDS_BEHIND = re.compile(r"[ -]?((?:us|[^\W\d_]+)(?: [^\W\d_]+)?)")
# A currency sign right before a digit belongs to the next number.
_SIGN_BEHIND = re.compile(r" ?(?:(°[CF]|[%℃℉])|(US\$|[$€£¥₽])(?!\d))")
_LONGEST_IDEOGRAPH = max(map(len, IDEOGRAPHS))
_FURTHEST = 48


def unit_before(text: str, start: int) -> tuple[str, int] | None:
    """Return the currency, or 百分之 for percent, that ends right before ``start``, and where it begins."""
    match = _BEFORE.search(text[max(0, start - 5) : start])
    if match is None:
        return None
    return "percent" if match[3] else SYMBOLS[match[1] or match[2]], start - len(match[0])


def unit_after(text: str, end: int) -> tuple[str, int] | None:
    """Return the unit that begins at ``end``, behind at most one blank or hyphen, and where it ends."""
    sign = _SIGN_BEHIND.match(text, end)
    if sign is not None:
        return SYMBOLS[sign[1] or sign[2]], sign.end()
    gap = 1 if text[end : end + 1] == " " else 0
    if is_unspaced(text[end + gap : end + gap + 1] or " "):
        return _ideograph(text, end + gap)
    match = _WORDS_BEHIND.match(text, end, end + _FURTHEST)
    return None if match is None else _word(text, match)


def _ideograph(text: str, at: int) -> tuple[str, int] | None:
    for length in range(_LONGEST_IDEOGRAPH, 0, -1):
        written = text[at : at + length]
        if written in IDEOGRAPHS:
            return IDEOGRAPHS[written], at + len(written)
    return None


def _word(text: str, match: re.Match[str]) -> tuple[str, int] | None:
    written, start = match[1], match.start(1)
    # Cut at the first ideograph: a Latin unit may be followed by Chinese without a space.
    cut = next((index for index, character in enumerate(written) if is_unspaced(character)), len(written))
    written = written[:cut]
    first = written.split(" ")[0]
    for name in (written, first):
        unit = SYMBOLS.get(name) or WORDS.get(name.lower().replace("ё", "е"))
        if unit is not None and not _is_preposition(text, match, name):
            return unit, start + len(name)
    if text[match.start()] == "-":
        return _adjective(first.lower(), start)
    return None


def _is_preposition(text: str, match: re.Match[str], name: str) -> bool:
    # In "10 т. е." or "5 г. Москва" a single letter with a stop and another letter behind it is no unit.
    tail = text[match.start(1) + len(name) : match.start(1) + len(name) + 3]
    return len(name) == 1 and re.fullmatch(r"\. ?[^\W\d_].?", tail) is not None


def _adjective(word: str, start: int) -> tuple[str, int] | None:
    for stem, unit in RUSSIAN_ADJECTIVES.items():
        if word.startswith(stem):
            return unit, start + len(word)
    return None
