"""The sections of a text: what lies under one heading, down to the next heading of any level.

Sections partition the text. Headings are those of CommonMark that stand at the left margin: ATX (``## Fees ##``) and
setext (underlined), neither inside fenced or indented code nor inside an HTML block or comment.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from goldsmith.tables.headings import Heading

PATH_SEPARATOR = " > "

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_HTML = re.compile(r" {0,3}<(?:(!--)|(script|pre|style|textarea)(?=[\s>]|$))", re.IGNORECASE)
# What cannot be the first line of a heading that is underlined: lists, quotes, code, tables, HTML.
_NO_PARAGRAPH = re.compile(r" {4}|\t| {0,3}(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||<)")
_MAYBE_HEADING = re.compile(r"^ {0,3}(?:#|=|-)", re.MULTILINE)
_BLANKS = re.compile(r"\s+")


class Section(NamedTuple):
    """A stretch of the text, in code points, and the headings above it."""

    start: int
    end: int
    path: str | None
    """Headings from the top, joined by `` > ``; None above the first heading and in a text without any."""


def plain_sections(text: str) -> tuple[Section, ...]:
    """Return the whole text as one section."""
    return (Section(0, len(text), None),)


def markdown_sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a Markdown text with LF line ends."""
    if not _MAYBE_HEADING.search(text):
        return plain_sections(text)
    return sections_under(text, _Scanner().headings(text))


def sections_under(text: str, headings: Sequence[Heading]) -> tuple[Section, ...]:
    """Return the sections of a text whose headings are known, ascending."""
    above: list[Heading] = []
    sections = []
    if not headings or headings[0].start > 0:
        sections.append(Section(0, headings[0].start if headings else len(text), None))
    ends = [heading.start for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=False):
        above = [one for one in above if one.level < heading.level] + [heading]
        path = PATH_SEPARATOR.join(one.words for one in above if one.words)
        sections.append(Section(heading.start, end, path or None))
    return tuple(sections)


def paged_sections(sections: Sequence[Section], pages: Sequence[int]) -> tuple[Section, ...]:
    """Return the sections cut where a page begins, so that each stands on one page."""
    if len(pages) < 2:
        return tuple(sections)
    found = []
    for start, end, path in sections:
        inside = pages[bisect_right(pages, start) : bisect_left(pages, end)]
        found += [Section(*edges, path) for edges in pairwise((start, *dict.fromkeys(inside), end))]
    return tuple(found)


class _Scanner:
    """One pass over the lines, remembering what they stand in."""

    def __init__(self) -> None:
        self._found: list[Heading] = []
        self._fence = ""
        self._html_end = ""
        self._paragraph: list[str] = []
        self._paragraph_start = 0

    def headings(self, text: str) -> list[Heading]:
        at = 0
        for line in text.split("\n"):
            self._line(line, at)
            at += len(line) + 1
        return self._found

    def _line(self, line: str, at: int) -> None:
        if self._inside_block(line):
            return
        if not line.strip():
            self._paragraph = []
        elif (atx := _ATX.fullmatch(line)) is not None:
            self._note(at, len(atx[1]), atx[2] or "")
        elif self._paragraph and (underline := _UNDERLINE.fullmatch(line)) is not None:
            self._note(self._paragraph_start, 1 if underline[1][0] == "=" else 2, " ".join(self._paragraph))
        else:
            self._text(line, at)

    def _inside_block(self, line: str) -> bool:
        """Say whether the line belongs to fenced code or HTML, and open or close that block."""
        if self._fence:
            closing = line.strip(" \t")
            if set(closing) == {self._fence[0]} and len(closing) >= len(self._fence) and not line.startswith("    "):
                self._fence = ""
            return True
        if self._html_end:
            if self._html_end in line.lower():
                self._html_end = ""
            return True
        if (fence := _FENCE.match(line)) is not None:
            self._fence, self._paragraph = fence[1], []
            return True
        if (html := _HTML.match(line)) is not None:
            end = "-->" if html[1] else f"</{html[2].lower()}>"
            self._html_end, self._paragraph = "" if end in line.lower()[html.end() :] else end, []
            return True
        return False

    def _text(self, line: str, at: int) -> None:
        if self._paragraph:
            self._paragraph.append(line.strip())
        elif not _NO_PARAGRAPH.match(line) and not _UNDERLINE.fullmatch(line):
            self._paragraph, self._paragraph_start = [line.strip()], at

    def _note(self, start: int, level: int, words: str) -> None:
        self._found.append(Heading(start, level, _BLANKS.sub(" ", words.strip())))
        self._paragraph = []
