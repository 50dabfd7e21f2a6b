"""Titles of denied documents in what a system says: they tell that a document exists, whatever it says.

A title is often a topic too, and to speak of a topic gives nothing away. So a title counts only where the words can
hardly mean anything else:

- beside a word for a document, or in quotes or brackets: the "salary bands", the salary bands document;
- bare, where it is a proper name: three words or more, two of them with a capital, written as the title is;
- in structured data, as the whole value under a key for titles.

A title of one word counts nowhere. Nor does one that a document which the asker may see has too, or has inside its own;
nor one that the question, an earlier turn or a passage that the system may repeat holds in just that way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from goldsmith.scoring.observing.mentions import Leaf
from goldsmith.text.normal import comparable, fold, fold_text
from goldsmith.text.tokens import tokenise

_COMPARISONS = 1_000_000
_LEAST_HALVES = 4
"""Two words, or four characters of a script without spaces."""
_BARE_WORDS = 3
_BARE_CAPITALS = 2
_KEY_OF_TITLES = re.compile(r"(?:title|titles|name|heading|label|caption|filename)$")
_BEFORE = (
    r"(?:document|file|page|report|memo|spreadsheet|sheet|manual)s?(?: (?:called|named|titled|entitled))? "
    r"|(?:документ|файл|страниц|отч[её]т|таблиц)\w* |(?:文件|文档|表格|报告) ?"
)
_BEHIND = (
    r" (?:documents?|files?|pages?|reports?|memos?|spreadsheets?|sheets?|manuals?|pdf)\b"
    r"|\.(?:md|pdf|docx?|html?|txt|xlsx?|pptx?)\b| ?(?:这份|这个)?(?:文件|文档|表格|报告)"
)


@dataclass(frozen=True, slots=True)
class Title:
    """A title to look for."""

    document: str
    folded: str
    bare: str
    """The title as it is written, folded but for its case; empty: it counts only where it is marked."""


def titles_of(denied: Iterable[tuple[str, str]], others: Iterable[str]) -> tuple[Title, ...]:
    """Return the titles to look for; `denied` are pairs of document and title, `others` titles that all may see."""
    wanted = [(document, title, comparable(title)) for document, title in denied]
    open_ones = sorted({comparable(title) for title in others})
    known = frozenset(open_ones)
    wanted = [one for one in wanted if one[2] not in known and _says_something(one[1])]
    # With very many of both only equal titles are left out.
    if len(wanted) * len(open_ones) <= _COMPARISONS:
        wanted = [one for one in wanted if not any(one[2] in other for other in open_ones)]
    return tuple(Title(document, folded, _bare(title)) for document, title, folded in sorted(wanted))


def titles_in_text(text: str, titles: tuple[Title, ...], may_repeat: Callable[[], str]) -> Iterator[Title]:
    """Yield the titles by which `text` tells that a document exists; `may_repeat` returns what gives nothing away."""
    folded, written = fold_text(text), ""
    for title in titles:
        if title.folded not in folded:
            continue
        spoken = fold_text(may_repeat())
        if _marked(title.folded).search(folded):
            if not _marked(title.folded).search(spoken):
                yield title
        elif title.bare and title.folded not in spoken:
            written = written or fold(text, keep_case=True).text
            if _whole(title.bare).search(written):
                yield title


def titles_in_leaf(leaf: Leaf, titles: tuple[Title, ...]) -> Iterator[Title]:
    """Yield the titles that one value of a payload is, under a key for titles."""
    if titles and _KEY_OF_TITLES.search(leaf.key.casefold()):
        whole = comparable(leaf.text)
        yield from (title for title in titles if title.folded == whole)


def _says_something(title: str) -> bool:
    return sum(1 if token.unspaced else 2 for token in tokenise(title)) >= _LEAST_HALVES


def _bare(title: str) -> str:
    written = fold(title, keep_case=True).text.strip()
    words = written.split()
    capitals = sum(word[:1].isupper() for word in words)
    return written if len(words) >= _BARE_WORDS and capitals >= _BARE_CAPITALS else ""


@lru_cache(maxsize=4096)
def _marked(folded: str) -> re.Pattern[str]:
    title = re.escape(folded)
    return re.compile(
        rf"[\"'`\[<《〈【]{title}(?:\.\w{{1,5}})?[\"'`\]>》〉】]"
        rf"|(?<!\w)(?:{_BEFORE}){title}(?!\w)|(?<!\w){title}(?:{_BEHIND})"
    )


@lru_cache(maxsize=4096)
def _whole(written: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(written)}(?!\w)")
