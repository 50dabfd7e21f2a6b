"""promptfoo: what is read from its tests, and what comes back from those that we write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.promptfoo import FORMAT
from goldsmith.interchange.promptfoo_text import guarded, rendered
from goldsmith.records.case import AcceptedAnswer, Case, FormatRules
from goldsmith.records.claims import AnyOfMatch, OptionalClaim, PatternMatch, ProhibitedClaim, RequiredClaim, ValueMatch
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import (
    HEADER,
    TEXTS,
    cases_of_any_kind,
    come_back,
    lines_of,
    passages_of,
    read_all,
    source_of,
)

CONFIG = """\
prompts: ['{{question}}']
providers: [echo]
defaultTest:
  assert:
    - {type: factuality, value: '{{reference}}'}
tests:
  - vars: {question: 'When?', reference: Within 30 days.}
  - file://more/*.yaml
"""


def test_a_test_of_a_configuration_is_a_case_with_its_checks(tmp_path: Path) -> None:
    test = {
        "description": "refund window",
        "vars": {"question": "When?", "language": "en", "tone": "short"},
        "assert": [
            {"type": "icontains", "value": "30 days", "weight": 2},
            {"type": "not-contains", "value": "voucher"},
            {"type": "contains-any", "value": ["a", "b"]},
            {"type": "regex", "value": "\\d+"},
            {"type": "contains", "value": "thanks", "weight": 0},
            {"type": "equals", "value": "Within 30 days."},
            {"type": "is-json", "value": {"type": "object"}},
            {"type": "not-is-refusal"},
            {"type": "llm-rubric", "value": "is polite"},
            {"type": "latency", "threshold": 2000},
        ],
        "metadata": {"id": "refund-window", "tags": ["refunds"], "difficulty": "easy", "team": "support"},
    }

    (record,) = _read(tmp_path, {"tests.json": [test]})

    assert record.case == Case(
        id="refund-window",
        question="When?",
        description="refund window",
        behaviour="answer",
        difficulty="easy",
        language="en",
        accept=(AcceptedAnswer(answer="Within 30 days."),),
        claims=(
            RequiredClaim(required="30 days", match=ValueMatch(value="30 days"), weight=2),
            ProhibitedClaim(prohibited="voucher", match=ValueMatch(value="voucher")),
            RequiredClaim(required="one of: a, b", match=AnyOfMatch(any_of=("a", "b"))),
            RequiredClaim(required="matches \\d+", match=PatternMatch(pattern="\\d+")),
            OptionalClaim(optional="thanks", match=ValueMatch(value="thanks")),
        ),
        format=FormatRules(json_schema={"type": "object"}),
        notes="is polite",
        metrics=("latency(2000)",),
        tags=("refunds", "team:support", "tone:short"),
    )
    assert lines_of([record], "dropped", "wrong") == []


def test_tests_in_other_files_are_read_once_with_the_defaults_of_the_configuration(tmp_path: Path) -> None:
    files = {
        "promptfooconfig.yaml": CONFIG,
        "more/b.yaml": "- vars: {question: 'Where?', reference: Here.}\n",
        "alone.csv": "query,__expected\nWho?,equals: Nobody\n",
        "README.md": "tests",
    }

    records = _read(tmp_path, files)

    assert [(one.record, one.case and one.case.question, _accepted(one)) for one in records] == [
        ("promptfooconfig.yaml", None, []),
        ("promptfooconfig.yaml tests 1", "When?", ["Within 30 days."]),
        ("more/b.yaml item 1", "Where?", ["Here."]),
        ("alone.csv row 2", "Who?", ["Nobody"]),
    ]


def test_scenarios_are_each_of_their_data_with_each_of_their_tests(tmp_path: Path) -> None:
    config = {
        "prompts": ["p"],
        "scenarios": [
            {
                "config": [{"vars": {"language": "en"}}, {"vars": {"language": "de"}}],
                "tests": [{"vars": {"question": "A?"}}, {"vars": {"question": "B?"}}],
            }
        ],
    }

    records = _read(tmp_path, {"promptfooconfig.json": config})

    assert [(one.case.question, one.case.language) for one in records if one.case] == [
        ("A?", "en"),
        ("B?", "en"),
        ("A?", "de"),
        ("B?", "de"),
    ]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("file://made.py:tests", "code makes these tests: run it, and import what it gives"),
        ("huggingface://datasets/x/y", "these tests are fetched from elsewhere: fetch them, and import the file"),
        ("file://absent.yaml", "the file with these tests is not among those that were named: name its folder"),
    ],
)
def test_tests_that_cannot_be_read_here_are_named(tmp_path: Path, path: str, told: str) -> None:
    (config, tests) = _read(tmp_path, {"promptfooconfig.json": {"prompts": ["p"], "tests": path}})

    assert [(line.fate, line.field, line.found) for line in config.lines] == [("dropped", "prompts", "['p']")]
    assert [(line.fate, line.told, line.found) for line in tests.lines] == [("dropped", told, path)]


def test_a_table_names_its_checks_in_text(tmp_path: Path) -> None:
    table = (
        "query,correct_chunks,__expected1,__expected2,__description,__metadata:topic,__metadata:tags[],"
        "__config:__expected2:threshold\n"
        '"When, please?","[""a#1"", ""b#1""]","contains-all: 30, days",context-recall: Soon,Row #1,fees,"x, y",0.9\n'
    )

    (record,) = _read(tmp_path, {"tests.csv": table})

    assert record.case == Case(
        id="tests-0001",
        question="When, please?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="Soon"),),
        claims=(
            RequiredClaim(required="30", match=ValueMatch(value="30")),
            RequiredClaim(required="days", match=ValueMatch(value="days")),
        ),
        evidence=(Need(any_of=(Alternative(chunk="a#1"),)), Need(any_of=(Alternative(chunk="b#1"),))),
        metrics=("context-recall(0.9)",),
        tags=("x", "y", "topic:fees"),
    )
    assert "correct_chunks" in {line.field for line in lines_of([record], "inferred")}


@pytest.mark.parametrize(
    ("cell", "accept", "metrics"),
    [
        ("Paris", ["Paris"], ()),
        ("note: not a check", ["note: not a check"], ()),
        ("python:file://check.py", [], ("python: file://check.py",)),
        ("file://check.js", [], ("javascript: file://check.js",)),
        ("javascript: output > 1", [], ("javascript: output > 1",)),
        ("similar(0.5): Paris", ["Paris"], ("similar(0.5)",)),
        ("not-is-json", [], ("not-is-json",)),
    ],
)
def test_a_check_in_text_is_what_promptfoo_takes_it_for(
    tmp_path: Path, cell: str, accept: list[str], metrics: tuple[str, ...]
) -> None:
    (record,) = _read(tmp_path, {"tests.csv": f"query,__expected\nWhat?,{cell}\n"})

    assert record.case is not None
    assert (_accepted(record), record.case.metrics) == (accept, metrics)


def test_a_context_check_without_a_threshold_passes_everything_and_that_is_told(tmp_path: Path) -> None:
    checks = [{"type": "context-faithfulness"}, {"type": "context-relevance", "threshold": 0.5}]

    records = _read(tmp_path, {"t.json": [{"vars": {"query": "A?"}, "assert": checks}]})

    assert [line.field for line in lines_of(records, "inferred")] == ["assert.threshold", ""]


def test_a_list_of_contexts_is_one_case_and_a_list_of_questions_is_as_many(tmp_path: Path) -> None:
    """promptfoo would run a test for each item of both."""
    test = {"vars": {"question": ["A?", "B?"], "context": ["One.", "Two."]}}

    records = _read(tmp_path, {"t.json": [test]})

    assert [(one.record, one.case and one.case.id, one.case and len(one.case.evidence)) for one in records] == [
        ("item 1", "t-0001", 2),
        ("item 1 (2)", "t-0001-2", 2),
    ]
    assert [one.text for one in records[0].passages] == ["One.", "Two."]


def test_a_refusal_that_is_expected_is_no_answer_and_somebody_has_to_look(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, {"t.json": [{"vars": {"query": "A?"}, "assert": [{"type": "is-refusal"}]}]})

    assert record.case == Case(
        id="t-0001", question="A?", behaviour="refuse", answerability="unsupported", refusal_reason="not_found"
    )
    assert [line.fate for line in lines_of([record])] == ["mapped", "inferred"]


def test_what_is_no_test_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    tests = [{"vars": {"query": "A?"}}, 7, {"vars": {"topic": "x", "place": "y"}}, {"vars": "file://vars.yaml"}]

    records = _read(tmp_path, {"t.json": tests})

    assert [one.case is not None for one in records] == [True, False, False, False]
    assert all(lines_of([one], "dropped") for one in records[1:])


def test_a_name_that_is_not_usual_can_be_mapped(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"t.json": [{"vars": {"frage": "A?", "soll": "B", "query": "x"}}]})
    mapped = type(source)(name=source.name, parts=source.parts, options={"question": "frage", "answer": "soll"})

    (record,) = read_all(FORMAT, mapped)

    assert record.case is not None
    assert (record.case.question, _accepted(record)) == ("A?", ["B"])


def test_a_file_without_any_test_is_refused(tmp_path: Path) -> None:
    assert FORMAT.read is not None

    with pytest.raises(InvalidFileError, match="cannot be read as tests of promptfoo"):
        list(FORMAT.read(source_of(tmp_path, {"a.csv": "x,y\n", "b.csv": "x,y\n"})))


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    others: dict[str, Any] = {
        "deepeval.json": [{"input": "A?", "expected_output": "a"}],
        "results.json": {"evalId": "e", "results": {"results": []}, "config": {"tests": []}},
        "legalbench.json": {"tests": [{"query": "A?", "snippets": []}]},
        "sixty.csv": "id,question,expected_answer\n1,A?,a\n",
        "result.jsonl": json.dumps({"vars": {"q": "A?"}, "gradingResult": {}, "response": {}}),
    }

    assert not FORMAT.recognises(source_of(tmp_path, others))


@given(cases_of_any_kind())
def test_a_case_comes_back_whole(cases: list[Case]) -> None:
    come_back(FORMAT, cases)


@given(st.text(st.sampled_from("{}%#'ab \n"), max_size=12) | TEXTS)
def test_a_guarded_text_comes_out_as_it_stands(text: str) -> None:
    assert rendered(guarded(text), {"a": "x", "ab": "y"}) == text


def test_the_tests_that_are_written_are_what_promptfoo_runs() -> None:
    """Its checks have a threshold, its variables hold no list, and what looks like a template is none."""
    case = Case(
        id="refund",
        question="What is {{ name }}?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="30 days."), AcceptedAnswer(answer="A month.")),
        evidence=(Need(any_of=(Alternative(chunk="a#1"),)), Need(any_of=(Alternative(chunk="b#1"),))),
        claims=(
            RequiredClaim(required="it is 30 days", match=ValueMatch(value="30 days")),
            ProhibitedClaim(prohibited="A voucher is given."),
        ),
        notes="{{ env.HOME }}",
    )

    tests = _tests(case)

    metadata = tests[0].pop("metadata")
    assert tests == [
        {
            "description": "refund",
            "vars": {
                "query": "What is {{'{{'}} name }}?",
                "context": "The passage of a#1.\n\nThe passage of b#1.",
            },
            "assert": [
                {"type": "not-is-refusal", "metric": "behaviour"},
                {
                    "type": "assert-set",
                    "threshold": 0.5,
                    "metric": "answer",
                    "assert": [
                        {"type": "factuality", "value": "30 days.", "metric": "answer"},
                        {"type": "factuality", "value": "A month.", "metric": "answer"},
                    ],
                },
                {"type": "icontains", "value": "30 days", "metric": "claims"},
                {
                    "type": "llm-rubric",
                    "value": "The answer does not state: A voucher is given.",
                    "threshold": 0.8,
                    "metric": "prohibited claims",
                },
                {"type": "context-faithfulness", "threshold": 0.8, "metric": "evidence"},
            ],
        }
    ]
    assert "{{" not in metadata["goldsmith"]
    assert (metadata["id"], metadata["behaviour"]) == ("refund", "answer")


def test_what_was_changed_in_the_visible_fields_holds(tmp_path: Path) -> None:
    case = Case(
        id="refund",
        question="When?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(Alternative(chunk="a#1"), Alternative(chunk="b#1"))),),
        claims=(RequiredClaim(required="30 days", match=ValueMatch(value="30 days")),),
        risk="high",
    )
    (test,) = _tests(case)
    test["vars"] = {"query": "By when?", "context": "The passage of b#1.\n\nNew."}
    test["assert"] = [test["assert"][0], {"type": "equals", "value": "Soon."}]

    (record,) = _read(tmp_path, {"tests.json": [test]})

    assert record.case is not None
    assert (record.case.question, record.case.risk, record.case.claims) == ("By when?", "high", case.claims)
    assert _accepted(record) == ["Soon."]
    assert [[one.chunk for one in need.any_of] for need in record.case.evidence] == [["b#1"], [record.passages[1].id]]
    assert record.passages[0] == ForeignPassage(id="b#1", text="The passage of b#1.")
    assert [line.field for line in lines_of([record], "inferred")] == ["assert", "assert"]


def _tests(case: Case) -> Any:
    assert FORMAT.write is not None
    written = FORMAT.write(Outgoing(header=HEADER, cases=(case,), passages=passages_of([case])))
    return yaml.safe_load(written.files[1].text)


def _accepted(record: ForeignRecord) -> list[str]:
    return [one.answer for one in record.case.accept] if record.case else []


def _read(folder: Path, files: dict[str, Any]) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, files))
