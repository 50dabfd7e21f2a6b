# requires: deepeval==4.3.1
"""DeepEval loads the goldens with its own data set, and once more after it saved them itself."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.pop(0)  # this file bears the name of the package
os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "YES"


def main(folder: Path) -> int:
    """Print what was loaded; 1 where DeepEval loads something else than what stands in the files."""
    from deepeval.dataset import EvaluationDataset

    ids, contexts, kinds = set(), 0, {}
    for path in sorted(folder.glob("deepeval*.json")):
        rows = json.loads(path.read_text(encoding="utf-8"))
        loaded = EvaluationDataset()
        loaded.add_goldens_from_json_file(str(path))
        with tempfile.TemporaryDirectory() as held:
            again = EvaluationDataset()
            again.add_goldens_from_json_file(loaded.save_as("json", held, "again"))
        for row, golden, saved in zip(rows, loaded.goldens, again.goldens, strict=True):
            meta = row["additional_metadata"]
            held = (golden.name, golden.context or [], golden.additional_metadata, saved.additional_metadata)
            if held != (row["name"], row.get("context", []), meta, meta) or (saved.context or []) != held[1]:
                print(f"{path.name}: {row['name']}: not loaded as it stands", file=sys.stderr)
                return 1
            ids.add(golden.name)
            contexts += len(held[1])
            kind = type(golden).__name__
            kinds[kind] = kinds.get(kind, 0) + 1
    print(json.dumps({"cases": len(ids), "contexts": contexts, "goldens": kinds}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
