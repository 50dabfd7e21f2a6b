"""Cases 032, 035 and 054: what a comparison may call better, worse, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cases.telling import Goldsmith, case, gate, project, reply, summary

Folder = Callable[[str], Path]
Lines = Callable[..., Path]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def effects(comparison: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {item["measure"]: item for item in comparison["effects"]}


@pytest.fixture
def judged(shared_case: Folder, tmp_path: Path, lines: Lines) -> None:
    """Write case 032 as a system that states the claim where the score was 1, and fails where there was none."""
    folder = shared_case("032-judge-failure-inflates-mean")
    names = [f"g{n:03}" for n in range(1, 11)]
    header = "name: s\ngates:\n  - {measure: claim_recall, min: 0.75, completeness: 0.95}\n"
    project(tmp_path, header=header, cases=[case(name, days=30) for name in names])
    for name in ("before", "after"):
        replies = [
            {"case_id": row["case_id"], "error": row["error"]}
            if row["score"] is None
            else reply(row["case_id"], "30 days" if row["score"] else "90 days")
            for row in rows(folder / f"scores-{name}.jsonl")
        ]
        lines(f"{name}.jsonl", *replies)


def test_032_cases_that_were_lost_are_no_improvement(judged: None, goldsmith: Goldsmith) -> None:
    goldsmith("evaluate", "--system", "before.jsonl")
    goldsmith("baseline", "save", "main")
    told = goldsmith("evaluate", "--system", "after.jsonl", "--json")
    recall = summary(told.json, "claim_recall")
    changed = effects(told.json["comparison"])["claim_recall"]

    assert (recall["scored"], recall["population"], recall["missing"]) == (5, 10, [["system_failed", 5]])
    assert (recall["mean"], recall["mean_over_all"]) == (1.0, 0.5)
    assert (changed["n"], changed["change"]) == (5, 0.0)
    assert changed["verdict"] != "improved"
    assert gate(told.json, "claim_recall")["status"] == "incomplete"
    assert told.status != 0
    assert "judge: rate limited" in json.dumps(told.json["ruler"])


DIRECTIONS = """name: s
gates:
  - {measure: recall@5, min: 0.8}
  - {measure: prohibited_claims, max: 0.1}
  - {measure: latency_ms, max: 2000}
  - {measure: false_refusal, max: 0.05}
