"""TREC: judgements, runs and topics, the order of trec_eval, and ids that no blank may end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.trec import FORMAT
from goldsmith.interchange.trec_write import written_id
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord, ForeignResponse
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of


def test_what_is_judged_relevant_is_evidence_and_the_rest_is_told(tmp_path: Path) -> None:
    text = "# a comment\n301 0 d1 1\n301 0 d2 0\n\n301\t0   d3\t-1\n301 Q0 d4 2\n"
    (record,) = _read(tmp_path, {"qrels.txt": text})

    assert record.case == Case(
        id="301",
        question="301",
        answerability="supported",
        behaviour="answer",
        evidence=(
            Need(any_of=(Alternative(chunk="d1"),)),
            Need(any_of=(Alternative(chunk="d4", grade=2),)),
        ),
    )
    assert [(line.fate, line.field, line.found) for line in lines_of([record])] == [
        ("inferred", "", ""),
        ("dropped", "qrels", "1: d2"),
        ("dropped", "qrels", "1: d3"),
        ("inferred", "qrels", ""),
    ]


def test_negative_grades_are_not_judged_and_not_irrelevant(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, {"qrels": "1 0 d1 -1\n1 0 d2 -2\n1 0 d3 1\n"})

    assert [line.told for line in lines_of([record], "dropped")] == [
        "a grade below 0 says that the passage was not judged: left out"
    ]


def test_judgements_of_several_groups_of_judges_are_refused_with_words(tmp_path: Path) -> None:
    """Read as plain judgements, one group would silently overrule the other."""
    source = source_of(tmp_path, {"groups.qrels": "1 A d1 1\n1 A d2 0\n1 B d1 0\n"})

    assert FORMAT.read is not None
    with pytest.raises(InvalidFileError) as caught:
        list(FORMAT.read(source))
    (problem,) = caught.value.problems
    assert (problem.line, "groups of judges" in problem.message, "split the file" in caught.value.next_step) == (
        3,
        True,
        True,
    )


def test_preferences_are_not_taken_for_judgements(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"prefs.txt": "1 0 0 d1 1\n1 0 0 d2 0\n"})

    assert not FORMAT.recognises(source)
    assert FORMAT.read is not None
    with pytest.raises(InvalidFileError, match="holds nothing of TREC"):
        list(FORMAT.read(source))


def test_a_document_judged_or_returned_twice_is_told(tmp_path: Path) -> None:
    records = _read(tmp_path, {"qrels.txt": "1 0 d1 1\n1 0 d1 0\n", "run.txt": "1 Q0 d1 1 2.0 a\n1 Q0 d1 2 1.0 a\n"})

    assert [(line.record, line.found) for line in lines_of(records, "wrong")] == [
        ("question 1", "d1"),
        ("run.txt question 1", "d1"),
    ]


def test_a_line_that_is_none_is_passed_over_and_told(tmp_path: Path) -> None:
    lines = "".join(f"1 0 d{place} 1\n" for place in range(20))
    records = _read(tmp_path, {"qrels.txt": f"{lines}1 0 d99\n"})

    assert [(line.record, line.fate, line.found) for line in lines_of(records, "dropped")] == [
        ("qrels.txt line 21", "dropped", "1 0 d99")
    ]


def test_a_run_is_in_the_order_of_trec_eval_whatever_rank_it_states(tmp_path: Path) -> None:
    """Highest score first; ties by id, highest first; scores that 32 bits cannot tell apart are a tie."""
    rows = ["1 Q0 a 1 1.0 x", "1 Q0 b 2 1.00000001 x", "1 Q0 c 3 2.5 x more words", "1 Q0 B 4 1.0 x"]
    (record,) = _read(tmp_path, {"my.run": "\n".join(rows)})

    assert record.case is None
    assert record.responses == (
        ForeignResponse(
            case="1",
            outcome=Reply(
                retrieved=(
                    RetrievedItem(id="c", score=2.5),
                    RetrievedItem(id="b", score=1.00000001),
                    RetrievedItem(id="a", score=1.0),
                    RetrievedItem(id="B", score=1.0),
                )
            ),
            system="x",
        ),
    )
    assert [(line.field, line.found) for line in lines_of([record], "mapped")] == [
        ("tag", "x"),
        ("rank", "3 2 1 4"),
    ]


def test_several_systems_in_one_file_are_several_responses(tmp_path: Path) -> None:
    records = _read(tmp_path, {"both.run": "1 Q0 a 1 2 x\n1 Q0 a 1 3 y\n1 Q0 b 2 1 x\n"})

    assert [(one.system, len(_items(one))) for record in records for one in record.responses] == [("x", 2), ("y", 1)]


def test_topics_between_tags_say_what_was_asked(tmp_path: Path) -> None:
    topics = """<top>

<num> Number: 1
<title>
 Which articles deal
 with time sharing?

<desc> Description:
Systems of the sixties.
<narr> Narrative:
Only papers.
</top>

