"""A Regtrace project evaluates as it stands, and none of the nine faults of Regtrace is one of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cases.conftest import goldsmith
from tests.cases.telling import Goldsmith
from tests.interchange.regtrace_files import a_case, a_run, configuration, golden_set, result

__all__ = ["goldsmith"]
Project = Callable[..., None]
ALONE = {"length": False, "markdown_structure": False, "regex_match": False}
DOCUMENTS = {"documents": [{"source": "fees.md", "content": "The fee is 9 euro."}]}
WRONG = '{"fee": 12}'
JSON: dict[str, Any] = {"expected_output": '{"fee": 9}', "actual_output": '{"fee": 9}', "metrics": ["factuality"]}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a function that writes files into the folder of the test."""

    def write(**files: str) -> None:
        for name, text in files.items():
            stem = "regtrace.config" if name == "config" else name
            (tmp_path / f"{stem}.yaml").write_text(text, encoding="utf-8")

    return write


def states(verdict: Any) -> dict[str, str]:
    return {item["result"]["case"]: item["result"]["state"] for item in verdict["cases"]}


def test_fault_1_documents_and_thresholds_of_a_case_reach_the_evaluation(
    project: Project, goldsmith: Goldsmith
) -> None:
    half = '{"fee": 9, "day": 2}'
    cases = [
        a_case(name, expected_output='{"fee": 9, "day": 1}', actual_output=half, thresholds={"factuality": least})
        for name, least in (("lenient", 0.5), ("strict", 0.6))
    ]
    project(desk=golden_set(*cases, a_case("with-documents", context=DOCUMENTS)))
    verdict = goldsmith("evaluate", "desk.yaml", "--waive", "GS105", "--json").json

    assert states(verdict) == {"lenient": "passed", "strict": "failed", "with-documents": "passed"}
    assert [item["name"] for item in verdict["cases"][2]["evidence"]]


def test_fault_2_faithfulness_without_documents_never_passes(project: Project, goldsmith: Goldsmith) -> None:
    metrics = {"factuality": {"rag_faithfulness_only": True}, "format": {"sub_checks": ALONE}}
    project(config=configuration(metrics=metrics), desk=golden_set(a_case()))
    told = goldsmith("evaluate", "regtrace.config.yaml")

    assert told.status == 3
    assert "factuality is to be held against documents, and 1 cases have none (d-1)" in told.out


def test_fault_3_a_set_that_cannot_be_loaded_stops_everything(project: Project, goldsmith: Goldsmith) -> None:
    project(config=configuration(["desk.yaml", "gone.yaml", "broken.yaml"]), desk=golden_set(), broken="name: x\n")
    told = goldsmith("evaluate", "regtrace.config.yaml")

    assert told.status == 2
    assert "2 of 3 golden sets cannot be used, so nothing was run" in told.err
    assert "gone.yaml: there is no golden set at gone.yaml" in told.err
    assert not Path(".goldsmith").exists()


def test_fault_3_a_broken_gate_ends_with_1_without_any_option(project: Project, goldsmith: Goldsmith) -> None:
    project(config=configuration(), desk=golden_set(a_case(**JSON | {"actual_output": WRONG})))

    assert goldsmith("evaluate", "regtrace.config.yaml").status == 1


def test_fault_4_a_baseline_is_only_ever_one_of_the_same_set(project: Project, goldsmith: Goldsmith) -> None:
    project(config=configuration(["desk.yaml", "shop.yaml"]), desk=golden_set(), shop=golden_set(name="shop"))
    goldsmith("evaluate", "regtrace.config.yaml")
    kept = goldsmith("baseline", "save", "main", "--set", "desk.yaml")
    verdicts = goldsmith("evaluate", "regtrace.config.yaml", "--json").json
    named = goldsmith("evaluate", "regtrace.config.yaml", "--baseline", "main")

    assert kept.status == 0
    assert [verdict["comparison"] is not None for verdict in verdicts] == [True, False]
    assert named.status == 2
    assert "the baseline 'main' is of the golden set 'desk', and shop.yaml is 'shop'" in named.err


