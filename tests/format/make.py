"""Write the machine-written fixtures of this version beside the ones that people wrote.

Run once for each new format, into a folder of its own, and never again: what an older version wrote is read for ever.

    python -m tests.format.make tests/format/1
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any

from goldsmith.ondisk.baselines import save_baseline
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.runs import RunFolder
from goldsmith.ondisk.short_forms import shorten
from goldsmith.records.case import Case
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from goldsmith.workflows.freeze import FreezeOptions, freeze
from tests.format import contents
from tests.records.building import FULL


def main(folder: Path) -> None:
    """Fill `folder`, which holds what people write."""
    if (folder / ".goldsmith").exists():
        sys.exit(f"{folder} is there already: formats that were written once are never written again")
    revisions(folder)
    append_facts(folder / "golden" / "reviews.jsonl", contents.FACTS)
    run(folder)
    digests(folder)


def revisions(folder: Path) -> None:
    """Freeze the documents with and without text, and a manifest with previews."""
    documents = folder / "documents"
    facts = {"embedding": "e-1", "filter": "tenant"}
    whole = FreezeOptions(label="2026-03", capacity=60, retrieval=facts, lock=folder / "corpus.lock")
    freeze(documents, root=folder, options=whole)
    freeze(documents, root=folder, options=FreezeOptions(label="no-text", keep_text=False))
    freeze(folder / "manifest.jsonl", root=folder, options=FreezeOptions(label="previews"))
    (folder / ".goldsmith" / "corpus" / "latest").unlink()
    for index in (folder / ".goldsmith" / "corpus").glob("*/index"):
        rmtree(index)  # rebuilt where it is missing


def run(folder: Path) -> None:
    """Write a run with every file that a run can have, and a baseline made of it."""
    from goldsmith.ondisk.revisions import load_revision

    revision = load_revision(folder, "2026-03").record
    made = RunFolder.create(folder / ".goldsmith" / "runs", contents.PLAN, contents.SNAPSHOTS, revision)
    with made.journal() as journal:
        journal.append(contents.RESPONSES)
    made.write_records("observations", contents.OBSERVATIONS)
    made.write_records("scores", contents.SCORES)
    made.write_records("notes", contents.NOTES)
    made.write_record("verdict", contents.VERDICT)
    made.finish()
    save_baseline(made, folder / "golden" / "baselines", "main")
    (made.path / "responses.lock").unlink()
    (folder / ".goldsmith" / ".gitignore").unlink(missing_ok=True)  # else git would pass the fixture over


def digests(folder: Path) -> None:
    """Write cases of every kind, as a file spells them, with their digests."""
    entries = [
        {
            "case": shorten(case),
            "digests": [case_digest(case), anchor_digest(case), metadata_digest(case)],
        }
        for case in cases(folder)
    ]
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, sort_keys=True) for entry in entries)
    (folder / "case-digests.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


def cases(folder: Path) -> Iterator[Case]:
    """Yield the cases of the set, of the sixty-question file and of each part of a contract."""
    yield FULL
    yield contents.WINDOW
    yield from load_golden(folder / "golden").golden.cases
    yield from load_golden(folder / "sixty.csv").golden.cases
    from pydantic import TypeAdapter

    adapter = TypeAdapter(Case)
    for number, more in enumerate(PARTS):
        yield adapter.validate_json(json.dumps({"id": f"part-{number}", "question": "Q?", **more}))


PARTS: tuple[dict[str, Any], ...] = (
    {"allowed_tools": []},
    {"expected_state": {"a": [1, 1.5, None, True, {"b": "c"}]}, "messages": [{"role": "user", "content": "Hi."}]},
    {"claims": [{"required": "x", "match": {"any_of": ["a", {"date": "2026-03-01"}, {"number": 0.1, "unit": "%"}]}}]},
    {"claims": [{"prohibited": "x", "kind": "unsupported", "match": {"pattern": "a|b"}}], "weight": 0.5},
    {"evidence": [{"any_of": [{"document": "d", "quote": "e\u0301 \r\nb  "}, {"document": "d", "sha256": "ab"}]}]},
    {"evidence": [{"any_of": [{"chunk": "b#1", "foreign_hash": "x"}]}, {"any_of": [{"chunk": "a#1"}]}], "corpus": "r2"},
    {"format": {"json_schema": {"type": "object", "#": 1}, "min_characters": 0}, "tone": "plain"},
    {"question": "多少天？ Сколько дней? 🙂", "language": "zh", "waivers": []},
)

if __name__ == "__main__":
    main(Path(sys.argv[1]))
