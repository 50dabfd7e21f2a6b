# requires: langsmith==0.15.1
"""LangSmith's own client takes each example and would send it; nothing is sent."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

# This script is called like the package that it tries.
sys.path.pop(0)

from langsmith.schemas import Example, ExampleCreate

NO_ID = "00000000-0000-0000-0000-000000000000"


def main(folder: Path) -> int:
    """Print what was taken; 1 where LangSmith keeps something else than what stands in a line."""
    warnings.simplefilter("ignore", DeprecationWarning)
    ids, answers, splits = set(), 0, {}
    for line in (folder / "langsmith.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        sent = ExampleCreate(**row)
        given = Example(id=NO_ID, dataset_id=NO_ID, **row)
        kept = {"inputs": sent.inputs, "outputs": sent.reference_outputs, "metadata": sent.metadata}
        if kept != row or {name: getattr(given, name) for name in row} != row:
            print(f"{row['metadata']['case']}: not taken as it stands", file=sys.stderr)
            return 1
        ids.add(row["metadata"]["case"])
        answers += "answer" in sent.reference_outputs
        for split in row["metadata"].get("dataset_split", ["none"]):
            splits[split] = splits.get(split, 0) + 1
    print(json.dumps({"cases": len(ids), "answers": answers, "splits": splits}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
