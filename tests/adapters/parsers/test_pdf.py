"""PDF files as text, page by page."""

from __future__ import annotations

import pytest

from goldsmith.adapters.parsers.hyphens import join_words
from goldsmith.adapters.parsers.reading import read
from goldsmith.ports.parser import PDF, ParsedDocument
from tools.pdf_pages import pdf_of

pytest.importorskip("pypdfium2")


def parse(data: bytes) -> ParsedDocument:
    return read(PDF, data, lambda: None)


def scanned(pages: list[list[str]]) -> bytes:
    """Return a PDF in which the pages without lines hold a picture instead."""
    data = pdf_of([lines or ["#"] for lines in pages])
    old = b"1 0 0 1 50 780 Tm (#) Tj"
    new = b"ET q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x7f EI Q BT"
    return data.replace(old, new)


def test_pages_are_kept_and_parted_by_a_blank_line() -> None:
    found = parse(pdf_of([["Fees (2026)", "Five euro – at once."], ["Late fees: 5 €."]], title="Fees"))

    assert found == ParsedDocument(
        status="parsed",
        text="Fees (2026)\nFive euro – at once.\n\nLate fees: 5 €.",
        pages=(0, 34),
        title="Fees",
    )


def test_a_footnote_stands_at_the_end_of_its_page() -> None:
    found = parse(pdf_of([["21 days (1)."], ["Next."]], footnotes=[["(1) Ovens: 10 days."]]))

    assert found.text == "21 days (1).\n(1) Ovens: 10 days.\n\nNext."


def test_an_empty_page_is_counted_and_is_no_fault() -> None:
    found = parse(pdf_of([["one"], [], ["three"]]))

    assert (found.status, found.text, found.pages) == ("parsed", "one\n\nthree", (0, 3, 5))


def test_pictures_of_text_are_no_text() -> None:
    found = parse(scanned([[], []]))

    assert (found.status, found.reason) == ("failed", "no text layer: its pages are pictures")


def test_a_picture_among_pages_of_text_is_told_with_its_page() -> None:
    found = parse(scanned([["one"], [], ["three"], []]))

    assert (found.status, found.reason) == ("partial", "no text layer on pages 2, 4")
    assert found.text == "one\n\nthree"


def test_a_parted_word_is_joined_only_where_the_document_vouches_for_it() -> None:
    lines = ["An exam-", "ple of a well-", "known rule, an unheard-", "of thing.", "The example is well-known."]

    assert parse(pdf_of([lines])).text == (
        "An example of a well-known rule, an unheard-\nof thing.\nThe example is well-known."
    )


@pytest.mark.parametrize(
    ("pages", "joined"),
    [
        (["exam-\nple"], ["exam-\nple"]),
        (["exam-\nple", "An Example"], ["example", "An Example"]),
        (["well-\nknown and well-known"], ["well-known and well-known"]),
        (["A-\nB, AB"], ["A-\nB, AB"]),
        (["3-\n4"], ["3-\n4"]),
        (["soft\u00adly", "exam\u00ad\nple example"], ["softly", "example example"]),
    ],
)
def test_hyphens_at_line_ends(pages: list[str], joined: list[str]) -> None:
    assert join_words(pages) == joined


def test_more_pages_than_are_read_are_said() -> None:
    found = parse(pdf_of([[f"p{number}"] for number in range(5_002)]))

    assert (found.status, found.reason) == ("partial", "only the first 5,000 of 5,002 pages were read")
    assert (len(found.pages), found.text[-5:]) == (5_000, "p4999")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"%PDF-1.4",
        b"no pdf at all",
        pdf_of([["x"]])[:200],
        b"%PDF-1.4\n" + b"1 0 obj << /Kids [1 0 R] /Type /Pages >> endobj\n" * 50 + b"trailer << /Root 1 0 R >>",
    ],
)
def test_a_broken_file_failed(data: bytes) -> None:
    found = parse(data)

    assert (found.status, found.text) == ("failed", "")
    assert found.reason is not None
    assert found.reason.startswith(("it is broken", "its pages hold no text"))


def test_a_file_that_lies_about_its_pages_is_read_as_far_as_it_goes() -> None:
    found = parse(pdf_of([["x"]]).replace(b"/Count 1 ", b"/Count 999999999 "))

    assert found.text == "x"


def test_an_encrypted_file_says_that_it_needs_a_password() -> None:
    encryption = (
        b"<< /Title () /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <"
        + b"41" * 32
        + b"> /U <"
        + b"42" * 32
        + b"> >>"
    )
    data = pdf_of([["secret"]]).replace(b"<< /Title () >>", encryption)
    info = data.index(b"/Info ") + 6
    number = data[info : data.index(b" ", info)]
    found = parse(data.replace(b"/Info ", b"/ID [<41> <41>] /Encrypt " + number + b" 0 R /Info "))

    assert (found.status, found.reason) == ("failed", "it is encrypted and needs a password")


def test_two_readings_of_one_file_are_the_same() -> None:
    data = pdf_of([["Größe", "x" * 90]] * 20)

    assert parse(data) == parse(data)
