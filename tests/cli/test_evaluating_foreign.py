"""`goldsmith evaluate` on a file of another tool: its cases and the answers that it carries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.cases.telling import Goldsmith


def samples(path: Path, *rows: Mapping[str, Any]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def sample(**fields: Any) -> Mapping[str, Any]:
    usual = {"user_input": "What is the fee?", "reference": "9 euro", "reference_contexts": ["The fee is 9 euro."]}
    return {**usual, **fields}


def test_samples_with_responses_are_evaluated_as_they_stand(tmp_path: Path, goldsmith: Goldsmith) -> None:
    hit = sample(response="It is 9 euro.", retrieved_contexts=["The fee is 9 euro.", "Post is free."])
    miss = sample(user_input="And abroad?", response="12 euro.", retrieved_contexts=["Post is free."])
    samples(tmp_path / "ragas.jsonl", hit, miss)
    told = goldsmith("evaluate", "ragas.jsonl", "--json")
    means = {item["measure"]: item["mean"] for item in told.json["summaries"]}

    assert told.status == 0
    assert (told.json["plan"]["system"], told.json["answered"], means["recall"]) == ("ragas", 2, 0.5)
    assert [note["kind"] for note in told.json["ruler"]] == ["needs_judge"]
    assert told.json["next_step"] == "take the set over, so that people can approve it: goldsmith import ragas.jsonl"


def test_what_the_report_says_is_what_was_told(tmp_path: Path, goldsmith: Goldsmith) -> None:
    samples(tmp_path / "ragas.jsonl", sample(response="It is 9 euro."))

    assert goldsmith("evaluate", "ragas.jsonl", "--json").json == goldsmith("report", "--json").json


def test_cases_without_answers_ask_for_a_system(tmp_path: Path, goldsmith: Goldsmith) -> None:
    samples(tmp_path / "ragas.jsonl", sample())
    told = goldsmith("evaluate", "ragas.jsonl")

    assert told.status == 2
    assert "ragas.jsonl is a file of Ragas: it holds cases and no answers" in told.err


def test_a_file_of_nobody_is_told_as_our_own_reader_tells_it(tmp_path: Path, goldsmith: Goldsmith) -> None:
    (tmp_path / "cases.yaml").write_text("- id: a\n  questoin: b?\n", encoding="utf-8")
    told = goldsmith("evaluate", "cases.yaml", "--system", "app.py:answer")

    assert told.status == 2
    assert "did you mean `question`?" in told.err


def test_a_case_that_says_nothing_of_what_is_right_is_an_error_that_can_be_waived(
    tmp_path: Path, goldsmith: Goldsmith
) -> None:
    samples(tmp_path / "ragas.jsonl", {"user_input": "What is the fee?", "response": "9 euro"})
    told = goldsmith("evaluate", "ragas.jsonl")

    assert (told.status, "goldsmith import ragas.jsonl and goldsmith check" in told.err) == (2, True)
    assert goldsmith("evaluate", "ragas.jsonl", "--waive", "GS104").status == 0


def test_no_corpus_is_held_against_a_file_of_another_tool(tmp_path: Path, goldsmith: Goldsmith) -> None:
    samples(tmp_path / "ragas.jsonl", sample(response="It is 9 euro."))
    told = goldsmith("evaluate", "ragas.jsonl", "--corpus", "march")

    assert told.status == 2
    assert "take it over first: goldsmith import ragas.jsonl" in told.err


def test_its_run_is_kept_as_a_baseline_and_compared_with(tmp_path: Path, goldsmith: Goldsmith) -> None:
    good = sample(response="It is 9 euro.", retrieved_contexts=["The fee is 9 euro."])
    samples(tmp_path / "ragas.jsonl", good)
    goldsmith("evaluate", "ragas.jsonl")
    kept = goldsmith("baseline", "save", "main", "--set", "ragas.jsonl")
    samples(tmp_path / "ragas.jsonl", {**good, "retrieved_contexts": ["Post is free."]})
    comparison = goldsmith("evaluate", "ragas.jsonl", "--json").json["comparison"]

    assert kept.status == 0
    assert (comparison["baseline"], comparison["common"]) == ("main", 1)
    assert [(item["measure"], item["change"]) for item in comparison["effects"] if item["measure"] == "recall"] == [
        ("recall", -1)
    ]
