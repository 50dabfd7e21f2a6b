"""A PDF of plain lines, written byte for byte: the same pages give the same file on every machine.

One font (Helvetica), one size, Western European letters; enough for the documents of the shipped example and of tests.
"""

from __future__ import annotations

from collections.abc import Sequence

_TOP, _LEFT, _LEADING, _SIZE = 780, 50, 16, 9
_WIDTH, _HEIGHT = 595, 842
# Bytes that no text holds, so that neither git nor a mail program takes the file for text.
_HEAD = b"%PDF-1.4\n%\x00\xe2\xe3\xcf\xd3\n"


def pdf_of(pages: Sequence[Sequence[str]], *, title: str = "", footnotes: Sequence[Sequence[str]] = ()) -> bytes:
    """Return a PDF with the lines of each page; `footnotes` holds the lines at the foot of each page."""
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects = [font]
    tree = 2 + 2 * len(pages)
    kids = []
    for place, lines in enumerate(pages):
        foot = footnotes[place] if place < len(footnotes) else ()
        content = _content(lines, foot)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R"
            b" /Resources << /Font << /F1 1 0 R >> >> >>" % (tree, _WIDTH, _HEIGHT, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects.append(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids)))
    objects.append(b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    objects.append(b"<< /Title %s >>" % _text(title))
    return _file(objects, root=tree + 1, info=tree + 2)


def _content(lines: Sequence[str], foot: Sequence[str]) -> bytes:
    placed = [(_TOP - _LEADING * at, line) for at, line in enumerate(lines)]
    placed += [(_LEADING * (len(foot) - at) + _LEFT, line) for at, line in enumerate(foot)]
    shown = [b"1 0 0 1 %d %d Tm %s Tj" % (_LEFT, height, _text(line)) for height, line in placed]
    return b"\n".join([b"BT", b"/F1 %d Tf" % _SIZE, *shown, b"ET"])


def _text(line: str) -> bytes:
    escaped = line.encode("cp1252")
    for mark in (b"\\", b"(", b")"):
        escaped = escaped.replace(mark, b"\\" + mark)
    return b"(%s)" % escaped


def _file(objects: Sequence[bytes], *, root: int, info: int) -> bytes:
    data, places = bytearray(_HEAD), []
    for number, held in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, held)
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer << /Size %d /Root %d 0 R /Info %d 0 R >>\n" % (len(objects) + 1, root, info)
    data += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(data)