<top>
<num> Number: 2 </num>
<title> Topic: Who wrote them? </title>
</top>
"""
    records = _read(tmp_path, {"topics.txt": topics, "qrels.txt": "1 0 d1 1\n3 0 d1 1\n"})

    assert [record.case for record in records] == [
        Case(
            id="1",
            question="Which articles deal with time sharing?",
            description="Systems of the sixties.",
            notes="Only papers.",
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(Alternative(chunk="d1"),)),),
        ),
        Case(id="2", question="Who wrote them?"),
        Case(
            id="3",
            question="3",
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(Alternative(chunk="d1"),)),),
        ),
    ]


@pytest.mark.parametrize("name", ["queries.txt", "queries.tsv"])
def test_questions_stand_behind_a_tab_too(tmp_path: Path, name: str) -> None:
    records = _read(tmp_path, {"qrels.txt": "q1 0 d1 1\n", name: "q1\tHow about < 5\nq2\tWho pays 7\n"})

    assert [(record.case.id, record.case.question) for record in records if record.case] == [
        ("q1", "How about < 5"),
        ("q2", "Who pays 7"),
    ]


def test_ids_with_blanks_are_written_without_and_come_back() -> None:
    case = Case(
        id="refund window",
        question="When?\tAnd\nwho?",
        evidence=(Need(any_of=(Alternative(chunk="a b#1", grade=2), Alternative(chunk="#c"))),),
    )
    files = _written(case)

    assert files["qrels.txt"] == "refund%20window 0 a%20b#1 2\nrefund%20window 0 %23c 1\n"
    assert files["queries.txt"] == "refund%20window\tWhen? And who?\n"
    come_back(FORMAT, (case,))


def test_percent_signs_of_others_stay_as_they_are(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, {"qrels.txt": "q%201 0 d%201 1\n"})

    assert record.case is not None
    assert (record.case.id, record.case.evidence[0].any_of[0].chunk) == ("q%201", "d%201")


def test_a_question_changed_since_wins_over_the_one_beside_it(tmp_path: Path) -> None:
    files = _written(Case(id="a", question="When?\tSoon?"))
    files["queries.txt"] = "a\tWhen exactly?\n"

    (record,) = read_all(FORMAT, source_of(tmp_path, files))

    assert record.case is not None
    assert record.case.question == "When exactly?"


def test_what_a_system_retrieved_is_a_run_that_keeps_its_order() -> None:
    cases = (Case(id="a", question="?"), Case(id="b", question="?"))
    reply = Reply(retrieved=(RetrievedItem(id="y", score=0.5), RetrievedItem(id="x", score=0.5), RetrievedItem(id="y")))
    responses = (
        Response(key=TaskKey(task="a", step=0, repeat=1), case="a", case_digest="d", outcome=reply),
        Response(
            key=TaskKey(task="b", step=0, repeat=1),
            case="b",
            case_digest="d",
            outcome=Failure(kind="timeout", message="late"),
        ),
    )
    assert FORMAT.write is not None
    written = FORMAT.write(Outgoing(header=HEADER, cases=cases, responses=responses))

    assert next(file.text for file in written.files if file.name == "run-1.txt") == (
        "a Q0 y 1 2 goldsmith\na Q0 x 2 1 goldsmith\n"
    )
    assert [line.record for line in written.lines if line.field == "response"] == ["a", "a", "b"]


def test_answers_and_alternatives_have_no_place_and_are_told() -> None:
    case = Case(
        id="a",
        question="?",
        accept=(AcceptedAnswer(answer="May"),),
        evidence=(Need(need="when", any_of=(Alternative(chunk="x", quote="In May."), Alternative(chunk="y"))),),
    )

    assert FORMAT.holds is not None
    assert FORMAT.holds(case) == Case(
        id="a",
        question="?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(Alternative(chunk="x"),)), Need(any_of=(Alternative(chunk="y"),))),
    )


def test_a_case_that_is_not_to_be_answered_is_told_where_it_looks_like_one() -> None:
    case = Case(id="a", question="?", behaviour="escalate", evidence=(Need(any_of=(Alternative(chunk="x"),)),))
    assert FORMAT.write is not None
    written = FORMAT.write(Outgoing(header=HEADER, cases=(case,)))

    assert [(line.fate, line.field) for line in written.lines] == [("dropped", "behaviour")]


@given(cases_of_any_kind())
def test_what_it_holds_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases)


@given(st.lists(st.text(min_size=1, max_size=6), unique=True, max_size=8))
def test_written_ids_hold_no_blank_and_two_never_become_one(names: list[str]) -> None:
    written = [written_id(name) for name in names]

    assert all(len(one.split()) == 1 and not one.startswith("#") for one in written)
    assert len(set(written)) == len(names)


def _read(folder: Path, files: dict[str, str]) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, files))


def _items(response: ForeignResponse) -> tuple[RetrievedItem, ...]:
    assert isinstance(response.outcome, Reply)
    return response.outcome.retrieved or ()


def _written(*cases: Case, **parts: Any) -> dict[str, str]:
    assert FORMAT.write is not None
    return {file.name: file.text for file in FORMAT.write(Outgoing(header=HEADER, cases=cases, **parts)).files}
