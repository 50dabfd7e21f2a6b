"""A run whose ids are mostly not those of the set is told which rule would make them so; nothing is applied."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cases.conftest import goldsmith
from tests.cases.telling import Goldsmith, case, project, reply

__all__ = ["goldsmith"]

NAMES = ("returns", "late_fees", "opening", "warranty", "parts", "post")


def mends(goldsmith: Goldsmith, root: Path, *retrieved: str) -> list[str]:
    """Return what a run over one passage a case is told of its names."""
    project(root, header="name: s\n", cases=[case(name, evidence=[f"{name}#1"]) for name in NAMES])
    rows = [json.dumps(reply(name, retrieved=[item])) for name, item in zip(NAMES, retrieved, strict=True)]
    (root / "run.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    told: Any = goldsmith("evaluate", "--system", "run.jsonl", "--json").json
    return [note["mend"] for note in told["ruler"] if note["kind"] == "names_differ"]


def test_a_run_with_few_known_ids_is_told_the_rule(goldsmith: Goldsmith, tmp_path: Path) -> None:
    found = mends(goldsmith, tmp_path, "returns#1", *(f"kb/{name}#1" for name in NAMES[1:]))

    assert len(found) == 1
    assert "ids = {pattern = 'kb/(.+)', replace = '{1}'}" in found[0]


def test_a_run_of_which_most_ids_are_known_is_told_nothing(goldsmith: Goldsmith, tmp_path: Path) -> None:
    assert mends(goldsmith, tmp_path, "kb/returns#1", *(f"{name}#1" for name in NAMES[1:])) == []
