"""A set on disk with settled decisions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.workflows.open_set import open_golden_set
from tests.review.deciding import decision

Said = tuple[str, str, str, str]
"""Case, reviewer, sign of the word, letters of the evidence."""


def settle(folder: Path, said: Sequence[Said], *, header: str = "name: desk\n") -> None:
    """Write a set of the named cases, and the decisions in their order."""
    cases = folder / "golden" / "cases"
    cases.mkdir(parents=True)
    (folder / "golden" / "set.yaml").write_text(header, encoding="utf-8")
    names = dict.fromkeys(name for name, *_ in said)
    rows = [{"id": name, "question": f"{name}?", "accept": ["A"], "evidence": ["a#1"], "risk": "low"} for name in names]
    (cases / "cases.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    digests = {case.id: case_digest(case) for case in open_golden_set(folder / "golden").cases}
    before: dict[str, str] = {}
    facts = []
    for number, (name, reviewer, sign, evidence) in enumerate(said):
        plain = decision(name, reviewer, sign, evidence, digest=digests[name])
        fact = replace(plain, id=f"d-{number}", previous=before.get(name))
        before[name] = fact_digest(fact)
        facts.append(fact)
    append_facts(folder / "golden" / "reviews.jsonl", facts)
