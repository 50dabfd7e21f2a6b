"""GoldenCase JSON: both cases of letters, the opaque hash and the address, the review, and the way there and back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.golden_case import FORMAT, NO_PROVENANCE, NO_REVIEWER, NOT_RELEVANT, SIDE, TWICE
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

PASCAL: dict[str, Any] = {
    "Id": "fees-001",
    "Query": "What does a transfer cost?",
    "ExpectedAnswer": "It costs 2 euros.",
    "RelevantChunkIds": ["fees-v4:2"],
    "Provenance": [
        {
            "ChunkId": "fees-v4:2",
            "DocumentId": "fees-v4",
            "SourceUri": "https://docs.example.com/fees",
            "SourceRevision": "v4",
            "ContentHash": "9F3A",
        }
    ],
    "CorpusRevision": "handbook-7",
    "Review": {"Status": 1, "ReviewedBy": "Noor", "ReviewedAt": "2026-04-02T02:00:00+02:00", "Reason": "It says so."},
}
CASE = Case(
    id="fees-001",
    question="What does a transfer cost?",
    answerability="supported",
    behaviour="answer",
    accept=(AcceptedAnswer(answer="It costs 2 euros."),),
    evidence=(
        Need(
            any_of=(
                Alternative(
                    chunk="fees-v4:2",
                    document="fees-v4",
                    source="https://docs.example.com/fees",
                    version="v4",
                    foreign_hash="9F3A",
                ),
            )
        ),
    ),
    corpus="handbook-7",
)


@settings(max_examples=40)
@given(cases_of_any_kind())
def test_every_case_comes_back_whole(cases: list[Case]) -> None:
    assert len(come_back(FORMAT, cases, in_order=False)) == len(cases)


@pytest.mark.parametrize("camel", [False, True], ids=["Pascal", "camel"])
def test_a_case_is_read_in_either_case_of_letters(tmp_path: Path, camel: bool) -> None:
    (record,) = _records(tmp_path, _camel(PASCAL) if camel else PASCAL)

    assert record.case == CASE
    assert record.decision == ForeignDecision(
        decision="approved", reviewer="Noor", at="2026-04-02T00:00:00Z", reason="It says so."
    )
    assert lines_of([record], "wrong", "dropped", "inferred") == []


@pytest.mark.parametrize(
    ("status", "decision"), [("Rejected", "rejected"), (2, "rejected"), ("Pending", None), (0, None)]
)
def test_a_status_is_a_number_or_a_name(tmp_path: Path, status: object, decision: str | None) -> None:
    (record,) = _records(tmp_path, PASCAL | {"Review": PASCAL["Review"] | {"Status": status}})

    assert (record.decision.decision if record.decision else None) == decision


def test_an_approval_by_nobody_is_no_decision(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, PASCAL | {"Review": {"Status": 1, "ReviewedBy": " ", "Reason": "fine"}})

    assert record.decision is None
    assert [line.told for line in lines_of([record], "wrong")] == [NO_REVIEWER]


def test_what_its_validator_refuses_is_told(tmp_path: Path) -> None:
    held = PASCAL | {"RelevantChunkIds": ["a", "a", "b"], "Provenance": [{"ChunkId": "b"}, {"ChunkId": "c"}]}

    (record,) = _records(tmp_path, held)

    assert record.case is not None
    assert [need.any_of[0].chunk for need in record.case.evidence] == ["a", "b"]
    assert [(line.told, line.found) for line in lines_of([record], "wrong")] == [
        (TWICE, "a, a, b"),
        (NO_PROVENANCE, "a"),
        (NOT_RELEVANT, "c"),
    ]


def test_a_case_that_its_validator_would_refuse_stands_in_the_file_beside(tmp_path: Path) -> None:
    silent = Case(id="mars", question="On Mars?", answerability="unsupported", behaviour="refuse")

    written = FORMAT.write and FORMAT.write(Outgoing(header=HEADER, cases=(CASE, silent)))

    assert written is not None
    assert [file.name for file in written.files] == ["golden-cases.json", "goldsmith-cases.jsonl"]
    assert [(line.record, line.told) for line in written.lines] == [("mars", SIDE)]
    assert [row["Id"] for row in json.loads(written.files[0].text)] == ["fees-001"]


def test_what_was_changed_beside_the_whole_case_holds_and_the_rest_stays(tmp_path: Path) -> None:
    case = replace(
        CASE,
        corpus=None,
        risk="high",
        accept=(*CASE.accept, AcceptedAnswer(answer="2 euros")),
        evidence=(*CASE.evidence, Need(need="more", any_of=(Alternative(chunk="b", quote="words"),))),
    )
    assert FORMAT.write is not None
    (row,) = json.loads(FORMAT.write(Outgoing(header=HEADER, cases=(case,))).files[0].text)
    row["Query"] = "How much is a transfer?"
    row["RelevantChunkIds"] = ["b"]
    row["Provenance"] = row["Provenance"][1:]

    (record,) = _records(tmp_path, row)

    assert record.case == replace(case, question="How much is a transfer?", evidence=case.evidence[1:])
    assert [line.field for line in lines_of([record], "mapped")] == ["question", "evidence"]


def test_a_set_of_other_rows_is_none(tmp_path: Path) -> None:
    assert not FORMAT.recognises(source_of(tmp_path, {"set.json": [{"Id": "a", "Query": "A?"}]}))


def _camel(held: Any) -> Any:
    if isinstance(held, dict):
        return {name[0].lower() + name[1:]: _camel(one) for name, one in held.items()}
    return [_camel(one) for one in held] if isinstance(held, list) else held


def _records(tmp_path: Path, held: Any) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(tmp_path, {"set.json": [held]}))
