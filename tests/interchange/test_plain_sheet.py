"""Tables that people made themselves: usual names of columns, in any case, and nothing of a row without a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.interchange.account import passage_id
from goldsmith.interchange.spreadsheet import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Reply
from tests.interchange.foreign import lines_of, read_all, source_of


def test_a_table_with_usual_names_is_read_whatever_their_case_and_blanks(tmp_path: Path) -> None:
    text = (
        "Question ID;Question;Expected Answer;Sources;Type;Difficulty;Comment;Desk\r\n"
        "f1;“When” is it paid?;In 30 days;refunds#1;multi-hop;Easy;ask Ana;north\r\n"
    )

    assert _cases(tmp_path, text) == [
        Case(
            id="f1",
            question="“When” is it paid?",
            answerability="supported",
            behaviour="answer",
            reasoning="multi_hop",
            difficulty="easy",
            accept=(AcceptedAnswer(answer="In 30 days"),),
            evidence=_needs("refunds#1"),
            notes="ask Ana",
            tags=("Desk:north",),
        )
    ]


def test_an_answer_beside_a_ground_truth_is_what_a_system_said(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, "question,answer,ground_truth\nA?,in a week,in a month\n")

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer="in a month"),)
    assert record.responses == (ForeignResponse(case="set-0001", outcome=Reply(answer="in a week")),)


def test_an_answer_alone_is_what_is_accepted(tmp_path: Path) -> None:
    (case,) = _cases(tmp_path, "question,answer\nA?,in a week\n")

    assert case.accept == (AcceptedAnswer(answer="in a week"),)


def test_contexts_are_passages_and_each_is_needed(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, "question,contexts\nA?,\"['One text.', 'Two; texts.']\"\n")

    names = [passage_id("One text."), passage_id("Two; texts.")]
    assert record.case is not None
    assert record.case.evidence == _needs(*names)
    assert record.passages == (
        ForeignPassage(id=names[0], text="One text."),
        ForeignPassage(id=names[1], text="Two; texts."),
    )
    assert [line.field for line in lines_of([record], "inferred")] == ["contexts"]


@pytest.mark.parametrize(
    ("cell", "ids"),
    [("a#1; b#2;", ["a#1", "b#2"]), ('"[""a;1"", ""b""]"', ["a;1", "b"]), ('"a\nb"', ["a", "b"])],
)
def test_sources_are_ids_however_they_are_listed(tmp_path: Path, cell: str, ids: list[str]) -> None:
    (case,) = _cases(tmp_path, f"question,sources\nA?,{cell}\n")

    assert case.evidence == _needs(*ids)


def test_evidence_in_whole_sentences_is_a_passage(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, "question,evidence\nA?,A refund is paid within 30 days.\n")

    assert [one.text for one in record.passages] == ["A refund is paid within 30 days."]


def test_a_column_without_a_name_is_passed_over_and_told_where_it_holds_something(tmp_path: Path) -> None:
    records = _records(tmp_path, "question,expected_answer,\nA?,yes,\nB?,no,left\n")

    assert [line.told for line in lines_of(records, "dropped")] == ["a column without a name"]


def test_a_row_that_asks_nothing_is_told_and_a_row_of_nothing_is_none(tmp_path: Path) -> None:
    records = _records(tmp_path, "question,expected_answer\n ,yes\n,\nB?,no\n")

    assert [record.case.id if record.case else None for record in records] == [None, "set-0002"]


def test_ids_and_answers_that_look_like_numbers_stay_texts(tmp_path: Path) -> None:
    cases = _cases(tmp_path, "id,question,answer\n001,A?,0870\n1,B?,1.10\nNaN,C?,-5\n")

    assert [(case.id, case.accept[0].answer) for case in cases] == [("001", "0870"), ("1", "1.10"), ("NaN", "-5")]


def test_a_column_can_be_mapped(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"set.csv": "frage,soll\nA?,ja\n"}, question="frage", expected_answer="soll")

    (record,) = read_all(FORMAT, source)

    assert record.case == Case(id="set-0001", question="A?", accept=(AcceptedAnswer(answer="ja"),))


def test_an_unnamed_behaviour_and_a_job_become_axes(tmp_path: Path) -> None:
    (case,) = _cases(tmp_path, "question,expected_behavior,category,Must say\nA?,Refuse,lookup,no\n")

    assert (case.behaviour, case.job, [one.text for one in case.claims]) == ("refuse", "lookup", ["no"])


@pytest.mark.parametrize("text", ["name,price\na,1\n", "term,text\na,b\n", "question\n"])
def test_a_table_without_questions_is_none(tmp_path: Path, text: str) -> None:
    assert not FORMAT.recognises(source_of(tmp_path, {"set.csv": text}))


def _records(tmp_path: Path, text: str) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(tmp_path, {"set.csv": text}))


def _cases(tmp_path: Path, text: str) -> list[Case]:
    return [record.case for record in _records(tmp_path, text) if record.case is not None]


def _needs(*ids: str) -> tuple[Need, ...]:
    return tuple(Need(any_of=(Alternative(chunk=one),)) for one in ids)
