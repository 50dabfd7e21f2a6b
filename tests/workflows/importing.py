"""What the tests of import and export share: a file of another tool, an import of it, and the cases of a set."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from goldsmith.adapters.workbooks import xlsx
from goldsmith.records.case import Case
from goldsmith.records.interchange import Imported
from goldsmith.workflows.import_set import Importing, import_set
from goldsmith.workflows.open_set import open_project

NOW = datetime(2026, 9, 8, 12, 0, tzinfo=UTC)
WINDOW = "Goods can be returned within 30 days of purchase."
RECEIPT = "No return is possible without a receipt."


def write_lines(path: Path, *rows: Mapping[str, Any] | str) -> Path:
    """Write JSON Lines; a text is a line as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def sample(question: str, *contexts: str, answer: str = "Yes.", **more: Any) -> dict[str, Any]:
    """Return a sample of Ragas that rests on these contexts."""
    return {"user_input": question, "reference": answer, "reference_contexts": list(contexts), **more}


def squad(*paragraphs: tuple[str, Sequence[Mapping[str, Any]]], title: str = "Returns") -> dict[str, Any]:
    """Return a file of SQuAD with one article."""
    held = [{"context": context, "qas": list(questions)} for context, questions in paragraphs]
    return {"version": "v2.0", "data": [{"title": title, "paragraphs": held}]}


def asks(name: str, question: str, text: str, start: int) -> dict[str, Any]:
    """Return a question of SQuAD whose answer stands at `start`."""
    return {
        "id": name, "question": question, "is_impossible": False, "answers": [{"text": text, "answer_start": start}]
    }  # fmt: skip


def imported(root: Path, *paths: Path, **more: Any) -> Imported:
    """Import files into the project in `root`."""
    return import_set(root, Importing(paths=paths, **more), workbook=xlsx.rows, now=NOW)


def cases_of(root: Path) -> dict[str, Case]:
    """Return the cases of the set in `root`, by id."""
    return {case.id: case for case in open_project(root, must_be_frozen=False).golden.cases}


def files_of(root: Path) -> dict[str, bytes]:
    """Return every file below `root` but those of the state folder, with its bytes."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".goldsmith" not in path.parts
    }


def told(done: Imported, *fates: str) -> list[tuple[str, str, int]]:
    """Return fate, words and number of the lines with one of these fates."""
    return [(fate, words, number) for fate, _, words, number, _ in done.lines if fate in fates]
