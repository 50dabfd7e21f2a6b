"""Cases 016, 019, 028, 030, 031, 050, 057 and 059: what a verdict makes of replies that are odd, twice or missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cases.telling import Goldsmith, case, gate, project, reply, score, summary

Folder = Callable[[str], Path]
Lines = Callable[..., Path]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def ruler(verdict: Mapping[str, Any]) -> dict[str, str]:
    return {item["kind"]: item["message"] for item in verdict["ruler"]}


def test_016_a_gate_on_a_measure_that_nobody_knows_stops_before_the_first_call(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, lines: Lines
) -> None:
    given = (shared_case("016-nan-in-results") / "gate.yaml").read_text(encoding="utf-8")
    ours = given.replace("metric:", "measure:").replace("min_mean:", "min:").replace("min_completeness", "completeness")
    header = f"name: s\n{ours}"
    project(tmp_path, header=header, cases=[case("g001")])
    lines("run.jsonl", reply("g001"))
    told = goldsmith("evaluate", "--system", "run.jsonl")

    assert told.status == 2
    assert "none of the measures is called 'faithfulness'" in told.err
    assert not (tmp_path / ".goldsmith").exists()


def test_016_numbers_that_no_json_has_are_refused_with_their_line(
    shared_case: Folder, goldsmith: Goldsmith, lines: Lines
) -> None:
    given = shared_case("016-nan-in-results") / "results.jsonl"
    lines("golden.jsonl", *(case(f"g{n:03}") for n in range(1, 8)))
    told = goldsmith("evaluate", "golden.jsonl", "--system", given)

    assert (told.status, told.out) == (2, "")
    assert told.problems == [
        "results.jsonl:1:51: score: NaN is not a number that JSON knows",
        "results.jsonl:2:51: score: Infinity is not a number that JSON knows",
    ]


def test_016_texts_and_truth_values_are_no_numbers_and_stay_apart_from_zero(
    tmp_path: Path, goldsmith: Goldsmith, lines: Lines
) -> None:
    header = "name: s\ngates:\n  - {measure: cost_usd, max: 2, completeness: 0.95}\n"
    project(tmp_path, header=header, cases=[case(name) for name in ("g5", "g6", "g7")])
    lines("run.jsonl", *(reply(f"g{n}", usage={"cost_usd": cost}) for n, cost in ((5, "0.8"), (6, True), (7, 0.8))))
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json")
    again = goldsmith("report", "--json")

    assert (told.status, gate(told.json, "cost_usd")["status"]) == (3, "incomplete")
    assert (summary(told.json, "cost_usd")["scored"], summary(told.json, "cost_usd")["population"]) == (1, 3)
    assert [score(told.json, name, "cost_usd") for name in ("g5", "g6", "g7")] == [
        (None, "system_failed"),
        (None, "system_failed"),
        (0.8, ""),
    ]
    assert again.json == told.json


def test_019_what_the_eye_does_not_see_decides_no_claim(
    shared_case: Folder, goldsmith: Goldsmith, lines: Lines
) -> None:
    given = rows(shared_case("019-invisible-characters-in-text") / "cases.jsonl")
    claims = {row["id"]: [{"required": row["required_values"][0]}] for row in given}
    for row in given:
        claims[row["id"]][0]["match"] = {"value": row["required_values"][0]}
    lines("golden.jsonl", *(case(row["id"], question=row["question"], claims=claims[row["id"]]) for row in given))
    lines("run.jsonl", *(reply(row["id"], answer=row["answer"]) for row in given))
    told = goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl", "--json")

    assert [(item["result"]["case"], item["result"]["state"]) for item in told.json["cases"]] == [
        (row["id"], "passed") for row in given
    ]
    assert [item["answer"] for item in told.json["cases"]] == [row["answer"] for row in given]


def test_019_words_that_differ_by_a_joiner_stay_two_words(goldsmith: Goldsmith, lines: Lines) -> None:
    claim = [{"required": "they are", "match": {"value": "می\u200cخواهم"}}]
    lines("golden.jsonl", case("g003", claims=claim))
    lines("run.jsonl", reply("g003", answer="میخواهم"))
    told = goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl", "--json")

    assert told.json["cases"][0]["result"]["state"] == "failed"


def test_028_a_passage_that_came_three_times_counts_once(shared_case: Folder, goldsmith: Goldsmith) -> None:
    folder = shared_case("028-duplicate-retrieved-chunks")
    told = goldsmith("evaluate", folder / "golden.jsonl", "--system", folder / "run.jsonl", "--json")
    values = {item["measure"]: item["mean"] for item in told.json["summaries"]}

    assert told.json["cases"][0]["ranks"] == [["a#1", 1], ["a#2", 3]]
    assert values["duplicates"] == 2
    assert (values["precision"], values["recall"]) == (pytest.approx(2 / 3), 1)
    assert max(item["mean"] or 0 for item in told.json["summaries"] if item["unit"] == "share") <= 1


def test_030_all_four_disagreements_are_named_and_nothing_passes(shared_case: Folder, goldsmith: Goldsmith) -> None:
    folder = shared_case("030-run-and-set-disagree")
    told = goldsmith("evaluate", folder / "golden.jsonl", "--system", folder / "run.jsonl", "--json")
    said = ruler(told.json)
    recall = summary(told.json, "recall")

    assert (told.status, told.json["status"]) == (3, "incomplete")
    assert said["recorded_missing"].endswith("cases without a record: 2 (g004, g005)")
    assert said["recorded_repeated"].endswith("cases with several records for one repeat: 1 (g002)")
    assert said["recorded_unknown"].endswith("records of no known case: 1 (g999)")
    assert (recall["scored"], recall["population"], recall["mean_over_all"]) == (2, 5, pytest.approx(0.2))
    assert [told.json[key] for key in ("answered", "failed", "unanswered")] == [2, 1, 2]
    assert "2 of 5 cases scored" in goldsmith("report").out


def test_030_a_system_that_answers_nothing_passes_no_gate_that_no_case_asks_for(
    goldsmith: Goldsmith, lines: Lines
) -> None:
    asks: dict[str, Any] = {
        "behaviour": "clarify",
        "answerability": "ambiguous",
        "must_ask": ["the region"],
        "evidence": [],
    }
    lines("golden.jsonl", case("g1", **asks), case("g2", **asks))
    lines("run.jsonl", reply("g1", answer="Which region?"))
    told = goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl")

    assert told.status == 3
    assert told.out.startswith("INCOMPLETE   1 case without an answer")


def test_031_forgotten_evidence_and_answers_are_errors(shared_case: Folder, goldsmith: Goldsmith) -> None:
    folder = shared_case("031-no-answer-versus-forgotten-evidence")
    told = goldsmith("check", folder / "golden.csv", "--json")
    stopped = goldsmith("evaluate", folder / "golden.csv", "--system", folder / "run.jsonl")
    found = [item for item in told.json["findings"] if item["severity"] != "advice"]

    assert [(item["severity"], item["code"], item["case"], item["line"], item["field"]) for item in found] == [
        ("error", "GS201", "g002", 3, "evidence"),
        ("warning", "GS202", "g003", 4, "evidence"),
        ("error", "GS104", "g004", 5, "accept"),
    ]
    assert (told.status, stopped.status) == (1, 2)
    assert "nothing was run" in stopped.err


def test_031_a_refusal_that_was_right_passes_and_stays_out_of_retrieval(
    shared_case: Folder, goldsmith: Goldsmith
) -> None:
    folder = shared_case("031-no-answer-versus-forgotten-evidence")
    command = ("evaluate", folder / "golden.csv", "--system", folder / "run.jsonl", "--waive", "GS104,GS201")
    told = goldsmith(*command, "--json")

    assert told.json["cases"][0]["result"] == {"case": "g001", "passes": 1, "repeats": 1, "state": "passed", "why": []}
    assert [score(told.json, "g001", name) for name in ("recall", "reciprocal_rank", "ndcg@10")] == [None] * 3
    assert score(told.json, "g001", "right_behaviour") == (1.0, "")


def test_031_a_list_of_one_empty_text_is_nothing_retrieved(goldsmith: Goldsmith, lines: Lines) -> None:
    lines("golden.jsonl", case("g002"), case("g003"))
    lines("run.jsonl", reply("g002", retrieved=[""]), reply("g003"))
    told = goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl", "--json")

    assert [score(told.json, "g002", name) for name in ("recall", "precision", "ndcg@10")] == [(0.0, "")] * 3


@pytest.mark.parametrize("command", ["run", "evaluate"])
def test_050_a_filter_that_matches_nothing_is_an_error(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, lines: Lines, command: str
) -> None:
    words = (shared_case("050-empty-inputs") / "filter.txt").read_text(encoding="utf-8").split()[2:]
    lines("golden.jsonl", case("g001"))
    lines("run.jsonl", reply("g001"))
    told = goldsmith(command, "golden.jsonl", "--system", "run.jsonl", *words)

    assert told.status == 2
    assert "no case of 1 is tag no-such-tag" in told.err
    assert not (tmp_path / ".goldsmith").exists()


def test_050_a_gate_over_a_slice_without_cases_is_never_passed(
    tmp_path: Path, goldsmith: Goldsmith, lines: Lines
) -> None:
    header = "name: s\ngates:\n  - {measure: recall@5, min: 0, slice: {risk: high}}\n"
    project(tmp_path, header=header, cases=[case("g001", risk="low")])
    lines("run.jsonl", reply("g001"))
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json")
    held = gate(told.json, "recall@5")

    assert (told.status, held["status"], held["value"], held["population"]) == (3, "incomplete", None, 0)


def test_050_a_set_whose_cases_are_all_rejected_gives_no_verdict(
    tmp_path: Path, goldsmith: Goldsmith, lines: Lines
) -> None:
    lines("golden.jsonl", case("g001"))
    lines("run.jsonl", reply("g001"))
    rejected = ("--decision", "rejected", "--reviewer", "r1", "--reason", "not plausible")
    goldsmith("approve", "g001", "--set", "golden.jsonl", *rejected)
    told = goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl")

    assert told.status == 2
    assert "every case of the set is rejected or retired" in told.err


@pytest.fixture
def repeated(shared_case: Folder, goldsmith: Goldsmith, lines: Lines) -> Mapping[str, Any]:
    """Return the verdict on case 057: what passed says the right number, what failed another."""
    given = rows(shared_case("057-repeats-that-do-not-match") / "results.jsonl")
    answers = {True: {"answer": "30 days"}, False: {"answer": "90 days"}, None: {"error": "timeout"}}
    lines(
        "run.jsonl",
        *({"case_id": row["case_id"], "repeat": row["repeat"], **answers[row["pass"]]} for row in given),
    )
    lines("golden.jsonl", *(case(f"g00{n}", days=30) for n in (1, 2, 3)))
    verdict: Mapping[str, Any] = goldsmith(
        "evaluate", "golden.jsonl", "--system", "run.jsonl", "--repeats", "3", "--json"
    ).json
    return verdict


def test_057_repeats_that_are_missing_failed_or_twice_are_told_and_none_is_a_pass(
    repeated: Mapping[str, Any],
) -> None:
    results = {item["result"]["case"]: item["result"] for item in repeated["cases"]}
    said = ruler(repeated)

    assert repeated["status"] == "incomplete"
    assert [(one["passes"], one["repeats"], one["state"]) for one in results.values()] == [
        (2, 3, "failed"),
        (1, 3, "failed"),
        (1, 3, "failed"),
    ]
    assert results["g002"]["why"] == ["no answer: timeout", "no answer: run holds no record of this case (repeat 3)"]
    assert results["g003"]["why"][0] == "no answer: 2 records for one case and repeat (records 6, 7)"
    assert said["recorded_missing"].endswith("cases without a record: 2 (g002 (repeat 3), g003 (repeat 2))")
    assert said["recorded_repeated"].endswith("cases with several records for one repeat: 1 (g003)")
    assert said["repeats"] == "1 of 3 cases answered all 3 repeats; not g002, g003"


def test_057_every_repeat_is_stored(repeated: Mapping[str, Any], tmp_path: Path) -> None:
    kept = rows(tmp_path / ".goldsmith" / "runs" / "0001-run" / "responses.jsonl")
    keys = sorted((row["key"]["task"], row["key"]["repeat"]) for row in kept)

    assert keys == [(f"g00{n}", repeat) for n in (1, 2, 3) for repeat in (1, 2, 3)]


DENIED = {
    "user": "regional-support",
    "tenant": "a",
    "allowed": ["policy-public"],
    "denied": ["runbook-region-b"],
}


@pytest.fixture
def permission(shared_case: Folder, tmp_path: Path, lines: Lines) -> Callable[[str, str, int], None]:
    """Return a function that writes the case of 059 with others that pass, and one of its three runs."""

    def write(header: str, name: str, others: int) -> None:
        given = rows(shared_case("059-denied-source-basic") / "runs.jsonl")
        good = [f"good-{n:04}" for n in range(others)]
        asked = case(
            "perm-001",
            question="Which escalation path applies?",
            identity=DENIED,
            behaviour="answer",
            accept=["See the public policy."],
            evidence=["policy-public#1"],
        )
        project(
            tmp_path,
            header=header,
            cases=[asked, *(case(one, days=30, evidence=["policy-public#1"]) for one in good)],
        )
        kept = [row for row in given if row["run"] == name]
        lines(
            "run.jsonl",
            *kept,
            *(reply(one, "30 days", ["policy-public#1"], citations=["policy-public#1"]) for one in good),
        )

    return write


def test_059_one_denied_source_blocks_a_thousand_good_cases(
    permission: Callable[[str, str, int], None], goldsmith: Goldsmith
) -> None:
    permission("name: s\n", "r1", 1000)
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json")
    held = gate(told.json, "authorization")

    assert (told.status, told.json["status"], told.json["answered"]) == (1, "blocked", 1001)
    assert [(item["case"], item["kind"]) for item in held["findings"]] == [("perm-001", "broken")]
    assert held["findings"][0]["message"].startswith("denied source runbook-region-b retrieved at rank 2")
    assert sum(item["result"]["state"] == "passed" for item in told.json["cases"]) == 1000
    assert "mend perm-001 first (authorization)" in told.json["next_step"]


@pytest.mark.parametrize(
    ("access", "name", "status", "gated"),
    [
        ("open", "r2", 0, "passed"),
        ("closed", "r2", 0, "passed"),
        ("open", "r3", 0, "passed"),
        ("closed", "r3", 1, "failed"),
    ],
)
def test_059_a_source_on_neither_list_is_reported_apart_and_the_policy_decides(
    permission: Callable[[str, str, int], None], goldsmith: Goldsmith, access: str, name: str, status: int, gated: str
) -> None:
    permission(f"name: s\naccess: {access}\n", name, 3)
    told = goldsmith("evaluate", "--system", "run.jsonl", "--json")
    notes = [item["message"] for item in told.json["ruler"] if item["kind"] == "not_listed"]
    found = [item["message"] for item in gate(told.json, "authorization")["findings"]]

    assert (told.status, gate(told.json, "authorization")["status"]) == (status, gated)
    assert notes == (
        ["1 source used that the case does not list (unlisted in perm-001)"] if (access, name) == ("open", "r3") else []
    )
    assert found == (["unlisted source unlisted retrieved"] if status else [])
