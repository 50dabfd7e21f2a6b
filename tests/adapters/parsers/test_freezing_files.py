"""From a folder of web pages, PDF and Word files to a frozen corpus, pinned evidence and a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from goldsmith.adapters.parsers.processes import open_parsers
from goldsmith.ondisk.documents import read_documents
from goldsmith.ondisk.revisions import chunks_of, documents
from goldsmith.ports.parser import DOCX, HTML, NO_TEXT_LAYER, PDF, ParsedDocument, Parser
from goldsmith.wiring import open_system
from goldsmith.workflows.check import CheckOptions, changed_documents, check_set, pin_evidence, resolutions_of
from goldsmith.workflows.evaluate import NO_BASELINE, Against, evaluate
from goldsmith.workflows.freeze import FreezeOptions, FreezeReport, freeze
from goldsmith.workflows.open_set import open_project
from tools.pdf_pages import pdf_of

for package in ("lxml", "pypdfium2", "docx"):
    pytest.importorskip(package)

NOW = datetime(2026, 9, 8, 12, 0, tzinfo=UTC)
PAGE = """<!doctype html><title>Delivery</title><h1>Delivery</h1><p>Orders leave on the same day.</p>
<h2>Prices</h2><table><tr><th>Region<th>Express price<tr><td>North<td>19 euro<tr><td>South<td>22 euro</table>"""
LEAFLET = pdf_of([["A loan may be kept for 21 days (1)."], ["Bring it back to any shop in town."]])
CASES = """\
- id: express
  question: What is the express price for the region South?
  accept: [22 euro.]
  evidence: [{document: delivery.html, quote: "Region: South; Express price: 22 euro"}]

- id: loan
  question: Where do I bring a loan back to?
  accept: [To any shop in town.]
  evidence: [{document: leaflet.pdf, quote: to any shop in town}]

- id: receipt
  question: Is a receipt needed for a refund?
  accept: [Yes.]
  evidence: [{document: refunds.docx, quote: A refund needs a receipt}]
