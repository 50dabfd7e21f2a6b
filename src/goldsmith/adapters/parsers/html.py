"""HTML through lxml: the words of the page in order, headings as sections, table cells beside their heads.

Left out is what no reader of the page sees: scripts, styles, templates, and what is hidden by an attribute of its own.
Which parts of a page are navigation is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from goldsmith.adapters.parsers.charsets import decode
from goldsmith.adapters.parsers.html_tables import Cell, laid_out
from goldsmith.adapters.parsers.writing import Full, Kind, Tick, Unreadable, Writer, one_line, row_with_heads, too_long
from goldsmith.ports.parser import ParsedDocument

RULES = "html-1"
PACKAGES = ("lxml",)

_UNSEEN = frozenset(
    "script style template noscript head iframe object svg math canvas datalist select audio video".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form header hgroup hr html li main menu nav ol optgroup p pre search section summary ul".split()
)
_HEADING = re.compile("h[1-6]")
_HIDING = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_EVERY = 500
"""Elements between two signs of life."""


def parse(data: bytes, tick: Tick) -> ParsedDocument:
    """Return what a page says. Raises Unreadable."""
    from lxml import etree

    page = decode(data)
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        # The declaration has done its work; lxml refuses a text that has one.
        root = etree.fromstring(page.text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        raise Unreadable("the page holds no text")
    reader = _Reader(tick)
    doubts = []
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        doubts.append("its elements are too many inside each other or too large, and the rest was not read")
    try:
        reader.read(root)
    except Full:
        doubts.append(too_long(reader.writer.limit))
    if not reader.writer.text:
        raise Unreadable(doubts[0] if doubts else "the page holds no text")
    doubts = [page.doubt, *doubts] if page.doubt else doubts
    title = next((one_line("".join(one.itertext())) for one in root.iter("title")), "")
    return ParsedDocument(
        status="partial" if doubts else "parsed",
        reason="; ".join(doubts) or None,
        text=reader.writer.text,
        headings=tuple(reader.writer.headings),
        title=title or None,
        language=(root.get("lang") or "").strip() or None,
    )


class _Reader:
    """Walks the tree. A block of the page ends where an element begins or ends that stands in a block of its own."""

    def __init__(self, tick: Tick) -> None:
        self.writer = Writer()
        self._tick = tick
        self._seen = 0
        self._words: list[str] = []
        self._numbers: list[int] = []
        """The next number of each ordered list around this place."""
        self._mark = ""
        """Bullet or number that stands before the next block."""

    def read(self, root: Any) -> None:
        self._walk(root)
        self._end_block()

    def _walk(self, element: Any) -> None:
        self._seen += 1
        if self._seen % _EVERY == 0:
            self._tick()
        if not is_seen(element):
            return
        tag = element.tag
        if tag == "br":
            self._words.append("\n")
        elif tag == "table":
            self._table(element)
        elif _HEADING.fullmatch(tag):
            self._end_block()
            self._content(element)
            self._end_block("heading", level=int(tag[1]))
        elif tag == "pre":
            self._end_block()
            self.writer.add(text_of(element, keep_blanks=True), "paragraph")
        elif tag in _BLOCKS:
            self._end_block()
            self._block(element, tag)
            self._end_block()
        else:
            self._content(element)

    def _block(self, element: Any, tag: str) -> None:
        if tag == "li":
            self._mark = self._next_mark(element)
            self._content(element)
            self._end_block()
            self._mark = ""
        elif tag == "ol":
            self._numbers.append(_number(element.get("start"), 1))
            self._content(element)
            self._numbers.pop()
        else:
            self._content(element)

    def _next_mark(self, item: Any) -> str:
        """Return the bullet of a list item, or its number."""
        if not self._numbers or item.getparent().tag != "ol":
            return "-"
        self._numbers[-1] = 1 + (number := _number(item.get("value"), self._numbers[-1]))
        return f"{number}."

    def _content(self, element: Any) -> None:
        self._say(element.text)
        for child in element:
            self._walk(child)
            self._say(child.tail)

    def _say(self, text: str | None) -> None:
        if text:
            self._words.append(_BLANKS.sub(" ", text))

    def _end_block(self, kind: Kind = "paragraph", *, level: int = 0) -> None:
        lines = [one_line(line) for line in "".join(self._words).split("\n")]
        self._words = []
        words = "\n".join(line for line in lines if line)
        if not words:
            return
        if kind == "heading":
            self.writer.add(one_line(words), kind, level=level)
        elif self._mark:
            self.writer.add(f"{self._mark} {words}", "item")
        else:
            self.writer.add(words, kind)
        self._mark = ""

    def _table(self, table: Any) -> None:
        self._end_block()
        if _is_for_layout(table):
            for part in table.iter("caption", "td", "th"):
                if _nearest(part, "table") is table and is_seen(part):
                    self._content(part)
                    self._end_block()
            return
        for caption in table.iter("caption"):
            self.writer.add(one_line(text_of(caption)), "paragraph")
        for heads, row in laid_out(self._rows(table)):
            self.writer.add(row_with_heads(heads, row), "row")

    def _rows(self, table: Any) -> Iterator[list[Cell]]:
        for row in table.iter("tr"):
            self._tick()
            if not is_seen(row):
                continue
            is_head = row.getparent().tag == "thead"
            yield [
                Cell(
                    words=one_line(text_of(one)),
                    is_head=one.tag == "th" or is_head,
                    columns=_count(one, "colspan"),
                    rows=_count(one, "rowspan"),
                )
                for one in row
                if one.tag in ("td", "th") and is_seen(one)
            ]


def is_seen(element: Any) -> bool:
    """Say whether a reader of the page sees the element, as far as the element itself tells."""
    if not isinstance(element.tag, str) or element.tag in _UNSEEN:
        return False
    return element.get("hidden") is None and not _HIDING.search(element.get("style") or "")


def text_of(element: Any, *, keep_blanks: bool = False) -> str:
    """Return the words inside an element, blocks in it parted by blanks."""
    parts: list[str] = [element.text or ""]
    for child in element:
        if is_seen(child):
            edge = "\n" if child.tag == "br" else "" if child.tag not in _BLOCKS or keep_blanks else " "
            parts += [edge, text_of(child, keep_blanks=keep_blanks), edge if child.tag != "br" else ""]
        parts.append(child.tail or "")
    return "".join(parts)


def _is_for_layout(table: Any) -> bool:
    """Say whether a table arranges a page instead of holding data: it has tables, headings or lists inside."""
    inside = table.iter("table", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre")
    return any(one is not table for one in inside)


def _nearest(element: Any, tag: str) -> Any:
    return next(element.iterancestors(tag), None)


def _number(written: str | None, otherwise: int) -> int:
    return int(written) if written and re.fullmatch(r"-?\d{1,6}", written, re.ASCII) else otherwise


def _count(cell: Any, name: str) -> int:
    return max(1, _number(cell.get(name), 1))
