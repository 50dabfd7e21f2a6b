"""Label Studio: what goes out shows nothing that it must not, and what comes back is accounted for part by part."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.interchange.label_studio import labelling_configuration, read_export, task_data, tasks_text
from goldsmith.interchange.words import NEEDS, QUESTIONS
from goldsmith.records.decision import Confirmations
from goldsmith.records.review_exchange import ExchangeLine, WordSaid
from goldsmith.records.workbench import ClaimWord
from tests.interchange.answering import results_of
from tests.interchange.tasks import (
    ANN,
    BEN,
    EVIDENCE,
    FEES,
    LABEL,
    RETURNS,
    annotation,
    as_file,
    evidence_words,
    exported,
    label_words,
    mark,
    tasks,
    word,
)

MARKED = word(EVIDENCE, mark(RETURNS, "within 30 days 👩‍🚒 of"), mark(FEES, "9 euro", need=1))


def lines(*items: object) -> list[tuple[str, str, str, str]]:
    return [(one.record, one.what, one.field, one.told) for one in read_export(as_file(list(items)), "x").lines]


def words(*items: object) -> tuple[WordSaid, ...]:
    return read_export(as_file(list(items)), "x").words


def region(**value: object) -> dict[str, Any]:
    held = {"start": 0, "end": 1, "text": "x", "labels": ["Need 1"], **value}
    return {"id": "m", "from_name": "need", "to_name": "passages", "type": "labels", "value": held}


@given(st.data())
def test_marks_come_back_as_they_were_made(data: st.DataObject) -> None:
    task = data.draw(tasks(step="evidence"))
    said = data.draw(evidence_words(task))

    assert words(exported(task, annotation(task, said))) == (said,)


@given(st.data())
def test_labels_come_back_as_they_were_given(data: st.DataObject) -> None:
    task = data.draw(tasks(step="label"))
    said = data.draw(label_words(task))

    assert words(exported(task, annotation(task, said))) == (said,)


def test_offsets_are_code_points_and_those_of_older_versions_are_told_apart() -> None:
    text = task_data(EVIDENCE)["data"]["passages"]
    start = text.index("9 euro")
    older = region(start=start + 2, end=start + 8, text="9 euro")  # two emoji stand before it
    newer = region(start=start, end=start + 6, text="9 euro")
    expected = (mark(FEES, "9 euro"),)

    assert [one.marks for one in words(exported(EVIDENCE, {**annotation(EVIDENCE, MARKED), "result": [newer]}))] == [
        expected
    ]
    before = text[:start].encode("utf-16-le")
    older["value"] |= {"start": len(before) // 2, "end": len(before) // 2 + 6}
    found = exported(EVIDENCE, {**annotation(EVIDENCE, MARKED), "result": [older]})
    assert [one.marks for one in words(found)] == [expected]
    assert [told for _, what, _, told in lines(found) if what == "mapped"] == [
        f"{len(before) // 2}-{len(before) // 2 + 6} were read as UTF-16 units"
    ]


def test_a_line_end_in_the_marked_words_is_written_as_two_characters() -> None:
    results = results_of(EVIDENCE, word(EVIDENCE, mark(RETURNS, "returned\nwithin")))
    results[0]["value"]["text"] = "returned\\nwithin"

    assert words(exported(EVIDENCE, {**annotation(EVIDENCE, MARKED), "result": results}))[0].marks == (
        mark(RETURNS, "returned\nwithin"),
    )


def test_words_that_the_offsets_do_not_cut_out_are_refused_at_their_place() -> None:
    bad = [region(start=40, end=44, text="never said"), region(start=0, end=10**9, text="x"), region(text=None)]
    found = exported(EVIDENCE, {**annotation(EVIDENCE, MARKED), "result": bad})
    told = [(record, field, text) for record, what, field, text in lines(found) if what == "refused"]

    assert words(found) == ()
    assert told == [
        ("task 7, annotation 1", "result.2.value.text", "the marked words are missing, so nothing proves the offsets"),
        ("task 7, annotation 1", "result.0.value", "the words at 40-44 are not 'never said'"),
        ("task 7, annotation 1", "result.1.value", "0-1000000000 does not lie in a text of 155 codepoint units"),
    ]


def test_a_mark_over_a_heading_is_refused() -> None:
    text = task_data(EVIDENCE)["data"]["passages"]
    found = exported(EVIDENCE, {**annotation(EVIDENCE, MARKED), "result": [region(start=0, end=len(text), text=text)]})

    assert [told for _, what, _, told in lines(found) if what == "refused"] == [
        "it takes in a heading, or the words of two passages: mark each by itself"
    ]


def test_two_annotators_say_their_own() -> None:
    nothing = word(EVIDENCE, annotator=BEN, stamp="2@t2", record="task 7, annotation 2")
    found = exported(EVIDENCE, annotation(EVIDENCE, MARKED), annotation(EVIDENCE, nothing, 2))

    assert words(found) == (MARKED, nothing)


def test_what_is_no_word_of_one_person_stays_out_and_is_told() -> None:
    one = annotation(EVIDENCE, MARKED)
    found = exported(
        EVIDENCE,
        one,
        {**one, "id": 2, "updated_at": "t2"},
        {**one, "id": 3, "was_cancelled": True},
        {**one, "id": 4, "completed_by": 2, "updated_by": 1},
        {**one, "id": 5, "completed_by": 2, "parent_annotation": 1},
        {**one, "id": 6, "completed_by": None},
        drafts=[{"id": 1}],
    )

    assert [one.stamp for one in words(found)] == ["2@t2"]
    assert lines(found) == [
        ("task 7", "dropped", "drafts", "1 draft(s): nobody submitted them"),
        ("task 7, annotation 1", "dropped", "", "1 said it again later, in task 7, annotation 2"),
        ("task 7, annotation 3", "dropped", "was_cancelled", "1 skipped the task"),
        (
            "task 7, annotation 4",
            "refused",
            "updated_by",
            "1 changed it after 2: it is no longer the word of one person",
        ),
        (
            "task 7, annotation 5",
            "refused",
            "parent_annotation",
            "it is a copy of what 1 said, not a word of its own",
        ),
        ("task 7, annotation 6", "refused", "completed_by", "nobody is named: found nothing"),
    ]


def test_what_no_label_has_a_place_for_is_told_and_the_rest_is_kept() -> None:
    rating = {"id": "r", "from_name": "quality", "to_name": "question", "type": "rating", "value": {"rating": 4}}
    arrow = {"type": "relation", "from_id": "a", "to_id": "b", "direction": "right"}
    item = annotation(EVIDENCE, MARKED, ground_truth=True, lead_time=3.5)
    item["result"] += [rating, arrow]
    found = exported(EVIDENCE, item)

    assert [one.marks for one in words(found)] == [MARKED.marks]
    assert [(what, field, told) for _, what, field, told in lines(found)] == [
        ("dropped", "lead_time", "evidence carries no time; the label does"),
        ("dropped", "result.2", "rating of 'quality': no label has a place for it"),
        ("dropped", "result.3", "relation of None: no label has a place for it"),
        ("dropped", "ground_truth", "there is no place for it"),
    ]


def test_an_annotation_that_says_nothing_or_two_things_is_refused() -> None:
    silent = annotation(EVIDENCE, MARKED, result=[])
    torn = annotation(EVIDENCE, MARKED)
    torn["result"] = torn["result"] + results_of(EVIDENCE, word(EVIDENCE))

    assert [told for _, _, _, told in lines(exported(EVIDENCE, silent))] == [
        "it says nothing: neither marks, nor that there is nothing to mark"
    ]
    assert [told for _, _, _, told in lines(exported(EVIDENCE, torn))] == [
        "it says two things at once: marks and nothing to mark"
    ]


def test_a_label_that_contradicts_itself_is_refused_at_each_place() -> None:
    said = word(LABEL, decision="approved", claims=(ClaimWord(claim=0, holds=True),))
    item = annotation(LABEL, said)
    item["result"][0]["value"]["choices"] = ["approved", "rejected"]
    item["result"][1]["value"]["choices"] = ["1-holds", "1-fails", "9-holds"]

    assert [(field, told) for _, _, field, told in lines(exported(LABEL, item))] == [
        ("decision", "two things are chosen: approved, rejected"),
        ("claims", "'9-holds' judges no claim of the task"),
        ("claims", "it says of one claim that it is right and that it is not"),
    ]


def test_the_time_of_a_label_is_kept_as_seconds() -> None:
    said = word(LABEL, decision="rejected", reason="no", seconds=61.5)

    assert words(exported(LABEL, annotation(LABEL, said))) == (said,)
    assert read_export(as_file([exported(LABEL, annotation(LABEL, said))]), "x").lines == (
        ExchangeLine(record="task 7, annotation 1", what="mapped", told="seconds of the label", field="lead_time"),
    )


def test_choices_are_read_as_they_are_kept_and_as_they_are_shown() -> None:
    confirmed = Confirmations(question_plausible=True, answer_within_source=False, evidence_sufficient=False)
    said = word(LABEL, decision="rejected", reason="no", confirmations=confirmed, behaviour="clarify")
    shown = annotation(LABEL, said)
    told = {word: text for question in QUESTIONS["label"] for word, text in question.options}
    for result in shown["result"]:
        if result["type"] == "choices":
            result["value"]["choices"] = [told[one] for one in result["value"]["choices"]]

    assert words(exported(LABEL, shown)) == (said,)


def test_the_configuration_asks_for_all_that_is_read() -> None:
    evidence, label = (ET.fromstring(labelling_configuration(step)) for step in ("evidence", "label"))  # noqa: S314

    assert [one.get("value") for one in evidence.iter("Label")] == list(NEEDS)
    assert {one.get("value") for one in evidence.iter("Text")} == {"$question", "$passages"}
    assert {one.get("name") for one in label.iter("Choices")} == {
        "claims",
        "decision",
        "answer",
        "behaviour",
        "confirmed",
    }
    assert {one.get("value") for one in label.iter("Text")} == {"$question", "$drafted", "$passages"}
    for tree, step in ((evidence, "evidence"), (label, "label")):
        asked = {one.get("alias") for one in tree.iter("Choice")}
        assert asked == {word for question in QUESTIONS[step] for word, _ in question.options}  # type: ignore[index]


def test_no_task_of_evidence_holds_the_drafted_answer() -> None:
    leaky = replace(LABEL, step="evidence")

    assert "within 30 days (" not in tasks_text([leaky])
    assert set(task_data(leaky)["data"]) == {"question", "passages", "goldsmith"}


def test_a_machines_opinion_goes_out_only_where_it_may_be_seen() -> None:
    scored = replace(
        EVIDENCE, passages=(replace(RETURNS, score=0.91), replace(FEES, score=0.2)), prelabels_shown=True,
        scored_by="s-1", auto_above=0.8,
    )  # fmt: skip
    (predicted,) = task_data(scored)["predictions"]

    assert "predictions" not in task_data(EVIDENCE)
    assert (predicted["model_version"], predicted["score"]) == ("s-1", 0.91)
    assert [(one["value"]["text"], one["value"]["labels"], one["score"]) for one in predicted["result"]] == [
        (RETURNS.text, ["Need 1"], 0.91)
    ]
    taken_over = {**annotation(scored, MARKED), "result": [{**predicted["result"][0], "origin": "prediction"}]}
    found = exported(scored, taken_over)
    assert [one.marks for one in words(found)] == [(mark(RETURNS, RETURNS.text),)]
    assert ("mapped", "a mark of the machine's, left as it was") in [(what, told) for _, what, _, told in lines(found)]


@pytest.mark.parametrize("who", [1, "1", {"id": 1}, {"id": 1, "email": ""}])
def test_an_annotator_is_an_id_or_an_object(who: object) -> None:
    assert words(exported(EVIDENCE, annotation(EVIDENCE, MARKED, completed_by=who)))[0].annotator == ANN
