"""SQuAD: passages, questions and marked answers, with offsets that are checked; and what we write for its readers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.account import passage_id
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.side_file import NAME
from goldsmith.interchange.squad import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, passages_of, read_all, source_of

TEXT = "Refunds are paid within 30 days. Fees are paid within 30 days."
PASSAGE = passage_id(TEXT)


def test_the_passage_is_the_evidence_and_any_marked_answer_will_do(tmp_path: Path) -> None:
    answers = [{"text": "30 days", "answer_start": 24}, {"text": "within 30 days", "answer_start": 17}]

    (record,) = _nested(tmp_path, {"id": "q1", "question": "When?", "answers": answers})

    assert record.record == "qas q1"
    assert record.case == Case(
        id="q1",
        question="When?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="30 days"), AcceptedAnswer(answer="within 30 days")),
        evidence=(
            Need(
                any_of=(
                    Alternative(document="Money", chunk=PASSAGE, quote="30 days", span=(24, 31)),
                    Alternative(document="Money", chunk=PASSAGE, quote="within 30 days", span=(17, 31)),
                )
            ),
        ),
    )
    assert record.passages == (ForeignPassage(id=PASSAGE, text=TEXT, document="Money", title="Money"),)
    assert lines_of([record]) == []


def test_answers_that_several_people_marked_alike_are_one(tmp_path: Path) -> None:
    answers = [{"text": "30 days", "answer_start": 24}] * 3

    (record,) = _nested(tmp_path, {"id": "q1", "question": "When?", "answers": answers})

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer="30 days"),)
    assert len(record.case.evidence[0].any_of) == 1


@pytest.mark.parametrize(
    ("answer", "quote", "told"),
    [
        ({"text": "Refunds", "answer_start": 5}, "Refunds", "stands once in the passage"),
        ({"text": "30 days", "answer_start": 23}, "30 days", "stands several times in the passage"),
        ({"text": "a month", "answer_start": 24}, None, "does not stand in its passage"),
        ({"text": "Refunds", "answer_start": -1}, "Refunds", "stands once in the passage"),
        ({"text": "Refunds", "answer_start": "0"}, "Refunds", "stands once in the passage"),
        ({"text": "Refunds"}, "Refunds", "stands once in the passage"),
    ],
)
def test_an_offset_at_which_other_words_stand_is_told_and_not_believed(
    tmp_path: Path, answer: dict[str, Any], quote: str | None, told: str
) -> None:
    (record,) = _nested(tmp_path, {"id": "q1", "question": "When?", "answers": [answer]})

    assert record.case is not None
    assert record.case.evidence == (Need(any_of=(Alternative(document="Money", chunk=PASSAGE, quote=quote),)),)
    assert [(line.field, told in line.told) for line in lines_of([record], "wrong")] == [
        ("answers.0.answer_start", True)
    ]


def test_what_stands_at_a_wrong_offset_is_shown(tmp_path: Path) -> None:
    (record,) = _nested(
        tmp_path, {"id": "q1", "question": "When?", "answers": [{"text": "Refunds", "answer_start": 1}]}
    )

    assert [line.found for line in lines_of([record], "wrong")] == ["efunds "]


@pytest.mark.parametrize(("start", "unit"), [(6, "code points"), (7, "UTF-16 units"), (12, "bytes")])
def test_offsets_that_count_other_units_are_counted_anew(tmp_path: Path, start: int, unit: str) -> None:
    """A browser counts an emoji as two, and a program in C a Cyrillic letter as two."""
    paragraph = {
        "context": "😀 Ждём 30 дней",
        "qas": [{"id": "q", "question": "?", "answers": [{"text": "м 30", "answer_start": start - 1}]}],
    }

    (record,) = _records(tmp_path, paragraph)

    assert record.case is not None
    (need,) = record.case.evidence
    assert need.any_of[0].span == (5, 9)
    assert [unit in line.told for line in lines_of([record])] == ([] if unit == "code points" else [True])


def test_a_question_is_impossible_for_its_passage_and_somebody_has_to_look_at_the_others(tmp_path: Path) -> None:
    qas = {
        "id": "q1",
        "question": "Who pays?",
        "is_impossible": True,
        "answers": [],
        "plausible_answers": [{"text": "Fees", "answer_start": 33}],
    }

    (record,) = _nested(tmp_path, qas)

    assert record.case == Case(
        id="q1", question="Who pays?", answerability="unsupported", behaviour="refuse", refusal_reason="not_found"
    )
    assert [passage.text for passage in record.passages] == [TEXT]
    assert [(line.fate, line.field) for line in lines_of([record])] == [
        ("dropped", "plausible_answers"),
        ("inferred", "is_impossible"),
    ]


def test_a_question_without_answers_is_not_impossible_unless_the_file_says_so(tmp_path: Path) -> None:
    (record,) = _nested(tmp_path, {"id": "q1", "question": "Who pays?", "answers": []})

    assert record.case == Case(id="q1", question="Who pays?")
    assert [(line.fate, line.field) for line in lines_of([record])] == [("inferred", "")]


def test_ids_of_paragraphs_and_articles_name_chunks_and_documents(tmp_path: Path) -> None:
    """CMRC 2018 and DRCD have them; SQuAD has titles alone."""
    document = {
        "version": "1.3",
        "data": [
            {
                "title": "广州",
                "id": "1147",
                "paragraphs": [
                    {
                        "context": "广州四季常绿。",
                        "id": "1147-5",
                        "qas": [
                            {
                                "id": "1147-5-1",
                                "question": "广州何时常绿?",
                                "answers": [{"id": "1", "text": "四季", "answer_start": 2}],
                            }
                        ],
                    }
                ],
            }
        ],
    }

    (record,) = read_all(FORMAT, source_of(tmp_path, {"drcd.json": document}))

    assert record.case is not None
    assert record.case.evidence == (
        Need(any_of=(Alternative(document="1147", chunk="1147-5", quote="四季", span=(2, 4)),)),
    )
    assert record.passages == (ForeignPassage(id="1147-5", text="广州四季常绿。", document="1147", title="广州"),)


def test_the_flat_form_has_lists_of_texts_and_offsets(tmp_path: Path) -> None:
    row = {"id": "q1", "title": "Money", "context": TEXT, "question": "When?"}
    rows = [
        {**row, "answers": {"text": ["30 days"], "answer_start": [24]}},
        {**row, "id": "q2", "answers": {"text": [], "answer_start": []}},
        {**row, "id": "q3", "answers": {"text": ["30 days", "Refunds"], "answer_start": [24]}},
    ]

    records = read_all(FORMAT, source_of(tmp_path, {"flat.jsonl": "".join(json.dumps(one) + "\n" for one in rows)}))

    cases = [record.case for record in records if record.case]
    assert [(case.id, case.behaviour, len(case.accept)) for case in cases] == [
        ("q1", "answer", 1),
        ("q2", "refuse", 0),
        ("q3", "answer", 2),
    ]
    assert cases[0].evidence[0].any_of[0].span == (24, 31)
    assert [(line.record, line.fate, line.field) for line in lines_of(records, "wrong", "inferred")] == [
        ("line 2", "inferred", "answers"),
        ("line 3", "wrong", "answers"),
        ("line 3", "wrong", "answers.1.answer_start"),
    ]


def test_the_flat_form_stands_in_tables_too(tmp_path: Path) -> None:
    table = "id,context,question,answers\nq1,Paid in May.,When?,\"{'text': ['May'], 'answer_start': [8]}\"\n"

    (record,) = read_all(FORMAT, source_of(tmp_path, {"flat.csv": table}))

    assert record.case is not None
    assert record.case.evidence[0].any_of[0].span == (8, 11)


def test_whatever_else_a_file_says_has_a_line(tmp_path: Path) -> None:
    document = {
        "version": "1.1",
        "licence": "free",
        "data": [
            {
                "title": "Money",
                "url": "https://example.com",
                "paragraphs": [
                    {"context": TEXT, "score": 1, "qas": [{"id": "q", "question": "?", "hard": 1, "answers": []}]},
                    {"context": "Nothing is asked here.", "qas": []},
                    {"qas": [{"question": "Of what?"}]},
                    {"context": TEXT, "qas": ["?", {"id": "empty"}]},
                ],
            },
            "no article",
        ],
    }

    records = read_all(FORMAT, source_of(tmp_path, {"odd.json": document}))

    assert [(line.record, line.field) for line in lines_of(records, "dropped")] == [
        ("file", "licence"),
        ("article 1", "url"),
        ("article 1 paragraph 1", "score"),
        ("qas q", "hard"),
        ("article 1 paragraph 2", ""),
        ("article 1 paragraph 3", ""),
        ("article 1 paragraph 4 question 1", ""),
        ("qas empty", ""),
        ("article 2", ""),
    ]
    assert "Nothing is asked here." in {passage.text for record in records for passage in record.passages}


def test_another_file_is_refused_with_words(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"other.json": {"data": [{"input": "?"}]}})

    assert not FORMAT.recognises(source)
    assert FORMAT.read is not None
    with pytest.raises(InvalidFileError, match="holds no questions of SQuAD"):
        list(FORMAT.read(source))


def test_an_answer_is_written_where_it_stands(tmp_path: Path) -> None:
    """The second "30 days" is the one in the quote: an offset of the first would be another fact."""
    case = Case(
        id="fees",
        question="When are fees paid?",
        accept=(AcceptedAnswer(answer="30 days"),),
        evidence=(Need(any_of=(Alternative(chunk="money#1", quote="Fees are paid within 30 days."),)),),
    )
    passages = {"money#1": ForeignPassage(id="money#1", text=TEXT, document="money", title="Money")}

    (file,) = _written(Outgoing(header=HEADER, cases=(case,), passages=passages))

    (article,) = json.loads(file)["data"]
    (paragraph,) = article["paragraphs"]
    (qas,) = paragraph["qas"]
    assert (article["title"], article["id"], paragraph["id"], paragraph["context"]) == (
        "Money",
        "money",
        "money#1",
        TEXT,
    )
    assert qas["answers"] == [{"text": "30 days", "answer_start": 54}]
    assert qas["is_impossible"] is False


def test_a_case_of_several_passages_or_of_none_stands_in_a_file_of_its_own() -> None:
    several = Case(
        id="both",
        question="Both?",
        evidence=(Need(any_of=(Alternative(chunk="a"),)), Need(any_of=(Alternative(chunk="b"),))),
    )
    none = Case(id="none", question="None?", answerability="unsupported", behaviour="refuse")
    assert FORMAT.write is not None
    written = FORMAT.write(Outgoing(header=HEADER, cases=(several, none), passages=passages_of((several, none))))

    assert [file.name for file in written.files] == ["squad.json", NAME]
    assert json.loads(written.files[0].text)["data"] == []
    assert [(line.record, "rests on several" in line.told) for line in written.lines] == [
        ("both", True),
        ("none", False),
    ]
    come_back(FORMAT, (several, none))


def test_what_was_changed_in_the_visible_fields_wins(tmp_path: Path) -> None:
    case = Case(
        id="refunds",
        question="When?",
        accept=(AcceptedAnswer(answer="30 days"),),
        evidence=(Need(any_of=(Alternative(chunk="money#1", quote="Refunds are paid within 30 days."),)),),
        risk="high",
    )
    passages = {"money#1": ForeignPassage(id="money#1", text=TEXT, document="money")}
    (file,) = _written(Outgoing(header=HEADER, cases=(case,), passages=passages))
    held = json.loads(file)
    qas = held["data"][0]["paragraphs"][0]["qas"][0]
    qas["question"], qas["answers"] = "When are refunds paid?", [{"text": "within 30 days", "answer_start": 17}]

    (record,) = read_all(FORMAT, source_of(tmp_path, {"squad.json": held}))

    assert record.case is not None
    assert (record.case.question, record.case.risk) == ("When are refunds paid?", "high")
    assert record.case.accept == (AcceptedAnswer(answer="within 30 days"),)
    assert record.case.evidence == case.evidence
    assert [line.field for line in lines_of([record])] == ["question", "answers"]


@given(cases_of_any_kind())
def test_every_case_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases, in_order=False)


def _nested(folder: Path, *qas: dict[str, Any]) -> list[ForeignRecord]:
    return _records(folder, {"context": TEXT, "qas": list(qas)})


def _records(folder: Path, *paragraphs: dict[str, Any]) -> list[ForeignRecord]:
    document = {"version": "1.1", "data": [{"title": "Money", "paragraphs": list(paragraphs)}]}
    return read_all(FORMAT, source_of(folder, {"set.json": document}))


def _written(outgoing: Outgoing) -> list[str]:
    assert FORMAT.write is not None
    return [file.text for file in FORMAT.write(outgoing).files]
