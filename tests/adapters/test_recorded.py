"""A recorded file answers with what it holds, and tells how it and the cases do not fit."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems.recorded import RecordedSystem, open_system, telling_line, value_at
from goldsmith.errors import ConfigurationError, InputError, InvalidFileError, UnknownNameError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case, Message
from goldsmith.records.response import Citation, Failure, Reply, Response, RetrievedItem
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import TaskKey
from goldsmith.runner.carrying import carry
from goldsmith.runner.planning import plan_tasks


def recorded(
    tmp_path: Path, *rows: Mapping[str, Any], fields: Mapping[str, str] | None = None, records: str = ""
) -> RecordedSystem:
    path = tmp_path / "run.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return open_system(path, records=records, fields=fields)


def answers(system: RecordedSystem, *cases: Case, repeats: int = 1) -> dict[tuple[str, int], Response]:
    kept: list[Response] = []
    tasks = plan_tasks(cases)
    system.match(tasks, repeats=repeats)
    asyncio.run(carry(tasks, system, RunSettings(repeats=repeats), done={}, keep=kept.extend))
    return {(response.case, response.key.repeat): response for response in kept if response.judged}


def outcome(system: RecordedSystem, case: Case | None = None) -> Reply | Failure:
    return answers(system, case or Case(id="c1", question="Why?"))[case.id if case else "c1", 1].outcome


def told(system: RecordedSystem) -> dict[str, str]:
    return {note.kind: note.message.partition(": ")[2] for note in system.notes}


def test_parts_are_found_by_their_usual_names(tmp_path: Path) -> None:
    system = recorded(
        tmp_path, {"case_id": "c1", "retrieved": ["a", "b"], "answer": "yes", "citations": ["a"], "latency_ms": 12}
    )

    response = answers(system, Case(id="c1", question="Why?"))["c1", 1]

    assert response.outcome == Reply(
        answer="yes",
        retrieved=(RetrievedItem(id="a"), RetrievedItem(id="b")),
        citations=(Citation(id="a"),),
    )
    assert (response.latency_ms, system.shows) == (12.0, ("context", "citations", "answer"))


def test_a_recording_without_latency_tells_none(tmp_path: Path) -> None:
    system = recorded(tmp_path, {"id": "c1", "answer": "yes"})

    assert answers(system, Case(id="c1", question="?"))["c1", 1].latency_ms is None


def test_dotted_paths_and_mapped_items(tmp_path: Path) -> None:
    row = {
        "vars": {"q": "Why?"},
        "out": [{"hits": [{"ref": {"id": "a"}, "body": "t", "doc": "d", "sim": 0.5, "page": 2}, "plain"]}],
        "sims": "[0.25, 2]",
    }
    fields = {
        "question": "vars.q", "retrieved": "out.0.hits", "retrieved_id": "ref.id", "retrieved_text": "body",
        "retrieved_document": "doc", "retrieved_score": "sim",
    }  # fmt: skip

    items = (
        RetrievedItem(id="a", text="t", document="d", score=0.5, metadata={"page": 2}),
        RetrievedItem(id="plain"),
    )
    with_scores = fields | {"scores": "sims"}

    assert outcome(recorded(tmp_path, row, fields=fields)) == Reply(retrieved=items)
    assert [item.score for item in outcome(recorded(tmp_path, row, fields=with_scores)).retrieved or ()] == [  # type: ignore[union-attr]
        0.25,
        2.0,
    ]


def test_a_csv_holds_lists_as_json_text(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text(
        'question,answer,retrieved,contexts\nWhy?,yes,"[""a"", ""b""]",\nHow?,,,"[""words""]"\n', encoding="utf-8"
    )
    system = open_system(path)
    kept = answers(system, Case(id="c1", question="Why?"), Case(id="c2", question="How?"))

    assert [response.outcome for _, response in sorted(kept.items())] == [
        Reply(answer="yes", retrieved=(RetrievedItem(id="a"), RetrievedItem(id="b"))),
        Reply(answer="", retrieved=(RetrievedItem(id="", text="words"),)),
    ]


def test_records_of_one_system_are_taken_from_a_nested_list(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    rows = [{"provider": {"id": name}, "q": "Why?", "a": name} for name in ("one", "two")]
    path.write_text(json.dumps({"results": {"rows": rows}, "version": 3}), encoding="utf-8")
    system = open_system(
        path, records="results.rows", where={"provider.id": "two"}, fields={"question": "q", "answer": "a"}
    )

    assert outcome(system) == Reply(answer="two")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"answer": "", "error": "Timeout after 30 s"}, "Timeout after 30 s"),
        ({"retrieved": [], "error": {"message": "no index"}}, "no index"),
        ({"retrieved": "Traceback:\n  File x\nValueError: bad index\n"}, "ValueError: bad index"),
        ({"retrieved": "abc"}, "retrieved is the text 'abc', where a list was expected"),
        ({"answer": None, "retrieved": None}, "the record holds nothing at 'answer', 'retrieved'"),
        ({"answer": {"x": 1}}, "answer is a dict, where a text was expected"),
    ],
)
def test_a_recorded_error_or_a_value_of_another_kind_is_a_failure(
    tmp_path: Path, row: dict[str, Any], message: str
) -> None:
    assert outcome(recorded(tmp_path, {"id": "c1", **row})) == Failure(kind="recorded_failure", message=message)


def test_an_error_beside_an_answer_is_told_and_counts_only_where_it_is_mapped(tmp_path: Path) -> None:
    row = {"id": "c1", "answer": "yes", "error": "assertion failed"}
    system = recorded(tmp_path, row)
    mapped = recorded(tmp_path, row, fields={"id": "id", "answer": "answer", "error": "error"})

    assert outcome(system) == Reply(answer="yes")
    assert told(system) == {"recorded_error": "records with an error beside an answer, which was taken: 1 (c1)"}
    assert outcome(mapped) == Failure(kind="recorded_failure", message="assertion failed")


def test_a_question_that_is_only_alike_is_matched_and_told(tmp_path: Path) -> None:
    system = recorded(tmp_path, {"question": "why  does IT fail?", "answer": "yes"})

    assert outcome(system, Case(id="c1", question="Why does it fail?")) == Reply(answer="yes")
    assert told(system) == {"recorded_inexact": "cases matched by their question after folding: 1 (c1)"}


def test_earlier_turns_are_not_in_a_recording_and_show_nothing(tmp_path: Path) -> None:
    system = recorded(tmp_path, {"id": "talk", "answer": "yes"})
    talk = Case(id="talk", question="last?", messages=(Message(role="user", content="first?"),))

    assert (outcome(system, talk), system.notes) == (Reply(answer="yes"), ())


def test_run_and_set_that_disagree_are_told_in_all_four_ways(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("030-run-and-set-disagree")
    lines = (folder / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [Case(id=row["id"], question=row["question"]) for row in map(json.loads, lines)]
    system = open_system(folder / "run.jsonl")

    kept = answers(system, *cases)

    assert {case: response.outcome for (case, _), response in kept.items()} == {
        "g001": Reply(answer="A", retrieved=(RetrievedItem(id="a#1"),)),
        "g002": Failure(kind="bad_reply", message="2 records for one case and repeat (records 2, 3)"),
        "g003": Reply(answer="", retrieved=(RetrievedItem(id="b#1"),)),
        "g004": Failure(kind="not_answered", message="run holds no record of this case"),
        "g005": Failure(kind="not_answered", message="run holds no record of this case"),
    }
    assert told(system) == {
        "recorded_missing": "cases without a record: 2 (g004, g005)",
        "recorded_repeated": "cases with several records for one repeat: 1 (g002)",
        "recorded_unknown": "records of no known case: 1 (g999)",
    }


def test_a_record_of_a_case_that_is_known_and_not_asked_is_not_unknown(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"id": "c1", "answer": "x"}\n{"id": "c2", "answer": "y"}\n{"id": "c9", "answer": "z"}\n')
    asked, other = Case(id="c1", question="?"), Case(id="c2", question="?")
    system = open_system(path, cases=(asked, other))
    answers(system, asked)

    assert told(system) == {"recorded_unknown": "records of no known case: 1 (c9)"}


def test_repeats_that_do_not_match_are_told_and_never_filled_in(shared_case: Callable[[str], Path]) -> None:
    system = open_system(shared_case("057-repeats-that-do-not-match") / "results.jsonl")

    kept = answers(system, *(Case(id=name, question="?") for name in ("g001", "g002", "g003")), repeats=3)

    assert len(kept) == 9
    assert kept["g002", 2].outcome == Failure(kind="recorded_failure", message="timeout")
    assert kept["g002", 3].outcome == Failure(
        kind="not_answered", message="results holds no record of this case (repeat 3)"
    )
    assert kept["g003", 1].outcome == Failure(
        kind="bad_reply", message="2 records for one case and repeat (records 6, 7)"
    )
    assert told(system) == {
        "recorded_missing": "cases without a record: 2 (g002 (repeat 3), g003 (repeat 2))",
        "recorded_repeated": "cases with several records for one repeat: 1 (g003)",
    }


def test_an_answer_recorded_once_is_not_taken_for_a_second_repeat(tmp_path: Path) -> None:
    kept = answers(recorded(tmp_path, {"id": "c1", "answer": "yes"}), Case(id="c1", question="?"), repeats=2)

    assert isinstance(kept["c1", 2].outcome, Failure)


@pytest.mark.parametrize(
    ("fields", "kind", "message"),
    [
        ({"question": "q", "retreived": "a"}, UnknownNameError, "is called 'retreived'; did you mean 'retrieved'"),
        ({"question": "q", "answer": "b"}, ConfigurationError, "holds anything at 'b', mapped as answer"),
        ({"answer": "a"}, ConfigurationError, "it is not clear which part"),
        ({"question": "q"}, ConfigurationError, "it is not clear which part"),
        (None, ConfigurationError, "it is not clear which part"),
    ],
)
def test_a_layout_that_does_not_fit_is_refused(
    tmp_path: Path, fields: dict[str, str] | None, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        recorded(tmp_path, {"q": "Why?", "a": "yes"}, fields=fields)


def test_a_file_that_is_not_there_or_holds_nothing_of_the_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"results": [{"id": "c1", "answer": "x", "by": "one"}]}', encoding="utf-8")
    (tmp_path / "run.txt").write_text("x", encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text('{"id": "c1", "score": NaN}\n', encoding="utf-8")

    with pytest.raises(InputError, match="there is no recorded file"):
        open_system(tmp_path / "none.json")
    with pytest.raises(InputError, match=r"is no \.json"):
        open_system(tmp_path / "run.txt")
    with pytest.raises(InvalidFileError, match="NaN"):
        open_system(tmp_path / "bad.jsonl")
    with pytest.raises(ConfigurationError, match="at the top of the file: results"):
        open_system(tmp_path / "run.json", records="rows")
    with pytest.raises(InputError, match="it holds: one"):
        open_system(tmp_path / "run.json", records="results", where={"by": "two"})


@pytest.mark.parametrize(
    ("error", "line"),
    [
        ("plain words\nmore", "plain words"),
        ("a.b.SomeError: first\n at x\nOtherException: last\n", "OtherException: last"),
        ("\n \n", "an error without a message"),
        ({"message": "told"}, "told"),
        ({"code": 3}, '{"code": 3}'),
        (True, "true"),
        ("x" * 600, "x" * 500 + "…"),
    ],
)
def test_the_line_of_an_error_that_says_most_is_taken(error: object, line: str) -> None:
    assert telling_line(error) == line


@pytest.mark.parametrize(
    ("path", "value"), [("a.b", 1), ("a.c", None), ("l.1.x", 2), ("l.9", None), ("d.e", 3), ("a.b.c", None)]
)
def test_a_dotted_path_leads_to_its_value_or_to_nothing(path: str, value: object) -> None:
    assert value_at({"a": {"b": 1}, "l": [0, {"x": 2}], "d.e": 3}, path) == value


def test_a_call_without_a_runner_raises_what_the_port_says(tmp_path: Path) -> None:
    (task,) = plan_tasks([Case(id="c9", question="?")])

    with pytest.raises(SystemFailure, match="holds no record of this case"):
        asyncio.run(
            recorded(tmp_path, {"id": "c1", "answer": "x"}).ask(task.steps[0], (), TaskKey(task="c9", step=0, repeat=1))
        )


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("level", "answered", "failed", "marked"),
    [("retrieve_base", 99, 1, 16), ("retrieve_level_two", 100, 0, 10), ("retrieve_level_three", 100, 0, 8)],
)
def test_three_real_systems_are_read_from_one_file(
    shared: Path, level: str, answered: int, failed: int, marked: int
) -> None:
    folder = shared / "data" / "anthropic-docs-rag" / "skills" / "retrieval_augmented_generation"
    questions = json.loads((folder / "evaluation" / "docs_evaluation_dataset.json").read_text(encoding="utf-8"))
    system = open_system(
        folder / "data" / "retrieval_results.json",
        records="results.results",
        where={"provider.id": f"python:provider_retrieval.py:{level}"},
        fields={"question": "vars.query", "retrieved": "response.output"},
    )
    kept = answers(system, *(Case(id=row["id"], question=row["question"]) for row in questions))

    failures = [response.outcome for response in kept.values() if isinstance(response.outcome, Failure)]

    assert Counter(type(response.outcome) for response in kept.values()) == Counter({Reply: answered, Failure: failed})
    assert all(
        failure.kind == "recorded_failure" and "pickle data was truncated" in failure.message for failure in failures
    )
    assert list(told(system)) == ["recorded_error"]
    assert f"which was taken: {marked} (" in told(system)["recorded_error"]
