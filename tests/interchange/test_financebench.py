"""FinanceBench: questions on filings, with words of a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldsmith.interchange.account import passage_id
from goldsmith.interchange.financebench import FORMAT
from goldsmith.interchange.formats import recognised
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

PAGE = "Balance\nCapital   expenditure 9\nTotal 20"


def test_pages_count_from_one_and_a_quote_is_located_in_its_page(tmp_path: Path) -> None:
    """The file counts pages from 0, and its words may stand in the page with other blanks."""
    documents = json.dumps({"doc_name": "ACME_2020_10K", "doc_link": "https://example.com/10k.pdf"}) + "\n"
    lines = json.dumps(_question(_evidence(59))) + "\n"
    source = source_of(tmp_path, {"document_information.jsonl": documents, "open_source.jsonl": lines})

    (record,) = read_all(FORMAT, source)

    name = "ACME_2020_10K"
    alternative = Alternative(document=name, chunk=f"{name}#page=60", quote="Capital   expenditure 9", span=(8, 31))
    assert record.case == Case(
        id="financebench_id_1",
        question="What is the capital expenditure?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="$9"),),
        evidence=(Need(any_of=(alternative,)),),
        origin=Origin(kind="public", ref="financebench"),
        tags=("company:ACME", "doc_name:ACME_2020_10K", "question_type:metrics-generated"),
        notes="Justification: It is the second line.",
    )
    assert record.passages == (
        ForeignPassage(
            id=f"{name}#page=60", text=PAGE, document=name, title=name, source="https://example.com/10k.pdf"
        ),
    )


def test_a_page_without_a_number_is_a_passage_of_its_own(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, _question(_evidence(None)))

    assert [one.id for one in record.passages] == [passage_id(PAGE)]
    assert [line.field for line in lines_of([record], "wrong")] == ["evidence.evidence_page_num"]


def test_words_that_do_not_stand_on_their_page_leave_the_page(tmp_path: Path) -> None:
    first = _evidence(0) | {"evidence_text": "Capital expenditure 8"}
    second = {"evidence_doc_name": "ACME_2020_10K", "evidence_page_num": 1, "evidence_text": "Alone."}

    (record,) = _read(tmp_path, _question(first, second))

    assert record.case is not None
    assert [need.any_of[0] for need in record.case.evidence] == [
        Alternative(document="ACME_2020_10K", chunk="ACME_2020_10K#page=1"),
        Alternative(document="ACME_2020_10K", chunk=passage_id("Alone.")),
    ]
    assert [line.found for line in lines_of([record], "wrong")] == ["Capital expenditure 8"]


def _question(*evidence: dict[str, Any]) -> dict[str, Any]:
    return {
        "financebench_id": "financebench_id_1",
        "company": "ACME",
        "doc_name": "ACME_2020_10K",
        "question_type": "metrics-generated",
        "question_reasoning": None,
        "question": "What is the capital expenditure?",
        "answer": "$9",
        "justification": "It is the second line.",
        "evidence": list(evidence),
    }


def _evidence(page: int | None) -> dict[str, Any]:
    return {
        "evidence_text": "Capital expenditure 9\n",
        "evidence_doc_name": "ACME_2020_10K",
        "evidence_page_num": page,
        "evidence_text_full_page": PAGE,
    }


def _read(folder: Path, question: dict[str, Any]) -> list[ForeignRecord]:
    source = source_of(folder, {"financebench_open_source.jsonl": json.dumps(question) + "\n"})
    assert recognised(source) == ("financebench",)
    return read_all(FORMAT, source)
