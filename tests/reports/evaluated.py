"""A program of its own: evaluate the shop from recorded answers that stand in some order, and leave the reports.

Called with a folder and a number that shuffles what has no order: the files of documents and the recorded answers.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from goldsmith.records.settings import RunSettings
from goldsmith.reports.forms import FORMS
from goldsmith.wiring import open_system
from goldsmith.workflows import baseline
from goldsmith.workflows.evaluate import Against, evaluate
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.report import rendered, told_to
from goldsmith.workflows.run import Asking
from tests.workflows.shop import NOW, approve_all, make_shop, right_answers

WRONG = {"answer": "Within 14 days, and a voucher. The safe opens with 4711 every single morning at nine."}


def main(root: Path, number: int) -> None:
    """Evaluate a right and a wrong system, the second against the first; write every form beside the set."""
    make_shop(root)
    project = approve_all(root)
    order = random.Random(number)
    answers = right_answers(project)
    workers = (1, 2, 8)[number % 3]
    verdicts = []
    for name, changes in (("good", {}), ("worse", dict.fromkeys(answers, WRONG))):
        rows = [
            {"id": case.id, **answers[case.question], **changes.get(case.question, {})} for case in project.golden.cases
        ]
        order.shuffle(rows)
        path = root / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        opened = open_system(project, path.name, here=root)
        asking = Asking(system_digest=f"y1:{name}", settings=RunSettings(concurrency=workers))
        against = Against(baseline="none" if name == "good" else "main")
        verdicts.append(evaluate(project, opened.system, asking, now=NOW, against=against))
        if name == "good":
            baseline.save(project, "main", run=None, replace=True)
            project = open_project(root)
    for form in FORMS:
        for audience in ("full", "ids"):
            text = rendered(told_to(verdicts[-1], audience), form)
            (root / f"told.{audience}.{form}").write_bytes(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
