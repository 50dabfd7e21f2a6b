"""The main job from a project to a verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import ConfigurationError, IdentityDriftError, SetNotUsableError
from goldsmith.ondisk.revisions import chunks_of
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.decision import Confirmations
from goldsmith.workflows import baseline
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.select import Selection
from tests.workflows.shop import CASES, NOW, SET, SORRY, approve_all, ask, make_shop, right_answers


def runs(root: Path) -> tuple[str, ...]:
    return run_ids(root / ".goldsmith" / "runs")


def test_a_reviewed_set_and_a_right_system_pass(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)

    verdict = ask(project, right_answers(project))

    assert (verdict.status, verdict.exit_status, verdict.reviewed) == ("passed", 0, 3)
    assert [item.result.state for item in verdict.cases] == ["passed", "passed", "passed"]
    assert (tmp_path / verdict.report).read_text(encoding="utf-8").startswith("<!")


def test_without_an_approval_nothing_is_proved_and_the_exit_status_is_fine(tmp_path: Path) -> None:
    project = make_shop(tmp_path)

    verdict = ask(project, right_answers(project))

    assert (verdict.status, verdict.exit_status, verdict.reviewed) == ("unreviewed", 0, 0)
    assert verdict.next_step.startswith("review 3 cases")


def test_a_leak_blocks_an_unreviewed_set_too(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    answers = right_answers(project) | {"How does the safe open?": SORRY | {"retrieved": ["staff.md"]}}

    verdict = ask(project, answers)

    assert (verdict.status, verdict.exit_status) == ("blocked", 1)
    assert verdict.next_step.startswith("mend safe first (authorization)")


def test_denied_words_in_the_answer_are_a_leak_although_nothing_names_the_source(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    told = SORRY | {"answer": "Well: the safe opens with 4711 every single morning at nine.", "behaviour": "answer"}

    verdict = ask(project, right_answers(project) | {"How does the safe open?": told})

    failed = {gate.gate for gate in verdict.gates if gate.status == "failed"}
    assert failed == {"authorization", "material_accuracy", "refusal"}


def test_a_subset_never_passes(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)

    verdict = ask(project, right_answers(project), selection=Selection(cases=("window",)))

    assert (verdict.status, verdict.exit_status) == ("incomplete", 3)


def test_a_case_that_is_edited_after_approval_is_incomplete_and_not_a_pass(tmp_path: Path) -> None:
    make_shop(tmp_path)
    approve_all(tmp_path)
    path = tmp_path / "golden" / "cases" / "cases.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("number: 30", "number: 31"), encoding="utf-8")
    project = open_project(tmp_path)

    verdict = ask(project, right_answers(project))

    assert verdict.status == "incomplete"
    edited = [gate.gate for gate in verdict.gates for item in gate.findings if item.message.startswith("edited")]
    assert edited == ["citations"]


def test_a_rejected_case_is_not_asked(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    rejected = Judged(cases=("mars",), reviewer="Ana", decision="rejected", reason="nobody asks it", confirmations=None)
    approve(project, rejected, now=NOW)
    project = open_project(tmp_path)
    asked: list[str] = []

    def reply(question: str) -> Any:
        asked.append(question)
        return right_answers(project)[question]

    ask(project, reply)

    assert sorted(asked) == ["How does the safe open?", "How long may I return goods?"]


def test_a_set_with_errors_is_refused_before_the_first_call_unless_waived_by_name(tmp_path: Path) -> None:
    cases = CASES.replace("You may return goods within 30 days.}", "These words stand nowhere.}")
    project = make_shop(tmp_path, cases=cases)
    asked: list[str] = []

    def reply(question: str) -> Any:
        asked.append(question)
        return SORRY

    with pytest.raises(SetNotUsableError, match="GS208"):
        ask(project, reply)

    assert asked == []
    assert ask(project, reply, waive=("GS208",)).status == "unreviewed"


def test_an_unfinished_run_is_resumed_and_no_recorded_answer_is_asked_again(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    answers = right_answers(project)
    asked: list[str] = []

    def stops(question: str) -> Any:
        asked.append(question)
        if "Mars" in question:
            raise KeyboardInterrupt
        return answers[question]

    def goes_on(question: str) -> Any:
        asked.append(question)
        return answers[question]

    with pytest.raises(KeyboardInterrupt):
        ask(project, stops)
    verdict = ask(project, goes_on)

    assert len(runs(tmp_path)) == 1
    assert verdict.answered == 3
    assert asked.count("What is the warranty on Mars?") == 2


def test_ids_of_another_index_stop_the_run_and_show_both_sides(tmp_path: Path) -> None:
    project = make_shop(tmp_path)

    with pytest.raises(IdentityDriftError, match="node-17") as caught:
        ask(project, lambda question: {"answer": "30 days", "retrieved": ["node-17"], "citations": []})

    assert "returns.md#" in str(caught.value)
    assert caught.value.exit_status == 2


def test_a_retrieved_text_that_is_not_the_frozen_one_is_told_before_any_score(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    answers = right_answers(project)
    chunk = answers["How long may I return goods?"]["retrieved"][0]
    answers["How long may I return goods?"]["retrieved"] = [
        {"id": chunk, "text": "You may return goods within 14 days."}
    ]

    verdict = ask(project, answers)

    assert [note.kind for note in verdict.ruler] == ["text_differs"]
    assert verdict.ruler[0].message.startswith("1 of 1 retrieved chunks differ from the frozen corpus")


def test_a_threshold_of_the_set_blocks(tmp_path: Path) -> None:
    header = SET + "gates:\n  - {measure: recall, min: 0.9, slice: {risk: high}}\n"
    make_shop(tmp_path, header=header)
    project = approve_all(tmp_path)
    answers = right_answers(project)
    assert project.stored is not None
    (other,) = chunks_of(project.stored, ["staff.md"])
    answers["How long may I return goods?"]["retrieved"] = [other.id]

    verdict = ask(project, answers)

    broken = [(gate.gate, gate.value) for gate in verdict.gates if gate.status == "failed"]
    assert ("recall >= 0.9 (risk=high)", 0.0) in broken


def test_a_gate_on_an_unknown_measure_is_an_error_and_not_a_pass(tmp_path: Path) -> None:
    make_shop(tmp_path, header=SET + "gates:\n  - {measure: recal, min: 0.9}\n")
    project = approve_all(tmp_path)

    with pytest.raises(Exception, match="did you mean 'recall'"):
        ask(project, right_answers(project))


def test_a_pinned_revision_that_is_not_frozen_here_is_named(tmp_path: Path) -> None:
    make_shop(tmp_path)
    (tmp_path / "golden" / "set.yaml").write_text("name: shop\ncorpus: {label: april}\n", encoding="utf-8")

    with pytest.raises(ConfigurationError, match="'april'"):
        open_project(tmp_path)


def test_a_regression_against_the_stored_baseline_blocks_with_its_cause(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    ask(project, right_answers(project))
    baseline.save(project, "main", run=None, replace=False)
    worse = right_answers(project)
    worse["How long may I return goods?"] |= {"answer": "You may return goods.", "citations": []}

    verdict = ask(project, worse, name="new", baseline=None)

    assert verdict.comparison is not None
    assert (verdict.status, verdict.comparison.baseline) == ("blocked", "main")
    assert [item.case for item in verdict.comparison.regressions] == ["window"]
    assert verdict.comparison.regressions[0].causes[0].kind in {"not_used", "claim_missing"}
    assert {change.what for change in verdict.comparison.changes} == {"system"}


def test_a_relabelled_case_is_left_out_of_the_comparison_and_named(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    ask(project, right_answers(project))
    baseline.save(project, "main", run=None, replace=False)
    path = tmp_path / "golden" / "cases" / "cases.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Mars?", "Venus?"), encoding="utf-8")
    project = open_project(tmp_path)
    answers = right_answers(project) | {"What is the warranty on Venus?": SORRY}

    verdict = ask(project, answers, baseline="main")

    assert verdict.comparison is not None
    assert verdict.comparison.common == 2
    assert [item.case for item in verdict.comparison.left_out] == ["mars"]
    assert "set" in {change.what for change in verdict.comparison.changes}


def test_a_run_folder_holds_all_that_the_verdict_rests_on(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    ask(project, right_answers(project))

    folder = RunFolder.open(tmp_path / ".goldsmith" / "runs", runs(tmp_path)[-1])

    assert sorted(path.name for path in folder.path.iterdir() if path.suffix != ".lock") == [
        "cases.jsonl",
        "corpus.json",
        "finished",
        "junit.xml",
        "notes.jsonl",
        "observations.jsonl",
        "plan.json",
        "report.html",
        "report.md",
        "responses.jsonl",
        "scores.jsonl",
        "verdict.json",
    ]


def test_an_approval_needs_pinned_evidence(tmp_path: Path) -> None:
    make_shop(tmp_path)
    path = tmp_path / "golden" / "cases" / "cases.yaml"
    path.write_text(CASES, encoding="utf-8")
    confirmed = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
    judged = Judged(cases=("window",), reviewer="Ana", decision="approved", reason="seen", confirmations=confirmed)

    with pytest.raises(Exception, match="not pinned") as caught:
        approve(open_project(tmp_path), judged, now=NOW)

    assert "goldsmith check --fix" in str(caught.value)


def test_a_failing_case_cannot_be_deleted_to_pass(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    ask(project, right_answers(project))
    baseline.save(project, "main", run=None, replace=False)
    path = tmp_path / "golden" / "cases" / "cases.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("- id: mars")] + text[text.index("- id: safe") :], encoding="utf-8")
    project = open_project(tmp_path)

    verdict = ask(project, right_answers(project), baseline="main")

    assert (verdict.status, verdict.exit_status) == ("incomplete", 3)
    assert verdict.headline.startswith("1 case of the baseline no longer in the set (mars)")
