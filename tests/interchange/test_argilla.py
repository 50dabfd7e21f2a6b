"""Argilla: a dataset on disk out, and records with the answers that were submitted in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.interchange.argilla import (
    dataset_text,
    read_records,
    record_data,
    records_text,
    settings_text,
)
from goldsmith.records.review_exchange import Annotator, ReviewTask, WordSaid
from tests.interchange.answering import values_of
from tests.interchange.tasks import (
    EVIDENCE,
    FEES,
    LABEL,
    RETURNS,
    as_file,
    evidence_words,
    label_words,
    mark,
    tasks,
    word,
)

ANN = Annotator(id="u1")
PLAIN = replace(EVIDENCE, passages=(FEES, replace(RETURNS, text="Goods can be returned within 30 days.")))


def flat(task: ReviewTask, *said: tuple[str, str, WordSaid]) -> dict[str, Any]:
    """Return a record as the SDK writes it, with what each user answered in which state."""
    data = record_data(task)
    held: dict[str, Any] = {"id": data["id"], **data["fields"], **data["metadata"]}
    for user, state, one in said:
        for asked, value in values_of(task, one).items():
            held.setdefault(f"{asked}.responses", []).append(value)
            held.setdefault(f"{asked}.responses.users", []).append(user)
            held.setdefault(f"{asked}.responses.status", []).append(state)
    return held


def ann(task: ReviewTask, said: WordSaid) -> WordSaid:
    return replace(said, annotator=ANN, record=f"record {record_data(task)['id']}, user u1", stamp="")


def lines(*items: object) -> list[tuple[str, str, str]]:
    return [(one.what, one.field, one.told) for one in read_records(as_file(list(items)), "x").lines]


def words(*items: object) -> tuple[WordSaid, ...]:
    return read_records(as_file(list(items)), "x").words


@given(st.data())
def test_marks_come_back_as_they_were_made(data: st.DataObject) -> None:
    task = data.draw(tasks(step="evidence", plain=True))
    said = data.draw(evidence_words(task))

    assert words(flat(task, ("u1", "submitted", said))) == (ann(task, said),)


@given(st.data())
def test_labels_come_back_as_they_were_given(data: st.DataObject) -> None:
    task = data.draw(tasks(step="label"))
    said = data.draw(label_words(task))

    assert words(flat(task, ("u1", "submitted", said))) == (ann(task, said),)


def test_the_answers_of_the_api_and_of_nested_records_are_read_alike() -> None:
    said = word(PLAIN, mark(FEES, "9 euro"))
    values = values_of(PLAIN, said)
    data = record_data(PLAIN)
    told = {name: {"value": value} for name, value in values.items()}
    of_api = {**data, "responses": [{"user_id": "u1", "status": "submitted", "values": told}]}
    nested = {
        **data,
        "responses": {
            name: [{"value": value, "user_id": "u1", "status": "submitted"}] for name, value in values.items()
        },
    }

    assert words(of_api) == words(nested) == (ann(PLAIN, said),)


def test_only_what_was_submitted_is_a_word() -> None:
    said = word(PLAIN, mark(FEES, "9 euro"))
    found = flat(PLAIN, ("u1", "submitted", said), ("u2", "draft", said), ("u3", "discarded", said))

    assert words(found) == (ann(PLAIN, said),)
    assert lines(found) == [
        ("dropped", "status", "draft: it was not submitted"),
        ("dropped", "status", "discarded: it was not submitted"),
    ]


def test_answers_without_a_state_are_refused_with_the_way_to_write_them() -> None:
    said = word(PLAIN, mark(FEES, "9 euro"))
    found = {
        **record_data(PLAIN),
        "responses": {name: [{"value": held, "user_id": "u1"}] for name, held in values_of(PLAIN, said).items()},
    }
    ((what, field, told),) = lines(found)

    assert (words(found), what, field) == ((), "refused", "status")
    assert "to_list(flatten=True)" in told


def test_spans_are_refused_where_two_units_would_mean_other_words() -> None:
    said = word(EVIDENCE, mark(RETURNS, "can be"))
    same = word(replace(EVIDENCE, passages=(FEES, RETURNS)), mark(FEES, "9 euro"))

    assert lines(flat(EVIDENCE, ("u1", "submitted", said))) == [
        ("refused", "need.0", "53-59 are one thing in code points, another in UTF-16 units")
    ]
    assert words(flat(replace(EVIDENCE, passages=(FEES, RETURNS)), ("u1", "submitted", same)))[0].marks == same.marks


def test_what_nobody_answered_and_what_nobody_reads_is_told() -> None:
    found = flat(PLAIN, ("u1", "submitted", word(PLAIN)))
    found |= {"stars.responses": [4], "stars.responses.users": ["u1"], "stars.responses.status": ["submitted"]}

    assert lines(flat(PLAIN)) == [("dropped", "", "nobody answered it")]
    assert lines(found) == [("dropped", "stars", "no label has a place for it")]
    assert words(found) == (ann(PLAIN, word(PLAIN)),)


def test_to_say_that_words_are_marked_is_no_mark() -> None:
    found = flat(PLAIN, ("u1", "submitted", word(PLAIN)))
    found["outcome.responses"] = ["marked"]

    assert lines(found) == [("refused", "", "it says nothing: neither marks, nor that there is nothing to mark")]


@pytest.mark.parametrize(
    ("asked", "value", "told"),
    [
        ("need", "all of it", "a list was expected, found a text"),
        ("reason", 7, "a text, or a list of them, was expected, found a number"),
        ("outcome", "perhaps", "'perhaps' is none of its choices"),
    ],
)
def test_answers_of_a_wrong_kind_are_refused_by_name(asked: str, value: object, told: str) -> None:
    found = flat(PLAIN, ("u1", "submitted", word(PLAIN)))
    found[f"{asked}.responses"] = [value]
    found[f"{asked}.responses.users"], found[f"{asked}.responses.status"] = ["u1"], ["submitted"]

    assert told in [text for what, _, text in lines(found) if what == "refused"]


def test_a_span_without_its_parts_is_refused() -> None:
    found = flat(PLAIN, ("u1", "submitted", word(PLAIN, mark(FEES, "9 euro"))))
    found["need.responses"] = [[{"start": 1, "end": "2", "label": "Need 1"}]]

    assert ("refused", "need.0", "a span has start, end and label") in lines(found)


def test_the_settings_name_every_field_and_question_once_and_carry_the_handbook() -> None:
    held = {
        step: json.loads(settings_text([task], step=task.step, guidelines="# Handbook"))
        for step, task in (("evidence", EVIDENCE), ("label", LABEL))
    }
    names = {
        step: [one["name"] for part in ("fields", "questions") for one in data[part]] for step, data in held.items()
    }

    assert names == {
        "evidence": ["question", "passages", "need", "outcome", "reason"],
        "label": [
            "question", "drafted", "claims_listed", "passages", "decision", "answer", "behaviour", "confirmed",
            "claims", "reason",
        ],
    }  # fmt: skip
    assert {data["guidelines"] for data in held.values()} == {"# Handbook"}
    assert [[one["name"] for one in data["questions"] if one["required"]] for data in held.values()] == [
        ["outcome"],
        ["decision"],
    ]
    assert json.loads(dataset_text("desk", "# Handbook"))["name"] == "desk"


def test_a_machines_opinion_goes_out_only_where_it_may_be_seen() -> None:
    scored = replace(EVIDENCE, passages=(replace(FEES, score=0.91), RETURNS), scored_by="s-1", auto_above=0.8)

    assert json.loads(records_text([EVIDENCE]))[0]["suggestions"] == {}
    assert record_data(scored)["suggestions"] == {
        "need": {"value": [{"start": 35, "end": 53, "label": "Need 1"}], "score": 0.91, "agent": "s-1"}
    }


def test_no_record_of_evidence_holds_the_drafted_answer() -> None:
    assert set(record_data(replace(LABEL, step="evidence"))["fields"]) == {"question", "passages"}
