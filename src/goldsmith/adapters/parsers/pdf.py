"""PDF through pypdfium2: the text layer of each page, in the order in which the file has it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from goldsmith.adapters.parsers.hyphens import join_words
from goldsmith.adapters.parsers.writing import Tick, Unreadable, one_line, printable, too_long
from goldsmith.ports.parser import MOST_CHARACTERS, MOST_PAGES, NO_TEXT_LAYER, ParsedDocument

RULES = "pdf-1"
PACKAGES = ("pypdfium2",)

_BETWEEN = "\n\n"
_SHOWN = 5
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
# What PDFium gives for the hyphen at which a word was parted.
_PARTED = re.compile("[\ufffe\x02]\r?\n?")
_DEEPEST = 2
"""Pictures inside forms inside a page are still seen."""


def parse(data: bytes, tick: Tick) -> ParsedDocument:
    """Return the text of a PDF by page. Raises Unreadable."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        is_locked = error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD
        raise Unreadable("it is encrypted and needs a password" if is_locked else "it is broken") from None
    with closing(document):
        reading = _Reading(len(document))
        for text in _pages(document, reading):
            tick()
            if not reading.add(text):
                break
        title = _title(document)
    return reading.document(title)


class _Reading:
    """The pages as far as they were read, and what is wrong with them."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._texts: list[str] = []
        self._size = 0
        self._is_cut = False
        self.broken: list[int] = []
        self.pictures: list[int] = []

    def add(self, text: str) -> bool:
        """Take the text of a page; False where there is no room for it."""
        if self._size + len(text) > MOST_CHARACTERS:
            self._is_cut = True
            return False
        self._size += len(text) + len(_BETWEEN)
        self._texts.append(text)
        return True

    def document(self, title: str | None) -> ParsedDocument:
        """Return what was read. Raises Unreadable where that is nothing."""
        texts = [_TRAILING.sub("", text).strip("\n") for text in join_words(self._texts)]
        if not any(text.strip() for text in texts):
            if self.pictures:
                raise Unreadable(f"{NO_TEXT_LAYER}: its pages are pictures")
            raise Unreadable("it is broken" if self.broken or not self._count else "its pages hold no text")
        parts: list[str] = []
        starts: list[int] = []
        size = 0
        for page in texts:
            between = _BETWEEN if page and size else ""
            starts.append(size + len(between))
            parts += [between, page]
            size += len(between) + len(page)
        doubts = self._doubts()
        return ParsedDocument(
            status="partial" if doubts else "parsed",
            reason="; ".join(doubts) or None,
            text="".join(parts),
            pages=tuple(starts),
            title=title,
        )

    def _doubts(self) -> list[str]:
        doubts = []
        if self.pictures:
            doubts.append(f"{NO_TEXT_LAYER} on {_listed(self.pictures)}")
        if self.broken:
            doubts.append(f"could not be read: {_listed(self.broken)}")
        if self._is_cut:
            doubts.append(too_long())
        elif self._count > MOST_PAGES:
            doubts.append(f"only the first {MOST_PAGES:,} of {self._count:,} pages were read")
        return doubts


def _pages(document: Any, reading: _Reading) -> Iterator[str]:
    from pypdfium2 import PdfiumError

    for index in range(min(len(document), MOST_PAGES)):
        try:
            with closing(document[index]) as page:
                text = _text(page)
                if not text.strip() and _has_picture(page):
                    reading.pictures.append(index + 1)
        except PdfiumError:
            text = ""
            reading.broken.append(index + 1)
        yield text


def _text(page: Any) -> str:
    with closing(page.get_textpage()) as layer:
        return printable(_PARTED.sub("-\n", layer.get_text_range()))


def _has_picture(page: Any) -> bool:
    from pypdfium2 import raw

    return any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=_DEEPEST))


def _title(document: Any) -> str | None:
    return one_line(printable(document.get_metadata_value("Title"))) or None


def _listed(pages: Sequence[int]) -> str:
    words = "page" if len(pages) == 1 else "pages"
    more = f" and {len(pages) - _SHOWN} more" if len(pages) > _SHOWN else ""
    return f"{words} {', '.join(map(str, pages[:_SHOWN]))}{more}"