def test_fault_5_a_case_that_is_new_is_left_out_of_the_comparison_and_the_others_are_not(
    project: Project, goldsmith: Goldsmith
) -> None:
    project(desk=golden_set(a_case("a"), a_case("b", input="And abroad?")))
    goldsmith("evaluate", "desk.yaml")
    goldsmith("baseline", "save", "main", "--set", "desk.yaml")
    project(desk=golden_set(a_case("a"), a_case("b", input="And abroad?"), a_case("c", input="And by post?")))
    comparison = goldsmith("evaluate", "desk.yaml", "--json").json["comparison"]

    assert comparison["common"] == 2
    assert [item["case"] for item in comparison["left_out"]] == ["c"]


def test_fault_6_a_change_of_a_measure_is_one_over_all_cases(project: Project, goldsmith: Goldsmith) -> None:
    first, last = a_case("first", **JSON), a_case("last", **JSON | {"input": "And abroad?"})
    project(desk=golden_set(first, last))
    goldsmith("evaluate", "desk.yaml")
    goldsmith("baseline", "save", "main", "--set", "desk.yaml")
    project(desk=golden_set(first | {"actual_output": WRONG}, last))
    told = goldsmith("evaluate", "desk.yaml", "--json")
    effects = {item["measure"]: item["change"] for item in told.json["comparison"]["effects"]}

    assert effects["claim_recall"] == -0.5
    assert told.status == 1


def test_fault_7_a_tag_chooses_among_sets_and_cases(project: Project, goldsmith: Goldsmith) -> None:
    project(
        config=configuration(["desk.yaml", "shop.yaml"]),
        desk=golden_set(a_case("a", tags=["fee"]), a_case("b", input="And abroad?")),
        shop=golden_set(name="shop", tags=["shop"]),
    )
    by_case = goldsmith("evaluate", "regtrace.config.yaml", "--tag", "fee", "--json").json
    by_set = goldsmith("evaluate", "regtrace.config.yaml", "--tag", "shop", "--json").json
    unknown = goldsmith("evaluate", "regtrace.config.yaml", "--tag", "fees")

    assert (by_case["plan"]["set_name"], by_case["plan"]["cases"], by_case["status"]) == ("desk", ["a"], "incomplete")
    assert (by_set["plan"]["set_name"], by_set["plan"]["subset"]) == ("shop", None)
    assert (unknown.status, "choose one of: fee" in unknown.err) == (2, True)


def test_fault_8_a_set_whose_every_answer_is_null_is_refused_with_what_to_do(
    project: Project, goldsmith: Goldsmith
) -> None:
    project(desk=golden_set(a_case(actual_output=None)))
    told = goldsmith("evaluate", "desk.yaml")

    assert told.status == 2
    assert "every actual_output of desk.yaml is null, so there is no answer to evaluate" in told.err
    assert "name a system that answers: --system NAME" in told.err


def test_fault_8_a_null_among_answers_is_a_case_without_an_answer_and_no_empty_one(
    project: Project, goldsmith: Goldsmith
) -> None:
    project(desk=golden_set(a_case(), a_case("d-2", input="And abroad?", actual_output=None)))
    told = goldsmith("evaluate", "desk.yaml", "--json")

    assert (told.status, told.json["unanswered"]) == (3, 1)
    assert told.json["next_step"].startswith("record an answer to d-2")


def test_fault_9_null_thresholds_and_dates_without_quotes_are_read_and_told(
    project: Project, goldsmith: Goldsmith
) -> None:
    text = golden_set(a_case(thresholds=None)).replace('"2026-01-01"', "2026-01-01")
    project(desk=text)
    told = goldsmith("evaluate", "desk.yaml", "--json")
    found = [note["message"] for note in told.json["ruler"] if note["kind"] == "read_with_warning"]

    assert told.status == 0
    assert [line.partition(":")[0] for line in found] == ["desk.yaml created_at", "desk.yaml thresholds"]


