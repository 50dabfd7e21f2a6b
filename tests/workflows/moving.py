"""A set on a corpus that changes: four cases in two files, approved, and short ways to move them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from goldsmith.ondisk.revisions import StoredRevision, load_revision
from goldsmith.records.decision import Confirmations
from goldsmith.records.refresh import Answer, Refreshed, RefreshPlan
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.check import fix_set, states_of
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.move_pin import Confirming, move_pin
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.refresh import plan_refresh
from goldsmith.workflows.refresh_answers import Said, answer_requests

NOW = datetime(2026, 6, 1, 10, 0, tzinfo=UTC)
LATER = datetime(2026, 6, 2, 10, 0, tzinfo=UTC)
ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
RETURNS = """# Returns

## Refunds

A customer may ask for a refund within 30 days of purchase. The parcel needs a label.

## Exchange

An exchange is possible twice for each order.
"""
FEES = "# Fees\n\nSending a parcel back costs 4 EUR.\n"
SHIPPING = "# Shipping\n\nOrders above 50 EUR are sent free of charge.\n"
CHANGED = RETURNS.replace("within 30 days of purchase", "within 30 days after the purchase").replace(
    "An exchange is possible", "Any item can be exchanged. An exchange is possible"
)
QUOTES = {
    "window": ("returns.md", "A customer may ask for a refund within 30 days of purchase."),
    "exchange": ("returns.md", "An exchange is possible twice for each order."),
    "fee": ("fees.md", "Sending a parcel back costs 4 EUR."),
    "free": ("shipping.md", "Orders above 50 EUR are sent free of charge."),
}
ANSWERS = {"window": "Within 30 days.", "exchange": "Twice.", "fee": "4 EUR.", "free": "Above 50 EUR."}


def case(name: str) -> dict[str, Any]:
    document, quote = QUOTES[name]
    return {
        "id": name,
        "question": f"What about the {name}?",
        "accept": [ANSWERS[name]],
        "evidence": [{"document": document, "quote": quote}],
    }


def as_yaml(*names: str) -> str:
    rows = [(name, *QUOTES[name]) for name in names]
    return "# Read aloud.\n" + "".join(
        f"- id: {name}\n  question: What about the {name}?   # as asked\n  accept: [{ANSWERS[name]}]\n"
        f"  evidence: [{{document: {document}, quote: {quote}}}]\n"
        for name, document, quote in rows
    )


def as_lines(*names: str) -> str:
    return "".join(json.dumps(case(name)) + "\n" for name in names)


BOTH = {"a.yaml": as_yaml("window", "fee"), "b.jsonl": as_lines("exchange", "free")}


def written(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def shop(root: Path, cases: dict[str, str], *, approved: bool = True, settings: str = "") -> Project:
    """Return a set that is approved against the corpus `march`."""
    written(root, {"docs/returns.md": RETURNS, "docs/fees.md": FEES, "docs/shipping.md": SHIPPING})
    written(root, {f"golden/cases/{name}": text for name, text in cases.items()})
    written(root, {"golden/set.yaml": "name: desk   # ours\ncorpus: {label: march}\n", "goldsmith.toml": settings})
    freeze(root / "docs", root=root, options=FreezeOptions(label="march"))
    if approved:
        project, _ = fix_set(lambda: open_project(root))
        names = tuple(one.id for one in project.golden.cases)
        judged = Judged(cases=names, reviewer="Ada", decision="approved", reason="read", confirmations=ALL)
        approve(project, judged, now=datetime(2026, 3, 1, tzinfo=UTC))
    return open_project(root)


def frozen(root: Path, files: dict[str, str], label: str = "june") -> StoredRevision:
    """Freeze the documents with `files` in the place of theirs; an empty text removes one."""
    for name, text in files.items():
        (root / "docs" / name).unlink(missing_ok=True)
        if text:
            written(root, {f"docs/{name}": text})
    freeze(root / "docs", root=root, options=FreezeOptions(label=label))
    return load_revision(root, label)


RENAMED = {"fees.md": "", "costs.md": FEES, "returns.md": CHANGED}
"""One quote edited, one section changed, one document renamed; one document as it was."""


def answered(project: Project, plan: RefreshPlan, **words: Answer) -> RefreshPlan:
    for name, word in words.items():
        plan = answer_requests(project, plan, Said(names=(name,), answer=word, reviewer="Ben"), now=NOW)
    return plan


def moved(root: Path, after: StoredRevision, *, leave_open: bool = False, now: datetime = NOW) -> Refreshed:
    """Open the set, plan and move, as the command does; what stands still stands."""
    project = open_project(root)
    plan = plan_refresh(project, after)
    if not leave_open:
        names = tuple(request.case for request in plan.open)
        plan = answer_requests(project, plan, Said(names=names, answer="stands", reviewer="Ben"), now=NOW)
    return move_pin(project, plan, after, Confirming(reviewer="Cyd", leave_open=leave_open), now=now)


def texts(root: Path) -> dict[str, str]:
    """Return every file of the set, and the lock."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in (*sorted((root / "golden").rglob("*")), root / "corpus.lock")
        if path.is_file()
    }


def decided(root: Path) -> list[tuple[str, str, str]]:
    facts = open_project(root).golden.facts
    return [(fact.case, fact.reviewer, str(getattr(fact, "decision", ""))) for fact in facts]


def states(root: Path) -> dict[str, str]:
    return {name: one.state for name, one in states_of(open_project(root)).items()}


def label(root: Path) -> str | None:
    pin = open_project(root).golden.header.corpus
    return None if pin is None else pin.label