"""
CONFIGURATION = 'documents = "documents"\n[[sets]]\npath = "golden"\n[systems.built_in]\nkind = "reference"\n'


@pytest.fixture(scope="module")
def parsers() -> Iterator[Mapping[str, Parser]]:
    with open_parsers() as held:
        yield held


@pytest.fixture
def root(tmp_path: Path) -> Path:
    import docx

    word = docx.Document()
    word.add_heading("Refunds", 1)
    word.add_paragraph("A refund needs a receipt.")
    packed = BytesIO()
    word.save(packed)
    files = {
        "documents/delivery.html": PAGE.encode(),
        "documents/leaflet.pdf": LEAFLET,
        "documents/refunds.docx": packed.getvalue(),
        "documents/plain.md": b"# Plain\n\nNothing to see.\n",
        "golden/set.yaml": b"name: shop\ncorpus: {label: r1}\n",
        "golden/cases/a.yaml": CASES.encode(),
        "goldsmith.toml": CONFIGURATION.encode(),
    }
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def frozen(root: Path, parsers: Mapping[str, Parser], **options: object) -> FreezeReport:
    chosen = replace(FreezeOptions(label="r1", lock=root / "corpus.lock"), **options)  # type: ignore[arg-type]
    return freeze(root / "documents", root=root, options=chosen, parsers=parsers)


def test_evidence_is_pinned_with_section_page_and_span_and_the_set_can_be_evaluated(
    root: Path, parsers: Mapping[str, Parser]
) -> None:
    report = frozen(root, parsers)
    pin_evidence(open_project(root))
    project = open_project(root)
    held = {one.document.id: one.text or "" for one in read_documents(root / "documents", parsers=parsers)}
    assert project.stored is not None
    chunks = {one.id: one for one in chunks_of(project.stored, list(held))}
    pinned = [item for case in project.golden.cases for need in case.evidence for item in need.any_of]
    system = open_system(project, "built_in", here=root)
    verdict = evaluate(project, system.system, system.asking(), now=NOW, against=Against(baseline=NO_BASELINE))

    assert (report.failed, report.notes) == ((), ())
    assert [item.quote for item in pinned] == [held[item.document or ""][slice(*item.span or ())] for item in pinned]
    assert [(chunks[item.chunk or ""].section, chunks[item.chunk or ""].page) for item in pinned] == [
        ("Delivery > Prices", None),
        (None, 2),
        ("Refunds", None),
    ]
    assert all(item.complete for item in resolutions_of(project) or ())
    assert len(verdict.cases) == 3


def test_the_same_files_give_the_same_revision_and_parsers_are_named_with_their_versions(
    root: Path, parsers: Mapping[str, Parser]
) -> None:
    first, again = frozen(root, parsers), frozen(root, parsers)

    assert (again.revision, again.existed) == (first.revision, True)
    assert first.revision.parsers == {name: parsers[name].fingerprint for name in (DOCX, PDF, HTML)}


def test_without_parsers_the_documents_failed_and_it_is_said_once_what_to_install(root: Path) -> None:
    report = frozen(root, {})

    assert [(one.document, one.status) for one in report.failed] == [
        ("delivery.html", "failed"),
        ("leaflet.pdf", "failed"),
        ("refunds.docx", "failed"),
    ]
    assert report.notes == (
        "3 documents need a parser (.docx, .html, .pdf): pip install 'goldsmith-rag[parsers]', then freeze again",
    )
    assert report.revision.parsers == {}


def test_where_the_text_of_a_scan_goes_is_said(root: Path) -> None:
    scan = Newer(None, "")
    report = frozen(root, {PDF: scan})

    assert report.notes[1:] == (
        "1 document holds pictures of text: put the text beside the file, such as leaflet.pdf.txt, then freeze again",
    )


def test_checking_needs_no_parser_and_sees_a_file_that_changed(root: Path, parsers: Mapping[str, Parser]) -> None:
    frozen(root, parsers)
    before = changed_documents(open_project(root))
    (root / "documents" / "leaflet.pdf").write_bytes(LEAFLET + b"\n")

    assert (before, changed_documents(open_project(root))) == ((), ("leaflet.pdf",))
    assert "GS218" in {one.code for one in check_set(open_project(root), CheckOptions(), now=NOW).findings}


class Newer:
    """A parser of another version; without one to rest on it meets only scans."""

    def __init__(self, parser: Parser | None, text: str) -> None:
        self.fingerprint: str | None = "pdf-1, pypdfium2 99"
        self._parser = parser
        self._text = text

    def parse(self, data: bytes, /) -> ParsedDocument:
        if self._parser is None:
            return ParsedDocument(status="failed", reason=f"{NO_TEXT_LAYER}: its pages are pictures")
        found = self._parser.parse(data)
        return replace(found, text=found.text.replace("loan", self._text))


def test_a_new_version_that_reads_the_same_leaves_the_revision_as_it_is_and_is_told(
    root: Path, parsers: Mapping[str, Parser]
) -> None:
    before = frozen(root, parsers)
    after = frozen(root, {**parsers, PDF: Newer(parsers[PDF], "loan")})

    assert (after.existed, after.revision.digest) == (True, before.revision.digest)
    assert after.notes == (
        f"application/pdf was read by {parsers[PDF].fingerprint}, now by pdf-1, pypdfium2 99; the text is the same",
    )


def test_a_new_version_that_reads_otherwise_is_refused_and_named(root: Path, parsers: Mapping[str, Parser]) -> None:
    before = frozen(root, parsers)
    after = frozen(root, {**parsers, PDF: Newer(parsers[PDF], "lend")})

    assert (after.folder, after.exit_status) == ("", 1)
    assert after.revision.sources_digest == before.revision.sources_digest
    assert after.revision.chunking_digest != before.revision.chunking_digest
    assert after.notes == (f"application/pdf was read by {parsers[PDF].fingerprint}, now by pdf-1, pypdfium2 99",)


def test_what_is_stored_says_which_parser_read_it(root: Path, parsers: Mapping[str, Parser]) -> None:
    frozen(root, parsers)
    project = open_project(root)

    assert project.stored is not None
    assert project.stored.record.parsers[PDF] == parsers[PDF].fingerprint
    assert {one.id: one.title for one in documents(project.stored)}["delivery.html"] == "Delivery"
