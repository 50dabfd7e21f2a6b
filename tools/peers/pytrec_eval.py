# requires: pytrec_eval-terrier==0.5.11
# format: trec
# ruff: noqa: ERA001 - the line above is read by tools/peers.py
"""pytrec_eval parses the judgements and the runs, and measures a perfect run of the judgements at 1."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.pop(0)  # this file bears the name of the package


def main(folder: Path) -> int:
    """Print what was parsed; 1 where pytrec_eval loses a judgement or a place."""
    import pytrec_eval

    lines = (folder / "qrels.txt").read_text(encoding="utf-8").splitlines()
    with (folder / "qrels.txt").open(encoding="utf-8") as file:
        judged = pytrec_eval.parse_qrel(file)
    questions = (folder / "queries.txt").read_text(encoding="utf-8").splitlines()
    judgements = sum(len(found) for found in judged.values())
    if judgements != len(lines) or not set(judged) <= {line.split("\t")[0] for line in questions}:
        print(f"{len(lines)} lines, {judgements} judgements read", file=sys.stderr)
        return 1
    measured = pytrec_eval.RelevanceEvaluator(judged, {"recall_1000", "ndcg"}).evaluate(
        {question: {name: float(grade) for name, grade in found.items()} for question, found in judged.items()}
    )
    if any(abs(value - 1) > 1e-9 for values in measured.values() for value in values.values()):
        print("a perfect run does not measure 1", file=sys.stderr)
        return 1
    results = 0
    for path in sorted(folder.glob("run-*.txt")):
        with path.open(encoding="utf-8") as file:
            results += sum(len(found) for found in pytrec_eval.parse_run(file).values())
    print(json.dumps({"cases": len(questions), "judgements": judgements, "judged": len(judged), "results": results}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
