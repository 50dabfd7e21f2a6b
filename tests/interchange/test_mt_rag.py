"""mt-rag: conversations, their tasks of retrieval, and what people thought of the answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.mt_rag import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Message, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, PublishedScore
from goldsmith.records.response import Reply, RetrievedItem
from tests.interchange.foreign import lines_of, read_all, source_of

JUDGED = "query-id\tcorpus-id\tscore\n"


def test_a_task_is_the_last_question_of_a_conversation(tmp_path: Path) -> None:
    (record,) = _tasks(tmp_path, _task())

    assert record.case == Case(
        id="c::2",
        question="And in May?",
        messages=(Message(role="user", content="Open?"), Message(role="assistant", content="Yes.")),
        answerability="supported",
        behaviour="answer",
        job="lookup",
        accept=(AcceptedAnswer(answer="Until nine."),),
        evidence=(Need(any_of=(Alternative(chunk="d_1-9"),)),),
        origin=Origin(kind="public", ref="mt-rag"),
        tags=("conversation_id:c", "turn:2"),
    )
    assert record.passages == (
        ForeignPassage(id="d_1-9", text="Until nine in May.", title="Hours", source="https://example.com/h"),
        ForeignPassage(id="e_2-4", text="Closed."),
    )
    assert [line.found for line in lines_of([record], "dropped") if line.field == "contexts"] == ["e_2-4"]


def test_an_address_that_is_none_is_left_out(tmp_path: Path) -> None:
    context = {"document_id": "d", "text": "T", "url": "https?://(?:www\\.)?", "score": 1.5}

    (record,) = _tasks(tmp_path, _task(contexts=[context]))

    assert record.passages == (ForeignPassage(id="d", text="T"),)
    assert [line.field for line in lines_of([record], "wrong")] == ["contexts.url"]


def test_words_on_whether_it_can_be_answered(tmp_path: Path) -> None:
    refused, part, chat = _tasks(
        tmp_path,
        _task(task_id="1", answerability=["UNANSWERABLE"]),
        _task(task_id="2", answerability=["PARTIAL"]),
        _task(task_id="3", answerability=["CONVERSATIONAL"], contexts=[]),
    )

    assert refused.case is not None
    assert part.case is not None
    assert chat.case is not None
    assert (refused.case.behaviour, refused.case.evidence) == ("refuse", ())
    assert (part.case.behaviour, "answerability:partial" in part.case.tags) == ("answer", True)
    assert chat.case.behaviour == "unstated"


def test_an_answer_beside_a_task_was_given_with_its_passages(tmp_path: Path) -> None:
    (record,) = _tasks(tmp_path, _task(predictions=[{"text": "Nine."}], metrics={"rb_agg": [0.5]}))

    (response,) = record.responses
    assert response.outcome == Reply(
        answer="Nine.",
        retrieved=(
            RetrievedItem(id="d_1-9", text="Until nine in May.", score=27.5),
            RetrievedItem(id="e_2-4", text="Closed."),
        ),
    )
    assert record.published == (PublishedScore(measure="rb_agg", value=0.5, case="c::2"),)


def test_a_task_of_two_files_is_one_case(tmp_path: Path) -> None:
    """The file that says more is read first, whatever it is called."""
    short = {name: held for name, held in _task().items() if name not in ("contexts", "targets")}
    files = {"a.jsonl": json.dumps(short) + "\n", "b.jsonl": json.dumps(_task()) + "\n"}

    first, second = read_all(FORMAT, source_of(tmp_path, files))

    assert first.case is not None
    assert first.case.accept == (AcceptedAnswer(answer="Until nine."),)
    assert second.case is None
    assert lines_of([second], "inferred") == []


def test_tasks_of_retrieval_are_told_apart_from_beir_by_their_ids(tmp_path: Path) -> None:
    files = {
        "x_questions.jsonl": '{"_id": "c<::>2", "text": "|user|: Open?\\n|user|: And\\nin May?"}\n',
        "x_lastturn.jsonl": '{"_id": "c<::>2", "text": "|user|: And\\nin May?"}\n',
        "x_rewrite.jsonl": '{"_id": "c<::>2", "text": "|user|: Open in May?"}\n',
        "qrels/dev.tsv": f"{JUDGED}c<::>2\t9_1-5-0-4\t1\nc<::>2\t8_1\t0\nz<::>1\t7\t1\n",
    }
    source = source_of(tmp_path, files)

    records = read_all(FORMAT, source)

    assert recognised(source)[0] == "mt-rag"
    assert [record.case for record in records if record.case] == [
        Case(
            id="c<::>2",
            question="And\nin May?",
            messages=(Message(role="user", content="Open?"),),
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(Alternative(chunk="9_1-5-0-4"),)),),
            origin=Origin(kind="public", ref="mt-rag"),
            tags=("conversation_id:c",),
            notes="Standing alone: Open in May?",
        ),
        Case(
            id="z<::>1",
            question="z<::>1",
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(Alternative(chunk="7"),)),),
            origin=Origin(kind="public", ref="mt-rag"),
            tags=("conversation_id:z",),
        ),
    ]


def test_a_judged_passage_that_the_corpus_does_not_hold_is_named(tmp_path: Path) -> None:
    files = {
        "x_questions.jsonl": '{"_id": "c<::>1", "text": "|user|: Open?"}\n',
        "qrels/dev.tsv": f"{JUDGED}c<::>1\tgone\t1\nc<::>1\there\t1\n",
        "corpus.jsonl": '{"_id": "here", "text": "Open.", "title": "H", "url": "https://example.com"}\n',
    }

    records = read_all(FORMAT, source_of(tmp_path, files))

    assert [line.found for line in lines_of(records, "wrong")] == ["gone"]
    assert [one.id for record in records for one in record.passages] == ["here"]


def test_what_people_thought_of_an_answer_is_published_as_the_file_puts_it_together(tmp_path: Path) -> None:
    people = {"1": {"value": "4", "timestamp": 1.0}, "2": {"value": "1"}, "3": {"value": "2"}}
    annotations = {"faithfulness": people, "RougeL": {"system": {"value": 0.25}}}
    held = {
        "name": "E",
        "models": [{"model_id": "m"}],
        "metrics": [{"name": "faithfulness", "aggregator": "median"}],
        "documents": [{"document_id": "d_1-9", "text": "Until nine in May."}],
        "tasks": [_task(contexts=[{"document_id": "d_1-9"}], annotations={"context_relevance": {"system": [0]}})],
        "evaluations": [
            {"task_id": "c::2", "model_id": "m", "model_response": "Nine.", "annotations": annotations},
            {"task_id": "other", "model_id": "m", "model_response": "?", "annotations": {}},
        ],
    }

    records = read_all(FORMAT, source_of(tmp_path, {"evaluations.json": held}))

    assert [score for record in records for score in record.published] == [
        PublishedScore(measure="faithfulness", value=2, case="c::2", system="m"),
        PublishedScore(measure="RougeL", value=0.25, case="c::2", system="m"),
    ]
    assert [len(record.case.evidence) for record in records if record.case] == [1]
    assert [line.found for line in lines_of(records, "wrong")] == ["other"]


def _task(**changed: Any) -> dict[str, Any]:
    said = {"relevant": {"a": {"value": "yes", "timestamp": 1}}}
    first = {"document_id": "d_1-9", "text": "Until nine in May.", "title": "Hours", "url": "https://example.com/h"}
    return {
        "conversation_id": "c",
        "task_id": "c::2",
        "task_type": "rag",
        "turn": 2,
        "input": [
            {"speaker": "user", "text": "Open?"},
            {"speaker": "agent", "text": "Yes."},
            {"speaker": "user", "text": "And in May?"},
        ],
        "contexts": [
            first | {"score": 27.5, "feedback": said},
            {"document_id": "e_2-4", "text": "Closed.", "feedback": {"relevant": {"a": {"value": "no"}}}},
        ],
        "targets": [{"speaker": "agent", "text": "Until nine."}],
        "Question Type": ["Factoid"],
        "answerability": ["ANSWERABLE"],
    } | changed


def _tasks(folder: Path, *tasks: dict[str, Any]) -> list[ForeignRecord]:
    source = source_of(folder, {"tasks.jsonl": "".join(json.dumps(one) + "\n" for one in tasks)})
    assert recognised(source)[0] == "mt-rag"
    return read_all(FORMAT, source)
