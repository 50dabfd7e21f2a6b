"""DOCX through python-docx: headings by style, lists, tables with their heads, notes below what refers to them.

Deleted text is left out and inserted text is taken, as if every change were accepted. Headers, footers and comments are
not read: they repeat, or are no part of what the document says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from goldsmith.adapters.parsers.docx_styles import Styles
from goldsmith.adapters.parsers.packed import refuse_unsafe
from goldsmith.adapters.parsers.writing import Full, Tick, Unreadable, Writer, one_line, row_with_heads, too_long
from goldsmith.ports.parser import ParsedDocument

RULES = "docx-1"
PACKAGES = ("python-docx", "lxml")

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TEXTS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_SKIPPED = frozenset((f"{_W}del", f"{_W}moveFrom", f"{_W}pPr", f"{_W}rPr", f"{_W}instrText", f"{_W}tbl", _FALLBACK))
_NOTES = {f"{_W}footnoteReference": "footnotes", f"{_W}endnoteReference": "endnotes"}
_CONTAINERS = frozenset(f"{_W}{name}" for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"))
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_EVERY = 100


def parse(data: bytes, tick: Tick) -> ParsedDocument:
    """Return what a Word document says. Raises Unreadable."""
    refuse_unsafe(data, tick)
    import docx
    from docx.opc.exceptions import PackageNotFoundError

    try:
        document = docx.Document(BytesIO(data))
        reader = _Reader(document, tick)
    except (PackageNotFoundError, SyntaxError, KeyError, ValueError):
        raise Unreadable("it is broken, or no Word document") from None
    reason = None
    try:
        reader.read(document.element.body)
    except Full:
        reason = too_long(reader.writer.limit)
    if not reader.writer.text:
        raise Unreadable("the document holds no text")
    language = document.core_properties.language or ""
    return ParsedDocument(
        status="partial" if reason else "parsed",
        reason=reason,
        text=reader.writer.text,
        headings=tuple(reader.writer.headings),
        title=one_line(document.core_properties.title or "") or None,
        language=language if _LANGUAGE.fullmatch(language) else None,
    )


class _Reader:
    """Walks the body in order."""

    def __init__(self, document: Any, tick: Tick) -> None:
        self.writer = Writer()
        self._tick = tick
        self._styles = Styles(document.styles.element, _related(document, "numbering"))
        self._notes = {kind: _notes(document, kind) for kind in ("footnotes", "endnotes")}
        self._numbers: dict[tuple[str, int], int] = {}
        self._seen = 0

    def read(self, body: Any) -> None:
        for block in blocks(body):
            self._seen += 1
            if self._seen % _EVERY == 0:
                self._tick()
            if block.tag == f"{_W}tbl":
                self._table(block)
            else:
                self._paragraph(block)

    def _paragraph(self, paragraph: Any) -> None:
        words, called = self._said(paragraph)
        style = self._styles.of(paragraph)
        if style.level:
            self.writer.add(one_line(words), "heading", level=style.level)
        elif style.list_id is not None:
            self.writer.add(f"{self._mark(style.list_id, style.depth, style.is_numbered)} {words.strip()}", "item")
        else:
            self.writer.add(words, "paragraph")
        self._write_notes(called)

    def _mark(self, list_id: str, depth: int, is_numbered: bool) -> str:  # noqa: FBT001 - one fact of a list item
        if not is_numbered:
            return "-"
        for key in [key for key in self._numbers if key[0] == list_id and key[1] > depth]:
            del self._numbers[key]
        number = self._numbers[list_id, depth] = self._numbers.get((list_id, depth), 0) + 1
        return f"{number}."

    def _said(self, paragraph: Any) -> tuple[str, list[tuple[str, str]]]:
        """Return the words of a paragraph, notes called by ``[number]``, and which notes those are."""
        parts: list[str] = []
        called: list[tuple[str, str]] = []
        for element in _inline(paragraph):
            if element.tag == f"{_W}t":
                parts.append(element.text or "")
            elif element.tag in _NOTES:
                note = (_NOTES[element.tag], str(element.get(f"{_W}id")))
                if note[1] in self._notes[note[0]]:
                    called.append(note)
                    parts.append(f"[{note[1]}]")
            else:
                parts.append(_TEXTS[element.tag])
        return "".join(parts), called

    def _write_notes(self, called: list[tuple[str, str]]) -> None:
        for kind, name in called:
            self.writer.add(f"[{name}] {self._notes[kind][name]}", "paragraph")

    def _table(self, table: Any) -> None:
        rows: list[list[str]] = []
        called: list[tuple[str, str]] = []
        above: list[str] = []
        for row in table.iterchildren(f"{_W}tr"):
            self._tick()
            cells: list[str] = []
            for cell in row.iterchildren(f"{_W}tc"):
                said = [self._said(paragraph) for paragraph in cell.iter(f"{_W}p")]
                words = one_line(" ".join(words for words, _ in said))
                called += [note for _, notes in said for note in notes]
                if _continues(cell) and len(cells) < len(above):
                    words = above[len(cells)]
                cells += [words] * _columns(cell)
            rows.append(cells)
            above = cells
        heads = rows[0] if len(rows) > 1 and all(rows[0]) else []
        for cells in rows[1:] if heads else rows:
            self.writer.add(row_with_heads(heads, cells), "row")
        self._write_notes(called)


def blocks(parent: Any) -> Iterator[Any]:
    """Yield paragraphs and tables in order, those inside content controls and changes included."""
    for child in parent:
        if child.tag in (f"{_W}p", f"{_W}tbl"):
            yield child
        elif child.tag in _CONTAINERS:
            yield from blocks(child)


def _inline(element: Any) -> Iterator[Any]:
    """Yield what stands for characters in a paragraph, in order."""
    for child in element:
        if child.tag in _SKIPPED or not isinstance(child.tag, str):
            continue
        if child.tag == f"{_W}t" or child.tag in _TEXTS or child.tag in _NOTES:
            yield child
        else:
            yield from _inline(child)


def _related(document: Any, kind: str) -> Any:
    """Return the root of a part that belongs to the document; None where it has none of this kind."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import parse_xml

    try:
        part = document.part.part_related_by(getattr(RELATIONSHIP_TYPE, kind.upper()))
    except KeyError:
        return None
    return parse_xml(part.blob)


def _notes(document: Any, kind: str) -> dict[str, str]:
    """Return the foot- or endnotes by id, each on one line."""
    root = _related(document, kind)
    return {
        str(note.get(f"{_W}id")): words
        for note in (() if root is None else root)
        if note.get(f"{_W}type") in (None, "normal") and (words := _words(note))
    }


def _words(note: Any) -> str:
    return one_line("".join((e.text or "") if e.tag == f"{_W}t" else _TEXTS.get(e.tag, "") for e in _inline(note)))


def _columns(cell: Any) -> int:
    found = cell.find(f"{_W}tcPr/{_W}gridSpan")
    written = found.get(f"{_W}val") if found is not None else None
    return min(int(written), 63) if written and re.fullmatch(r"[1-9]\d{0,3}", written, re.ASCII) else 1


def _continues(cell: Any) -> bool:
    """Say whether the cell belongs to the one above it."""
    found = cell.find(f"{_W}tcPr/{_W}vMerge")
    return found is not None and found.get(f"{_W}val") in (None, "continue")
