"""Decisions of a source: they count only where somebody says so, and approvals only with what an approval says."""

from __future__ import annotations

from pathlib import Path

from goldsmith.ondisk.reviews import load_facts
from goldsmith.records.decision import Confirmations, Decision
from goldsmith.records.digests import case_digest
from goldsmith.workflows.check import CheckOptions, check_set, fix_set, states_of
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from tests.workflows.importing import NOW, RECEIPT, WINDOW, cases_of, imported, sample, told, write_lines


def _source(root: Path) -> Path:
    return write_lines(
        root / "desk.jsonl",
        sample("How long?", WINDOW, approval_status="approved"),
        sample("A receipt?", RECEIPT, approval_status="rejected"),
        sample("Both?", WINDOW, RECEIPT),
    )


def _pinned(root: Path) -> Path:
    """Import without decisions, freeze what came along and pin it; return the source."""
    file = _source(root)
    imported(root, file)
    freeze(root / "corpus/desk.jsonl", root=root, options=FreezeOptions(label="r1"))
    fix_set(lambda: open_project(root))
    return file


def test_without_a_word_decisions_are_counted_and_not_written(tmp_path: Path) -> None:
    done = imported(tmp_path, _source(tmp_path))

    assert (done.decisions, done.uncounted_decisions) == (0, 2)
    assert told(done, "dropped") == [
        ("dropped", "a decision of the source, which counts only if you say so: --decisions", 2)
    ]
    assert not (tmp_path / "golden/reviews.jsonl").exists()


def test_a_rejection_counts_and_an_approval_needs_its_confirmations(tmp_path: Path) -> None:
    done = imported(tmp_path, _source(tmp_path), decisions=True)

    assert (done.decisions, done.uncounted_decisions) == (1, 1)
    assert [fact.decision for fact in load_facts(tmp_path / "golden/reviews.jsonl")] == ["rejected"]
    assert "confirm it with --confirm-all" in told(done, "dropped")[0][1]


def test_an_approval_that_would_bind_to_a_name_is_not_written(tmp_path: Path) -> None:
    done = imported(tmp_path, _source(tmp_path), decisions=True, confirmed=True)

    assert (done.decisions, done.uncounted_decisions) == (1, 1)
    assert "an approval would bind to a name" in told(done, "dropped")[0][1]


def test_a_confirmed_approval_of_pinned_evidence_binds_to_what_the_set_says(tmp_path: Path) -> None:
    file = _pinned(tmp_path)

    done = imported(tmp_path, file, decisions=True, confirmed=True)

    case = cases_of(tmp_path)["desk-0001"]
    first = load_facts(tmp_path / "golden/reviews.jsonl")[0]
    assert isinstance(first, Decision)
    assert (done.decisions, first.case_digest, first.confirmations) == (
        2,
        case_digest(case),
        Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True),
    )
    assert (first.reviewer, first.at, first.reason) == (
        "Ragas", "2026-09-08T12:00:00Z", "imported from Ragas; the confirmations were given on import",
    )  # fmt: skip
    project = open_project(tmp_path)
    assert [states_of(project)[f"desk-000{number}"].state for number in (1, 2, 3)] == [
        "approved", "rejected", "candidate",
    ]  # fmt: skip
    assert "GS404" not in {one.code for one in check_set(project, CheckOptions(), now=NOW).findings}


def test_a_decision_that_stands_is_not_written_again(tmp_path: Path) -> None:
    file = _pinned(tmp_path)
    imported(tmp_path, file, decisions=True, confirmed=True)

    done = imported(tmp_path, file, decisions=True, confirmed=True)

    assert (done.decisions, done.written) == (0, ())
    assert len(load_facts(tmp_path / "golden/reviews.jsonl")) == 2
