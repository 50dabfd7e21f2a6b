"""What stands around a stretch of a document: its section, whether that says the same elsewhere, what to show."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Literal

from goldsmith._base.canonical import digest
from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.pieces import pieces
from goldsmith.corpus.sections import PATH_SEPARATOR, Section
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.refresh import Passage
from goldsmith.text.normal import comparable, fold
from goldsmith.text.readable import readable, struck_through
from goldsmith.text.spans import Span

_MARKDOWN = "text/markdown"
_SHORT = 1_200
"""Characters of a section that is shown whole."""
_DIGITS = 16
_AROUND = 400
"""Characters shown on either side of a quote in a longer one."""
_NEAR = 300
"""Letters on either side that stand for the section where a text has no headings."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_UNDERLINE = re.compile(r"[ \t]*(?:=+|-+)[ \t]*")


class Page:
    """One document of one revision, read: what is asked of it for many stretches is worked out once."""

    def __init__(self, document: Document, chunks: tuple[Chunk, ...]) -> None:
        self.document = document
        self.text = DocumentText(chunks)
        self._bodies: dict[Section, str] = {}

    @cached_property
    def content(self) -> str:
        """The whole text, folded but for case: two documents that say the same give the same."""
        return _unwrapped(self.text.shown)

    @cached_property
    def has_headings(self) -> bool:
        """Whether any section is named."""
        return any(section.path is not None for section in self.text.sections)

    def sections_of(self, span: Span) -> tuple[Section, ...]:
        """Return the sections that `span` touches: those with text in it, at least one where there is any text."""
        return tuple(one for one in self.text.sections if one.start < span.end and span.start < one.end)

    def path(self, span: Span) -> str | None:
        """Return the headings above the place where `span` begins."""
        own = self.sections_of(span)
        return own[0].path if own else None

    def body(self, section: Section) -> str:
        """Return the text of a section below its heading as a reader sees it, folded but for case."""
        if section not in self._bodies:
            text = _below_heading(self.text.shown[section.start : section.end], section)
            self._bodies[section] = _unwrapped(readable(text) if self.document.media_type == _MARKDOWN else text)
        return self._bodies[section]

    @cached_property
    def _struck(self) -> tuple[Span, ...]:
        return tuple(Span(*found) for found in struck_through(self.text.shown))

    def is_struck(self, span: Span) -> bool:
        """Say whether any of `span` is struck through."""
        return any(span.overlaps(one) for one in self._struck)

    def headings(self, span: Span) -> tuple[str, ...]:
        """Return the path of each section that `span` touches, as a reader compares, without marks."""
        return tuple(dict.fromkeys(_plain_path(one.path or "") for one in self.sections_of(span)))

    def below(self, span: Span) -> dict[str, tuple[str, str]]:
        """Return the sections below those that `span` touches, by path from there: the path as written, and the text.

        The title of the whole document has no sections below it: all others are.
        """
        own = self.sections_of(span)
        found: dict[str, tuple[str, str]] = {}
        for path in dict.fromkeys(one.path for one in own if one.path is not None and one.path != self._title):
            for one in self.text.sections:
                if one.path is not None and one not in own and is_below(one.path, path):
                    plain = _plain_path(one.path[len(path) :])
                    found[plain] = one.path, " ".join((found.get(plain, ("", ""))[1], self.body(one))).strip()
        return found

    @cached_property
    def _title(self) -> str | None:
        """The heading below which all others stand; None: there is none."""
        paths = [one.path for one in self.text.sections if one.path is not None]
        first = paths[0] if paths else None
        return first if first is not None and all(one == first or is_below(one, first) for one in paths) else None

    def without_title(self, headings: tuple[str, ...]) -> tuple[str, ...]:
        """Return paths in comparison form from below the title of the document on."""
        title = _plain_path(self._title or "")
        return tuple(one[len(title + PATH_SEPARATOR) :] if is_below(one, title) else one for one in headings)

    def section_at(self, path: str) -> Section | None:
        """Return the first section of that path; where there is none, of that last heading."""
        last = path.rpartition(PATH_SEPARATOR)[2]
        named = [one for one in self.text.sections if one.path is not None]
        return next(
            (one for one in named if one.path == path),
            next((one for one in named if (one.path or "").rpartition(PATH_SEPARATOR)[2] == last), None),
        )

    def near(self, span: Span, letters: int, *, in_section: bool = False) -> tuple[str, str]:
        """Return so many folded letters before and after `span`, without blanks; fewer at the ends of the text.

        `in_section`: none beyond the sections that it touches.
        """
        low, high = max(0, span.start - 2 * letters - 20), span.end + 2 * letters + 20
        own = self.sections_of(span) if in_section else ()
        if own:
            low, high = max(low, own[0].start), min(high, own[-1].end)
        before, after = self.text.shown[low : span.start], self.text.shown[span.end : high]
        return "".join(comparable(before).split())[-letters:], "".join(comparable(after).split())[:letters]

    def passage(self, span: Span, *, of_section: bool = False) -> Passage:
        """Return `span` as it is shown: in its section where that is short, else with the paragraphs around it.

        `of_section`: no quote is marked in it.
        """
        own = self.sections_of(span)
        low = min([span.start, *(one.start for one in own)])
        high = max([span.end, *(one.end for one in own)])
        shown = self.text.shown
        whole = ""
        if high - low > _SHORT:
            whole = digest([self.body(section) for section in own])[:_DIGITS]
            low = _paragraph_begin(shown, max(low, span.start - _AROUND), span.start, whole=span.start - _AROUND <= low)
            high = _paragraph_end(shown, span.end, min(high, span.end + _AROUND), whole=span.end + _AROUND >= high)
        while low < span.start and shown[low].isspace():
            low += 1
        while high > span.end and shown[high - 1].isspace():
            high -= 1
        held = pieces(self.text, Span(low, high) if of_section else span)
        return Passage(
            document=self.document.id,
            chunks=tuple(dict.fromkeys(piece.chunk.id for piece in held)),
            section=own[0].path if own else None,
            text=shown[low:high],
            span=None if of_section else (span.start - low, span.end - low),
            whole=whole,
        )


