"""HotpotQA: questions over several articles, with the sentences that prove the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.account import passage_id
from goldsmith.interchange.formats import recognised
from goldsmith.interchange.hotpotqa import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Citation, Reply
from tests.interchange.foreign import lines_of, read_all, source_of

CONTEXT: list[Any] = [["Ann", ["Ann wrote it.", " She was born in 1900."]], ["Ben", ["Ben read it.", ""]]]
ANN, BEN = "Ann wrote it. She was born in 1900.", "Ben read it."


def test_each_supporting_sentence_is_a_need_with_its_place(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, _question(level="hard"))

    assert record.case == Case(
        id="5a",
        question="Who is older?",
        answerability="supported",
        behaviour="answer",
        job="comparison",
        reasoning="multi_hop",
        difficulty="hard",
        accept=(AcceptedAnswer(answer="Ann"),),
        evidence=(
            _need(document="Ann", chunk=passage_id(ANN), quote="She was born in 1900.", span=(14, 35)),
            _need(document="Ben", chunk=passage_id(BEN), quote="Ben read it.", span=(0, 12)),
        ),
        origin=Origin(kind="public", ref="hotpotqa"),
    )
    assert record.passages[0] == ForeignPassage(id=passage_id(ANN), text=ANN, document="Ann", title="Ann")


def test_a_number_of_a_sentence_that_is_out_of_range_is_told(tmp_path: Path) -> None:
    facts = [["Ann", 2], ["Ben", 1], ["Cid", 0], ["Ann"]]

    (record,) = _read(tmp_path, _question(supporting_facts=facts))

    assert record.case is not None
    assert record.case.evidence == (
        _need(document="Ann", chunk=passage_id(ANN)),
        _need(document="Ben", chunk=passage_id(BEN)),
        _need(document="Cid"),
    )
    assert [line.found for line in lines_of([record], "wrong")] == ["Ann: 2", "Ben: 1", "Cid", "['Ann']"]


def test_the_columns_of_the_hub_say_the_same(tmp_path: Path) -> None:
    context = {"title": ["Ann", "Ben"], "sentences": [sentences for _, sentences in CONTEXT]}
    facts = {"title": ["Ann", "Ben"], "sent_id": [1, 0]}
    held = {name: value for name, value in _question().items() if name != "_id"}

    (official,) = _read(tmp_path / "official", _question())
    (other,) = _read(tmp_path / "hub", held | {"id": "5a", "context": context, "supporting_facts": facts})

    assert official.case == other.case


def test_questions_without_answers_and_predictions_beside_them(tmp_path: Path) -> None:
    held = [{"_id": "5a", "question": "Who is older?", "context": CONTEXT}]
    predicted = {"answer": {"5a": "Ann"}, "sp": {"5a": [["Ann", 0], ["Ann", 1]], "5b": 7}}

    question, prediction = read_all(FORMAT, source_of(tmp_path, {"test.json": held, "zz.json": predicted}))

    reply = Reply(answer="Ann", citations=(Citation(id="Ann"),))
    assert question.case is not None
    assert question.case.behaviour == "unstated"
    assert prediction.responses == (ForeignResponse(case="5a", outcome=reply, system="zz.json"),)


def _question(**changed: Any) -> dict[str, Any]:
    return {
        "_id": "5a",
        "question": "Who is older?",
        "answer": "Ann",
        "supporting_facts": [["Ann", 1], ["Ben", 0]],
        "context": CONTEXT,
        "type": "comparison",
    } | changed


def _need(**parts: Any) -> Need:
    return Need(any_of=(Alternative(**parts),))


def _read(folder: Path, *questions: dict[str, Any]) -> list[ForeignRecord]:
    source = source_of(folder, {"dev.json": list(questions)})
    assert recognised(source) == ("hotpotqa",)
    return read_all(FORMAT, source)
