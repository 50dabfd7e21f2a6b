"""A tiny shop: two documents, three cases, and systems that answer from a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from goldsmith.adapters.systems.callable import open_system
from goldsmith.records.decision import Confirmations
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.evaluate import Against, evaluate
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.run import Asking
from goldsmith.workflows.select import Selection

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
RETURNS = "# Returns\n\nYou may return goods within 30 days.\n"
STAFF = "---\nallowed_principals: [staff]\n---\n# Staff\n\nThe safe opens with 4711 every single morning at nine.\n"
SET = "name: shop\nversion: '1.0'\ncorpus: {label: march}\n"
CASES = """\
- id: window
  question: How long may I return goods?
  risk: high
  accept: [Within 30 days.]
  evidence:
    - {document: returns.md, quote: You may return goods within 30 days.}
  claims:
    - required: Within 30 days.
      match: {number: 30, unit: day}

- id: mars
  question: What is the warranty on Mars?
  answerability: unsupported
  behaviour: refuse
  must_point_to: [help desk]

- id: safe
  question: How does the safe open?
  identity: {user: guest}
  answerability: unsupported
  behaviour: refuse
  must_point_to: [help desk]
  claims:
    - prohibited: The code is told.
      match: {value: "4711"}
"""
SORRY = {
    "answer": "I could not find that. Please ask the help desk.",
    "retrieved": [],
    "citations": [],
    "behaviour": "refuse",
}


def make_shop(root: Path, *, header: str = SET, cases: str = CASES) -> Project:
    """Write the shop into `root`, freeze it and pin its evidence."""
    (root / "documents").mkdir()
    (root / "documents" / "returns.md").write_text(RETURNS, encoding="utf-8")
    (root / "documents" / "staff.md").write_text(STAFF, encoding="utf-8")
    (root / "golden" / "cases").mkdir(parents=True)
    (root / "golden" / "set.yaml").write_text(header, encoding="utf-8")
    (root / "golden" / "cases" / "cases.yaml").write_text(cases, encoding="utf-8")
    (root / "goldsmith.toml").write_text('documents = "documents"\n', encoding="utf-8")
    freeze(root / "documents", root=root, options=FreezeOptions(label="march"))
    pin_evidence(open_project(root))
    return open_project(root)


def approve_all(root: Path) -> Project:
    """Approve every case of the shop."""
    project = open_project(root)
    judged = Judged(
        cases=tuple(case.id for case in project.golden.cases),
        reviewer="Ana",
        decision="approved",
        reason="the source says so",
        confirmations=Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True),
    )
    approve(project, judged, now=NOW)
    return open_project(root)


def right_answers(project: Project) -> dict[str, dict[str, Any]]:
    """Return what a right system replies to each question."""
    chunk = project.golden.cases[0].evidence[0].any_of[0].chunk
    window = {
        "answer": "You may return goods within 30 days.",
        "retrieved": [chunk],
        "citations": [chunk],
        "behaviour": "answer",
    }
    return {
        "How long may I return goods?": window,
        "What is the warranty on Mars?": dict(SORRY),
        "How does the safe open?": dict(SORRY),
    }


def ask(
    project: Project,
    answers: Mapping[str, Any] | Callable[[str], Any],
    *,
    name: str = "good",
    baseline: str | None = "none",
    selection: Selection | None = None,
    waive: tuple[str, ...] = (),
) -> Verdict:
    """Evaluate a system that answers from a table."""

    def reply(question: str, identity: object = None) -> Any:
        return answers(question) if callable(answers) else answers[question]

    asking = Asking(system_digest=f"y1:{name}", selection=selection or Selection())
    system = open_system(reply, name=name)
    return evaluate(project, system, asking, now=NOW, against=Against(baseline=baseline), waive=waive)
