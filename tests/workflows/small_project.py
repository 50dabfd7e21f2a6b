"""A project of two documents and a handful of cases, frozen or not."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project

NOW = datetime(2026, 9, 8, 12, 0, tzinfo=UTC)
RETURNS = """\
---
id: returns
version: "4"
effective: "2026-03-01"
---
# Returns

Goods can be returned within 30 days of purchase.

# Receipts

No return is possible without a receipt. Keep the receipt.
"""
FEES = "The express fee is 9 euro.\n"
WORDS = """\
# What people ask.

- id: window   # asked daily
  question: When can I return it?
  accept: [Within 30 days.]
  evidence:
    - {document: returns, quote: within 30 days}

- id: receipt
  question: Do I need a receipt?
  accept: [Yes.]
  evidence: [{document: returns, quote: No return is possible without a receipt.}]
"""


def project_folder(root: Path, *, cases: str = WORDS, header: str = "name: desk\ncorpus: {label: r1}\n") -> Path:
    """Write documents and a set into `root`; nothing is frozen yet."""
    files = {
        "documents/returns.md": RETURNS,
        "documents/fees.txt": FEES,
        "golden/set.yaml": header,
        "golden/cases/a.yaml": cases,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="")
    return root


def frozen_project(root: Path, *, cases: str = WORDS) -> Project:
    """Return the project in `root` with its documents frozen as ``r1``."""
    project_folder(root, cases=cases)
    freeze(root / "documents", root=root, options=FreezeOptions(label="r1"))
    return open_project(root)
