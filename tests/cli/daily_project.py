"""A folder as somebody has it before Goldsmith comes: documents, questions and a function that answers."""

from __future__ import annotations

from pathlib import Path

REFUNDS = """# Refunds

A customer may ask for a refund within 30 days of purchase.

Without a receipt no refund is possible.
"""
QUESTIONS = """id,question,expected_answer,expected_sources,type
refund-window,Within how many days may a customer ask for a refund?,Within 30 days of purchase.,refunds.md,simple
"""
RIGHT = '{"answer": "Within 30 days of purchase.", "retrieved": ["refunds.md"], "citations": ["refunds.md"]}'
WRONG = '{"answer": "Within 60 days of purchase.", "retrieved": ["refunds.md"], "citations": ["refunds.md"]}'


def write_folder(root: Path) -> None:
    """Write the documents, the questions and the app."""
    (root / "handbook").mkdir()
    (root / "handbook/refunds.md").write_text(REFUNDS, encoding="utf-8")
    (root / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    answer_with(root, RIGHT)


def answer_with(root: Path, reply: str) -> None:
    """Let the app answer everything with `reply`."""
    (root / "app.py").write_text(f"def answer(question):\n    return {reply}\n", encoding="utf-8")


def mended_incident(root: Path) -> None:
    """Say what is right in the case of the incident, as its author would."""
    path = root / "golden/cases/incidents.yaml"
    text = path.read_text(encoding="utf-8")
    right = """  evidence: [{document: refunds.md}]
  accept: [Within 30 days of purchase.]
  claims:
    - required: Within 30 days.
      match: {number: 30, unit: day}
"""
    path.write_text(text.replace("  claims:\n", right), encoding="utf-8")


def write_cases(root: Path) -> None:
    """Put in place of the copied questions a case that can be approved and that an answer decides."""
    (root / "golden/cases/questions.yaml").unlink()
    (root / "golden/cases/refunds.yaml").write_text(
        """- id: refund-window
  question: Within how many days may a customer ask for a refund?
  accept: [Within 30 days of purchase.]
  evidence: [{document: refunds.md}]
  claims:
    - required: Within 30 days.
      match: {number: 30, unit: day}
""",
        encoding="utf-8",
    )
