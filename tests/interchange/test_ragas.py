"""Ragas: what is read from its samples and test sets, and what comes back from what we write for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given

from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.ragas import FORMAT
from goldsmith.records.case import AcceptedAnswer, Case, Message, Origin
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem, ToolCall
from goldsmith.records.task import TaskKey
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

TEXT = "Refunds are paid within 30 days."


def test_a_sample_is_a_question_its_evidence_its_answer_and_what_a_system_gave(tmp_path: Path) -> None:
    sample = {
        "user_input": "When are refunds paid?",
        "reference_contexts": [TEXT],
        "reference_context_ids": ["refunds#1"],
        "retrieved_contexts": ["Fees are due.", TEXT],
        "retrieved_context_ids": ["fees#1", "refunds#1"],
        "response": "In a month.",
        "reference": "Within 30 days.",
    }

    (record,) = _read(tmp_path, "set.jsonl", json.dumps(sample))

    assert record.case == Case(
        id="set-0001",
        question="When are refunds paid?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="Within 30 days."),),
        evidence=(Need(any_of=(Alternative(chunk="refunds#1"),)),),
    )
    assert record.responses == (
        ForeignResponse(
            case="set-0001",
            outcome=Reply(
                answer="In a month.",
                retrieved=(
                    RetrievedItem(id="fees#1", text="Fees are due."),
                    RetrievedItem(id="refunds#1", text=TEXT),
                ),
            ),
        ),
    )
    assert record.passages == (
        ForeignPassage(id="refunds#1", text=TEXT),
        ForeignPassage(id="fees#1", text="Fees are due."),
    )
    assert lines_of([record]) == []


def test_the_first_line_may_leave_out_what_later_ones_have(tmp_path: Path) -> None:
    """Absent keys are nothing, so the columns of the first row say little."""
    records = _read(tmp_path, "set.jsonl", '{"user_input": "A?"}\n{"user_input": "B?", "reference": "b"}\n')

    assert [record.case and record.case.accept for record in records] == [(), (AcceptedAnswer(answer="b"),)]


def test_lists_in_csv_are_read_as_python_prints_them(tmp_path: Path) -> None:
    """Read as JSON they would be no lists, and read as text each letter would be a context."""
    table = """user_input,reference_contexts,reference\nWhen?,"['It\\'s due, ""soon"".', 'b']",Soon.\n"""

    (record,) = _read(tmp_path, "set.csv", table)

    assert [one.text for one in record.passages] == ['It\'s due, "soon".', "b"]


def test_a_list_that_numpy_printed_is_not_one_text(tmp_path: Path) -> None:
    """Python joins texts that stand side by side; two contexts would become one that is nowhere in the corpus."""
    table = "user_input,reference_contexts\nWhen?,\"['One here.'\n 'Two here.']\"\n"

    (record,) = _read(tmp_path, "set.csv", table)

    assert [one.text for one in record.passages] == ["One here.", "Two here."]
    assert [line.field for line in lines_of([record], "inferred")] == ["reference_contexts", "reference_contexts"]


def test_a_cell_that_is_no_list_is_one_text_and_said_to_be(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "set.csv", "user_input,reference_contexts\nWhen?,['cut off\n")

    assert [one.text for one in record.passages] == ["['cut off"]
    assert [line.fate for line in lines_of([record]) if line.field == "reference_contexts"] == ["inferred"]


def test_ids_and_texts_that_differ_in_number_are_not_paired(tmp_path: Path) -> None:
    sample = {"user_input": "When?", "reference_contexts": ["a"], "reference_context_ids": ["x", 7]}

    (record,) = _read(tmp_path, "set.jsonl", json.dumps(sample))

    assert record.case is not None
    assert _chunks(record.case) == ["x", "7"]
    assert [(line.field, line.found) for line in lines_of([record], "wrong")] == [("reference_contexts", "2 and 1")]


def test_each_context_is_needed_and_somebody_is_asked(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "set.jsonl", json.dumps({"user_input": "When?", "reference_contexts": ["a", "b", "a"]}))

    assert record.case is not None
    assert len(record.case.evidence) == 2
    assert [line.told for line in lines_of([record], "inferred")] == [
        "each context is taken as needed: whether one would do, somebody has to say"
    ]


def test_a_sample_without_evidence_says_nothing_of_whether_it_can_be_answered(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "set.jsonl", '{"user_input": "When?", "reference": "Soon."}')

    assert record.case is not None
    assert (record.case.answerability, record.case.behaviour) == ("unstated", "unstated")
    assert [(line.field, line.fate) for line in lines_of([record])] == [("", "inferred")]


def test_the_form_of_a_generated_question_is_kept(tmp_path: Path) -> None:
    sample = {
        "user_input": "wehn refunds?",
        "persona_name": "New customer",
        "query_style": "MISSPELLED",
        "query_length": "short",
        "synthesizer_name": "multi_hop_specific_query_synthesizer",
    }

    (record,) = _read(tmp_path, "set.jsonl", json.dumps(sample))

    assert record.case == Case(
        id="set-0001",
        question="wehn refunds?",
        reasoning="multi_hop",
        challenges=("typo",),
        origin=Origin(kind="synthetic", ref="multi_hop_specific_query_synthesizer"),
        tags=("persona_name:New customer", "query_length:short"),
    )


def test_an_earlier_test_set_holds_its_evidence_in_contexts(tmp_path: Path) -> None:
    table = (
        "question,contexts,ground_truth,evolution_type,metadata,episode_done\n"
        "When?,['It is due soon.'],Soon.,multi_context,[{'source': 'docs/fees.md'}],True\n"
    )

    (record,) = _read(tmp_path, "testset.csv", table)

    assert record.case is not None
    assert record.responses == ()
    assert record.case.reasoning == "multi_passage"
    assert [item.source for need in record.case.evidence for item in need.any_of] == ["docs/fees.md"]
    assert [one.source for one in record.passages] == ["docs/fees.md"]
    assert [line.field for line in lines_of([record], "dropped")] == ["episode_done"]


def test_earlier_evaluation_columns_hold_what_was_retrieved_in_contexts(tmp_path: Path) -> None:
    row = {"question": "When?", "answer": "Soon.", "contexts": ["It is soon."], "ground_truths": ["Soon.", "In May."]}

    (record,) = _read(tmp_path, "old.json", [row])

    assert record.case is not None
    assert record.case.evidence == ()
    assert [one.answer for one in record.case.accept] == ["Soon.", "In May."]
    assert isinstance(record.responses[0].outcome, Reply)
    assert [one.text for one in record.responses[0].outcome.retrieved or ()] == ["It is soon."]


def test_a_generator_that_found_no_answer_is_held_for_a_refusal_that_somebody_must_check(tmp_path: Path) -> None:
    """As an accepted answer its sentence would reward a system for not finding what may be there."""
    table = (
        "question,contexts,ground_truth,evolution_type\n"
        "When?,['It is due soon.'],The answer to given question is not present in context,simple\n"
    )

    (record,) = _read(tmp_path, "testset.csv", table)

    assert record.case is not None
    assert (record.case.behaviour, record.case.accept, record.case.evidence) == ("refuse", (), ())
    assert [line.field for line in lines_of([record], "inferred")] == [""]


def test_an_annotated_test_set_brings_decisions(tmp_path: Path) -> None:
    samples = [
        {"eval_sample": {"user_input": "A?"}, "synthesizer_name": "s", "approval_status": "approved"},
        {"eval_sample": {"user_input": "B?"}, "synthesizer_name": "s", "approval_status": "rejected"},
        {"user_input": "C?", "synthesizer_name": "s", "approval_status": "pending"},
    ]

    records = _read(tmp_path, "annotated.json", samples)

    assert [record.case and record.case.question for record in records] == ["A?", "B?", "C?"]
    assert [record.decision for record in records] == [
        ForeignDecision(decision="approved"),
        ForeignDecision(decision="rejected"),
        None,
    ]


def test_a_conversation_is_cut_at_the_last_word_of_the_human(tmp_path: Path) -> None:
    turns: list[dict[str, Any]] = [
        {"content": "Book a table.", "type": "human"},
        {"content": "For when?", "type": "ai"},
        {"content": "For eight.", "type": "human"},
        {"content": "", "type": "ai", "tool_calls": [{"name": "book", "args": {"hour": 20}}]},
        {"content": "ok", "type": "tool"},
        {"content": "Done.", "type": "ai"},
    ]
    sample = {
        "user_input": turns,
        "reference": "A table at eight.",
        "reference_tool_calls": [{"name": "book", "args": {"hour": 20}}],
        "reference_topics": ["tables"],
    }

    (record,) = _read(tmp_path, "talk.jsonl", json.dumps(sample))

    assert record.case == Case(
        id="talk-0001",
        question="For eight.",
        messages=(Message(role="user", content="Book a table."), Message(role="assistant", content="For when?")),
        accept=(AcceptedAnswer(answer="A table at eight."),),
        claims=(RequiredClaim(required='call book with {"hour": 20}', kind="action", order=1),),
        tags=("topic:tables",),
    )
    assert record.responses[0].outcome == Reply(
        answer="Done.", tool_calls=(ToolCall(name="book", arguments='{"hour": 20}'),)
    )
    assert [line.told for line in lines_of([record], "dropped")] == ["what tools gave back to the recorded reply"]


def test_figures_of_the_source_are_kept_to_be_compared(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "scores.csv", "user_input,response,faithfulness,Unnamed: 0\nWhen?,Soon.,0.5,0\n")

    assert [(one.measure, one.value, one.case) for one in record.published] == [("faithfulness", 0.5, "scores-0001")]


def test_what_is_no_sample_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    records = _read(tmp_path, "set.jsonl", '{"user_input": "A?"}\n[1]\n{"user_input": 3}\n{"reference": "x"}\n')

    assert [record.case and record.case.id for record in records] == ["set-0001", None, None, None]
    assert all(line.fate in ("dropped", "wrong") for line in lines_of(records[1:]))


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    others: dict[str, Any] = {
        "deepeval.json": [{"input": "A?", "expected_output": "a"}],
        "squad.json": {"version": "1.1", "data": []},
        "azure.jsonl": '{"question": "A?", "truth": "a", "answer": "a", "context": "c"}',
        "sixty.csv": "id,question,expected_answer\n1,A?,a\n",
    }

    assert not FORMAT.recognises(source_of(tmp_path, others))


@given(cases_of_any_kind())
def test_what_ragas_holds_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases, in_order=False)


def test_alternatives_come_back_as_needs_and_that_is_told(tmp_path: Path) -> None:
    case = Case(
        id="refund-window",
        question="When?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="Within 30 days."), AcceptedAnswer(answer="In a month.")),
        evidence=(Need(any_of=(Alternative(chunk="a#1"), Alternative(chunk="b#1", quote="x"))),),
        risk="high",
    )

    assert come_back(FORMAT, [case]) == [
        Case(
            id="refund-window",
            question="When?",
            answerability="supported",
            behaviour="answer",
            accept=(AcceptedAnswer(answer="Within 30 days."),),
            evidence=(Need(any_of=(Alternative(chunk="a#1"),)), Need(any_of=(Alternative(chunk="b#1"),))),
        )
    ]
    assert FORMAT.write is not None
    assert [line.told for line in FORMAT.write(Outgoing(header=HEADER, cases=(case,))).lines] == [
        "alternatives stand in one list there: all of them look needed",
        "nobody has the words of a passage: ids go alone, and no text stands beside them",
    ]


def test_each_response_of_a_run_is_a_sample_with_the_ids_that_the_generator_leaves_out(tmp_path: Path) -> None:
    case = Case(id="a", question="When?", evidence=(Need(any_of=(Alternative(chunk="x#1"),)),))
    responses = (
        _response("a", 1, Reply(answer="Soon.", retrieved=(RetrievedItem(id="x#1"),))),
        _response("a", 2, Failure(kind="timeout", message="too slow")),
    )
    assert FORMAT.write is not None

    written = FORMAT.write(
        Outgoing(
            header=HEADER,
            cases=(case,),
            responses=responses,
            passages={"x#1": ForeignPassage(id="x#1", text="It is soon.")},
        )
    )

    assert [json.loads(line) for line in written.files[0].text.splitlines()] == [
        {
            "id": "a",
            "user_input": "When?",
            "reference_contexts": ["It is soon."],
            "reference_context_ids": ["x#1"],
            "response": "Soon.",
            "retrieved_contexts": ["It is soon."],
            "retrieved_context_ids": ["x#1"],
        },
        {
            "id": "a",
            "user_input": "When?",
            "reference_contexts": ["It is soon."],
            "reference_context_ids": ["x#1"],
        },
    ]
    assert [(line.fate, line.found) for line in written.lines] == [("dropped", "too slow")]


def test_conversations_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    """Ragas takes a whole file for conversations if its first line is one."""
    talk = Case(id="b", question="And then?", messages=(Message(role="user", content="Hello"),))
    assert FORMAT.write is not None

    written = FORMAT.write(Outgoing(header=HEADER, cases=(talk, Case(id="a", question="When?"))))

    assert {file.name: json.loads(file.text)["user_input"] for file in written.files} == {
        "ragas.jsonl": "When?",
        "ragas-multi-turn.jsonl": [
            {"content": "Hello", "type": "human"},
            {"content": "And then?", "type": "human"},
        ],
    }


def _response(case: str, repeat: int, outcome: Reply | Failure) -> Response:
    return Response(key=TaskKey(task=case, step=0, repeat=repeat), case=case, case_digest="c1:0", outcome=outcome)


def _read(folder: Path, name: str, held: Any) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {name: held}))


def _chunks(case: Case) -> list[str | None]:
    return [item.chunk for need in case.evidence for item in need.any_of]
