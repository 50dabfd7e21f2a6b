"""Inspect: samples of its data sets and of its logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.inspect_ai import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Message
from goldsmith.records.interchange import ForeignRecord, ForeignResponse
from goldsmith.records.response import Failure, Reply, Usage
from tests.interchange.foreign import lines_of, read_all, source_of


def test_any_of_several_targets_is_an_accepted_answer(tmp_path: Path) -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "When?"}]},
    ]
    sample = {"input": messages, "target": ["30 days", "a month"], "id": 4, "metadata": {"team": "billing", "n": [1]}}

    (record,) = _read(tmp_path, "set.json", [sample])

    assert record.case == Case(
        id="4",
        question="When?",
        messages=(Message(role="system", content="Be brief."),),
        accept=(AcceptedAnswer(answer="30 days"), AcceptedAnswer(answer="a month")),
        tags=("team:billing",),
    )
    assert [line.field for line in lines_of([record], "dropped")] == ["metadata.n"]


def test_a_letter_is_the_choice_that_it_names_and_the_choices_are_shown(tmp_path: Path) -> None:
    table = "input,target,choices\nWhich?,B,\"['red', 'blue']\"\n"

    (record,) = _read(tmp_path, "set.csv", table)

    assert record.case is not None
    assert record.case.question == "Which?\n\nA) red\nB) blue"
    assert record.case.accept == (AcceptedAnswer(answer="blue"),)


def test_a_question_that_begins_with_a_bracket_stays_a_question(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "set.csv", 'input,target\n"[1, 2] is what?",a list\n')

    assert record.case is not None
    assert record.case.question == "[1, 2] is what?"


def test_a_log_gives_each_epoch_as_a_response_with_its_scores(tmp_path: Path) -> None:
    sample = {"id": "a", "input": "When?", "target": "30 days", "messages": [], "scores": {"match": {"value": "C"}}}
    usage = {"input_tokens": 5, "output_tokens": 2}
    log = {
        "version": 2,
        "eval": {"model": "acme/one"},
        "results": {"scores": [{"name": "match", "metrics": {"accuracy": {"name": "accuracy", "value": 0.5}}}]},
        "samples": [
            sample | {"epoch": 1, "output": {"completion": "30 days", "time": 0.5, "usage": usage}},
            sample | {"epoch": 2, "error": {"message": "too slow"}, "scores": {}},
        ],
    }

    whole, *records = _read(tmp_path, "log.json", log)

    assert records[0].case == records[1].case
    assert [one for record in records for one in record.responses] == [
        ForeignResponse(
            case="a",
            outcome=Reply(answer="30 days", usage=Usage(input_tokens=5, output_tokens=2)),
            latency_ms=500.0,
            system="acme/one",
        ),
        ForeignResponse(
            case="a", outcome=Failure(kind="recorded_failure", message="too slow"), repeat=2, system="acme/one"
        ),
    ]
    assert [(one.measure, one.value, one.case, one.system) for one in (*whole.published, *records[0].published)] == [
        ("match accuracy", 0.5, "", "acme/one"),
        ("match", 1.0, "a", "acme/one"),
    ]


def test_what_is_no_sample_is_told(tmp_path: Path) -> None:
    records = _read(tmp_path, "set.json", [{"input": "A?", "target": "a"}, 3, {"input": [], "target": "a"}])

    assert [record.case is None for record in records] == [False, True, True]


def _read(folder: Path, name: str, held: Any) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {name: held}))
