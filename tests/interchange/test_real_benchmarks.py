"""Real files of ClapNQ and mt-rag: every record is read, and every marked sentence stands where it is said to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from goldsmith.interchange import clapnq, mt_rag
from goldsmith.interchange.format import Format
from goldsmith.interchange.formats import recognised
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ports.foreign import ForeignSource
from goldsmith.records.interchange import ForeignRecord
from tests.interchange.foreign import lines_of, read_all

TWO_TEXTS = ["803302492_842-1710", "800332980_257-1955", "843537822_3963-5068", "804155181_2194-3153"]
"""Passages whose id stands beside two texts."""


def test_all_sentences_that_annotators_of_clapnq_selected_are_located(shared: Path) -> None:
    """Of 1,265 selected sentences none stands elsewhere; one question has an answer and no selected sentence."""
    source, records = _read(clapnq.FORMAT, shared / "data" / "clapnq" / "annotated_data")

    cases = [record.case for record in records if record.case]
    texts = {passage.id: passage.text for record in records for passage in record.passages}
    items = [item for case in cases for need in case.evidence for item in need.any_of]
    quotes = [item for item in items if item.quote]
    assert recognised(source) == ("clapnq",)
    assert Counter(case.behaviour for case in cases) == {"answer": 300, "refuse": 300}
    assert (len(items), len(quotes)) == (593, 592)
    assert all(one.span and one.chunk and texts[one.chunk][slice(*one.span)] == one.quote for one in quotes)
    assert lines_of(records, "wrong") == []


def test_the_tables_of_clapnq_name_the_passage_of_each_question(shared: Path) -> None:
    """The 140 questions with several answers keep all of them."""
    _, records = _read(clapnq.FORMAT, shared / "data" / "clapnq" / "retrieval")
    _, alone = _read(clapnq.FORMAT, shared / "data" / "clapnq" / "annotated_data")
    _, both = _read(clapnq.FORMAT, shared / "data" / "clapnq")

    cases = {record.case.id: record.case for record in records if record.case}
    assert len(cases) == 600
    assert sum(len(case.accept) > 1 for case in cases.values()) == 140
    for record in alone:
        assert record.case is not None
        assert record.case.accept == cases[record.case.id].accept
    assert [line.found for line in lines_of(both, "wrong")] == TWO_TEXTS
    for record in both:
        assert record.case is not None
        if record.case.evidence and not lines_of([record], "wrong"):
            assert record.case.evidence[0].any_of[0].chunk == cases[record.case.id].evidence[0].any_of[0].chunk


@pytest.mark.parametrize(("domain", "questions"), [("clapnq", 208), ("cloud", 188), ("fiqa", 180), ("govt", 201)])
def test_each_question_of_a_domain_of_mt_rag_is_one_case_with_its_judgements(
    shared: Path, domain: str, questions: int
) -> None:
    folder = shared / "data" / "mtrag" / "mtrag-human" / "retrieval_tasks" / domain
    source, records = _read(mt_rag.FORMAT, folder)

    cases = [record.case for record in records if record.case]
    judged = (folder / "qrels" / "dev.tsv").read_text().splitlines()[1:]
    assert recognised(source)[0] == "mt-rag"
    assert len(cases) == questions
    assert sum(len(case.evidence) for case in cases) == len(judged)
    assert all(case.question and "|user|" not in case.question for case in cases)


def test_the_evaluations_of_mt_rag_hold_477_judged_answers(shared: Path) -> None:
    """Seven answers are to be refused; the figures are held against those that the file's own rule gives."""
    _, records = _read(mt_rag.FORMAT, shared / "data" / "mtrag" / "mtrag-human" / "evaluations")

    cases = [record.case for record in records if record.case]
    systems = Counter(one.system for record in records for one in record.responses)
    figures = [one for record in records for one in record.published]
    first = [one for one in figures if one.case == cases[0].id and one.system == "reference"]
    assert Counter(case.behaviour for case in cases) == {"answer": 150, "refuse": 7, "unstated": 2}
    assert systems == {"reference": 159, "gpt-4o": 159, "llama-3.1-405b-instruct": 159}
    assert len({one.id for record in records for one in record.passages}) == 350
    assert {
        one.measure: one.value for one in first if one.measure in ("naturalness", "appropriateness", "win-rate")
    } == {
        "naturalness": 4,
        "appropriateness": 3,
        "win-rate": 50,
    }
    assert len(figures) == 477 * 12
    assert lines_of(records, "wrong") == []


def test_the_sample_answers_of_mt_rag_are_read_once_from_three_files(shared: Path) -> None:
    """Its addresses are patterns and no addresses: 36 are told."""
    folder = shared / "data" / "mtrag" / "scripts" / "evaluation" / "sample_data"
    _, records = _read(mt_rag.FORMAT, folder)

    assert sum(record.case is not None for record in records) == 10
    assert sum(len(record.responses) for record in records) == 10
    assert len(lines_of(records, "wrong")) == 36


def _read(known: Format, path: Path) -> tuple[ForeignSource, list[ForeignRecord]]:
    source = open_foreign([path], options={}, workbook=lambda _: iter(()))
    return source, read_all(known, source)
