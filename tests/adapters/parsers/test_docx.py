"""Word documents as text."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from copy import deepcopy
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any

import pytest

from goldsmith.adapters.parsers import packed
from goldsmith.adapters.parsers.reading import read
from goldsmith.ports.parser import DOCX, ParsedDocument
from goldsmith.tables.headings import Heading

docx = pytest.importorskip("docx")

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def parse(data: bytes) -> ParsedDocument:
    return read(DOCX, data, lambda: None)


def written(fill: Callable[[Any], None]) -> bytes:
    document = docx.Document()
    fill(document)
    target = BytesIO()
    document.save(target)
    return target.getvalue()


def repacked(data: bytes, change: Callable[[str, bytes], bytes], **more: bytes) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packing:
        for part in source.infolist():
            packing.writestr(part.filename, change(part.filename, source.read(part)))
        for name, held in more.items():
            packing.writestr(f"word/{name}.xml", held)
    return target.getvalue()


def plain(document: Any) -> None:
    document.add_paragraph("Plain words.")


def test_headings_lists_and_paragraphs_are_read_in_order() -> None:
    def fill(document: Any) -> None:
        document.core_properties.title = "All fees"
        document.core_properties.language = "en-GB"
        document.add_heading("Fees", 1)
        document.add_paragraph("Five euro.\nTen abroad.")
        for words in ("open", "pay"):
            document.add_paragraph(words, style="List Number")
        document.add_paragraph("cash", style="List Bullet")
        document.add_heading("Late fees", 2)
        document.add_paragraph("None.")

    assert parse(written(fill)) == ParsedDocument(
        status="parsed",
        text="Fees\n\nFive euro.\nTen abroad.\n\n1. open\n2. pay\n- cash\n\nLate fees\n\nNone.",
        headings=(Heading(0, 1, "Fees"), Heading(53, 2, "Late fees")),
        title="All fees",
        language="en-GB",
    )


def test_a_list_without_a_style_of_its_own_is_numbered_as_its_definition_says() -> None:
    def fill(document: Any) -> None:
        for kind, words in (("Number", "open"), ("Number", "pay"), ("Bullet", "cash")):
            document.add_paragraph(words)
            defined = document.styles[f"List {kind}"].element.pPr.numPr
            document.element.body.p_lst[-1].get_or_add_pPr().append(deepcopy(defined))

    assert parse(written(fill)).text == "1. open\n2. pay\n- cash"


def test_cells_stand_beside_the_heads_of_their_columns() -> None:
    def fill(document: Any) -> None:
        table = document.add_table(rows=4, cols=3)
        for row, words in enumerate([("Region", "Fee", "Note"), ("EU", "5", "by air"), ("", "7", ""), ("US", "9", "")]):
            for column, word in enumerate(words):
                table.cell(row, column).text = word
        table.cell(1, 0).merge(table.cell(2, 0))
        document.add_paragraph("After.")

    assert parse(written(fill)).text == (
        "Region: EU; Fee: 5; Note: by air\nRegion: EU; Fee: 7\nRegion: US; Fee: 9\n\nAfter."
    )


def test_a_table_whose_first_row_has_gaps_has_no_heads() -> None:
    def fill(document: Any) -> None:
        table = document.add_table(rows=2, cols=2)
        for row, words in enumerate([("a", ""), ("b", "2")]):
            for column, word in enumerate(words):
                table.cell(row, column).text = word

    assert parse(written(fill)).text == "a |\nb | 2"


def test_a_footnote_follows_the_paragraph_that_calls_it() -> None:
    notes = (
        f'<w:footnotes xmlns:w="{W}"><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
        '<w:footnote w:id="2"><w:p><w:r><w:t>Ovens: 10 days.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    content = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"

    def change(name: str, held: bytes) -> bytes:
        if name == "word/document.xml":
            return held.replace(b"Plain words.</w:t>", b'21 days</w:t><w:footnoteReference w:id="2"/><w:t>.</w:t>')
        if name == "word/_rels/document.xml.rels":
            one = f'<Relationship Id="n1" Type="{kind}" Target="footnotes.xml"/></Relationships>'
            return held.replace(b"</Relationships>", one.encode())
        if name == "[Content_Types].xml":
            return held.replace(
                b"</Types>", f'<Override PartName="/word/footnotes.xml" ContentType="{content}"/></Types>'.encode()
            )
        return held

    def fill(document: Any) -> None:
        plain(document)
        document.add_paragraph("Next.")

    found = parse(repacked(written(fill), change, footnotes=notes.encode()))

    assert found.text == "21 days[2].\n\n[2] Ovens: 10 days.\n\nNext."


def test_changes_are_taken_as_accepted_and_links_are_read() -> None:
    marked = (
        b'Kept</w:t></w:r><w:del w:id="1"><w:r><w:delText> gone</w:delText></w:r></w:del>'
        b'<w:ins w:id="2"><w:r><w:t xml:space="preserve"> new</w:t></w:r></w:ins>'
        b'<w:hyperlink><w:r><w:t xml:space="preserve"> link</w:t></w:r></w:hyperlink><w:r><w:t>.</w:t>'
    )
    data = repacked(
        written(plain),
        lambda name, held: held.replace(b"Plain words.</w:t>", marked) if name == "word/document.xml" else held,
    )

    assert parse(data).text == "Kept new link."


def test_a_document_without_words_failed() -> None:
    found = parse(written(lambda _: None))

    assert (found.status, found.reason) == ("failed", "the document holds no text")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive", written(plain)[:3000]])
def test_a_broken_file_failed(data: bytes) -> None:
    found = parse(data)

    assert (found.status, found.reason) == ("failed", "it is broken")


def test_an_archive_that_is_no_word_document_failed() -> None:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as packing:
        packing.writestr("a.txt", "x")
    found = parse(target.getvalue())

    assert (found.status, found.reason) == ("failed", "it is broken, or no Word document")


def test_a_part_that_unpacks_to_a_thousand_times_its_size_is_not_read() -> None:
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packing, packing.open("word/document.xml", "w") as part:
        for _ in range(packed.MOST_XML // (1 << 20) + 1):
            part.write(bytes(1 << 20))
    found = parse(target.getvalue())

    assert len(target.getvalue()) < 1_000_000
    assert (found.status, found.reason) == ("failed", "it would grow beyond all bounds when it is unpacked")


def test_too_many_parts_are_not_read() -> None:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as packing:
        for number in range(packed.MOST_PARTS + 1):
            packing.writestr(str(number), "")

    assert parse(target.getvalue()).reason == "it holds too many parts"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_never_put_in(encoding: str) -> None:
    entities = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10 if level else "ha"}">' for level in range(10))
    head = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE x [{entities}]>'

    def change(name: str, held: bytes) -> bytes:
        if name != "word/document.xml":
            return held
        return (head + held.decode().partition("?>")[2].replace("Plain", "&e9;")).encode(encoding)

    found = parse(repacked(written(plain), change))

    assert (found.status, found.text) == ("failed", "")


def test_a_reason_holds_no_address_and_no_words_of_the_parser() -> None:
    data = repacked(written(plain), lambda name, held: b"<a/>" if PurePosixPath(name).name == "document.xml" else held)

    assert {parse(data).reason for _ in range(3)} <= {
        "it is broken, or no Word document",
        "the parser could not read it (AttributeError)",
    }


def test_two_readings_of_one_file_are_the_same() -> None:
    data = written(plain)

    assert parse(data) == parse(data)
