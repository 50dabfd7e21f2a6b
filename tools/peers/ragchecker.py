# requires: ragchecker==0.1.9! dataclasses-json==0.6.7 numpy==2.4.6
"""RAGChecker loads the results with its own container.

The package's first module loads models of its extractor, which no container needs: the container is loaded beside it.
"""

from __future__ import annotations

import importlib
import json
import sys
import types
from pathlib import Path

sys.path.pop(0)  # this file bears the name of the package


def main(folder: Path) -> int:
    """Print what was loaded; 1 where RAGChecker loads something else than what stands in the file."""
    package = types.ModuleType("ragchecker")
    package.__path__ = [str(Path(place) / "ragchecker") for place in sys.path if (Path(place) / "ragchecker").is_dir()]
    sys.modules["ragchecker"] = package
    container = importlib.import_module("ragchecker.container")

    text = (folder / "ragchecker.json").read_text(encoding="utf-8")
    written = json.loads(text)["results"]
    loaded = container.RAGResults.from_json(text).results
    for line, result in zip(written, loaded, strict=True):
        passages = [{"doc_id": one.doc_id, "text": one.text} for one in result.retrieved_context]
        same = (result.query_id, result.query, result.gt_answer, result.response, passages)
        if same != tuple(line[name] for name in ("query_id", "query", "gt_answer", "response", "retrieved_context")):
            print(f"{line['query_id']}: loaded otherwise", file=sys.stderr)
            return 1
    answers = sum(bool(result.gt_answer) for result in loaded)
    print(
        json.dumps({"cases": len({result.query_id for result in loaded}), "results": len(loaded), "answers": answers})
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
