"""DeepEval: what is read from its goldens, and what comes back from what we write for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given

from goldsmith.interchange.deepeval import FORMAT
from goldsmith.interchange.format import Outgoing
from goldsmith.records.case import AcceptedAnswer, Case, Message, Origin
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem, ToolCall, Usage
from goldsmith.records.task import TaskKey
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

TABLE = "| plan | fee |\n|------|-----|\n| A | 3 |"
CASE = Case(
    id="refund-window",
    question="When?",
    answerability="supported",
    behaviour="answer",
    accept=(AcceptedAnswer(answer="Within 30 days."), AcceptedAnswer(answer="In a month.")),
    evidence=(Need(need="window", any_of=(Alternative(chunk="a#1"), Alternative(chunk="b#1", quote="30 days"))),),
    risk="high",
    notes="ours",
)
PASSAGES = {"a#1": ForeignPassage(id="a#1", text=TABLE), "b#1": ForeignPassage(id="b#1", text="Paid in 30 days.")}


def test_a_golden_is_a_question_its_contexts_its_answer_and_what_a_system_gave(tmp_path: Path) -> None:
    golden = {
        "input": "When?",
        "actual_output": "Soon.",
        "expected_output": "Within 30 days.",
        "retrieval_context": ["deepeval_source=docs/fees.md,deepeval_context=Fees\nare due.", "No source."],
        "context": ["Paid in 30 days."],
        "name": "refund-window",
        "comments": "asked often",
        "source_file": "docs/refunds.md",
        "tools_called": [{"name": "search", "input_parameters": {"q": "refund"}}],
        "expected_tools": [{"name": "search"}],
        "token_cost": 0.5,
        "input_token_count": 7,
        "additional_metadata": {"team": "billing", "nested": {"a": 1}},
        "custom_column_key_values": {"tier": "gold"},
    }

    (record,) = _read(tmp_path, "goldens.json", [golden])

    (context,) = record.passages[:1]
    assert record.case == Case(
        id="refund-window",
        question="When?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="Within 30 days."),),
        claims=(RequiredClaim(required="call search with {}", kind="action", order=1),),
        evidence=(Need(any_of=(Alternative(chunk=context.id, source="docs/refunds.md"),)),),
        notes="asked often",
        tags=("team:billing", "tier:gold"),
    )
    assert record.responses == (
        ForeignResponse(
            case="refund-window",
            outcome=Reply(
                answer="Soon.",
                retrieved=(
                    RetrievedItem(id=record.passages[1].id, text="Fees\nare due.", document="docs/fees.md"),
                    RetrievedItem(id=record.passages[2].id, text="No source."),
                ),
                tool_calls=(ToolCall(name="search", arguments='{"q": "refund"}'),),
                usage=Usage(input_tokens=7, cost_usd=0.5),
            ),
        ),
    )
    assert [line.field for line in lines_of([record], "dropped")] == ["additional_metadata.nested"]


def test_the_names_of_the_api_are_known_and_told_as_they_stand(tmp_path: Path) -> None:
    golden = {"input": "When?", "expectedOutput": "Soon.", "retrievalContext": ["a"], "multiModal": "x"}

    (record,) = _read(tmp_path, "goldens.json", [golden])

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer="Soon."),)
    assert [line.field for line in record.lines if line.fate == "kept"] == [
        "input",
        "expectedOutput",
        "retrievalContext",
    ]
    assert [line.field for line in lines_of([record], "dropped")] == ["multiModal"]


def test_contexts_joined_with_a_bar_are_cut_and_the_cut_is_told(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "goldens.csv", "input,expected_output,context\nWhen?,Soon.,one|two\n")

    assert [one.text for one in record.passages] == ["one", "two"]
    assert [line.told for line in lines_of([record], "inferred")] == [
        "cut at each bar, as DeepEval does: a context that holds a bar itself is in pieces",
        "each context is taken as needed: whether one would do, somebody has to say",
    ]


def test_a_table_is_not_taken_for_many_contexts(tmp_path: Path) -> None:
    """Their own loader makes nine contexts of it."""
    (record,) = _read(tmp_path, "goldens.jsonl", json.dumps({"input": "Which?", "context": TABLE}))

    assert [one.text for one in record.passages] == [TABLE]
    assert [line.fate for line in lines_of([record]) if line.field == "context"] == ["inferred"]


def test_contexts_with_sources_are_cut_before_each_source_alone(tmp_path: Path) -> None:
    joined = "deepeval_source=a,deepeval_context=x|y|deepeval_source=b,deepeval_context=two\nlines"

    (record,) = _read(tmp_path, "goldens.jsonl", json.dumps({"input": "Which?", "retrieval_context": joined}))

    assert [(one.source, one.text) for one in record.passages] == [("a", "x|y"), ("b", "two\nlines")]
    assert [line.field for line in lines_of([record], "inferred")] == ["retrieval_context", ""]


def test_objects_in_cells_are_read_as_json_or_as_python_prints_them(tmp_path: Path) -> None:
    table = (
        "input,expected_output,additional_metadata,expected_tools,custom_column_key_values\n"
        'When?,Soon.,"{""team"": ""billing""}",search; pay,{\'tier\': \'gold\'}\n'
    )

    (record,) = _read(tmp_path, "goldens.csv", table)

    assert record.case is not None
    assert record.case.tags == ("team:billing", "tier:gold")
    assert [claim.text for claim in record.case.claims] == ["call search with {}", "call pay with {}"]


def test_what_its_generator_leaves_behind_makes_the_origin_synthetic(tmp_path: Path) -> None:
    meta = {"evolutions": ["Reasoning"], "synthetic_input_quality": 0.75}

    (record,) = _read(
        tmp_path, "goldens.json", [{"input": "When?", "source_file": "a.md", "additional_metadata": meta}]
    )

    assert record.case is not None
    assert record.case.origin == Origin(kind="synthetic", ref="a.md")
    assert [(one.measure, one.value) for one in record.published] == [("synthetic_input_quality", 0.75)]


def test_a_conversation_is_cut_at_the_last_word_of_the_user(tmp_path: Path) -> None:
    golden = {
        "scenario": "A customer books.",
        "expected_outcome": "A table is booked.",
        "user_description": "in a hurry",
        "turns": [
            {"role": "user", "content": "A table."},
            {"role": "assistant", "content": "When?"},
            {"role": "user", "content": "At eight."},
            {"role": "assistant", "content": "Done.", "retrieval_context": ["Open until ten."]},
        ],
    }

    (record,) = _read(tmp_path, "talks.json", [golden])

    assert record.case == Case(
        id="talks-0001",
        question="At eight.",
        description="A customer books.",
        messages=(Message(role="user", content="A table."), Message(role="assistant", content="When?")),
        accept=(AcceptedAnswer(answer="A table is booked."),),
        notes="in a hurry",
    )
    assert [one.outcome for one in record.responses] == [
        Reply(answer="Done.", retrieved=(RetrievedItem(id=record.passages[0].id, text="Open until ten."),))
    ]


def test_a_scenario_in_which_nobody_speaks_stands_for_the_question(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "talks.json", [{"scenario": "A customer books.", "turns": None}])

    assert record.case is not None
    assert record.case.question == "A customer books."
    assert [line.field for line in lines_of([record], "inferred")] == ["scenario", ""]


def test_what_is_no_golden_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    records = _read(tmp_path, "goldens.json", [{"input": "A?", "context": ["a", 3]}, "x", {"input": ["A?"]}])

    assert [record.case and record.case.question for record in records] == ["A?", None, None]
    assert [(line.field, line.found) for line in lines_of(records[:1], "wrong")] == [("context", "3")]


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    others: dict[str, Any] = {
        "ragas.jsonl": '{"user_input": "A?", "reference": "a"}',
        "inspect.json": [{"input": "A?", "target": "a"}],
        "clapnq.jsonl": '{"id": "1", "input": "A?", "passages": [], "output": []}',
        "phoenix.jsonl": '{"id": "1", "input": {}, "output": {}, "metadata": {}}',
        "langfuse.json": [{"id": "1", "input": {}, "expectedOutput": {}, "datasetId": "x"}],
        "mtrag.jsonl": '{"task_id": "1", "input": [], "contexts": []}',
    }

    recognised = [name for name in others if FORMAT.recognises(source_of(tmp_path / name, {name: others[name]}))]

    assert recognised == []


@given(cases_of_any_kind())
def test_the_whole_case_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases, in_order=False)


def test_a_table_among_the_contexts_comes_back_whole(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "deepeval.json", _written(CASE))

    assert record.case == CASE
    assert [(one.id, one.text) for one in record.passages] == [("a#1", TABLE), ("b#1", "Paid in 30 days.")]
    assert lines_of([record]) == []


def test_a_table_that_deepeval_cut_when_it_saved_is_put_together_again(tmp_path: Path) -> None:
    (golden,) = _written(CASE)
    golden["context"] = "|".join(golden["context"])

    (record,) = _read(tmp_path, "deepeval.jsonl", json.dumps(golden))

    assert record.case == CASE
    assert [line.fate for line in lines_of([record])] == ["mapped"]


def test_what_was_changed_in_deepeval_wins(tmp_path: Path) -> None:
    (golden,) = _written(CASE)
    golden |= {"input": "Until when?", "expected_output": "30 days.", "context": ["Paid in 30 days.", "New."]}

    (record,) = _read(tmp_path, "deepeval.json", [golden])

    assert record.case is not None
    assert (record.case.question, [one.answer for one in record.case.accept]) == (
        "Until when?",
        ["30 days.", "In a month."],
    )
    assert [[item.chunk for item in need.any_of] for need in record.case.evidence] == [
        ["b#1"],
        [record.passages[1].id],
    ]
    assert [line.field for line in lines_of([record], "mapped")] == [
        "additional_metadata.accept",
        "additional_metadata.evidence",
        "additional_metadata.question",
    ]


def test_a_golden_of_ours_shows_what_its_users_expect(tmp_path: Path) -> None:
    (golden,) = _written(CASE)
    meta = golden.pop("additional_metadata")

    assert golden == {
        "input": "When?",
        "expected_output": "Within 30 days.",
        "context": [TABLE, "Paid in 30 days."],
        "name": "refund-window",
        "comments": "ours",
    }
    assert sorted(meta) == ["goldsmith", "goldsmith_contexts"]


def test_the_responses_of_a_run_come_back_with_the_ids_of_what_was_retrieved(tmp_path: Path) -> None:
    reply = Reply(answer="Soon.", retrieved=(RetrievedItem(id="b#1", text="Paid in 30 days."),))
    outcomes: tuple[Reply | Failure, ...] = (reply, Failure(kind="timeout", message="too slow"))
    responses = tuple(
        Response(key=TaskKey(task=CASE.id, step=0, repeat=place), case=CASE.id, case_digest="c1:0", outcome=outcome)
        for place, outcome in enumerate(outcomes, start=1)
    )
    assert FORMAT.write is not None

    written = FORMAT.write(Outgoing(header=HEADER, cases=(CASE,), responses=responses, passages=PASSAGES))
    records = _read(tmp_path, "deepeval.json", json.loads(written.files[0].text))

    assert [record.case for record in records] == [CASE, CASE]
    assert [[one.outcome for one in record.responses] for record in records] == [[reply], []]
    assert [(line.fate, line.found) for line in written.lines] == [("dropped", "too slow")]


def _written(case: Case) -> list[dict[str, Any]]:
    assert FORMAT.write is not None
    (file,) = FORMAT.write(Outgoing(header=HEADER, cases=(case,), passages=PASSAGES)).files
    goldens: list[dict[str, Any]] = json.loads(file.text)
    return goldens


def _read(folder: Path, name: str, held: Any) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {name: held}))
