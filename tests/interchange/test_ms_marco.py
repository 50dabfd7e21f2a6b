"""MS MARCO: questions with passages in columns and rows, and the ranking sets without a header."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldsmith.interchange.account import passage_id
from goldsmith.interchange.formats import recognised
from goldsmith.interchange.ms_marco import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

A, B = "It is 9.", "It is red."
ORIGIN = Origin(kind="public", ref="ms-marco")


def test_the_columns_of_the_official_file_are_read_by_row(tmp_path: Path) -> None:
    held = {
        "query": {"7": "how much", "8": "which colour"},
        "query_id": {"7": 70, "8": 80},
        "query_type": {"7": "NUMERIC", "8": "ENTITY"},
        "answers": {"7": ["9"], "8": ["No Answer Present."]},
        "passages": {"7": _listed(1, 0), "8": _listed(0, 0)},
        "wellFormedAnswers": {"7": ["It costs 9."], "8": "[]"},
    }

    first, second = _read(tmp_path, {"dev_v2.1.json": held})

    assert first.case == Case(
        id="70",
        question="how much",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="9"), AcceptedAnswer(answer="It costs 9.")),
        evidence=(Need(any_of=(Alternative(chunk=passage_id(A)),)),),
        origin=ORIGIN,
        tags=("query_type:NUMERIC",),
    )
    assert first.passages == (
        ForeignPassage(id=passage_id(A), text=A, source="https://a.example.com"),
        ForeignPassage(id=passage_id(B), text=B),
    )
    assert second.case is not None
    assert (second.case.behaviour, second.case.accept, second.case.evidence) == ("refuse", (), ())


def test_rows_with_passages_in_columns_say_the_same(tmp_path: Path) -> None:
    """The hub writes no well-formed answer as the text of an empty list."""
    passages = {"is_selected": [1, 0], "passage_text": [A, B], "url": ["https://a.example.com", ""]}
    row = {"query": "how much", "query_id": 70, "answers": ["9"], "passages": passages, "wellFormedAnswers": "[]"}

    (record,) = _read(tmp_path, {"rows.jsonl": json.dumps(row) + "\n"})

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer="9"),)
    assert record.case.evidence == (Need(any_of=(Alternative(chunk=passage_id(A)),)),)
    assert lines_of([record], "wrong") == []


def test_columns_of_passages_that_differ_in_length_are_told(tmp_path: Path) -> None:
    passages = {"is_selected": [1, 1], "passage_text": [A], "url": []}
    row = {"query": "how much", "query_id": 70, "answers": ["9"], "passages": passages}

    (record,) = _read(tmp_path, {"rows.jsonl": json.dumps(row) + "\n"})

    assert [one.text for one in record.passages] == [A]
    assert len(lines_of([record], "wrong")) == 2


def test_a_ranking_set_has_no_header_and_its_texts_may_hold_quotes(tmp_path: Path) -> None:
    """The first line is data; a text may begin with a quotation mark that never ends."""
    files = {
        "collection.tsv": '0\t"A start\n1\tIt is 9.\n',
        "queries.dev.tsv": "300\thow much\n301\twho\n",
        "qrels.dev.tsv": "300\t0\t1\t1\n300\t0\t9\t1\n302\t0\t1\t1\n",
    }

    records = _read(tmp_path, files)

    assert [record.case for record in records if record.case] == [
        Case(
            id="300",
            question="how much",
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(Alternative(chunk="1"),)), Need(any_of=(Alternative(chunk="9"),))),
            origin=ORIGIN,
        ),
        Case(id="301", question="who", origin=ORIGIN),
    ]
    assert [one for record in records for one in record.passages] == [
        ForeignPassage(id="0", text='"A start'),
        ForeignPassage(id="1", text="It is 9."),
    ]
    assert [line.found for line in lines_of(records, "wrong")] == ["9"]
    assert [line.found for line in lines_of(records, "dropped")] == ["302"]


def _listed(first: int, second: int) -> list[dict[str, Any]]:
    return [
        {"is_selected": first, "passage_text": A, "url": "https://a.example.com"},
        {"is_selected": second, "passage_text": B, "url": ""},
    ]


def _read(folder: Path, files: dict[str, Any]) -> list[ForeignRecord]:
    source = source_of(folder, files)
    assert recognised(source)[0] == "ms-marco"
    return read_all(FORMAT, source)
