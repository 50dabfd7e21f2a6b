"""Files with bytes changed, lost and doubled at random: each ends with a status, and what is read is whole."""

from __future__ import annotations

import random
import zipfile
from io import BytesIO

import pytest

from goldsmith.adapters.parsers.processes import open_parsers
from goldsmith.ports.parser import DOCX, HTML, PDF, ParsedDocument
from tools.pdf_pages import pdf_of

for package in ("lxml", "pypdfium2", "docx"):
    pytest.importorskip(package)

TIMES = 150
PAGE = (
    "<!doctype html><title>T</title><h1>Fees</h1><ol start=3><li>a<li>b</ol><p hidden>no</p>"
    "<table><thead><tr><th rowspan=2>Region<th colspan=2>Fee</thead><tr><td>é<td>5<td>6</table><pre> x\n y</pre>"
)


def word() -> bytes:
    """Return a Word document whose parts are stored as they are, so that a changed byte changes its XML."""
    import docx

    document = docx.Document()
    document.add_heading("Fees", 1)
    document.add_paragraph("one", style="List Number")
    table = document.add_table(rows=2, cols=2)
    table.cell(0, 0).text = "Region"
    made, stored = BytesIO(), BytesIO()
    document.save(made)
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(stored, "w") as packing:
        for part in source.infolist():
            packing.writestr(part.filename, source.read(part))
    return stored.getvalue()


def damaged(data: bytes, chance: random.Random) -> bytes:
    held = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(held))
        other = chance.randrange(len(held))
        what = chance.choice(("change", "lose", "double", "number"))
        if what == "change":
            held[at] = chance.randrange(256)
        elif what == "lose" and len(held) > 100:
            del held[at : at + chance.randint(1, 40)]
        elif what == "double":
            held[at:at] = held[other : other + chance.randint(1, 60)]
        else:
            held[at:at] = str(chance.choice((0, -1, 2**31, 999_999_999))).encode()
    return bytes(held)


def is_whole(found: ParsedDocument) -> bool:
    text = found.text
    return (
        (found.status == "failed") == (not text)
        and (found.status == "parsed") == (found.reason is None)
        and list(found.pages) == sorted(found.pages)
        and all(place <= len(text) for place in found.pages)
        and all(" ".join(text[one.start :].split()).startswith(one.words) for one in found.headings)
        and "\r" not in text
        and text == text.encode().decode()
    )


@pytest.mark.parametrize(
    ("media_type", "data"), [(HTML, PAGE.encode()), (PDF, pdf_of([["Fees (1)", "exam-", "ple"]] * 3)), (DOCX, word())]
)
def test_whatever_is_damaged_a_document_comes_of_it(media_type: str, data: bytes) -> None:
    chance = random.Random(7)
    inputs = [damaged(data, chance) for _ in range(TIMES)]
    with open_parsers() as parsers:
        found = [parsers[media_type].parse(one) for one in inputs]

    assert [one for one in found if not is_whole(one)] == []
    assert "the parser broke off" not in {one.reason for one in found}
