"""pydantic-evals: what is read from its data sets, and what comes back from what we write for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given

from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.pydantic_evals import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Message
from goldsmith.records.claims import NumberMatch, RequiredClaim, ValueMatch
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

YAML = """\
# yaml-language-server: $schema=cases_schema.json
name: capitals
cases:
  - name: france
    inputs: What is the capital of France?
    expected_output: Paris
    metadata: {difficulty: easy, team: maps, sources: [a, b]}
    evaluators:
      - EqualsExpected
      - Contains: Paris
      - LLMJudge: {rubric: is polite}
evaluators:
  - IsInstance: str
"""
CASE = Case(
    id="refund-window",
    question="When?",
    answerability="supported",
    behaviour="answer",
    accept=(AcceptedAnswer(answer="Within 30 days."), AcceptedAnswer(answer="In a month.")),
    evidence=(Need(need="window", any_of=(Alternative(chunk="a#1"),)),),
    claims=(
        RequiredClaim(required="The desk is named.", match=ValueMatch(value="help desk")),
        RequiredClaim(required="30 days", match=NumberMatch(number=30, unit="day")),
    ),
    risk="high",
)


def test_a_case_is_its_input_its_output_its_metadata_and_what_is_asked_of_it(tmp_path: Path) -> None:
    whole, record = _read(tmp_path, "capitals.yaml", YAML)

    assert whole.case is None
    assert record.case == Case(
        id="france",
        question="What is the capital of France?",
        accept=(AcceptedAnswer(answer="Paris"),),
        claims=(RequiredClaim(required="Paris", match=ValueMatch(value="Paris")),),
        metrics=("IsInstance", "EqualsExpected", "LLMJudge"),
        difficulty="easy",
        tags=("team:maps",),
    )
    assert [(line.field, line.found) for line in lines_of([record], "dropped")] == [
        ("evaluators.LLMJudge", "{'rubric': 'is polite'}"),
        ("metadata.sources", "['a', 'b']"),
    ]


def test_inputs_with_names_are_searched_for_the_question(tmp_path: Path) -> None:
    cases = [
        {"inputs": {"query": "A?", "city": "Paris", "messages": [{"role": "user", "content": "Hello"}]}},
        {"inputs": {"body": "B?", "limit": 3}},
        {"inputs": {"one": "C", "two": "D"}},
    ]

    records = _read(tmp_path, "set.json", {"cases": cases})[1:]

    assert [record.case and record.case.question for record in records] == ["A?", "B?", '{"one": "C", "two": "D"}']
    assert records[0].case is not None
    assert records[0].case.messages == (Message(role="user", content="Hello"),)
    assert records[0].case.tags == ("city:Paris",)
    assert [line.field for line in lines_of(records, "inferred")] == ["", "inputs.body", "", "inputs.", ""]


def test_an_expected_object_is_kept_as_text(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "set.json", {"cases": [{"inputs": "A?", "expected_output": {"b": 1}}]})[1:]

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer='{"b": 1}'),)


def test_what_is_no_case_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    records = _read(tmp_path, "set.json", {"cases": [{"inputs": "A?"}, "x", {"inputs": None}]})[1:]

    assert [record.case is None for record in records] == [False, True, True]


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    others: dict[str, Any] = {
        "regtrace.yaml": "name: x\ntest_cases:\n  - id: a\n    input: A?\n",
        "langsmith.json": [{"inputs": {"q": "A?"}, "outputs": {}}],
        "ours.yaml": "- id: a\n  question: A?\n",
        "empty.json": {"cases": []},
    }

    assert not FORMAT.recognises(source_of(tmp_path, others))


@given(cases_of_any_kind())
def test_the_whole_case_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases)


def test_a_case_of_ours_shows_what_its_users_expect(tmp_path: Path) -> None:
    (written,) = _written(CASE)["cases"]
    meta = written.pop("metadata")

    assert written == {
        "name": "refund-window",
        "inputs": "When?",
        "expected_output": "Within 30 days.",
        "evaluators": [{"Contains": {"value": "help desk", "case_sensitive": False}}],
    }
    assert meta["contexts"] == ["Paid in 30 days."]


def test_what_was_changed_there_wins(tmp_path: Path) -> None:
    held = _written(CASE)
    held["cases"][0] |= {"inputs": "Until when?", "evaluators": [{"Contains": "front desk"}]}
    held["cases"][0]["metadata"]["contexts"] = []

    (record,) = _read(tmp_path, "set.json", held)[1:]

    assert record.case is not None
    assert record.case.question == "Until when?"
    assert record.case.evidence == ()
    assert record.case.claims == (
        RequiredClaim(required="30 days", match=NumberMatch(number=30, unit="day")),
        RequiredClaim(required="front desk", match=ValueMatch(value="front desk")),
    )
    assert [line.field for line in lines_of([record], "mapped")] == [
        "metadata.claims",
        "metadata.evidence",
        "metadata.question",
    ]


def _written(case: Case) -> dict[str, Any]:
    assert FORMAT.write is not None
    passages = {"a#1": ForeignPassage(id="a#1", text="Paid in 30 days.")}
    (file,) = FORMAT.write(Outgoing(header=HEADER, cases=(case,), passages=passages)).files
    held: dict[str, Any] = json.loads(file.text)
    return held


def _read(folder: Path, name: str, held: Any) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {name: held}))
