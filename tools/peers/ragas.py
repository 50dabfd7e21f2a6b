# requires: ragas==0.4.3 langchain-community==0.3.31
"""Ragas loads the samples with its own data sets: single turns and conversations each in a file of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.pop(0)  # this file bears the name of the package


def main(folder: Path) -> int:
    """Print what was loaded; 1 where Ragas loads something else than what stands in the lines."""
    from ragas import EvaluationDataset

    ids, contexts, references, kinds = set(), 0, 0, {}
    for path in sorted(folder.glob("ragas*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        samples = list(EvaluationDataset.from_jsonl(path))
        for line, sample in zip(lines, samples, strict=True):
            loaded = sample.to_dict()
            lost = {name for name, value in line.items() if name in type(sample).model_fields and name not in loaded}
            if lost or sample.reference != line.get("reference"):
                print(f"{path.name}: {line['id']}: not loaded: {sorted(lost)}", file=sys.stderr)
                return 1
            ids.add(line["id"])
            references += sample.reference is not None
            contexts += len(getattr(sample, "reference_contexts", None) or ())
            kind = type(sample).__name__
            kinds[kind] = kinds.get(kind, 0) + 1
    print(json.dumps({"cases": len(ids), "references": references, "contexts": contexts, "samples": kinds}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
