# requires: arize-phoenix-client==3.5.0
"""Phoenix's own client uploads the set to a server that only listens; it has to send what stands in the file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

# This script is called like the package that it tries.
sys.path.pop(0)

import httpx
from phoenix.client import Client
from phoenix.client.resources.datasets import Dataset


def main(folder: Path) -> int:
    """Print what was sent; 1 where the client sends something else, or reads the examples otherwise."""
    upload = json.loads((folder / "phoenix.json").read_text(encoding="utf-8"))
    sent = []

    def listen(request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            sent.append(json.loads(request.content))
            return httpx.Response(500, text="this server only listens")
        return httpx.Response(200, text="99.0.0")

    client = Client(http_client=httpx.Client(base_url="http://localhost", transport=httpx.MockTransport(listen)))
    refused: Exception | None = None
    try:
        client.datasets.create_dataset(
            name=upload["name"],
            dataset_description=upload["description"],
            examples=[
                {"input": one, "output": output, "metadata": metadata, "splits": splits, "id": name}
                for one, output, metadata, splits, name in zip(
                    upload["inputs"],
                    upload["outputs"],
                    upload["metadata"],
                    upload.get("splits", [None] * len(upload["inputs"])),
                    upload["example_ids"],
                    strict=True,
                )
            ],
        )
    except Exception as error:  # noqa: BLE001 - the server refuses everything; what was sent is looked at
        refused = error
    if not sent or {**sent[0], "action": "create"} != upload:
        print(f"the client sends something else than the file holds: {refused}", file=sys.stderr)
        return 1
    examples = [
        {"id": name, "input": one, "output": output, "metadata": metadata, "updated_at": "2025-01-01T00:00:00Z"}
        for name, one, output, metadata in zip(
            upload["example_ids"], upload["inputs"], upload["outputs"], upload["metadata"], strict=True
        )
    ]
    held = Dataset.from_dict({"id": "d", "name": upload["name"], "version_id": "v", "examples": examples})
    ids = {one["id"] for one in held.examples}
    print(json.dumps({"cases": len(ids), "answers": sum("answer" in one["output"] for one in held.examples)}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
