"""What a run tells a person to do next is the one thing that helps most, and can be typed as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.workflows import baseline
from goldsmith.workflows.command_lines import evaluate_line, of_the_set
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.select import Selection
from tests.workflows.shop import CASES, SET, SORRY, approve_all, ask, make_shop, right_answers


def breaks(question: str) -> Any:
    message = f"no index for {question[:4]}"
    raise RuntimeError(message)


def test_where_every_call_failed_it_is_the_system_that_is_mended(tmp_path: Path) -> None:
    make_shop(tmp_path)
    verdict = ask(approve_all(tmp_path), breaks)

    assert verdict.next_step.startswith("mend the system: RuntimeError: no index for ")
    assert verdict.next_step.endswith(" (first of 3)")


def test_where_most_calls_failed_the_system_comes_before_a_review(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    verdict = ask(project, lambda question: SORRY if "Mars" in question else breaks(question))

    assert verdict.next_step.startswith("mend the system: RuntimeError: ")
    assert verdict.next_step.endswith(" (first of 2)")


def test_a_run_that_passed_and_was_compared_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    first = ask(project, right_answers(project))
    baseline.save(project, "main", run=None, replace=False)
    second = ask(project, right_answers(project), name="next", baseline="main")

    assert first.next_step == "keep this run to compare with: goldsmith baseline save main"
    assert second.next_step == "nothing stands in the way"


def test_a_threshold_that_was_missed_is_named_and_no_baseline_is_suggested(tmp_path: Path) -> None:
    make_shop(tmp_path, header=SET + "gates:\n  - {measure: claim_recall, min: 0.9}\n")
    project = approve_all(tmp_path)
    answers = right_answers(project)
    answers["How long may I return goods?"] |= {"answer": "You may return goods."}
    verdict = ask(project, answers)

    assert verdict.status == "blocked"
    assert verdict.next_step == (
        "mend what keeps claim_recall >= 0.9 from holding: the report shows each case, then run the same command again"
    )


def test_a_subset_is_followed_by_the_whole_set(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    verdict = ask(project, right_answers(project), selection=Selection(cases=("window",)))

    assert verdict.next_step == "evaluate the whole set: goldsmith evaluate --system NAME"


def test_what_the_system_does_not_show_is_named_where_a_gate_needs_it(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    answers = {name: {"answer": reply["answer"]} for name, reply in right_answers(project).items()}
    verdict = ask(project, answers)

    assert verdict.status == "incomplete"
    assert verdict.next_step.startswith("settle what keeps ")


def test_a_waived_gate_is_told_with_the_day_on_which_it_ends(tmp_path: Path) -> None:
    waivers = "".join(
        f"    - {{gate: {gate}, who: Ada, why: known, until: '{until}'}}\n"
        for gate, until in (("refusal", "2027-03-31"), ("citations", "2026-12-31"))
    )
    make_shop(tmp_path, cases=CASES.replace("- id: mars\n", f"- id: mars\n  waivers:\n{waivers}"))
    project = approve_all(tmp_path)
    chunk = project.golden.cases[0].evidence[0].any_of[0].chunk
    told = {"answer": "Two years.", "retrieved": [], "citations": [chunk], "behaviour": "answer"}
    verdict = ask(project, right_answers(project) | {"What is the warranty on Mars?": told})

    assert (verdict.status, verdict.headline.split(" · ")[:2]) == (
        "passed",
        ["every gate holds", "2 waived (first ends 2026-12-31)"],
    )


def test_a_command_names_what_it_would_not_find_by_itself(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    (tmp_path / "my questions.csv").write_text("id,question,expected_answer,type\na,Q?,1,no_answer\n")
    lone = open_project(tmp_path, file=Path("my questions.csv"))
    (tmp_path / "goldsmith.toml").write_text('[systems.app]\nkind = "reference"\n', encoding="utf-8")

    assert (of_the_set(project), evaluate_line(project)) == ("", "goldsmith evaluate --system NAME")
    assert of_the_set(lone) == ' --set "my questions.csv"'
    assert evaluate_line(lone) == 'goldsmith evaluate "my questions.csv" --system NAME'
    assert evaluate_line(open_project(tmp_path)) == "goldsmith evaluate"


PROSE = """\
- id: window
  question: How long may I return goods?
  accept: [Within 30 days.]
  evidence:
    - {document: returns.md, quote: You may return goods within 30 days.}
"""


def test_where_nothing_was_decided_nothing_passed(tmp_path: Path) -> None:
    make_shop(tmp_path, cases=PROSE)
    verdict = ask(approve_all(tmp_path), lambda question: {"answer": "Bananas are yellow."})

    assert (verdict.status, verdict.headline) == ("incomplete", "no gate was decided and no case passed")


def test_undecided_cases_are_told_before_anything_is_kept_to_compare_with(tmp_path: Path) -> None:
    other = PROSE.replace("window", "goods").replace("How long", "For how many days")
    make_shop(tmp_path, cases=CASES + "\n" + other)
    project = approve_all(tmp_path)
    answers = right_answers(project)
    answers["For how many days may I return goods?"] = answers["How long may I return goods?"]
    verdict = ask(project, answers)

    assert verdict.status == "passed"
    assert verdict.next_step == (
        "write claims that can be decided (1 of 4 cases are undecided, goods first): goldsmith check proposes them"
    )
