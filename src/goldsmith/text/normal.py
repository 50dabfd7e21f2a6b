"""The one form in which documents are stored, and the looser form in which texts are compared.

Stored text is changed as little as possible (:func:`normalise_document`), because offsets point into it. Comparison
happens on a folded copy (:func:`fold`) that knows where each of its characters came from.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from dataclasses import dataclass
from functools import lru_cache

from goldsmith.text.spans import Span, extends

NORMALISATION = "lf-1"
"""Name of what :func:`normalise_document` does; part of a corpus revision, since offsets depend on it."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u00b4\u2039\u203a"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f\u301d\u301e\u301f"
_INVISIBLE = (
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_VARIATION_SELECTORS = (
    "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f"
)
# U+200C and U+200D are absent on purpose: in Persian and the scripts of India they are part of the spelling.
_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_REPLACED = (
    _FULL_WIDTH
    | dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE_QUOTES, '"')
    | dict.fromkeys(_INVISIBLE + _VARIATION_SELECTORS, "")
    | {"\u2026": "..."}
)
# A full-width comma between digits parts two numbers, where a plain one would join them.
_PARTING = re.compile("(?<=[0-9])，(?=[0-9])")
_SPECIAL = re.compile(f"[{''.join(_REPLACED)}]")
_BLANKS = re.compile(r"\s+")
# Folding these would turn 10 squared into 102 and one half into 1/2 glued to the digit before it.
_KEPT_FORMS = ("<super>", "<sub>", "<fraction>", "<circle>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A text in comparison form with the way back to the text it came from."""

    source: str
    text: str
    starts: array[int]
    """For each character of ``text``, where the piece of ``source`` that gave it begins."""
    ends: array[int]
    """For each character of ``text``, where the piece of ``source`` that gave it ends."""

    def original_span(self, start: int, end: int) -> Span:
        """Return the span of ``source`` that gave ``text[start:end]``; empty where that slice is empty."""
        if start >= end:
            place = self.starts[start] if start < len(self.starts) else len(self.source)
            return Span(place, place)
        return Span(self.starts[start], self.ends[end - 1])

    def find(self, needle: str) -> tuple[Span, ...]:
        """Return the span in ``source`` of every place, overlapping ones included, where ``text`` has ``needle``.

        ``needle`` is taken as it is: fold it first. A place that begins or ends inside what one piece of the source
        became (half of a ligature, a letter without its accent) is no place.
        """
        found: list[Span] = []
        at = self.text.find(needle) if needle else -1
        while at >= 0:
            if self._whole(at) and self._whole(at + len(needle)):
                found.append(self.original_span(at, at + len(needle)))
            at = self.text.find(needle, at + 1)
        return tuple(found)

    def _whole(self, at: int) -> bool:
        return not 0 < at < len(self.starts) or self.starts[at] != self.starts[at - 1]


def normalise_document(text: str) -> str:
    """Return the stored form of a document: no byte order mark at its head, every line end a single LF.

    Nothing else changes, in particular not the Unicode normal form: spans are offsets into exactly this text.
    """
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def fold(text: str, *, keep_case: bool = False) -> Folded:
    """Return ``text`` in comparison form, with the map back.

    Composed normal form with compatibility variants unified (full width, ligatures, presentation forms; superscripts,
    subscripts, fractions and circled digits stay themselves), case folded unless ``keep_case``, invisible characters
    removed (zero-width space, soft hyphen, word joiner, byte order mark, direction marks, variation selectors), every
    run of white space one space, typographic quotes and dashes plain. The zero-width joiner and non-joiner stay.
    """
    plain = None if _UNEVEN.search(text) else text.translate(_ALONE_AS_WRITTEN if keep_case else _ALONE)
    if plain is not None and len(plain) == len(text):
        return Folded(source=text, text=plain, starts=_counted(0, len(text)), ends=_counted(1, len(text)))
    return _fold_with_map(text, keep_case=keep_case)


def _counted(first: int, length: int) -> array[int]:
    return _COUNT[first : first + length] if length < len(_COUNT) else array("L", range(first, first + length))


def _fold_with_map(text: str, *, keep_case: bool) -> Folded:
    characters: list[str] = []
    starts, ends = array("L"), array("L")
    alone = _ALONE_AS_WRITTEN if keep_case else _ALONE
    index, length, one_by_one = 0, len(text), 0
    while index < length:
        if index >= one_by_one and (run := _RUN.match(text, index)):
            plain = run[0].translate(alone)
            if len(plain) == len(run[0]) and not _PARTING.search(text, index, run.end()):
                characters.append(plain)
                starts.extend(range(index, run.end()))
                ends.extend(range(index + 1, run.end() + 1))
                index = run.end()
                continue
            one_by_one = run.end()
        end = index + 1
        while end < length and text[end] >= "\u0300" and extends(text[end]):
            end += 1
        piece = text[index:end]
        folded = piece if piece == "，" and _PARTING.match(text, index) else _fold_piece(piece, keep_case)
        for character in folded:
            if character == " " and characters and characters[-1] == " ":
                ends[-1] = end
                continue
            characters.append(character)
            starts.append(index)
            ends.append(end)
        index = end
    return Folded(source=text, text="".join(characters), starts=starts, ends=ends)


def fold_text(text: str) -> str:
    """Return ``fold(text).text`` without building the map."""
    if text.isascii():
        return _BLANKS.sub(" ", text.lower())
    plain = _BLANKS.sub(" ", _SPECIAL.sub(_replacement, text))
    if not unicodedata.is_normalized("NFKC", plain):
        return fold(text).text
    return unicodedata.normalize("NFC", plain.casefold())


def comparable(text: str) -> str:
    """Return the folded text without blanks at its ends: two texts that a reader calls equal give the same."""
    return fold_text(text).strip(" ")


def _replacement(match: re.Match[str]) -> str:
    if match[0] == "，" and _PARTING.match(match.string, match.start()):
        return "，"
    return _REPLACED[match[0]]


class _Alone(dict[int, str]):
    """What one character becomes, for `str.translate`.

    A character that becomes none or several, or that belongs to the one before it, lengthens the text by ``_LONGER``:
    so a text of the same length has its characters one by one where they were.
    """

    def __init__(self, *, keep_case: bool) -> None:
        super().__init__()
        self._keep_case = keep_case

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = _LONGER if extends(character) else _fold_piece(character, self._keep_case)
        self[code] = folded = folded if len(folded) == 1 else _LONGER
        return folded


_LONGER = "\uffff\uffff"
_ALONE, _ALONE_AS_WRITTEN = _Alone(keep_case=False), _Alone(keep_case=True)
# Runs of blanks become one, and a full-width comma between digits stays.
_UNEVEN = re.compile(r"\s\s|(?<=[0-9])，(?=[0-9])")
# Between two such runs stand several blanks; inside one, and at its end, no character belongs to one outside.
_RUN = re.compile(r"\S+(?:\s\S+)*")
_COUNT = array("L", range(4097))


@lru_cache(maxsize=1 << 16)
def _fold_piece(piece: str, keep_case: bool) -> str:  # noqa: FBT001 - positional for the cache
    if piece.isspace():
        return " "
    folded = unicodedata.normalize("NFC", "".join(map(_compatible, piece)))
    if not keep_case:
        folded = unicodedata.normalize("NFC", folded.casefold())
    return _BLANKS.sub(" ", _SPECIAL.sub(_replacement, folded))


def _compatible(character: str) -> str:
    if unicodedata.decomposition(character).startswith(_KEPT_FORMS):
        return character
    plain = unicodedata.normalize("NFKC", character)
    # A spacing accent decomposes to a blank and a mark; the blank would merge with its neighbours.
    return character if len(plain) > 1 and plain[0] == " " else plain
