"""The CSV of eight types: each type both ways, sources whatever their ids hold, and what a row cannot hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from goldsmith.interchange.eight_types import ADVERSARIAL, FORMAT, NO_ANSWER, NO_ANSWER_CELL, ONE_LIST
from goldsmith.interchange.format import Outgoing
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

HEAD = "id,question,expected_answer,expected_sources,type,difficulty,notes\n"


@settings(max_examples=50)
@given(cases_of_any_kind())
def test_what_a_row_holds_comes_back(cases: list[Case]) -> None:
    assert len(come_back(FORMAT, cases)) == len(cases)


def test_a_row_is_read_as_a_case(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, 'q014,"Без чека?","Нет; никак","returns.md#1;payments.md#4",multi_hop,medium,два\n')

    assert record.case == Case(
        id="q014",
        question="Без чека?",
        answerability="supported",
        behaviour="answer",
        reasoning="multi_hop",
        difficulty="medium",
        accept=(AcceptedAnswer(answer="Нет; никак"),),
        evidence=tuple(Need(any_of=(Alternative(chunk=one),)) for one in ("returns.md#1", "payments.md#4")),
        notes="два",
    )
    assert lines_of([record], "wrong", "dropped", "inferred") == []


@pytest.mark.parametrize(
    ("kind", "sources", "expected"),
    [
        ("simple", "a", ("supported", "answer", "single", ())),
        ("no_answer", "", ("unsupported", "refuse", None, ())),
        ("ambiguous", "", ("ambiguous", "clarify", None, ())),
        ("typo", "a", ("supported", "answer", None, ("typo",))),
        ("Cross-lingual", "a", ("supported", "answer", None, ("cross_lingual",))),
        ("long", "a", ("supported", "answer", None, ("long",))),
        ("adversarial", "", ("unsupported", "refuse", None, ("provocation",))),
        ("adversarial", "a", ("supported", "answer", None, ("provocation",))),
    ],
)
def test_every_type_is_axes_and_comes_back_as_the_type(
    tmp_path: Path, kind: str, sources: str, expected: tuple[object, ...]
) -> None:
    (record,) = _records(tmp_path, f"a,A?,yes,{sources},{kind},easy,\n")

    assert record.case is not None
    case = record.case
    assert (case.answerability, case.behaviour, case.reasoning, case.challenges) == expected
    assert come_back(FORMAT, [case]) == [case]
    told = {line.told for line in lines_of([record], "inferred") if line.field == "type"}
    assert told == {"adversarial": {ADVERSARIAL}, "no_answer": {NO_ANSWER}}.get(kind, set())


def test_an_id_that_holds_a_semicolon_comes_back_whole() -> None:
    case = Case(
        id="a",
        question="A?",
        answerability="supported",
        behaviour="answer",
        reasoning="single",
        accept=(AcceptedAnswer(answer="yes"),),
        evidence=(Need(any_of=(Alternative(chunk="guide;1"),)), Need(any_of=(Alternative(chunk="b"),))),
    )

    assert come_back(FORMAT, [case]) == [case]


def test_an_unknown_type_is_told_with_the_near_one(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, "a,A?,yes,x,multihop,easy,\n")

    assert [(line.told, line.found) for line in lines_of([record], "wrong")] == [
        ("no type of this name: multi_hop may be meant", "multihop")
    ]


def test_what_a_row_cannot_hold_is_told(tmp_path: Path) -> None:
    need = Need(any_of=(Alternative(chunk="a"), Alternative(chunk="b")))
    silent = Case(id="mars", question="On Mars?", answerability="unsupported", behaviour="refuse")
    assert FORMAT.write is not None

    written = FORMAT.write(Outgoing(header=HEADER, cases=(Case(id="a", question="A?", evidence=(need,)), silent)))

    assert [(line.record, line.told) for line in written.lines] == [
        ("a", NO_ANSWER_CELL),
        ("a", ONE_LIST),
        ("mars", NO_ANSWER_CELL),
    ]
    assert written.files[0].text.splitlines()[2] == (
        'mars,On Mars?,"The documents do not say this, so there is no answer.",,no_answer,,'
    )


def test_a_table_of_other_columns_is_none(tmp_path: Path) -> None:
    assert not FORMAT.recognises(source_of(tmp_path, {"set.csv": "id,question,answer\na,A?,yes\n"}))


def _records(tmp_path: Path, rows: str) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(tmp_path, {"golden.csv": HEAD + rows}))


def test_sources_that_are_a_list_already_are_taken_one_by_one(tmp_path: Path) -> None:
    row = {"id": "a", "question": "When?", "expected_answer": "Soon.", "expected_sources": ["plans.md#2", "a;b#1"]}
    source = source_of(tmp_path, {"set.jsonl": json.dumps(row | {"type": "factual", "difficulty": "easy"})})
    assert FORMAT.read is not None

    (record,) = FORMAT.read(source)

    assert record.case is not None
    assert [item.chunk for need in record.case.evidence for item in need.any_of] == ["plans.md#2", "a;b#1"]
