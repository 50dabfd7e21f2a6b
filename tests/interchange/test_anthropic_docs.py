"""The documentation set of a public cookbook: questions with their chunks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.anthropic_docs import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage
from tests.interchange.foreign import lines_of, read_all, source_of

QUESTION = {"id": "q1", "question": "When?", "correct_chunks": ["d#a", "d#b", "d#a"], "correct_answer": "Soon."}


def test_a_question_needs_each_of_its_chunks_and_somebody_is_asked(tmp_path: Path) -> None:
    (record,) = read_all(FORMAT, source_of(tmp_path, {"set.json": [QUESTION]}))

    assert record.case == Case(
        id="q1",
        question="When?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="Soon."),),
        evidence=(Need(any_of=(Alternative(chunk="d#a"),)), Need(any_of=(Alternative(chunk="d#b"),))),
    )
    assert [line.fate for line in lines_of([record])] == ["mapped", "inferred"]


def test_chunks_beside_the_questions_are_passages(tmp_path: Path) -> None:
    chunk = {"chunk_link": "https://x/y#a", "chunk_heading": "A", "text": "It is soon."}

    records = read_all(FORMAT, source_of(tmp_path, {"docs.json": [chunk], "set.json": [QUESTION]}))

    assert records[0].passages == (
        ForeignPassage(
            id="https://x/y#a", text="It is soon.", document="https://x/y", title="A", source="https://x/y#a"
        ),
    )
    assert [one.record for one in records] == ["docs.json item 1", "set.json item 1"]


def test_what_is_no_question_is_told(tmp_path: Path) -> None:
    records = read_all(FORMAT, source_of(tmp_path, {"set.json": [QUESTION, 7, {"id": "q2"}, {"question": "A?"}]}))

    assert [one.case and one.case.id for one in records] == ["q1", None, None, "set-0004"]
    assert [line.field for line in lines_of(records, "dropped")] == ["", ""]


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    others: dict[str, Any] = {
        "docs.json": [{"chunk_link": "x", "text": "y"}],
        "retrieval.csv": "query,correct_chunks,__expected\nA?,[],x\n",
    }
    source = source_of(tmp_path, others)
    assert FORMAT.read is not None

    assert not FORMAT.recognises(source)
    with pytest.raises(InvalidFileError, match="evaluation set of the cookbook"):
        list(FORMAT.read(source))
