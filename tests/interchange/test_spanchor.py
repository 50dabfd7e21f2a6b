"""spanchor: places in documents, proved by hashes where the documents stand beside the questions."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.spanchor import FORMAT
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage
from tests.interchange.foreign import lines_of, read_all, source_of

TEXT = "Refunds are paid within 30 days."
DIGEST = sha256(b"within 30 days").hexdigest()


def test_words_come_from_the_document_and_the_hash_is_held_against_them(tmp_path: Path) -> None:
    line = _query(_anchor(17, 31, DIGEST), _anchor(0, 7, DIGEST), _anchor(30, 99, DIGEST), {"document_id": "money.md"})
    source = source_of(tmp_path, {"queries.jsonl": line, "docs/money.md": TEXT})

    record, text = read_all(FORMAT, source)

    assert recognised(source) == ("spanchor",)
    assert record.case is not None
    assert [need.any_of[0].quote for need in record.case.evidence] == ["within 30 days", "Refunds", None]
    assert [line.found for line in lines_of([record], "inferred") if line.field != "anchors"] == ["Refunds"]
    assert [line.field for line in lines_of([record], "wrong")] == ["anchors.start", "anchors."]
    assert text.passages == (ForeignPassage(id="money.md", text=TEXT, source="money.md"),)


def test_without_documents_the_places_are_kept_and_told(tmp_path: Path) -> None:
    (record,) = read_all(FORMAT, source_of(tmp_path, {"queries.jsonl": _query(_anchor(17, 31, DIGEST))}))

    alternative = Alternative(document="money.md", span=(17, 31), foreign_hash=DIGEST)
    assert record.case == Case(
        id="q1",
        question="When?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(alternative,)),),
    )
    assert [line.found for line in lines_of([record], "inferred")] == ["money.md"]
    assert [line.field for line in lines_of([record], "dropped")] == ["candidate_id"]


def _query(*anchors: dict[str, Any]) -> str:
    held = {"query_id": "q1", "question": "When?", "anchors": list(anchors), "schema_version": 1, "candidate_id": "c"}
    return json.dumps(held) + "\n"


def _anchor(start: int, end: int, digest: str) -> dict[str, Any]:
    return {"document_id": "money.md", "start": start, "end": end, "expected_text_hash": digest, "schema_version": 1}