def test_what_only_a_judge_can_tell_leaves_the_verdict_incomplete_and_says_which_cases(
    project: Project, goldsmith: Goldsmith
) -> None:
    other_words = a_case("d-2", input="And abroad?", actual_output="Nine.", metrics=["factuality", "tone"])
    project(desk=golden_set(a_case(), other_words))
    told = goldsmith("evaluate", "desk.yaml")

    assert told.status == 3
    assert "1 of 2 cases stay unscored (d-2): whether other words say the same, and in the right tone," in told.out
    assert "goldsmith import desk.yaml, then goldsmith check" in " ".join(told.out.split())
    assert "mend the plug-in" not in told.out


def test_a_wrong_value_blocks_although_another_case_needs_a_judge(project: Project, goldsmith: Goldsmith) -> None:
    project(
        desk=golden_set(a_case(**JSON | {"actual_output": WRONG}), a_case("d-2", actual_output="Nine.", input="So?"))
    )

    assert goldsmith("evaluate", "desk.yaml").status == 1


def test_as_many_cases_may_fail_as_the_configuration_says(project: Project, goldsmith: Goldsmith) -> None:
    wrong = a_case("d-2", **JSON | {"input": "And abroad?", "actual_output": WRONG})
    gates = {"max_failed_test_cases": 1}
    project(config=configuration(quality_gates=gates), desk=golden_set(a_case(**JSON), wrong))

    assert goldsmith("evaluate", "regtrace.config.yaml").status == 0


def test_the_form_of_an_answer_is_held_by_rules(project: Project, goldsmith: Goldsmith) -> None:
    long = a_case("long", input="Why?", actual_output="The fee is 9 euro. " * 9, metrics=["format"])
    project(desk=golden_set(a_case(metrics=["format"]), long))
    verdict = goldsmith("evaluate", "desk.yaml", "--json").json

    assert verdict["status"] == "blocked"
    assert [(gate["gate"], gate["value"]) for gate in verdict["gates"] if gate["status"] == "failed"] == [
        ("format_kept >= 1", 0.5)
    ]


def test_weights_of_cases_and_of_sets_count(project: Project, goldsmith: Goldsmith) -> None:
    wrong = a_case("d-2", **JSON | {"input": "And abroad?", "actual_output": WRONG, "weight": 3})
    project(
        config=configuration([{"path": "desk.yaml", "weight": 1}, {"path": "shop.yaml", "weight": 3}]),
        desk=golden_set(a_case(**JSON), wrong),
        shop=golden_set(a_case(**JSON), name="shop"),
    )
    told = goldsmith("evaluate", "regtrace.config.yaml")

    assert "by their weights 1 of 4 pass, 3 fail, 0 are undecided" in told.out
    assert [line.split() for line in told.out.splitlines()[-3:]] == [
        ["desk", "weight", "1", "0.25", "passed"],
        ["shop", "weight", "3", "1.00", "passed"],
        ["together", "0.81", "passed"],
    ]


def test_a_set_that_lost_a_case_under_a_patch_is_told(project: Project, goldsmith: Goldsmith) -> None:
    project(desk=golden_set(a_case(), a_case("d-2", input="And abroad?")))
    goldsmith("evaluate", "desk.yaml")
    goldsmith("baseline", "save", "main", "--set", "desk.yaml")
    project(desk=golden_set(a_case(), version="1.0.1"))
    notes = goldsmith("evaluate", "desk.yaml", "--json").json["ruler"]

    assert [note["message"] for note in notes if note["kind"] == "version_too_low"] == [
        "the version went from 1.0.0 to 1.0.1, and 1 case is gone (d-2): that is a major step"
    ]


def test_an_id_that_stands_twice_is_refused_as_regtrace_does(project: Project, goldsmith: Goldsmith) -> None:
    project(desk=golden_set(a_case(), a_case(input="And abroad?")))
    told = goldsmith("evaluate", "desk.yaml")

    assert (told.status, "[d-1]: this id stands twice" in told.err) == (2, True)


def test_two_sets_of_one_name_are_refused(project: Project, goldsmith: Goldsmith) -> None:
    project(config=configuration(["desk.yaml", "copy.yaml"]), desk=golden_set(), copy=golden_set())
    told = goldsmith("evaluate", "regtrace.config.yaml")

    assert told.status == 2
    assert "desk.yaml and copy.yaml are both called 'desk'" in told.err