def section_state(before: Page, old: Span, after: Page, now: Span) -> Literal["same", "changed"]:
    """Say whether the sections of two places stand under the same headings and hold the same text.

    A section is changed too where one below it is new or gone. Blanks, typography and the marks of Markdown make no
    difference; what is struck through does. Where either text has no headings, the whole of two short texts is
    compared, else the letters around the places.
    """
    one, other = before.sections_of(old), after.sections_of(now)
    if before.is_struck(old) != after.is_struck(now):
        return "changed"
    if before.has_headings and after.has_headings and one and other:
        same = (
            _under_the_same(before, old, after, now)
            and [before.body(section) for section in one] == [after.body(section) for section in other]
            and not changed_below(before, old, after, now)
        )
    elif max(len(before.content), len(after.content)) <= _SHORT:
        same = before.content == after.content
    else:
        same = before.near(old, _NEAR) == after.near(now, _NEAR)
    return "same" if same else "changed"


def changed_below(before: Page, old: Span, after: Page, now: Span) -> tuple[str, ...]:
    """Return the paths of the sections below those of two places that are new, are gone, or only lost sentences.

    What an edited one says anew is read sentence by sentence, by who knows what the case asks.
    """
    was, held = before.below(old), after.below(now)
    return tuple(
        (held.get(plain) or was[plain])[0]
        for plain in dict.fromkeys((*was, *held))
        if plain not in was or plain not in held or _only_lost(was[plain][1], held[plain][1])
    )


def _only_lost(before: str, now: str) -> bool:
    return before != now and set(_SENTENCE_END.split(now)) <= set(_SENTENCE_END.split(before))


def _under_the_same(before: Page, old: Span, after: Page, now: Span) -> bool:
    """Say whether the headings are the same; the title of the whole document may have gone, as into its metadata."""
    was, held = before.headings(old), after.headings(now)
    return was == held or before.without_title(was) == held


def is_below(path: str, other: str) -> bool:
    """Say whether the section of `path` stands below that of the path `other`."""
    return path.startswith(other + PATH_SEPARATOR)


@lru_cache(maxsize=1 << 12)
def _plain_path(path: str) -> str:
    return PATH_SEPARATOR.join(comparable(readable(one)) for one in path.split(PATH_SEPARATOR))


def _below_heading(text: str, section: Section) -> str:
    if section.path is None:
        return text
    line, _, rest = text.lstrip("\n ").partition("\n")
    words = section.path.rpartition(PATH_SEPARATOR)[2]
    if not line.startswith("#") and comparable(line) != comparable(words):
        return text
    under, _, below = rest.partition("\n")
    return below if under.strip() and _UNDERLINE.fullmatch(under) else rest


def _unwrapped(text: str) -> str:
    plain = " ".join(text.split())
    return plain if plain.isascii() else fold(plain, keep_case=True).text.strip()


def _paragraph_begin(text: str, low: int, high: int, *, whole: bool) -> int:
    if whole:
        return low
    at = text.find("\n\n", low, high)
    if at < 0:
        at = text.find(" ", low, high)
    return low if at < 0 else at


def _paragraph_end(text: str, low: int, high: int, *, whole: bool) -> int:
    if whole:
        return high
    at = text.rfind("\n\n", low, high)
    if at < 0:
        at = text.rfind(" ", low, high)
    return high if at < 0 else at
