"""What an answer does, measured on a labelled list in three languages."""

from __future__ import annotations

import json
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from goldsmith.text.behaviour import Recognised, RefusalReason, recognise_behaviour
from goldsmith.text.spans import Span

_LABELLED = [
    json.loads(line)
    for line in (Path(__file__).parent / "behaviour_labelled.jsonl").read_text(encoding="utf-8").splitlines()
]
_LANGUAGES = ("en", "ru", "zh")
_FLOOR = 0.95


@pytest.mark.parametrize("language", _LANGUAGES)
def test_the_recogniser_agrees_with_the_labels(language: str) -> None:
    rows = [row for row in _LABELLED if row["language"] == language]
    confusion = Counter((row["behaviour"], recognise_behaviour(row["text"]).behaviour or "undecided") for row in rows)
    right = sum(count for (labelled, seen), count in confusion.items() if labelled == seen)
    for labelled, group in groupby(sorted(confusion), key=lambda pair: pair[0]):
        seen = ", ".join(f"{behaviour} {confusion[labelled, behaviour]}" for _, behaviour in group)
        print(f"{language} {labelled}: {seen}")  # noqa: T201 - the confusion is what this test is read for

    assert len(rows) >= 50
    assert {row["behaviour"] for row in rows} == {"answer", "clarify", "refuse", "escalate", "fail_safely"}
    assert right / len(rows) >= _FLOOR


@pytest.mark.parametrize("language", _LANGUAGES)
def test_sentences_about_the_world_are_no_refusals(language: str) -> None:
    answers = [row["text"] for row in _LABELLED if (row["language"], row["behaviour"]) == (language, "answer")]

    assert [text for text in answers if recognise_behaviour(text).behaviour == "refuse"] == []


def test_the_words_that_decided_are_shown() -> None:
    text = "Sorry. I don\u2019t have any information about that, so I will not guess."

    assert recognise_behaviour(text) == Recognised(
        behaviour="refuse", span=Span(7, 35), rule="en.refuse.no_information", reason="not_found"
    )
    assert text[7:35] == "I don\u2019t have any information"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I could not find this in the documents.", "not_found"),
        ("I am not authorized to share payroll data.", "not_permitted"),
        ("That is outside my scope.", "out_of_scope"),
        ("I can't explain how to bypass the lock, it is dangerous.", "unsafe"),
        ("I can't help with that.", "unstated"),
        ("В базе знаний нет информации об этом.", "not_found"),
        ("Не могу раскрыть зарплаты коллег.", "not_permitted"),
        ("Этот вопрос выходит за рамки моей компетенции.", "out_of_scope"),
        ("抱歉，没有找到相关信息。", "not_found"),
        ("我无权分享该文件。", "not_permitted"),
        ("这超出了我的服务范围。", "out_of_scope"),
    ],
)
def test_a_refusal_gives_its_reason_where_the_words_tell(text: str, reason: RefusalReason) -> None:
    seen = recognise_behaviour(text)

    assert (seen.behaviour, seen.reason) == ("refuse", reason)


@pytest.mark.parametrize(
    ("text", "behaviour"),
    [
        ("I cannot find the exact page. However, refunds take ten days.", "answer"),
        ("Refunds take ten days. I could not find a rule for gift cards.", "answer"),
        ('The dialog says "I cannot find the file" when the path is wrong.', "answer"),
        ("I could not find this. Please contact HR.", "refuse"),
        ("I cannot decide this; I am handing you over to our legal team.", "escalate"),
        ("The search is currently unavailable, so I cannot answer.", "fail_safely"),
        ("The price depends on the plan. Which plan are you on?", "clarify"),
        ("It may be any of these: repair; rental; return; refund. Which one do you mean?", "clarify"),
        ("I cannot stress this enough: keep the receipt.", "answer"),
        ("I could not find that plan. Which plan do you mean?", "clarify"),
        ("I can't help with that. Is there something else you need?", "refuse"),
        ("Can you return it? Yes, within 30 days.", "answer"),
    ],
)
def test_several_sentences_make_one_behaviour(text: str, behaviour: str) -> None:
    assert recognise_behaviour(text).behaviour == behaviour


@pytest.mark.parametrize(
    "text",
    [
        "I cannot say for certain. The shop opens in the morning.",
        "I don't have information about that. The help desk is open from 9 to 17.",
        "You asked about the 2027 fees of 9 euro, but I cannot find them.",
        "I could not find this. The documents cover only 2023.",
        "Plans cost from 5 to 50 EUR. Which plan are you on?",
        "The code is 4711. Which safe do you mean?",
        "Точно сказать не могу. Магазин открывается утром.",
        "我无法确定。商店早上开门。",
    ],
)
def test_words_that_may_be_the_answer_or_the_reason_leave_a_refusal_undecided(text: str) -> None:
    seen = recognise_behaviour(text)

    assert (seen.behaviour, seen.rule, seen.reason) == (None, "undecided", None)


@pytest.mark.parametrize("mark", ["\n\n", "\n- ", "\n2. "])
def test_a_paragraph_or_list_item_is_a_sentence_of_its_own(mark: str) -> None:
    assert recognise_behaviour(f"I cannot answer that{mark}Band C: 61,000 EUR").behaviour == "answer"


def test_no_words_are_an_answer_by_a_rule_of_its_own() -> None:
    assert recognise_behaviour(" \n") == Recognised(behaviour="answer", span=Span(0, 2), rule="empty")


@pytest.mark.parametrize("language", _LANGUAGES)
def test_encyclopedia_sentences_are_taken_as_answers(language: str, shared: Path) -> None:
    pages = json.loads((shared / "data" / "xquad" / f"xquad.{language}.json").read_text(encoding="utf-8"))["data"]
    paragraphs = [paragraph["context"] for page in pages for paragraph in page["paragraphs"]]
    wrong = sum(recognise_behaviour(text).behaviour != "answer" for text in paragraphs)

    assert wrong / len(paragraphs) <= 0.01
