"""Evaluation records with a chunk manifest: documents, how many chunks are needed, the way there and back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from goldsmith.interchange.chunk_records import ANY_ONE, FORMAT, MANIFEST, NO_COUNT, NOT_LISTED, SOME, TOO_MANY
from goldsmith.interchange.contexts import ALL_NEEDED
from goldsmith.interchange.format import Outgoing
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

RECORD: dict[str, Any] = {
    "id": "eval_007",
    "question": "免赔额是多少？",
    "ground_truth_chunk_ids": ["POL-7_2_1", "POL-7_2_2"],
    "ground_truth_answer": "每年 500 元。",
    "answer_type": "multi-hop",
    "required_chunks_count": 2,
    "difficulty": "simple",
    "hallucination_risk": "high",
    "notes": "两条都要",
}
CHUNK = {
    "chunk_id": "POL-7_2_1",
    "doc_id": "POL-7.pdf",
    "source_path": "policies/POL-7.pdf",
    "clause": "2.1",
    "start_char": 40,
    "end_char": 90,
    "text_preview": "免赔额…",
}


@settings(max_examples=40)
@given(cases_of_any_kind())
def test_every_case_comes_back_whole(cases: list[Case]) -> None:
    assert len(come_back(FORMAT, cases)) == len(cases)


def test_a_record_is_read_with_the_documents_of_its_manifest(tmp_path: Path) -> None:
    files = {
        "eval.json": [RECORD],
        "manifest.jsonl": "".join(json.dumps(CHUNK | {"chunk_id": name}) + "\n" for name in ("POL-7_2_1", "POL-9_1")),
    }

    manifest, record = read_all(FORMAT, source_of(tmp_path, files))

    assert [line.told for line in manifest.lines] == [MANIFEST]
    assert record.case == Case(
        id="eval_007",
        question="免赔额是多少？",
        answerability="supported",
        behaviour="answer",
        reasoning="multi_hop",
        difficulty="easy",
        hallucination_risk="high",
        accept=(AcceptedAnswer(answer="每年 500 元。"),),
        evidence=(
            Need(any_of=(Alternative(chunk="POL-7_2_1", document="POL-7.pdf", source="policies/POL-7.pdf"),)),
            Need(any_of=(Alternative(chunk="POL-7_2_2"),)),
        ),
        notes="两条都要",
    )
    assert [(line.told, line.found) for line in lines_of([record], "wrong")] == [(NOT_LISTED, "POL-7_2_2")]


@pytest.mark.parametrize(
    ("count", "needs", "told"),
    [
        (1, [2], ANY_ONE),
        (2, [1, 1], "as many as are listed: all of them are needed"),
        (3, [1, 1], TOO_MANY),
        ("two", [1, 1], NO_COUNT),
        (None, [1, 1], ALL_NEEDED),
    ],
)
def test_the_number_of_required_chunks_says_which_are_alternatives(
    tmp_path: Path, count: object, needs: list[int], told: str
) -> None:
    (record,) = read_all(FORMAT, source_of(tmp_path, {"eval.json": [RECORD | {"required_chunks_count": count}]}))

    assert record.case is not None
    assert [len(need.any_of) for need in record.case.evidence] == needs
    assert told in {line.told for line in record.lines}


def test_where_some_of_several_are_required_somebody_has_to_say_which(tmp_path: Path) -> None:
    held = RECORD | {"ground_truth_chunk_ids": ["a", "b", "c"]}

    (record,) = read_all(FORMAT, source_of(tmp_path, {"eval.json": [held]}))

    assert [line.told for line in lines_of([record], "inferred")] == [SOME]


def test_an_unanswerable_question_is_to_be_refused_and_an_unknown_difficulty_is_a_tag(tmp_path: Path) -> None:
    held = RECORD | {
        "ground_truth_chunk_ids": [], "required_chunks_count": 0, "answer_type": "unanswerable",
        "difficulty": "adversarial",
    }  # fmt: skip

    (record,) = read_all(FORMAT, source_of(tmp_path, {"eval.json": [held]}))

    assert record.case is not None
    assert (record.case.answerability, record.case.behaviour, record.case.refusal_reason, record.case.tags) == (
        "unsupported",
        "refuse",
        "not_found",
        ("difficulty:adversarial",),
    )


def test_a_manifest_alone_is_no_set(tmp_path: Path) -> None:
    assert not FORMAT.recognises(source_of(tmp_path, {"manifest.json": [CHUNK]}))


def test_what_is_written_reads_as_their_record_and_their_manifest() -> None:
    case = Case(id="a", question="A?", evidence=(Need(any_of=(Alternative(chunk="x"), Alternative(chunk="y"))),))
    passage = ForeignPassage(id="x", text="long " * 100, document="doc", source="docs/doc.md")
    assert FORMAT.write is not None

    written = FORMAT.write(Outgoing(header=HEADER, cases=(case,), passages={"x": passage}))

    record, chunk = (json.loads(file.text) for file in written.files)
    assert [record[name] for name in RECORD] == ["a", "A?", ["x", "y"], "", "factual", 1, "", "", ""]
    assert chunk == {
        "chunk_id": "x", "doc_id": "doc", "source_path": "docs/doc.md", "text_preview": passage.text[:200],
    }  # fmt: skip
    assert [(line.record, line.found) for line in written.lines] == [("a", "y")]


def test_what_was_changed_beside_the_whole_case_holds_and_the_rest_stays(tmp_path: Path) -> None:
    case = Case(
        id="a",
        question="A?",
        answerability="supported",
        behaviour="answer",
        risk="high",
        accept=(AcceptedAnswer(answer="yes"), AcceptedAnswer(answer="indeed")),
        evidence=(Need(need="one", any_of=(Alternative(chunk="x", quote="words"),)),),
    )
    assert FORMAT.write is not None
    row = json.loads(FORMAT.write(Outgoing(header=HEADER, cases=(case,))).files[0].text)
    row |= {"ground_truth_answer": "no", "ground_truth_chunk_ids": ["x", "z"], "required_chunks_count": 2}

    (record,) = read_all(FORMAT, source_of(tmp_path, {"eval.json": [row]}))

    assert record.case == replace(
        case, accept=(AcceptedAnswer(answer="no"),), evidence=(*case.evidence, Need(any_of=(Alternative(chunk="z"),)))
    )


def test_a_chunk_of_a_manifest_without_a_name_is_nobodys(tmp_path: Path) -> None:
    record: dict[str, Any] = {
        "id": "a",
        "question": "When?",
        "ground_truth_chunk_ids": ["c1"],
        "ground_truth_answer": "Soon.",
    }
    record |= {"answer_type": "factual", "required_chunks_count": 1}
    odd = {"chunk_id": [], "doc_id": "d", "source_path": "d.md", "text_preview": "x"}
    files = {"records.jsonl": json.dumps(record), "manifest.jsonl": json.dumps(odd)}
    assert FORMAT.read is not None

    found = list(FORMAT.read(source_of(tmp_path, files)))

    assert [one.case.id for one in found if one.case is not None] == ["a"]
