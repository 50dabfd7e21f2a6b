# requires: label-studio-sdk==2.1.2
"""Label Studio checks every task, with its annotation, against the configuration that stands beside the tasks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.pop(0)


def main(folder: Path) -> int:
    """Print what was checked; 1 where Label Studio takes a task or a result for none of its configuration."""
    from label_studio_sdk.label_interface import LabelInterface

    interface = LabelInterface((folder / "label_studio.xml").read_text(encoding="utf-8"))
    interface.validate()
    tasks = json.loads((folder / "label_studio.json").read_text(encoding="utf-8"))
    marks, answers = 0, 0
    for task in tasks:
        name = task["data"]["id"]
        if not interface.validate_task({"data": task["data"]}):
            print(f"{name}: no task of the configuration", file=sys.stderr)
            return 1
        for annotation in task["annotations"]:
            if not interface.validate_annotation(annotation):
                print(f"{name}: no annotation of the configuration", file=sys.stderr)
                return 1
            for result in annotation["result"]:
                value = result["value"]
                if result["type"] == "labels":
                    marks += 1
                    if task["data"]["passages"][value["start"] : value["end"]] != value["text"]:
                        print(f"{name}: other words stand at the mark", file=sys.stderr)
                        return 1
                answers += len(value["text"]) if result["type"] == "textarea" else 0
    controls = sorted(control.name for control in interface.controls)
    print(json.dumps({"cases": len(tasks), "marks": marks, "answers": answers, "controls": controls}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
