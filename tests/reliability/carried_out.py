"""A program of its own: evaluate the shop on recorded answers, keep them as the baseline, and leave the run folder.

Called with a folder and a number that shuffles what has no order: files, recorded answers, and how many calls run at
once.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from goldsmith.records.settings import RunSettings
from goldsmith.wiring import open_system
from goldsmith.workflows import baseline
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.evaluate import Against, evaluate
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.run import Asking
from tests.workflows.shop import CASES, NOW, RETURNS, SET, SORRY, STAFF, approve_all

WORKERS = (1, 2, 8)


def write(root: Path, number: int) -> None:
    """Write the shop, its files in an order of their own and one file a case."""
    parts = [f"- {part}" for part in CASES.removeprefix("- ").split("\n- ")]
    files = {
        "documents/returns.md": RETURNS, "documents/staff.md": STAFF, "golden/set.yaml": SET,
        "goldsmith.toml": 'documents = "documents"\n',
        **{f"golden/cases/{name}.yaml": part for name, part in zip("abc", parts, strict=True)},
    }  # fmt: skip
    names = sorted(files)
    random.Random(number).shuffle(names)
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(files[name], encoding="utf-8")


def main(root: Path, number: int) -> None:
    """Freeze, approve, ask each question twice and keep the answers as a baseline."""
    write(root, number)
    freeze(root / "documents", root=root, options=FreezeOptions(label="march"))
    pin_evidence(open_project(root))
    project = approve_all(root)
    right = {"answer": "Within 30 days.", "retrieved": ["returns.md"], "citations": ["returns.md"]}
    rows = [
        {"id": case.id, "repeat": repeat, **(right if case.id == "window" else SORRY)}
        for case in project.golden.cases
        for repeat in (1, 2)
    ]
    random.Random(number).shuffle(rows)
    (root / "app.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    opened = open_system(project, "app.jsonl", here=root)
    asking = Asking(system_digest="y1:app", settings=RunSettings(concurrency=WORKERS[number % len(WORKERS)], repeats=2))
    evaluate(project, opened.system, asking, now=NOW, against=Against(baseline="none"))
    baseline.save(project, "main", run=None, replace=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
