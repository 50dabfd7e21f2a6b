"""The traps of the shared cases, as far as a check can tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from goldsmith.lint.engine import check
from goldsmith.lint.view import LintView
from goldsmith.ondisk.golden import load_golden
from goldsmith.records.corpus import Ingestion
from goldsmith.records.resolution import Resolution
from tests.lint.building import TODAY, case, document, need, resolution, revision, told, view

SharedCase = Callable[[str], Path]
ERRORS_AND_WARNINGS = {"error", "warning"}


def found(file: Path, resolutions: Sequence[Resolution] | None = None) -> set[tuple[str, str, str]]:
    """Return case, code and severity of every error and warning on a file."""
    documents = {
        "ok.md": document("ok.md"),
        "scan.pdf": document("scan.pdf", ingestion=Ingestion(status="failed", reason="empty")),
    }
    held = LintView(
        golden=load_golden(file).golden,
        states={},
        revision=revision() if resolutions is not None else None,
        documents=documents if resolutions is not None else None,
        resolutions=None if resolutions is None else tuple(resolutions),
        today=TODAY,
    )
    return {(one.case, one.code, one.severity) for one in check(held) if one.severity in ERRORS_AND_WARNINGS}


def test_a_source_id_cut_at_its_semicolon_is_an_unknown_source(shared_case: SharedCase) -> None:
    parts = [resolution("g001", "dangling", document=None), resolution("g001", "dangling", at=1, document=None)]
    whole = [resolution("g002", "found", document="policy.md"), resolution("g002", "found", at=1, document="policy.md")]

    assert found(shared_case("007-separator-inside-id") / "golden.csv", [*parts, *whole]) == {
        ("g001", "GS204", "error"),
    }


def test_ids_that_nobody_can_tell_apart_are_found(shared_case: SharedCase) -> None:
    twins = {
        (name, code, severity)
        for name, code, severity in found(shared_case("017-near-duplicate-case-ids") / "golden.csv")
        if code in {"GS101", "GS102"}
    }

    assert twins == {
        ("g001", "GS101", "error"),
        ("G001", "GS102", "warning"),
        ("g001 ", "GS102", "error"),
        ("g\u200b001", "GS102", "error"),
        ("e\u03011", "GS102", "error"),
        ("c001", "GS102", "warning"),
    }


def test_an_id_whose_text_has_changed_is_no_longer_evidence(shared_case: SharedCase) -> None:
    lines = (shared_case("023-rechunk-one-to-many") / "manifest-new.jsonl").read_text(encoding="utf-8").splitlines()
    now = json.loads(lines[0])
    judged = case("g001", evidence=(need(now["chunk_id"]),))
    changed = resolution("g001", "changed", document=now["doc_id"], detail=f"it holds {now['text']!r} now")

    assert told("GS207", view(judged, documents=[document("refund.md")], resolutions=[changed])) == [
        (
            "error",
            "g001",
            "'refund:12' is there with another text than the one that was judged: it holds 'Refunds within' now",
        )
    ]


def test_a_gone_a_failed_and_a_whole_document_are_three_findings(shared_case: SharedCase) -> None:
    resolutions = [
        resolution("g001", "dangling", document=None),
        resolution("g002", "document_failed", document="scan.pdf"),
        resolution("g003", "document_level", document="ok.md"),
    ]

    seen = found(shared_case("027-dangling-and-unparsed-sources") / "golden.jsonl", resolutions)

    assert {one for one in seen if one[1].startswith("GS20")} == {
        ("g001", "GS204", "error"),
        ("g002", "GS205", "error"),
        ("g003", "GS206", "error"),
    }


def test_a_declared_no_answer_is_told_from_forgotten_evidence(shared_case: SharedCase) -> None:
    assert found(shared_case("031-no-answer-versus-forgotten-evidence") / "golden.csv") == {
        ("g002", "GS201", "error"),
        ("g003", "GS202", "warning"),
        ("g004", "GS104", "error"),
    }
