"""MLflow: records of inputs and expectations, and the earlier columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.mlflow import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Message, Origin
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord
from goldsmith.records.response import Reply, RetrievedItem
from tests.interchange.foreign import lines_of, read_all, source_of


def test_a_record_is_what_is_asked_and_what_is_expected(tmp_path: Path) -> None:
    record_ = {
        "dataset_record_id": "dr-1",
        "inputs": {"messages": [{"role": "user", "content": "Hello"}, {"role": "user", "content": "When?"}]},
        "expectations": {
            "expected_facts": ["It takes 30 days."],
            "guidelines": ["Be short."],
            "expected_retrieved_context": [{"doc_uri": "docs/refunds.md"}],
        },
        "tags": {"team": "billing"},
        "source": {"source_type": "HUMAN", "source_data": {"user_name": "a@example.com"}},
        "create_time": 1,
    }

    (record,) = _read(tmp_path, "set.json", [record_])

    assert record.case == Case(
        id="dr-1",
        question="When?",
        messages=(Message(role="user", content="Hello"),),
        answerability="supported",
        behaviour="answer",
        claims=(RequiredClaim(required="It takes 30 days."),),
        evidence=(Need(any_of=(Alternative(document="docs/refunds.md"),)),),
        notes="Guideline: Be short.",
        origin=Origin(kind="expert", ref="a@example.com"),
        tags=("team:billing",),
    )
    assert [line.field for line in lines_of([record], "dropped")] == ["create_time"]


def test_a_recorded_chat_completion_is_a_response(tmp_path: Path) -> None:
    outputs = {"choices": [{"message": {"role": "assistant", "content": "Soon."}}]}
    row = {"inputs": {"question": "When?"}, "outputs": outputs, "expectations": {"expected_response": "In 30 days."}}

    (record,) = _read(tmp_path, "set.json", [row])

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer="In 30 days."),)
    assert [one.outcome for one in record.responses] == [Reply(answer="Soon.")]


def test_the_earlier_columns_of_agents_are_read_too(tmp_path: Path) -> None:
    table = (
        "request_id,request,response,retrieved_context,expected_response\n"
        "r-1,When?,Soon.,\"[{'doc_uri': 'a.md', 'content': 'Paid in 30 days.'}]\",In 30 days.\n"
    )

    (record,) = _read(tmp_path, "agent.csv", table)

    assert record.case == Case(id="r-1", question="When?", accept=(AcceptedAnswer(answer="In 30 days."),))
    assert [one.outcome for one in record.responses] == [
        Reply(
            answer="Soon.",
            retrieved=(RetrievedItem(id=record.passages[0].id, document="a.md", text="Paid in 30 days."),),
        )
    ]


def test_inputs_of_other_tools_are_not_taken_for_it(tmp_path: Path) -> None:
    held = [{"inputs": {"question": "A?"}, "outputs": {"answer": "a"}, "metadata": {}}]

    assert not FORMAT.recognises(source_of(tmp_path, {"langsmith.json": held}))


def _read(folder: Path, name: str, held: Any) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {name: held}))
