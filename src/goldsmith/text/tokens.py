"""Words of any script with their spans, and the two overlap scores that are built on them.

Scripts that write no spaces between words (Han, kana, Thai, Lao, Tibetan, Burmese, Khmer) are cut into single
characters, each with its marks: :func:`tokenise`. For search, neighbouring characters of such a run are joined to
bigrams instead: :func:`terms`.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from goldsmith.text.normal import Folded, fold, fold_text

if TYPE_CHECKING:
    from collections.abc import Sequence

UNSPACED = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u0e01-\u0e4e\u0e81-\u0ece\u0f40-\u0fbc\u1000-\u103f\u1780-\u17d3"
)
"""Character class, without brackets, of the scripts that write no spaces between words."""

_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u08d3-\u08ff"
    "\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
    "\u200c\u200d"
)
_UNSPACED_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc"
    "\u0ec8-\u0ece\u0f71-\u0fbc\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)
_LETTER = f"[^\\W_{UNSPACED}]"
_WORD = f"(?:{_LETTER}++[{_MARKS}]*+)++"
_TOKEN = re.compile(
    f"(?P<unspaced>[{UNSPACED}][{_UNSPACED_MARKS}\u200c\u200d]*)|\\d+(?:[.,]\\d+)+|{_WORD}(?:'{_WORD})*",
)
_SPACED_TERM = re.compile(f"\\d+(?:[.,]\\d+)+|{_WORD}(?:'{_WORD})*")
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")
_ASCII_TERM = re.compile(r"\d+(?:[.,]\d+)+|[a-z0-9]+(?:'[a-z0-9]+)*")
_ARTICLES = frozenset({"a", "an", "the"})
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, or one character of a script without spaces."""

    text: str
    """In comparison form (see :func:`goldsmith.text.normal.fold`)."""
    start: int
    """In the text that was given, code points."""
    end: int
    unspaced: bool
    """True for a character of a script that writes no spaces between words."""


def is_unspaced(character: str) -> bool:
    """Say whether a character belongs to a script that writes no spaces between words."""
    return _IS_UNSPACED.match(character) is not None


def tokenise(text: str | Folded) -> tuple[Token, ...]:
    """Return the words of ``text`` in order; punctuation and blanks are left out.

    A number with its separators is one token (``1,000``); an apostrophe inside a word belongs to it.
    """
    folded = fold(text) if isinstance(text, str) else text
    tokens = []
    for match in _TOKEN.finditer(folded.text):
        span = folded.original_span(match.start(), match.end())
        tokens.append(Token(match[0], span.start, span.end, match.lastgroup == "unspaced"))
    return tuple(tokens)


def terms(text: str) -> list[str]:
    """Return the search terms of ``text`` in order: words, and bigrams of characters where no spaces are written.

    A lone character between spaces or words is a term by itself.
    """
    if text.isascii():
        return list(map(str, _ASCII_TERM.findall(text.lower())))
    folded = fold_text(text)
    if _IS_UNSPACED.search(folded) is None:
        return list(map(str, _SPACED_TERM.findall(folded)))
    found: list[str] = []
    run: list[str] = []
    run_end = -1
    for match in _TOKEN.finditer(folded):
        if match.lastgroup == "unspaced":
            if match.start() != run_end:
                found += _bigrams(run)
                run = []
            run.append(match[0])
            run_end = match.end()
            continue
        found += _bigrams(run)
        run = []
        found.append(match[0])
    return found + _bigrams(run)


def squad_tokens(text: str) -> list[str]:
    """Return the tokens of the SQuAD evaluation: lower case, no ASCII punctuation, no English article, split at blanks.

    The text is folded first, so that normal form, typographic quotes and invisible characters make no difference.
    """
    plain = fold_text(text).translate(_NO_PUNCTUATION)
    return [word for word in plain.split() if word not in _ARTICLES]


def exact_match(gold: str, predicted: str) -> bool:
    """Say whether both texts have the same :func:`squad_tokens`."""
    return squad_tokens(gold) == squad_tokens(predicted)


def token_f1(gold: str, predicted: str) -> float:
    """Return the F1 of the two multisets of :func:`squad_tokens`; 1 when both are empty.

    A text without spaces is one token here, so Chinese needs :func:`character_f1`.
    """
    return _f1(squad_tokens(gold), squad_tokens(predicted))


def character_f1(gold: str, predicted: str) -> float:
    """Return the F1 of the two multisets of letters and digits of the folded texts; 1 when both are empty."""
    return _f1(_letters(gold), _letters(predicted))


def _letters(text: str) -> list[str]:
    return [character for match in _TOKEN.finditer(fold_text(text)) for character in match[0]]


def _bigrams(run: list[str]) -> list[str]:
    if len(run) == 1:
        return run
    return [left + right for left, right in pairwise(run)]


def _f1(gold: Sequence[str], predicted: Sequence[str]) -> float:
    if not gold or not predicted:
        return float(not gold and not predicted)
    shared = sum((Counter(gold) & Counter(predicted)).values())
    return 2 * shared / (len(gold) + len(predicted))
