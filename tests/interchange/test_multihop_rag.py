"""MultiHop-RAG: facts of several articles, looked for in the corpus beside the questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.multihop_rag import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

URL = "https://news.example.com/a"
BODY = "Shares fell.\n\nThe  chief said so. Shares fell."


def test_a_fact_is_located_in_the_body_of_its_article(tmp_path: Path) -> None:
    record, article = _read(tmp_path, _question("The chief said so."))

    span = (14, 33)
    assert BODY[slice(*span)] == "The  chief said so."
    assert record.case == Case(
        id="set-0001",
        question="Who said so?",
        answerability="supported",
        behaviour="answer",
        job="comparison",
        reasoning="multi_hop",
        accept=(AcceptedAnswer(answer="The chief"),),
        evidence=(Need(any_of=(Alternative(chunk=URL, source=URL, quote="The  chief said so.", span=span),)),),
        origin=Origin(kind="public", ref="multihop-rag"),
    )
    assert article.passages == (
        ForeignPassage(id=URL, text=BODY, title="A", source=URL, metadata={"author": "Ann", "category": "money"}),
    )
    assert [line.told for line in lines_of([record], "mapped") if line.field == "evidence_list.fact"] == [
        "kept as a quote",
        "the words stand in their passage with other blanks: those of the passage are kept",
    ]


def test_a_fact_that_stands_twice_or_nowhere_is_told(tmp_path: Path) -> None:
    record, _ = _read(tmp_path, _question("Shares fell.", "Shares rose."))

    assert record.case is not None
    assert [need.any_of[0] for need in record.case.evidence] == [
        Alternative(chunk=URL, source=URL, quote="Shares fell."),
        Alternative(chunk=URL, source=URL),
    ]
    assert [line.found for line in lines_of([record], "wrong")] == ["Shares fell.", "Shares rose."]


def test_a_question_without_evidence_is_for_refusal_and_its_sentence_is_no_answer(tmp_path: Path) -> None:
    record, _ = _read(tmp_path, _question(question_type="null_query", answer="Insufficient information."))

    assert record.case is not None
    assert (record.case.behaviour, record.case.refusal_reason, record.case.accept) == ("refuse", "not_found", ())
    assert record.case.tags == ("question_type:null_query",)


def test_without_a_corpus_the_words_are_kept_for_the_one_that_is_frozen(tmp_path: Path) -> None:
    (record,) = read_all(FORMAT, source_of(tmp_path, {"MultiHopRAG.json": [_question("The chief said so.")]}))

    assert record.case is not None
    assert record.case.evidence == (Need(any_of=(Alternative(document=URL, source=URL, quote="The chief said so."),)),)


def _question(*facts: str, **changed: Any) -> dict[str, Any]:
    evidence = [{"title": "A", "url": URL, "fact": fact, "author": "Ann"} for fact in facts]
    held = {"query": "Who said so?", "answer": "The chief", "question_type": "comparison_query"}
    return held | {"evidence_list": evidence} | changed


def _read(folder: Path, question: dict[str, Any]) -> list[ForeignRecord]:
    corpus = [{"title": "A", "author": "Ann", "category": "money", "url": URL, "body": BODY}]
    source = source_of(folder / "set", {"MultiHopRAG.json": [question], "corpus.json": corpus})
    assert recognised(source) == ("multihop-rag",)
    return read_all(FORMAT, source)
