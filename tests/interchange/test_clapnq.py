"""ClapNQ: answers over one passage, with the sentences that annotators selected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldsmith.interchange.account import passage_id
from goldsmith.interchange.clapnq import FORMAT
from goldsmith.interchange.formats import recognised
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

SENTENCES = ["Cats sleep .", "They hunt at night .", "Dogs bark ."]
TEXT = "Cats sleep . They hunt at night . Dogs bark . "
CHUNK = passage_id(TEXT)


def test_sentences_that_stand_together_are_one_quote(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, _question(_output("They sleep by day.", *SENTENCES[:2])))

    words = "Cats sleep . They hunt at night ."
    assert record.case == Case(
        id="-12",
        question="what do cats do",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="They sleep by day."),),
        evidence=(Need(any_of=(Alternative(chunk=CHUNK, quote=words, span=(0, 33)),)),),
        origin=Origin(kind="public", ref="clapnq"),
    )
    assert record.passages == (ForeignPassage(id=CHUNK, text=TEXT, title="Cat"),)


def test_what_all_annotators_selected_is_needed(tmp_path: Path) -> None:
    """Any of their answers is accepted, so no answer can do without what all of them rest on."""
    outputs = (_output("One.", SENTENCES[0], SENTENCES[2]), _output("Two.", *SENTENCES))

    (record,) = _read(tmp_path, _question(*outputs))

    assert record.case is not None
    assert [one.answer for one in record.case.accept] == ["One.", "Two."]
    assert [need.any_of[0].quote for need in record.case.evidence] == ["Cats sleep .", "Dogs bark ."]
    assert len(lines_of([record], "inferred")) == 1


def test_annotators_who_share_no_sentence_give_alternatives(tmp_path: Path) -> None:
    outputs = (_output("One.", SENTENCES[0]), _output("Two.", SENTENCES[2]))

    (record,) = _read(tmp_path, _question(*outputs))

    assert record.case is not None
    (need,) = record.case.evidence
    assert [one.quote for one in need.any_of] == ["Cats sleep .", "Dogs bark ."]


def test_no_answer_is_a_refusal_and_a_skipped_question_is_not(tmp_path: Path) -> None:
    empty = _output("")
    skipped = empty | {"meta": {"skip": True}}

    first, second, third = _read(
        tmp_path, _question(empty), _question(skipped, _output("One.", SENTENCES[0])), _question(skipped)
    )

    assert first.case is not None
    assert second.case is not None
    assert third.case is not None
    assert (first.case.behaviour, first.case.refusal_reason, first.case.evidence) == ("refuse", "not_found", ())
    assert (second.case.behaviour, len(second.case.evidence)) == ("answer", 1)
    assert third.case.behaviour == "unstated"
    assert [line.field for line in lines_of([first], "inferred")] == ["output"]


def test_a_sentence_that_stands_nowhere_or_several_times_has_no_place(tmp_path: Path) -> None:
    text = "So . Yes . So ."

    (record,) = _read(tmp_path, _question(_output("A.", "So .", "No ."), passages=[_passage("So .", "Yes .", "So .")]))

    assert record.case is not None
    chunk = passage_id(text)
    assert record.case.evidence == (
        Need(any_of=(Alternative(chunk=chunk, quote="So ."),)),
        Need(any_of=(Alternative(chunk=chunk),)),
    )
    assert [(line.fate, line.found) for line in lines_of([record], "wrong", "inferred")] == [
        ("inferred", "So ."),
        ("wrong", "No ."),
    ]


def test_a_table_gives_the_passage_its_id_and_says_each_question_once(tmp_path: Path) -> None:
    rows = "id\tquestion\tdoc-id-list\tanswers\n-12\twhat do cats do\t77_0-45\tOne.\n5\twho barks\t\t\n"
    lines = json.dumps(_question(_output("One.", SENTENCES[2]))) + "\n"

    first, second = read_all(FORMAT, source_of(tmp_path, {"dev.jsonl": lines, "questions.tsv": rows}))

    assert first.case is not None
    assert second.case is not None
    assert first.case.evidence[0].any_of[0].chunk == "77_0-45"
    assert [one.id for one in first.passages] == ["77_0-45"]
    assert (second.case.id, second.case.behaviour) == ("5", "refuse")


def test_an_id_that_a_table_gives_to_two_texts_names_the_first(tmp_path: Path) -> None:
    other = _question(_output("No.", "Fish swim ."), id="13", passages=[_passage("Fish swim .")])
    lines = "".join(json.dumps(one) + "\n" for one in (_question(_output("One.", SENTENCES[2])), other))
    rows = "id\tquestion\tdoc-id-list\tanswers\n-12\tq\t77_0-45\tOne.\n13\tq\t77_0-45\tNo.\n"

    records = read_all(FORMAT, source_of(tmp_path, {"dev.jsonl": lines, "questions.tsv": rows}))

    assert [one.id for record in records for one in record.passages] == ["77_0-45", passage_id("Fish swim .")]
    assert [line.found for line in lines_of(records, "wrong")] == ["77_0-45"]


def test_several_answers_of_a_cell_are_several_answers(tmp_path: Path) -> None:
    rows = 'id\tquestion\tdoc-id-list\tanswers\n1\tq\t7_0-9\t"A ""cat"".::Two\nlines."\n'

    (record,) = read_all(FORMAT, source_of(tmp_path, {"questions.tsv": rows}))

    assert record.case is not None
    assert [one.answer for one in record.case.accept] == ['A "cat".', "Two\nlines."]
    assert record.case.evidence == (Need(any_of=(Alternative(chunk="7_0-9"),)),)


def _passage(*sentences: str) -> dict[str, Any]:
    return {"title": "T", "text": " ".join(sentences), "sentences": list(sentences)}


def _question(*outputs: dict[str, Any], **changed: Any) -> dict[str, Any]:
    passages = [{"title": "Cat", "text": TEXT, "sentences": SENTENCES}]
    return {"id": "-12", "input": "what do cats do", "passages": passages, "output": list(outputs)} | changed


def _output(answer: str, *sentences: str) -> dict[str, Any]:
    return {"answer": answer, "selected_sentences": list(sentences), "meta": {"skip": False, "annotator": [1]}}


def _read(folder: Path, *questions: dict[str, Any]) -> list[ForeignRecord]:
    source = source_of(folder, {"dev.jsonl": "".join(json.dumps(one) + "\n" for one in questions)})
    assert recognised(source) == ("clapnq",)
    return read_all(FORMAT, source)
