"""A help desk whose four cases are approved, and what a test of refreshing asks of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith

RETURNS = """# Returns

Anything can be sent back to us, whatever the reason.

## Refunds

A customer may ask for a refund within 30 days of purchase. The parcel needs a label.

## Exchange

An exchange is possible twice for each order.
"""
FEES = """# Fees

Sending a parcel back costs 4 EUR.
"""
CASES = """- id: refund-window
  question: How long can a customer ask for a refund?
  accept: [Within 30 days of purchase.]
  evidence: [{document: returns.md, quote: A customer may ask for a refund within 30 days of purchase.}]
- id: exchange-count
  question: How often can an order be exchanged?
  accept: [Twice.]
  evidence: [{document: returns.md, quote: An exchange is possible twice for each order.}]
- id: return-fee
  question: What does sending a parcel back cost?
  accept: [4 EUR.]
  evidence: [{document: fees.md, quote: Sending a parcel back costs 4 EUR.}]
- id: gift-cards
  question: Can a gift card be returned for cash?
  answerability: unsupported
  behaviour: refuse
"""
ALL = ("refund-window", "exchange-count", "return-fee", "gift-cards")


@pytest.fixture
def desk(tmp_path: Path, goldsmith: Goldsmith) -> Path:
    """A project whose four cases are approved against the corpus `old`."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/returns.md").write_text(RETURNS, encoding="utf-8")
    (tmp_path / "docs/fees.md").write_text(FEES, encoding="utf-8")
    (tmp_path / "golden/cases").mkdir(parents=True)
    (tmp_path / "golden/cases/desk.yaml").write_text(CASES, encoding="utf-8")
    (tmp_path / "golden/set.yaml").write_text("name: desk\ncorpus: {label: old}\n", encoding="utf-8")
    (tmp_path / "goldsmith.toml").write_text('documents = "docs"\n', encoding="utf-8")
    goldsmith("freeze", "--label", "old")
    goldsmith("check", "--fix")
    goldsmith("approve", *ALL, "--reviewer", "Ada", "--reason", "read", "--confirm-all")
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def facts(desk: Path, case: str) -> list[dict[str, str]]:
    lines = (desk / "golden/reviews.jsonl").read_text(encoding="utf-8").splitlines()
    return [fact for line in lines if (fact := json.loads(line))["case"] == case]


def state(goldsmith: Goldsmith, case: str) -> str:
    shown = json.loads(goldsmith("show", case, "--json").out)
    flags = "".join(f" {flag}" for flag in shown["status"]["flags"])
    return f"{shown['status']['state']}{flags}"


def plan(goldsmith: Goldsmith, *words: str) -> dict[str, object]:
    plan: dict[str, object] = json.loads(goldsmith("refresh", *words, "--json").out)
    return plan


def requests(goldsmith: Goldsmith) -> dict[str, tuple[str, str]]:
    held = plan(goldsmith)["requests"]
    assert isinstance(held, list)
    return {one["case"]: (one["impact"], one["id"]) for one in held}
