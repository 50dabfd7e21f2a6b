# requires: langfuse==5.0.4
"""Langfuse's own package takes each item as a request of its interface; nothing is sent."""

from __future__ import annotations

import json
import sys
from pathlib import Path

# This script is called like the package that it tries.
sys.path.pop(0)

from langfuse.api.core.pydantic_utilities import parse_obj_as
from langfuse.api.core.serialization import convert_and_respect_annotation_metadata
from langfuse.api.dataset_items.types import CreateDatasetItemRequest


def main(folder: Path) -> int:
    """Print what was taken; 1 where Langfuse would send something else than what stands in a line."""
    ids, answers = set(), 0
    for line in (folder / "langfuse.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        item = parse_obj_as(CreateDatasetItemRequest, row)
        sent = convert_and_respect_annotation_metadata(
            object_=item.dict(), annotation=CreateDatasetItemRequest, direction="write"
        )
        unknown = sorted(item.model_extra or ())
        if unknown or json.loads(json.dumps(sent)) != row:
            print(f"{row['id']}: not taken as it stands: {unknown}", file=sys.stderr)
            return 1
        ids.add(item.id)
        answers += item.expected_output is not None
    print(json.dumps({"cases": len(ids), "answers": answers}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
