"""Regtrace golden sets, read and written: every field has its fate, and what its loader refuses is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.account import passage_id
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.formats import recognised
from goldsmith.interchange.regtrace import FORMAT, header_of
from goldsmith.interchange.regtrace_case import TAGGED
from goldsmith.records.case import AcceptedAnswer, Case, FormatRules
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, LossLine
from goldsmith.records.response import Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of
from tests.interchange.regtrace_files import a_case, configuration, golden_set

TEXT = "The fee is 9 euro."
LIMIT = "At most 500 requests a minute are served."
RAG = """\
name: limits
version: "1.2.0"
description: What the pages say
interaction_type: rag
tags: [api]
author: ada@example.com
created_at: "2026-01-01"
updated_at: "2026-01-01"
test_cases:
  - id: rag-1
    input: "How many requests are served?"
    system_prompt: null
    context:
      documents:
        - source: "docs/limits.md"
          content: "At most 500 requests a minute are served."
          retrieval_score: 0.94
    expected_output: "500 requests a minute"
    actual_output: "You may send 500 requests a minute."
    metrics: [factuality]
"""
WRITTEN = """\
name: help-desk
version: "1.4.0"
description: Questions to a help desk
interaction_type: rag
tags: []
author: "evals@example.com"
created_at: "1970-01-01"
updated_at: "1970-01-01"
test_cases:
  - id: "001"
    description: When does it open?
    input: When does it open?
    system_prompt: null
    expected_output: "2026-01-01"
    actual_output: "no"
    metrics:
      - factuality
    tags:
      - "answerability:supported"
      - "behaviour:answer"
      - "difficulty:easy"
    weight: 1
    context:
      documents:
        - source: "chunk:hours#1"
          content: It opens on 2026-01-01.
          retrieval_score: 0.5