"""


def sides(shared_case: Folder, lines: Lines, folder: Path) -> None:
    """Write two systems of 100 cases whose figures are those of case 035."""
    source = shared_case("035-lower-is-better")
    said = {"prohibited": "We pay in cash.", "match": {"value": "in cash"}}
    names = [f"c{n:02}" for n in range(100)]
    project(folder, header=DIRECTIONS, cases=[case(name, claims=[said]) for name in names])
    for name in ("before", "after"):
        figures = json.loads((source / f"{name}.json").read_text(encoding="utf-8"))
        hits = round(100 * figures["recall_at_5"])
        wrong = round(100 * figures["unsupported_claim_rate"])
        refused = round(100 * figures["refusal_rate_on_answerable"])
        lines(
            f"{name}.jsonl",
            *(
                reply(
                    one,
                    "We pay in cash." if n < wrong else "We pay by card.",
                    ["a#1" if n < hits else "b#1"],
                    behaviour="refuse" if n >= 100 - refused else "answer",
                    latency_ms=figures["latency_p95_ms"],
                    usage={"input_tokens": figures["calls"]},
                )
                for n, one in enumerate(names)
            ),
        )


def test_035_signs_words_and_gates_follow_the_direction_of_each_measure(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, lines: Lines
) -> None:
    sides(shared_case, lines, tmp_path)
    goldsmith("evaluate", "--system", "before.jsonl")
    goldsmith("baseline", "save", "main")
    told = goldsmith("evaluate", "--system", "after.jsonl", "--json")
    seen = effects(told.json["comparison"])
    wanted = ("recall@5", "prohibited_claims", "latency_ms", "false_refusal")

    assert {name: round(seen[name]["change"], 2) for name in wanted} == {
        "recall@5": 0.02,
        "prohibited_claims": -0.03,
        "latency_ms": 400,
        "false_refusal": 0.02,
    }
    assert {name: seen[name]["direction"] for name in wanted} == {
        "recall@5": "higher",
        "prohibited_claims": "lower",
        "latency_ms": "lower",
        "false_refusal": "lower",
    }
    assert {name: gate(told.json, name)["status"] for name in wanted} == {
        "recall@5": "passed",
        "prohibited_claims": "passed",
        "latency_ms": "passed",
        "false_refusal": "failed",
    }
    assert seen["latency_ms"]["verdict"] == "worse"
    assert seen["recall@5"]["verdict"] != "worse"
    assert seen["prohibited_claims"]["verdict"] != "worse"
    assert told.status == 1


@pytest.fixture
def edited(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, lines: Lines) -> Callable[[str, str], None]:
    """Run system s1 on version 1.2, then put another file in its place and run s2 on it."""
    folder = shared_case("054-label-edit-between-runs")
    header = tmp_path / "golden" / "set.yaml"
    project(tmp_path, header="name: s\nversion: '1.2'\n", cases=[])
    cases = tmp_path / "golden" / "cases" / "cases.jsonl"
    cases.write_bytes((folder / "set-v1.2.jsonl").read_bytes())
    for name in ("s1", "s2"):
        lines(f"{name}.jsonl", reply("g001", "30 days"), reply("g002", "Yes", ["a#2"]))
    goldsmith("evaluate", "--system", "s1.jsonl")
    goldsmith("baseline", "save", "main")

    def replaced(name: str, version: str) -> None:
        cases.write_bytes((folder / name).read_bytes())
        header.write_text(f"name: s\nversion: '{version}'\n", encoding="utf-8")

    return replaced


@pytest.mark.parametrize("words", [("main",), ("0001-s1", "0002-s2")])
def test_054_only_cases_that_say_the_same_are_compared(
    edited: Callable[[str, str], None], goldsmith: Goldsmith, words: tuple[str, ...]
) -> None:
    edited("set-v1.3.jsonl", "1.3")
    goldsmith("evaluate", "--system", "s2.jsonl")
    told = goldsmith("compare", *words, "--json")
    text = goldsmith("compare", *words).out

    assert told.json["common"] == 1
    assert [(item["what"], item["message"]) for item in told.json["changes"] if item["what"] == "set"] == [
        ("set", "version 1.2 → 1.3"),
        ("set", "1 case changed: g001"),
    ]
    assert "1 changed since the baseline was asked it" in text


def test_054_an_edit_in_place_is_seen_by_content_and_names_the_case(
    edited: Callable[[str, str], None], goldsmith: Goldsmith
) -> None:
    edited("set-v1.3-edited-in-place.jsonl", "1.2")
    goldsmith("evaluate", "--system", "s2.jsonl")
    told = goldsmith("compare", "main", "--json")

    assert told.json["common"] == 1
    assert [item["message"] for item in told.json["changes"] if item["what"] == "set"] == [
        "version 1.2 was edited in place: it says the same version and holds other cases",
        "1 case changed: g001",
    ]


def test_054_a_stored_answer_is_scored_again_under_todays_set(
    edited: Callable[[str, str], None], goldsmith: Goldsmith
) -> None:
    edited("set-v1.3.jsonl", "1.3")
    told = goldsmith("score", "0001-s1", "--json")

    assert told.json["cases"][0]["expected"] == "14 days"
    assert [item["message"] for item in told.json["ruler"] if item["kind"] == "cases_changed"] == [
        "1 case changed since the system was asked (g001)"
    ]


def test_054_a_baseline_is_not_overwritten_by_another_of_its_name(
    edited: Callable[[str, str], None], goldsmith: Goldsmith
) -> None:
    edited("set-v1.3.jsonl", "1.3")
    goldsmith("evaluate", "--system", "s2.jsonl")
    told = goldsmith("baseline", "save", "main")

    assert told.status == 2
    assert "main" in told.err
