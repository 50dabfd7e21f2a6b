"""Passages that can be frozen and answers that can be evaluated, whatever a source says of them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from goldsmith.adapters.systems.recorded import open_system
from goldsmith.ondisk.staged import staged
from goldsmith.records.interchange import ForeignPassage, ForeignResponse, LossLine
from goldsmith.records.response import Citation, Failure, Reply, RetrievedItem, ToolCall, Usage
from goldsmith.records.task import Step, TaskKey
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.import_writing import (
    DOCUMENT_DISAGREES,
    NO_TEXT,
    OUTSIDE,
    REPEATED,
    TWO_TEXTS,
    PassageWriter,
    ResponseWriter,
)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _passages(root: Path, *passages: ForeignPassage) -> tuple[Path, list[tuple[str, str]]]:
    """Write passages; return the manifest, and fate and words of what was told."""
    told: list[LossLine] = []
    with staged(root / "state") as files:
        writer = PassageWriter(files)
        for passage in passages:
            told += writer.add(passage, "line 1")
        done = writer.finish(root / "corpus", "desk")
    assert done is not None
    return done[0], [(line.fate, line.told) for line in told]


def test_a_manifest_that_was_written_can_be_frozen(tmp_path: Path) -> None:
    manifest, told = _passages(
        tmp_path,
        ForeignPassage(id="p1", text="One.", document="d", title="T", source="d.md", language="en"),
        ForeignPassage(id="p1", text="One."),
        ForeignPassage(id="p1", text="Another."),
        ForeignPassage(id="p2", text="Two.", document="d", title="Else", source="d.md"),
        ForeignPassage(id="p3", text=" "),
        ForeignPassage(id="p4", text="Four.", source="/etc/hostname", metadata={"start": 3, "tenant": "x"}),
    )

    report = freeze(manifest, root=tmp_path, options=FreezeOptions(label="r1"))

    assert told == [
        ("wrong", TWO_TEXTS), ("wrong", DOCUMENT_DISAGREES), ("dropped", NO_TEXT), ("dropped", OUTSIDE),
    ]  # fmt: skip
    assert (report.revision.documents, report.revision.chunks) == (3, 4)
    assert [row["chunk_id"][:3] for row in _lines(manifest)] == ["p1", "p1-", "p2", "p4"]


def test_a_passage_that_a_path_leads_out_of_the_corpus_keeps_its_text(tmp_path: Path) -> None:
    manifest, _ = _passages(tmp_path, ForeignPassage(id="p", text="x", source="../../secret", metadata={"a": 1}))

    assert _lines(manifest) == [{"chunk_id": "p", "document": "p", "text": "x", "about": {"a": 1}}]


def _responses(root: Path, *responses: ForeignResponse) -> tuple[list[Path], list[str]]:
    told: list[str] = []
    with staged(root / "state") as files:
        writer = ResponseWriter(files)
        for response in responses:
            told += [line.told for line in writer.add(response, response.case, "line 1")]
        done = writer.finish(root / "responses", "desk")
    return [one.path for one in done], told


def test_an_answer_comes_back_from_the_recorded_system_as_it_was(tmp_path: Path) -> None:
    reply = Reply(
        answer="30 days.",
        retrieved=(RetrievedItem(id="c1", document="d", text="Within 30 days.", score=0.5, span=(1, 4), version="v2"),),
        candidates=(RetrievedItem(id="c2"),),
        citations=(Citation(id="c1", quote="30 days"),),
        tool_calls=(ToolCall(name="search", arguments='{"q": "x"}'),),
        behaviour="answer",
        trace_id="t1",
        usage=Usage(input_tokens=3, output_tokens=4, cost_usd=0.25),
        time_to_first_token_ms=12.5,
    )
    (path,), _ = _responses(tmp_path, ForeignResponse(case="a", outcome=reply, latency_ms=20.5))
    system = open_system(path)
    step, key = Step(case="a", question="?"), TaskKey(task="a", step=0, repeat=1)

    assert asyncio.run(system.ask(step, (), key)) == reply
    assert system.recorded_latency_ms(step, key) == 20.5


def test_each_system_has_a_file_and_each_repeat_a_number(tmp_path: Path) -> None:
    yes, no = Reply(answer="Yes."), Reply(answer="No.")
    paths, told = _responses(
        tmp_path,
        ForeignResponse(case="a", outcome=yes, system="GPT 4/turbo"),
        ForeignResponse(case="a", outcome=yes, system="GPT 4/turbo"),
        ForeignResponse(case="a", outcome=no, system="GPT 4/turbo"),
        ForeignResponse(case="a", outcome=Failure(kind="recorded_failure", message="timed out"), system="other"),
    )

    assert [path.name for path in paths] == ["desk-gpt-4-turbo.jsonl", "desk-other.jsonl"]
    assert [_lines(path) for path in paths] == [
        [{"id": "a", "answer": "Yes."}, {"id": "a", "repeat": 2, "answer": "No."}],
        [{"id": "a", "error": "timed out"}],
    ]
    assert told == [REPEATED]
