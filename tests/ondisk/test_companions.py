"""What lies beside a file and speaks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.companions import page_starts
from goldsmith.ondisk.documents import lacks_parser, read_documents
from goldsmith.ports.parser import PDF, ParsedDocument
from goldsmith.records.corpus import Ingestion
from goldsmith.tables.headings import Heading

HEAD = "---\nid: sheet\ntenant: eu\n---\n"


class Scripted:
    """A parser that always reads the same."""

    fingerprint: str | None = "scripted-1"

    def __init__(self, found: ParsedDocument) -> None:
        self.found = found
        self.asked: list[bytes] = []

    def parse(self, data: bytes, /) -> ParsedDocument:
        self.asked.append(data)
        return self.found


def folder(path: Path, **files: str) -> Path:
    for name, text in files.items():
        (path / name.replace("__", ".")).write_bytes(text.encode())
    return path


def test_the_text_beside_a_file_is_its_text_and_declares_what_the_file_cannot(tmp_path: Path) -> None:
    parser = Scripted(ParsedDocument(status="parsed", text="of the parser"))
    folder(tmp_path, a__pdf="%PDF", a__pdf__md=f"{HEAD}# Torque\n\n5 Nm.\n")
    (read,) = read_documents(tmp_path, parsers={PDF: parser})

    assert (read.document.id, read.document.source, read.document.media_type) == ("sheet", "a.pdf", PDF)
    assert (read.document.tenant, read.document.ingestion) == ("eu", Ingestion(status="parsed"))
    assert (read.text, read.text_type, parser.asked) == ("# Torque\n\n5 Nm.\n", "text/markdown", [])


def test_page_breaks_in_that_text_part_its_pages(tmp_path: Path) -> None:
    (read,) = read_documents(folder(tmp_path, a__pdf="%PDF", a__pdf__txt="one\n\ftwo\n\f"))

    assert (read.text, read.pages) == ("one\n\ftwo\n\f", (0, 5))


@pytest.mark.parametrize(
    ("text", "pages"),
    [("", ()), ("one", ()), ("one\f", ()), ("one\ftwo", (0, 4)), ("\fone", (0, 1)), ("a\f\fb", (0, 2, 3))],
)
def test_where_pages_begin(text: str, pages: tuple[int, ...]) -> None:
    assert page_starts(text) == pages


def test_where_only_front_matter_lies_beside_a_file_the_parser_reads_it(tmp_path: Path) -> None:
    heading = Heading(0, 1, "Torque")
    found = ParsedDocument(
        status="partial", reason="one page", text="Torque", pages=(0,), headings=(heading,), title="T", language="de"
    )
    parser = Scripted(found)
    folder(tmp_path, a__pdf="%PDF", a__pdf__md="---\nid: sheet\nlanguage: en\n---\n")
    (read,) = read_documents(tmp_path, parsers={PDF: parser})

    assert (read.text, read.pages, read.headings, parser.asked) == ("Torque", (0,), (heading,), [b"%PDF"])
    assert (read.document.title, read.document.language) == ("T", "en")
    assert read.document.ingestion == Ingestion(status="partial", reason="one page")


def test_an_owner_may_say_that_a_file_cannot_be_read(tmp_path: Path) -> None:
    parser = Scripted(ParsedDocument(status="parsed", text="x"))
    folder(tmp_path, a__pdf="%PDF", a__pdf__md="---\nstatus: failed\nreason: a scan\n---\n")
    (read,) = read_documents(tmp_path, parsers={PDF: parser})

    assert (read.text, read.document.ingestion, parser.asked) == (
        None,
        Ingestion(status="failed", reason="a scan"),
        [],
    )


def test_a_file_that_changed_is_another_document_although_the_text_beside_it_stands(tmp_path: Path) -> None:
    folder(tmp_path, a__pdf="%PDF", a__pdf__txt="one")
    (before,) = read_documents(tmp_path)
    folder(tmp_path, a__pdf="%PDF new")
    (file_changed,) = read_documents(tmp_path)
    folder(tmp_path, a__pdf="%PDF", a__pdf__txt="two")
    (text_changed,) = read_documents(tmp_path)

    assert len({one.document.content_hash for one in (before, file_changed, text_changed)}) == 3


def test_the_content_hash_is_the_same_with_a_parser_and_without(tmp_path: Path) -> None:
    folder(tmp_path, a__pdf="%PDF", b__pdf="%PDF b", b__pdf__md=HEAD)
    parser = Scripted(ParsedDocument(status="parsed", text="x"))
    bare = read_documents(tmp_path)
    equipped = read_documents(tmp_path, parsers={PDF: parser})

    assert [one.document.content_hash for one in bare] == [one.document.content_hash for one in equipped]
    assert [lacks_parser(one.document) for one in bare] == [True, True]
    assert [lacks_parser(one.document) for one in equipped] == [False, False]


def test_a_parser_whose_package_is_missing_is_none(tmp_path: Path) -> None:
    parser = Scripted(ParsedDocument(status="parsed", text="x"))
    parser.fingerprint = None
    (read,) = read_documents(folder(tmp_path, a__pdf="%PDF"), parsers={PDF: parser})

    assert (lacks_parser(read.document), parser.asked) == (True, [])


def test_two_companions_are_a_problem(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError) as caught:
        read_documents(folder(tmp_path, a__pdf="%PDF", a__pdf__md="one", a__pdf__txt="two"))

    assert [(one.file, one.message) for one in caught.value.problems] == [
        ("a.pdf.txt", "a.pdf has two companions: a.pdf.md, a.pdf.txt")
    ]


def test_front_matter_beside_a_file_is_held_to_the_same_rules(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError) as caught:
        read_documents(folder(tmp_path, a__pdf="%PDF", a__pdf__md="---\ntennant: eu\n---\n"))

    assert [(one.file, one.line) for one in caught.value.problems] == [("a.pdf.md", 2)]


def test_a_lone_file_brings_what_lies_beside_it(tmp_path: Path) -> None:
    folder(tmp_path, a__pdf="%PDF", a__pdf__txt="one", b__md="B")
    (read,) = read_documents(tmp_path / "a.pdf")

    assert (read.document.id, read.text) == ("a.pdf", "one")


def test_a_text_that_lies_beside_nothing_is_a_document_of_its_own(tmp_path: Path) -> None:
    folder(tmp_path, a__pdf__md="one", notes="n", notes__md="two")

    assert [one.document.id for one in read_documents(tmp_path)] == ["a.pdf.md", "notes", "notes.md"]
