"""retrieval-eval: judgements of chunks, and who gave them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.retrieval_eval import FORMAT
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

C1, C2, T1 = "c1:" + "0" * 32, "c1:" + "1" * 32, "t1:" + "a" * 32


def test_lines_of_one_query_are_one_case_wherever_they_stand(tmp_path: Path) -> None:
    """The query stands once, on any of its lines."""
    records = _read(
        tmp_path,
        _line("q1", C1, query=None),
        _line("q2", C1, query="Who?"),
        _line("q1", C2, relevance=0, query="When?", notes="Seen twice."),
    )

    assert [record.case for record in records if record.case] == [
        Case(
            id="q1",
            question="When?",
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(_evidence(C1),)),),
            tags=("stratum:hard",),
            notes="Seen twice.",
        ),
        Case(
            id="q2",
            question="Who?",
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(_evidence(C1),)),),
            tags=("stratum:hard",),
        ),
    ]
    assert records[0].passages == (ForeignPassage(id=C1, text="In May.", document="a.md", source="a.md"),)
    assert [line.found for line in lines_of(records, "dropped") if line.field == "relevance"] == [C2]


def test_the_labels_of_one_person_are_a_decision_and_those_of_a_model_are_none(tmp_path: Path) -> None:
    records = _read(
        tmp_path,
        _line("q1", C1, query="When?"),
        _line("q1", C2, labeled_at="2026-02-02T00:00:00Z"),
        _line("q2", C1, query="Who?"),
        _line("q2", C2, labeled_by="synthetic:gpt"),
        _line("q3", C1, query="How?"),
        _line("q3", C2, labeled_by="human:ben"),
    )

    found = [record for record in records if record.case]
    assert [record.decision for record in found] == [
        ForeignDecision(
            decision="approved", reviewer="ann", at="2026-02-02T00:00:00Z", reason="labelled every chunk of it"
        ),
        None,
        None,
    ]
    assert [record.case.tags for record in found if record.case][1] == ("stratum:hard", "labels:synthetic")


def test_what_contradicts_itself_is_told(tmp_path: Path) -> None:
    records = _read(
        tmp_path,
        _line("q1", C1, query="When?"),
        _line("q1", C1, relevance=3, query="Why?", corpus_fingerprint="f2"),
        _line("q1", C2, relevance="2"),
        _line("q2", C1, query=None),
    )

    assert [(line.field, line.found) for line in lines_of(records, "wrong")] == [
        ("query", "Why?"),
        ("relevance", C1),
        ("relevance", "2"),
    ]
    assert [record.case.id for record in records if record.case] == ["q1"]
    assert [line.found for line in lines_of(records, "inferred")] == ["f1 f2"]
    assert [line.found for line in lines_of(records, "dropped") if not line.field] == ["q2"]


def _line(query_id: str, chunk: str, **changed: Any) -> dict[str, Any]:
    held = {
        "query_id": query_id,
        "doc_uri": "a.md",
        "chunk_id": chunk,
        "text_sha": T1,
        "chunk_text": "In May.",
        "relevance": 2,
        "corpus_fingerprint": "f1",
        "labeled_by": "human:ann",
        "labeled_at": "2026-01-01T00:00:00Z",
        "stratum": "hard",
    } | changed
    return {name: value for name, value in held.items() if value is not None}


def _evidence(chunk: str) -> Alternative:
    return Alternative(document="a.md", source="a.md", chunk=chunk, foreign_hash=T1, grade=2)


def _read(folder: Path, *lines: dict[str, Any]) -> list[ForeignRecord]:
    source = source_of(folder, {"judgments.jsonl": "".join(json.dumps(one) + "\n" for one in lines)})
    assert recognised(source) == ("retrieval-eval",)
    return read_all(FORMAT, source)