def test_a_set_alone_is_evaluated_as_the_configuration_beside_it_says(project: Project, goldsmith: Goldsmith) -> None:
    metrics = {"format": {"sub_checks": ALONE}}
    long = a_case(actual_output="The fee is 9 euro. " * 9, metrics=["format", "factuality"])
    project(config=configuration(metrics=metrics), desk=golden_set(long))
    verdict = goldsmith("evaluate", "desk.yaml", "--json").json

    assert states(verdict) == {"d-1": "passed"}


def test_a_system_may_answer_in_place_of_what_was_recorded(project: Project, goldsmith: Goldsmith) -> None:
    project(desk=golden_set(a_case(actual_output=None)))
    Path("app.py").write_text("def answer(question):\n    return 'The fee is 9 euro.'\n", encoding="utf-8")
    verdict = goldsmith("evaluate", "desk.yaml", "--system", "app.py:answer", "--json").json

    assert (verdict["plan"]["system"], states(verdict)) == ("answer", {"d-1": "passed"})


def test_nothing_is_written_but_the_run(project: Project, goldsmith: Goldsmith) -> None:
    project(desk=golden_set())
    goldsmith("evaluate", "desk.yaml")

    assert sorted(path.name for path in Path().iterdir()) == [".goldsmith", "desk.yaml"]


def test_a_folder_without_a_configuration_is_every_golden_set_in_it(project: Project, goldsmith: Goldsmith) -> None:
    project(desk=golden_set(), shop=golden_set(name="shop"))
    verdicts = goldsmith("evaluate", ".", "--json").json

    assert [verdict["plan"]["set_name"] for verdict in verdicts] == ["desk", "shop"]


def test_a_folder_with_its_configuration_is_what_that_switches_on(project: Project, goldsmith: Goldsmith) -> None:
    listed: list[Any] = ["desk.yaml", {"path": "shop.yaml", "enabled": False}]
    project(config=configuration(listed), desk=golden_set(), shop=golden_set(name="shop"))

    assert goldsmith("evaluate", ".", "--json").json["plan"]["set_name"] == "desk"


def test_of_several_configurations_one_has_to_be_named(project: Project, goldsmith: Goldsmith) -> None:
    project(config=configuration(), other=configuration(), desk=golden_set())
    told = goldsmith("evaluate", ".")

    assert (told.status, ". holds 2 configurations" in told.err) == (2, True)


def test_a_configuration_that_switches_nothing_on_is_refused(project: Project, goldsmith: Goldsmith) -> None:
    project(config=configuration([{"path": "desk.yaml", "enabled": False}]), desk=golden_set())
    told = goldsmith("evaluate", "regtrace.config.yaml")

    assert (told.status, "switches no golden set on" in told.err) == (2, True)


def test_a_run_alone_is_refused_because_nothing_says_what_was_expected(tmp_path: Path, goldsmith: Goldsmith) -> None:
    (tmp_path / "run.json").write_text(json.dumps(a_run(result())), encoding="utf-8")
    told = goldsmith("evaluate", "run.json")

    assert (told.status, "nothing says what was expected" in told.err) == (2, True)


def test_a_case_without_an_id_has_its_own_thresholds_all_the_same(project: Project, goldsmith: Goldsmith) -> None:
    half = a_case(expected_output='{"fee": 9, "day": 1}', actual_output='{"fee": 9}', thresholds={"factuality": 0.5})
    project(desk=golden_set({name: held for name, held in half.items() if name != "id"}))

    assert states(goldsmith("evaluate", "desk.yaml", "--json").json) == {"desk-0001": "passed"}


def test_a_baseline_of_several_sets_has_to_name_one(project: Project, goldsmith: Goldsmith) -> None:
    project(config=configuration(["desk.yaml", "shop.yaml"]), desk=golden_set(), shop=golden_set(name="shop"))
    told = goldsmith("baseline", "save", "main", "--set", "regtrace.config.yaml")

    assert (told.status, "name one of them: --set desk.yaml" in told.err) == (2, True)
