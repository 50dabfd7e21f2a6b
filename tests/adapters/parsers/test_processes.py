"""Reading in a process of its own."""

from __future__ import annotations

import sys

import pytest

from goldsmith.adapters.parsers.processes import ReadingProcess, command, open_parsers
from goldsmith.adapters.parsers.reading import READERS, fingerprint, read
from goldsmith.ports.parser import DOCX, HTML, PDF, ParsedDocument
from tools.pdf_pages import pdf_of

for package in ("lxml", "pypdfium2", "docx"):
    pytest.importorskip(package)

PAGE = "<title>T</title><h1>Größe</h1><p>Fünf 🙂.</p>".encode()
HANGS = "import sys; sys.stdin.buffer.readline(); sys.stdout.write('.\\n'); sys.stdout.flush(); input()"
DIES = "import os; os._exit(3)"


def test_a_process_reads_what_the_reader_itself_reads() -> None:
    held = {HTML: PAGE, PDF: pdf_of([["one"], ["two"]], title="T")}
    with open_parsers() as parsers:
        found = {media_type: parsers[media_type].parse(data) for media_type, data in held.items()}

    assert found == {media_type: read(media_type, data, lambda: None) for media_type, data in held.items()}
    assert {one.status for one in found.values()} == {"parsed"}


def test_there_is_a_parser_for_each_media_type_and_it_names_its_versions() -> None:
    with open_parsers() as parsers:
        names = {media_type: (parser.fingerprint or "").split(" ")[0] for media_type, parser in parsers.items()}

    assert names == {HTML: "html-1,", PDF: "pdf-1,", DOCX: "docx-1,"}
    assert set(READERS) == set(names)
    assert fingerprint(HTML) is not None


def test_one_process_reads_one_document_after_the_other_and_a_bad_one_harms_none() -> None:
    with open_parsers() as parsers:
        found = [parsers[HTML].parse(data).status for data in (PAGE, b"", PAGE)]

    assert found == ["parsed", "failed", "parsed"]


def test_a_reader_that_hangs_is_ended() -> None:
    with ReadingProcess((sys.executable, "-c", HANGS), patience_s=0.2) as process:
        found = process.read(HTML, b"x")

    assert found == ParsedDocument(status="failed", reason="the parser made no progress for 0.2 seconds")


def test_a_reader_that_dies_is_a_failure_and_the_next_document_has_a_new_one() -> None:
    with ReadingProcess((sys.executable, "-c", DIES), patience_s=30) as process:
        found = [process.read(HTML, b"x" * 1_000_000) for _ in range(2)]

    assert found == [ParsedDocument(status="failed", reason="the parser broke off")] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its memory")
def test_memory_is_bounded() -> None:
    hungry = (
        "import json, sys, types; sys.path[:] = json.loads(sys.argv[1]); "
        "from goldsmith.adapters.parsers import reading, worker; "
        "reader = types.ModuleType('hungry'); reader.parse = lambda data, tick: bytearray(3 << 30); "
        "sys.modules['hungry'] = reader; reading.READERS = {'x': 'hungry'}; worker.main()"
    )
    *start, _, paths = command()
    program = (*start, hungry, paths)
    with ReadingProcess(program, patience_s=30) as process:
        found = process.read("x", b"")

    assert found.reason == "the parser needs more memory than it may have"
