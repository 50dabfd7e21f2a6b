"""Values of a wrong kind anywhere in a record: nothing fails, and the records beside it stay as they are."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldsmith.interchange import (
    argilla_records,
    clapnq,
    financebench,
    hotpotqa,
    label_studio_cases,
    legalbench_rag,
    ms_marco,
    mt_rag,
    multihop_rag,
    retrieval_eval,
    spanchor,
)
from goldsmith.interchange.embedded import embedded, restored
from goldsmith.interchange.format import Format
from tests.interchange.foreign import read_all, source_of

ODD: tuple[Any, ...] = (None, True, 7, -1, 1.5, "x", "", [], {}, [None], ["x"], [[]], {"x": 1}, [{"x": [1]}])
RESULT = {"from_name": "e", "type": "labels", "value": {"start": 0, "end": 2, "text": "It", "labels": ["L"]}}
EXAMPLES: dict[str, tuple[Format, dict[str, Any]]] = {
    "argilla": (
        argilla_records.FORMAT,
        {
            "id": "1",
            "fields": {"question": "Q", "context": "It is."},
            "metadata": {"a": "b"},
            "responses": {"m": [{"value": [{"start": 0, "end": 2, "label": "L"}], "user_id": "u"}]},
            "suggestions": {"m": {"value": "x"}},
        },
    ),
    "clapnq": (
        clapnq.FORMAT,
        {
            "id": "1",
            "input": "Q",
            "passages": [{"title": "T", "text": "It is.", "sentences": ["It is."]}],
            "output": [{"answer": "A", "selected_sentences": ["It is."], "meta": {"skip": False}}],
        },
    ),
    "financebench": (
        financebench.FORMAT,
        {
            "financebench_id": "1",
            "question": "Q",
            "answer": "A",
            "doc_name": "D",
            "doc_link": "https://example.com",
            "justification": "J",
            "evidence": [{"evidence_text": "It", "evidence_page_num": 1, "evidence_text_full_page": "It is."}],
        },
    ),
    "hotpotqa": (
        hotpotqa.FORMAT,
        {
            "_id": "1",
            "question": "Q",
            "answer": "A",
            "supporting_facts": [["T", 0]],
            "context": [["T", ["It is."]]],
            "type": "bridge",
            "level": "easy",
        },
    ),
    "label-studio": (
        label_studio_cases.FORMAT,
        {
            "id": 1,
            "data": {"question": "Q", "text": "It is.", "answer": "A"},
            "annotations": [{"completed_by": 1, "updated_at": "2026-01-01", "result": [RESULT]}],
            "predictions": [],
        },
    ),
    "ms-marco": (
        ms_marco.FORMAT,
        {
            "query": "Q",
            "query_id": 1,
            "answers": ["A"],
            "passages": {"is_selected": [1], "passage_text": ["It is."], "url": ["u"]},
            "wellFormedAnswers": "[]",
        },
    ),
    "mt-rag": (
        mt_rag.FORMAT,
        {
            "conversation_id": "c",
            "task_id": "c::1",
            "turn": 1,
            "input": [{"speaker": "user", "text": "Q"}],
            "contexts": [
                {"document_id": "d", "text": "It is.", "score": 1, "feedback": {"relevant": {"a": {"value": "yes"}}}}
            ],
            "targets": [{"text": "A"}],
            "predictions": [{"text": "P"}],
            "answerability": ["ANSWERABLE"],
            "Question Type": ["Factoid"],
            "metrics": {"m": 1},
            "annotations": {"context_relevance": {"system": [0]}},
        },
    ),
    "multihop-rag": (
        multihop_rag.FORMAT,
        {
            "query": "Q",
            "answer": "A",
            "question_type": "inference_query",
            "evidence_list": [{"title": "T", "url": "u", "fact": "It is."}],
        },
    ),
    "retrieval-eval": (
        retrieval_eval.FORMAT,
        {
            "query_id": "1",
            "query": "Q",
            "doc_uri": "d",
            "chunk_id": "c",
            "text_sha": "t",
            "chunk_text": "It is.",
            "relevance": 1,
            "labeled_by": "human:a",
            "labeled_at": "2026-01-01",
        },
    ),
    "spanchor": (
        spanchor.FORMAT,
        {
            "query_id": "1",
            "question": "Q",
            "anchors": [{"document_id": "d", "start": 0, "end": 2, "expected_text_hash": "h", "schema_version": 1}],
            "schema_version": 1,
        },
    ),
}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_value_of_any_kind_anywhere_is_told_or_taken_and_never_fails(name: str, tmp_path: Path) -> None:
    known, whole = EXAMPLES[name]
    odd = [*_spoilt(whole), 7, "x", None, []]
    lines = "".join(json.dumps(one) + "\n" for one in (whole, *odd))
    alone = read_all(known, source_of(tmp_path / "alone", {"set.jsonl": json.dumps(whole) + "\n"}))

    records = read_all(known, source_of(tmp_path / "all", {"set.jsonl": lines}))

    assert len(records) >= len(odd) + 1
    assert records[0].case == alone[0].case
    assert all(record.lines for record in records if record.case is None)
    assert [record.case for record in records if record.case and restored(embedded(record.case)) != record.case] == []


def test_tests_of_legalbench_of_any_kind_never_fail(tmp_path: Path) -> None:
    whole = {"query": "Q", "snippets": [{"file_path": "a.txt", "span": [0, 2], "answer": "It"}], "tags": ["t"]}
    tests = [whole, *_spoilt(whole), 7, "x", None]

    records = read_all(legalbench_rag.FORMAT, source_of(tmp_path, {"b.json": {"tests": tests}, "a.txt": "It is."}))

    assert sum(record.record.startswith("test ") for record in records) == len(tests)


def test_evaluations_of_mt_rag_of_any_kind_never_fail(tmp_path: Path) -> None:
    task = EXAMPLES["mt-rag"][1]
    people = {"1": {"value": "4"}}
    evaluation = {"task_id": "c::1", "model_id": "m", "model_response": "R", "annotations": {"f": people}}
    whole = {
        "models": [],
        "metrics": [{"name": "f", "aggregator": "median"}, 7],
        "documents": [{"document_id": "d", "text": "It is."}],
        "tasks": [task, *_spoilt(task), 7],
        "evaluations": [evaluation, *_spoilt(evaluation), 7],
    }

    records = read_all(mt_rag.FORMAT, source_of(tmp_path, {"e.json": whole}))

    assert records[2].case is not None
    assert any(record.published for record in records)


def _spoilt(whole: Any) -> Iterator[Any]:
    """Yield copies of plain data in each of which one value somewhere is another."""
    for path in _paths(whole):
        for odd in ODD:
            held = copy.deepcopy(whole)
            place = held
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = odd
            yield held


def _paths(held: Any) -> Iterator[list[Any]]:
    items = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    for name, value in items:
        yield [name]
        yield from ([name, *rest] for rest in _paths(value))
