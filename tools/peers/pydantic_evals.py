# requires: pydantic-evals==2.62.0 pyyaml==6.0.4
"""pydantic-evals loads the data set with its own reader, and once more after it wrote it as YAML and as JSON."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.pop(0)  # this file bears the name of the package


def main(folder: Path) -> int:
    """Print what was loaded; 1 where pydantic-evals loads something else than what stands in the file."""
    from pydantic_evals import Dataset

    path = folder / "pydantic_evals.json"
    rows = json.loads(path.read_text(encoding="utf-8"))["cases"]
    loaded = Dataset[Any, Any, Any].from_file(path)
    sets = [loaded]
    with tempfile.TemporaryDirectory() as held:
        for name in ("again.json", "again.yaml"):
            loaded.to_file(Path(held) / name, schema_path=None)
            sets.append(Dataset[Any, Any, Any].from_file(Path(held) / name))
    evaluators = 0
    for one in sets:
        for row, case in zip(rows, one.cases, strict=True):
            found = (case.name, case.inputs, case.expected_output, case.metadata)
            if _text(found) != _text((row["name"], row["inputs"], row.get("expected_output"), row["metadata"])):
                print(f"{row['name']}: not loaded as it stands", file=sys.stderr)
                return 1
    evaluators = sum(len(case.evaluators) for case in loaded.cases)
    print(json.dumps({"cases": len({case.name for case in loaded.cases}), "evaluators": evaluators}))
    return 0


def _text(held: object) -> str:
    """Return plain data as text; U+0085, of which its YAML writer makes a blank, as a blank."""
    return json.dumps(held, sort_keys=True).replace("\\u0085", " ")


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