"""


def cases(records: list[ForeignRecord]) -> list[Case]:
    return [record.case for record in records if record.case is not None]


def told(records: list[ForeignRecord], *fates: str) -> list[tuple[str, str]]:
    return [(line.field, line.told) for line in lines_of(records, *fates)]


def test_a_golden_set_gives_cases_with_their_answers_weights_tags_and_prompts(tmp_path: Path) -> None:
    value = a_case(system_prompt="Be brief.", weight=2.5, tags=["fees", "risk:high"], metrics=["factuality", "tone"])
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": golden_set(value)}))

    assert cases(records) == [
        Case(
            id="d-1",
            question="What is the fee?",
            description="The fee",
            system_prompt="Be brief.",
            behaviour="answer",
            risk="high",
            accept=(AcceptedAnswer(answer=TEXT),),
            weight=2.5,
            tags=("fees",),
            metrics=("factuality", "tone"),
        )
    ]
    assert records[1].responses == (ForeignResponse(case="d-1", outcome=Reply(answer=TEXT)),)
    assert told(records, "wrong") == []


def test_documents_are_evidence_and_what_the_answer_was_given(tmp_path: Path) -> None:
    (_, record) = read_all(FORMAT, source_of(tmp_path, {"limits.yaml": RAG}))
    name = passage_id(LIMIT)
    document = "docs/limits.md"

    assert record.case is not None
    assert record.case.evidence == (Need(any_of=(Alternative(chunk=name, document=document),)),)
    assert (record.case.behaviour, record.case.answerability) == ("answer", "supported")
    assert record.passages == (ForeignPassage(id=name, text=LIMIT, document=document, source=document),)
    assert record.responses[0].outcome == Reply(
        answer="You may send 500 requests a minute.",
        retrieved=(RetrievedItem(id=name, document=document, text=LIMIT, score=0.94),),
    )


def test_the_rag_example_that_leaves_required_fields_out_is_read_with_a_warning(tmp_path: Path) -> None:
    (_, record) = read_all(FORMAT, source_of(tmp_path, {"limits.yaml": RAG}))

    assert [line.found for line in lines_of([record], "wrong")] == ["description, tags"]
    assert record.case is not None


def test_a_date_and_a_version_without_quotes_are_told_and_read_as_text(tmp_path: Path) -> None:
    text = RAG.replace('"1.2.0"', "1.10").replace('created_at: "2026-01-01"', "created_at: 2026-01-01")
    source = source_of(tmp_path, {"limits.yaml": text})
    header, _ = read_all(FORMAT, source)

    assert [(line.field, line.found) for line in lines_of([header], "wrong")] == [
        ("version", "1.10"),
        ("created_at", "2026-01-01"),
    ]
    assert header_of(source).version == "1.10"


def test_thresholds_that_are_null_are_read_as_none_and_told(tmp_path: Path) -> None:
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": golden_set(a_case(thresholds=None))}))

    assert [field for field, _ in told(records, "wrong")] == ["thresholds"]
    assert len(cases(records)) == 1


def test_an_id_that_stands_twice_is_wrong_and_neither_case_is_lost(tmp_path: Path) -> None:
    text = golden_set(a_case(), a_case(input="And abroad?"))
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": text}))

    assert [case.id for case in cases(records)] == ["d-1", "d-1-2"]
    assert [(line.field, line.found) for line in lines_of(records, "wrong")] == [("id", "d-1")]
    assert [one.case for record in records for one in record.responses] == ["d-1", "d-1-2"]


def test_an_expected_output_that_declines_asks_for_a_refusal_and_its_documents_are_no_evidence(tmp_path: Path) -> None:
    documents = {"documents": [{"source": "a.md", "content": "Keys are made in the settings."}]}
    text = golden_set(a_case(expected_output="The documents do not say how to do that.", context=documents))
    (_, record) = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": text}))

    assert record.case is not None
    assert (record.case.behaviour, record.case.answerability) == ("refuse", "unsupported")
    assert (record.case.refusal_reason, record.case.evidence) == ("not_found", ())
    assert [line.field for line in lines_of([record], "inferred")] == ["expected_output", "context.documents"]


def test_a_rag_case_without_documents_is_told(tmp_path: Path) -> None:
    text = golden_set(a_case(context={"documents": []}), interaction_type="rag")
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": text}))

    assert [field for field, _ in told(records, "wrong")] == ["context"]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"weight": -1}, ("weight", "-1")),
        ({"weight": "2"}, ("weight", "2")),
        ({"actual_output": 7}, ("actual_output", "7")),
        ({"tags": "one, two", "metrics": ["speed"]}, ("metrics", "speed")),
        ({"thresholds": {"factuality": 70}}, ("thresholds.factuality", "70")),
        ({"context": {"documents": ["a text"]}}, ("context.documents", "a text")),
        ({"id": 7}, ("id", "7")),
    ],
)
def test_a_value_of_a_wrong_kind_is_told_and_the_case_goes_on(
    fields: dict[str, Any], line: tuple[str, str], tmp_path: Path
) -> None:
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": golden_set(a_case(**fields))}))

    assert [(one.field, one.found) for one in lines_of(records, "wrong")] == [line]
    assert len(cases(records)) == 1


def test_what_is_no_test_case_is_a_record_with_a_line_alone(tmp_path: Path) -> None:
    text = golden_set(a_case(), {"id": "d-2", "expected_output": "Yes."}, "a text")  # type: ignore[arg-type]
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": text}))

    assert [record.case is not None for record in records] == [False, True, False, False]
    assert [line.told for line in lines_of(records, "dropped") if not line.field] == [
        "no test case: it asks nothing",
        "no test case: an object was expected",
    ]


def test_a_null_and_an_empty_output_are_not_the_same(tmp_path: Path) -> None:
    text = golden_set(a_case("none", actual_output=None), a_case("empty", actual_output=""))
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": text}))

    assert [record.responses for record in records[1:]] == [
        (),
        (ForeignResponse(case="empty", outcome=Reply(answer="")),),
    ]


def test_other_files_are_none_of_it(tmp_path: Path) -> None:
    files = {
        "cases.yaml": "- id: a\n  question: b?\n",
        "evals.yaml": "cases:\n- inputs: {question: b}\n",
        "tests.yaml": "tests:\n- vars: {q: b}\n",
        "golden.json": [{"input": "b", "expected_output": "c", "actual_output": None}],
    }

    assert "regtrace" not in recognised(source_of(tmp_path, files))


def test_what_is_written_has_every_field_and_keeps_texts_texts() -> None:
    case = Case(
        id="001",
        question="When does it open?",
        behaviour="answer",
        answerability="supported",
        accept=(AcceptedAnswer(answer="2026-01-01"),),
        evidence=(Need(any_of=(Alternative(chunk="hours#1"),)),),
        difficulty="easy",
    )
    passages = {"hours#1": ForeignPassage(id="hours#1", text="It opens on 2026-01-01.")}
    reply = Reply(answer="no", retrieved=(RetrievedItem(id="hours#1", score=0.5),))
    response = Response(key=TaskKey(task="001", step=0, repeat=1), case="001", case_digest="", outcome=reply)
    assert FORMAT.write is not None
    written = FORMAT.write(Outgoing(header=HEADER, cases=(case,), passages=passages, responses=(response,)))

    assert written.files[0].text == WRITTEN
    assert written.lines == (
        LossLine(
            record="help-desk",
            fate="inferred",
            field="created_at",
            told="a set has no dates here, and Regtrace asks for them: both say 1970-01-01",
        ),
    )


def test_a_case_that_expects_no_answer_leaves_as_a_refusal_in_words_and_comes_back() -> None:
    case = Case(id="a", question="Who won?", behaviour="refuse", answerability="unsupported", metrics=("factuality",))

    assert come_back(FORMAT, [case]) == [case]


def test_a_set_without_any_answer_is_told_to_be_refused_there() -> None:
    assert FORMAT.write is not None
    written = FORMAT.write(Outgoing(header=SetHeader(name="desk"), cases=(Case(id="a", question="Who won?"),)))

    assert [(line.fate, line.field) for line in written.lines] == [
        ("inferred", "accept"),
        ("inferred", "created_at"),
        ("wrong", "actual_output"),
    ]
    assert "thresholds" not in written.files[0].text


@given(cases_of_any_kind())
def test_what_leaves_comes_back_as_far_as_it_can_be_held(drawn: list[Case]) -> None:
    come_back(FORMAT, drawn)


def test_every_field_that_leaves_as_a_tag_is_one_of_a_case() -> None:
    assert all(hasattr(Case(id="a", question="b"), name) for name in TAGGED)


def test_a_configuration_reads_what_it_switches_on_with_what_it_asks(tmp_path: Path) -> None:
    files = {
        "regtrace.config.yaml": configuration(
            ["sets/a.yaml", {"path": "sets/b.yaml", "enabled": False}, "sets/c.yaml"],
            metrics={"tone": {"tone_profile": "calm"}, "format": {"sub_checks": {"length": False}}},
        ),
        "sets/a.yaml": golden_set(a_case(metrics=["format", "tone"])),
        "sets/b.yaml": golden_set(a_case("b-1")),
        "sets/other.yaml": golden_set(a_case("o-1")),
    }
    records = read_all(FORMAT, source_of(tmp_path, files))

    assert [(case.id, case.tone, case.format) for case in cases(records)] == [("d-1", "calm", None)]
    assert [(line.field, line.found) for line in lines_of(records, "wrong")] == [("golden_sets.path", "sets/c.yaml")]
    assert [(line.record, line.told) for line in lines_of(records, "dropped") if not line.field] == [
        ("sets/b.yaml", "the configuration switches this golden set off"),
        ("sets/other.yaml", "no configuration lists this golden set: name the file by itself to take it over"),
    ]


def test_ids_that_two_golden_sets_use_stay_apart(tmp_path: Path) -> None:
    files = {"a.yaml": golden_set(a_case()), "b.yaml": golden_set(a_case(), name="shop")}
    records = read_all(FORMAT, source_of(tmp_path, files))

    assert [case.id for case in cases(records)] == ["d-1", "shop-d-1"]


def test_a_configuration_alone_says_to_name_the_folder(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"regtrace.config.yaml": configuration()})
    assert FORMAT.read is not None

    with pytest.raises(InvalidFileError, match=r"desk\.yaml") as raised:
        list(FORMAT.read(source))

    assert raised.value.next_step == "name the folder that holds the configuration and its golden sets"


def test_json_that_is_expected_asks_for_its_structure(tmp_path: Path) -> None:
    text = golden_set(a_case(expected_output='{"fee": 9}', metrics=["format"]))
    records = read_all(FORMAT, source_of(tmp_path, {"desk.yaml": text}))
    schema = {"type": "object", "required": ["fee"], "properties": {"fee": {"type": "number"}}}

    assert [case.format for case in cases(records)] == [FormatRules(json_schema=schema)]
