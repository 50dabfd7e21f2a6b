"""The shipped example is pinned, reviewed and whole, and its sound system passes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from goldsmith.adapters.parsers.processes import open_parsers
from goldsmith.ondisk.documents import read_documents
from goldsmith.ondisk.revisions import chunks_of
from goldsmith.ports.parser import PDF
from goldsmith.records.decision import Decision
from goldsmith.records.gate import HARD_GATES
from goldsmith.records.slices import words
from goldsmith.records.verdict import Verdict
from goldsmith.records.vocabulary import AXES
from goldsmith.workflows.check import CheckOptions, check_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_golden_set, open_project
from tests.example.showing import NOW, show
from tools.build_example import EXAMPLE, built

LOANS = EXAMPLE / "documents" / "policies" / "loan-appliances.pdf"
SCAN = EXAMPLE / "documents" / "products" / "service-sheet-oven-hinge.pdf"
GOLDEN = open_golden_set(EXAMPLE / "golden")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The demonstration, done once for these tests."""

    project: Project
    good: Verdict
    worse: Verdict


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    folder = tmp_path_factory.mktemp("demo") / "help-desk"
    done = show(folder)
    return Shown(project=open_project(folder), good=done.good, worse=done.worse)


def texts() -> Mapping[str, str]:
    return {source.document.id: source.text or "" for source in read_documents(EXAMPLE / "documents")}


def test_pins_and_reviews_are_what_the_tool_makes_of_documents_and_cases() -> None:
    made = built()

    assert {name: (EXAMPLE / name).read_bytes() for name in made} == dict(made)


def test_every_quote_stands_in_its_document_at_its_span() -> None:
    held = texts()
    quoted = [item for case in GOLDEN.cases for need in case.evidence for item in need.any_of]
    astray = [
        (item.document, item.quote)
        for item in quoted
        if item.document is None or item.span is None or held[item.document][slice(*item.span)] != item.quote
    ]

    assert (len(quoted), astray) == (66, [])


def test_every_word_of_every_axis_occurs() -> None:
    missing = {
        axis: absent
        for axis, standard in AXES.items()
        if (
            absent := {*standard, *GOLDEN.header.axes.get(axis, ())}
            - {w for case in GOLDEN.cases for w in words(case, axis)}
        )
    }

    assert missing == {}


def test_nearly_all_cases_are_reviewed_by_people_marked_as_fictional(shown: Shown) -> None:
    report = check_set(shown.project, CheckOptions(), now=NOW)
    reviewers = {fact.reviewer for fact in GOLDEN.facts}

    assert {state: number for state, number in (report.states or {}).items() if number} == {
        "approved": 63,
        "candidate": 2,
        "rejected": 1,
    }
    assert report.errors == 0
    assert [name for name in sorted(reviewers) if not name.endswith("(fictional)")] == []


def test_sentinels_have_two_reviewers() -> None:
    by_case: dict[str, set[str]] = {case.id: set() for case in GOLDEN.cases if case.sentinel}
    for fact in GOLDEN.facts:
        if fact.case in by_case and isinstance(fact, Decision):
            by_case[fact.case].add(fact.reviewer)

    assert {case: len(own) for case, own in by_case.items()} == {
        "spare-parts-years": 2,
        "returns-receipt-and-payout": 2,
    }


def test_it_is_fit_for_a_version_but_for_two_synthetic_cases_that_nobody_has_read(shown: Shown) -> None:
    report = check_set(shown.project, CheckOptions(ready=True), now=NOW)
    errors = [(item.code, item.case) for item in report.findings if item.severity == "error"]

    assert (report.ready, errors) == (
        False,
        [("GS401", "transport-box-injection"), ("GS401", "registration-benefit-en")],
    )


def test_the_sound_system_passes_every_gate_and_its_failures_are_known(shown: Shown) -> None:
    hard = {gate.gate: gate.status for gate in shown.good.gates if gate.gate in HARD_GATES}
    failing = [item.result.case for item in shown.good.cases if item.result.state != "passed"]

    assert shown.good.status == "passed"
    assert hard == dict.fromkeys(HARD_GATES, "passed")
    assert failing == ["warranty-length", "registration-benefit-en", "returns-days-ru"]
    assert shown.good.ruler == ()


def test_the_worsened_system_is_blocked_for_a_handful_of_reasons(shown: Shown) -> None:
    assert shown.worse.comparison is not None
    broken = {gate.gate for gate in shown.worse.gates if gate.status == "failed"}
    causes = Counter(item.causes[0].kind for item in shown.worse.comparison.regressions)

    assert (shown.worse.status, broken) == ("blocked", {"authorization", "material_accuracy", "refusal"})
    assert causes == {
        "leak": 1,
        "ranked_below": 1,
        "superseded_used": 2,
        "claim_missing": 1,
        "prohibited_claim": 2,
        "wrong_behaviour": 1,
    }


def test_the_unreadable_scan_is_the_very_bytes_that_were_frozen() -> None:
    data = SCAN.read_bytes()

    assert hashlib.sha256(data).hexdigest() == "c7e40a720fd170e0323bdf9dd62f52569cb616b49cb33508a7b6cb3adc1476ee"
    # What holds NUL near its beginning is binary to git, and no line end of it is ever changed.
    assert b"\0" in data[:8000]


def test_the_text_beside_the_pdf_is_what_a_parser_reads_page_by_page() -> None:
    pytest.importorskip("pypdfium2")
    beside = LOANS.with_name(f"{LOANS.name}.txt").read_text(encoding="utf-8")
    with open_parsers() as parsers:
        read = parsers[PDF].parse(LOANS.read_bytes())
    pages = [read.text[start:end].strip() for start, end in zip(read.pages, (*read.pages[1:], None), strict=True)]

    assert (read.status, len(pages)) == ("parsed", 2)
    assert [page.strip() for page in beside.split("---\n")[-1].split("\f")] == pages


def test_the_corpus_is_the_same_whether_or_not_parsers_are_installed(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    documents, options = EXAMPLE / "documents", FreezeOptions(label="help-desk")
    bare = freeze(documents, root=tmp_path / "bare", options=options)
    with open_parsers() as parsers:
        equipped = freeze(documents, root=tmp_path / "equipped", options=options, parsers=parsers)

    assert equipped.revision == bare.revision
    assert GOLDEN.header.corpus is not None
    assert GOLDEN.header.corpus.digest == bare.revision.digest


def test_what_stands_in_a_pdf_is_known_with_its_page(shown: Shown) -> None:
    assert shown.project.stored is not None
    pages = {chunk.id: chunk.page for chunk in chunks_of(shown.project.stored, ["loan-appliances"])}
    cited = {
        case.id: pages[item.chunk]
        for case in GOLDEN.cases
        for need in case.evidence
        for item in need.any_of
        if item.chunk in pages
    }

    assert cited == {"loan-oven-days": 1, "loan-collection-fee": 2}


def test_every_other_file_has_plain_line_ends() -> None:
    paths = [path for path in EXAMPLE.rglob("*") if path.is_file() and path != SCAN]

    assert [path.name for path in paths if b"\r" in path.read_bytes()] == []
