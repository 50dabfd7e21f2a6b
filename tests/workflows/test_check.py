"""A check holds a set against its corpus, and pins what is certain without touching anything else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.errors import InputError, SetNotUsableError
from goldsmith.ondisk.golden import load_golden
from goldsmith.records.decision import Confirmations
from goldsmith.records.digests import case_digest
from goldsmith.records.finding import CheckReport, Finding
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.check import (
    CheckOptions,
    changed_documents,
    check_set,
    pin_evidence,
    refuse_unusable,
    resolutions_of,
    states_of,
)
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from tests.workflows.small_project import NOW, WORDS, frozen_project, project_folder

APPROVED = Judged(
    cases=("window",),
    reviewer="ann",
    decision="approved",
    reason="as the source says",
    confirmations=Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True),
)


def found(root: Path) -> set[tuple[str, str]]:
    """Return code and case of every error and warning."""
    report = check_set(open_project(root), CheckOptions(), now=NOW)
    return {(item.code, item.case) for item in report.findings if item.severity != "advice"}


def test_evidence_in_words_is_pinned_and_every_other_byte_stays(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    lines = pin_evidence(project)
    text = (tmp_path / "golden" / "cases" / "a.yaml").read_text(encoding="utf-8")
    pinned = [case.evidence[0].any_of[0] for case in load_golden(tmp_path / "golden").golden.cases]

    assert lines == ("window: 1 passage(s) pinned to r1", "receipt: 1 passage(s) pinned to r1")
    assert text.startswith("# What people ask.\n\n- id: window   # asked daily\n  question: When can I return it?\n")
    assert [(item.document, item.source, item.version, item.effective, item.quote) for item in pinned] == [
        ("returns", "returns.md", "4", "2026-03-01", "within 30 days"),
        ("returns", "returns.md", "4", "2026-03-01", "No return is possible without a receipt."),
    ]
    assert [item.span for item in pinned] == [(33, 47), (74, 114)]
    assert all(item.chunk and item.chunk.startswith("returns#") and item.sha256 for item in pinned)


def test_pinning_twice_changes_nothing_more(tmp_path: Path) -> None:
    pin_evidence(frozen_project(tmp_path))
    once = (tmp_path / "golden" / "cases" / "a.yaml").read_bytes()

    assert pin_evidence(open_project(tmp_path)) == ()
    assert (tmp_path / "golden" / "cases" / "a.yaml").read_bytes() == once
    assert {item.complete for item in resolutions_of(open_project(tmp_path)) or ()} == {True}


@pytest.mark.parametrize(
    ("evidence", "state"),
    [
        ("{document: returns, quote: receipt}", "ambiguous"),
        ("{document: returns, quote: within 90 days}", "quote_missing"),
        ("nothing#1", "dangling"),
        ("fees.txt", "document_level"),
    ],
)
def test_what_is_not_certain_stays_as_it_was_written(tmp_path: Path, evidence: str, state: str) -> None:
    text = f"- id: a\n  question: Q?\n  accept: [A]\n  evidence: [{evidence}]\n"
    project = frozen_project(tmp_path, cases=text)

    assert [item.state for item in resolutions_of(project) or ()] == [state]
    assert pin_evidence(project) == ()
    assert (tmp_path / "golden" / "cases" / "a.yaml").read_text(encoding="utf-8") == text


def test_two_cases_with_one_id_are_each_pinned_to_their_own_passage(tmp_path: Path) -> None:
    pin_evidence(frozen_project(tmp_path, cases=WORDS.replace("id: receipt", "id: window")))

    assert [case.evidence[0].any_of[0].quote for case in load_golden(tmp_path / "golden").golden.cases] == [
        "within 30 days",
        "No return is possible without a receipt.",
    ]


def test_a_csv_file_is_refused_before_any_file_is_written(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    name = project_chunk(tmp_path)
    (tmp_path / "golden" / "cases" / "b.csv").write_text(
        f"id,question,expected_answer,expected_sources,type\nc,Q?,A,{name},simple\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match="is a CSV file"):
        pin_evidence(open_project(tmp_path))

    assert (tmp_path / "golden" / "cases" / "a.yaml").read_text(encoding="utf-8") == WORDS


def project_chunk(root: Path) -> str:
    """Return the id of the chunk that the first case rests on."""
    held = resolutions_of(open_project(root))
    assert held
    return held[0].pinned.chunk or ""


def test_without_a_frozen_corpus_nothing_is_looked_up_and_nothing_pinned(tmp_path: Path) -> None:
    project = open_project(project_folder(tmp_path, header="name: desk\n"))

    assert (resolutions_of(project), pin_evidence(project)) == (None, ())
    assert (tmp_path / "golden" / "cases" / "a.yaml").read_text(encoding="utf-8") == WORDS


def test_a_report_names_the_set_its_corpus_and_the_states_of_its_cases(tmp_path: Path) -> None:
    report = check_set(frozen_project(tmp_path), CheckOptions(), now=NOW)

    assert (report.set_name, report.cases, report.corpus, report.ready) == ("desk", 2, "r1", None)
    assert report.states is not None
    assert {state: count for state, count in report.states.items() if count} == {"candidate": 2}


def test_evidence_that_is_not_in_the_corpus_is_an_error_that_can_be_waived(tmp_path: Path) -> None:
    frozen_project(tmp_path, cases=WORDS.replace("- {document: returns, quote: within 30 days}", "- nothing#1"))
    waived = check_set(open_project(tmp_path), CheckOptions(waive=("GS204",)), now=NOW)

    assert ("GS204", "window") in found(tmp_path)
    assert [item.waived for item in waived.findings if item.code == "GS204"] == [True]
    assert waived.errors == 0


def test_the_configuration_may_waive_a_code_as_well(tmp_path: Path) -> None:
    frozen_project(tmp_path, cases=WORDS.replace("- {document: returns, quote: within 30 days}", "- nothing#1"))
    (tmp_path / "goldsmith.toml").write_text('waive = ["GS204"]\n', encoding="utf-8")

    assert check_set(open_project(tmp_path), CheckOptions(), now=NOW).errors == 0


def test_what_was_read_all_the_same_is_told(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    (tmp_path / "golden" / "cases" / "notes.txt").write_text("x", encoding="utf-8")
    report = check_set(open_project(tmp_path), CheckOptions(), now=NOW)

    assert report.not_applicable[0].startswith("golden/cases/notes.txt was not read")


REPORT = CheckReport(
    set_name="desk",
    cases=9,
    corpus="",
    findings=tuple(
        Finding(code=f"GS10{number}", name="n", severity="error", message=f"m{number}", case="" if number else "a")
        for number in range(7)
    ),
)


def test_a_set_with_errors_is_refused_with_the_worst_of_them_and_how_to_go_on() -> None:
    with pytest.raises(SetNotUsableError) as caught:
        refuse_unusable(REPORT)

    assert caught.value.message == (
        "the set 'desk' has 7 error(s), so nothing was run\n"
        "    GS100 [a] m0\n    GS101 m1\n    GS102 m2\n    GS103 m3\n    GS104 m4\n    … and 2 more"
    )
    assert caught.value.next_step == (
        "goldsmith check, then mend them (or go on all the same: --waive GS100,GS101,GS102,GS103,GS104,GS105,GS106)"
    )


def test_a_set_whose_errors_are_waived_may_run() -> None:
    refuse_unusable(replace(REPORT, findings=tuple(replace(item, waived=True) for item in REPORT.findings)))
    refuse_unusable(replace(REPORT, findings=(replace(REPORT.findings[0], severity="warning"),)))


def moved(root: Path, *, quote: str = "within 30 days") -> Path:
    """Pin and approve the cases, then say of the first one that these words stand elsewhere."""
    pin_evidence(frozen_project(root))
    approve(open_project(root), APPROVED, now=NOW)
    path = root / "golden" / "cases" / "a.yaml"
    text = path.read_text(encoding="utf-8").replace("span: [33, 47]", "span: [1, 15]")
    path.write_text(text.replace("quote: within 30 days", f"quote: {quote}"), encoding="utf-8")
    return path


def test_a_pin_follows_its_intact_quote_and_the_approval_holds(tmp_path: Path) -> None:
    path = moved(tmp_path)
    before = open_project(tmp_path)
    lines = pin_evidence(before)
    after = open_project(tmp_path)

    assert [item.state for item in resolutions_of(before) or ()] == ["moved", "found"]
    assert lines == ("window: 1 passage(s) moved with its quote intact, pinned to where it stands in r1",)
    assert "span: [33, 47]" in path.read_text(encoding="utf-8")
    assert [item.state for item in resolutions_of(after) or ()] == ["found", "found"]
    assert [case_digest(case) for case in after.golden.cases] == [case_digest(case) for case in before.golden.cases]
    assert states_of(after)["window"].state == "approved"


def test_a_pin_follows_words_that_a_reader_calls_equal_and_leaves_them_as_they_are(tmp_path: Path) -> None:
    path = moved(tmp_path, quote="Within 30 days")
    before = open_project(tmp_path)
    lines = pin_evidence(before)
    after = open_project(tmp_path)

    assert [item.state for item in resolutions_of(before) or ()] == ["moved", "found"]
    assert lines == ("window: 1 passage(s) moved with its quote intact, pinned to where it stands in r1",)
    assert "quote: Within 30 days" in path.read_text(encoding="utf-8")
    assert "span: [33, 47]" in path.read_text(encoding="utf-8")
    assert [case_digest(case) for case in after.golden.cases] == [case_digest(case) for case in before.golden.cases]


def test_a_place_that_was_never_pinned_is_reported_and_not_rewritten(tmp_path: Path) -> None:
    cases = WORDS.replace("quote: within 30 days}", "quote: within 30 days, span: [1, 15]}")
    project = frozen_project(tmp_path, cases=cases)

    assert [item.state for item in resolutions_of(project) or ()] == ["moved", "found"]
    assert [line.partition(":")[0] for line in pin_evidence(project)] == ["receipt"]


def test_documents_are_compared_with_what_was_frozen(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    (tmp_path / "goldsmith.toml").write_text('documents = "documents"\n', encoding="utf-8")
    same = changed_documents(open_project(tmp_path))
    (tmp_path / "documents" / "fees.txt").rename(tmp_path / "documents" / "prices.txt")
    renamed = changed_documents(open_project(tmp_path))
    path = tmp_path / "documents" / "returns.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("30 days", "14 days"), encoding="utf-8")
    edited = changed_documents(open_project(tmp_path))

    assert (same, renamed) == ((), ("fees.txt", "prices.txt"))
    assert edited == ("fees.txt", "prices.txt", "returns")


def test_where_documents_cannot_be_compared_nothing_is_said(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    unnamed = changed_documents(open_project(tmp_path))
    (tmp_path / "goldsmith.toml").write_text('documents = "documents"\n', encoding="utf-8")
    (tmp_path / "documents" / "fees.txt").write_text("Other.\n", encoding="utf-8")
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r2"))
    asked_for = changed_documents(open_project(tmp_path, corpus="r2"))
    (tmp_path / "documents" / "bad.md").write_text("---\nunknown: 1\n---\nx\n", encoding="utf-8")
    unreadable = changed_documents(open_project(tmp_path))
    (tmp_path / "goldsmith.toml").write_text('documents = "elsewhere"\n', encoding="utf-8")

    assert (unnamed, asked_for, unreadable, changed_documents(open_project(tmp_path))) == ((), (), (), ())


def test_an_alternative_of_another_document_is_looked_up_by_itself(tmp_path: Path) -> None:
    text = (
        "- id: a\n  question: Q?\n  accept: [A]\n  evidence:\n"
        "    - any_of:\n"
        "        - {document: returns, quote: within 30 days}\n"
        "        - {document: fees.txt, quote: 9 euro}\n"
    )
    project = frozen_project(tmp_path, cases=text)
    lines = pin_evidence(project)
    alternatives = load_golden(tmp_path / "golden").golden.cases[0].evidence[0].any_of

    assert lines == ("a: 2 passage(s) pinned to r1",)
    assert [(item.source, item.span) for item in alternatives] == [("returns.md", (33, 47)), ("fees.txt", (19, 25))]
    assert all(item.sha256 for item in alternatives)
