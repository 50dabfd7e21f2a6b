"""The action of GitHub: its form, and its shell steps in a project as a workflow would run them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from goldsmith.ondisk.corpus_lock import locked_label
from goldsmith.workflows.freeze import FreezeOptions, freeze
from tests.ci.actions import ACTION, carry_out
from tests.workflows.shop import approve_all, make_shop

GOOD = """\
def answer(question, identity=None):
    if "return" not in question:
        return {"answer": "I could not find that. Please ask the help desk.", "retrieved": [], "citations": [],
                "behaviour": "refuse"}
    return {"answer": "You may return goods within 30 days.", "behaviour": "answer",
            "retrieved": [{"document": "returns.md", "text": "You may return goods within 30 days."}],
            "citations": ["returns.md"]}
"""
CONFIGURATION = 'documents = "documents"\n[systems.app]\nkind = "callable"\ntarget = "app.py:answer"\n'
QUESTION = "How long may I return goods"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a fresh checkout of a reviewed shop: what machines keep for themselves is not there."""
    root = tmp_path / "project"
    root.mkdir()
    make_shop(root)
    freeze(root / "documents", root=root, options=FreezeOptions(label="march", lock=root / "corpus.lock"))
    approve_all(root)
    (root / "goldsmith.toml").write_text(CONFIGURATION, encoding="utf-8")
    (root / "app.py").write_text(GOOD, encoding="utf-8")
    shutil.rmtree(root / ".goldsmith")
    return root


def report_of(checkout: Path) -> dict[str, str]:
    """Return the files that would be uploaded, with what they hold."""
    folder = checkout.parent / "runner" / "golden-set-report"
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_every_input_is_explained_and_used() -> None:
    steps = str(ACTION["runs"]["steps"])

    assert [name for name, item in ACTION["inputs"].items() if not item.get("description")] == []
    assert [name for name in ACTION["inputs"] if f"inputs.{name} " not in steps] == []


def test_no_value_from_outside_becomes_part_of_a_script() -> None:
    assert [step["id"] for step in ACTION["runs"]["steps"] if "${{" in step.get("run", "")] == []


def test_other_actions_are_of_github_and_have_a_version() -> None:
    used = [step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step]

    assert [name for name in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", name)] == []


def test_the_installation_takes_the_extras(tmp_path: Path) -> None:
    (install,) = (step for step in ACTION["runs"]["steps"] if step.get("id") == "install")

    assert '"${PACKAGE}${EXTRAS:+[$EXTRAS]}"' in install["run"]


def test_a_fresh_checkout_is_frozen_checked_and_evaluated_and_ids_alone_are_told(checkout: Path) -> None:
    carried = carry_out(checkout)
    kept = report_of(checkout)
    told = {**kept, "log": carried.log, "summary": carried.summary}

    assert (carried.status, carried.ran) == (0, ["freeze", "check", "evaluate"]), carried.log
    assert carried.outputs == {"check.status": "0", "evaluate.status": "0"}
    assert "froze march" in carried.log
    assert locked_label(checkout / "corpus.lock") == "march"
    assert carried.summary.startswith("Golden set: the check found no error.\n\n### PASSED: every gate holds")
    assert sorted(kept) == ["0001-app/junit.xml", "0001-app/report.html", "0001-app/report.md"]
    assert [name for name, text in told.items() if QUESTION in text] == []


def test_texts_are_written_where_they_are_asked_for_also_in_a_fork_that_has_what_it_needs(checkout: Path) -> None:
    wanted = {"texts": "true", "needs": "RAG_TOKEN"}
    carried = carry_out(checkout, wanted, fork=True, environment={"RAG_TOKEN": "x"})

    assert carried.outputs["evaluate.status"] == "0"
    assert QUESTION in report_of(checkout)["0001-app/report.html"]


def test_a_blocked_release_keeps_its_status_and_its_report(checkout: Path) -> None:
    (checkout / "app.py").write_text(GOOD.replace('["returns.md"]', '["staff.md"]'), encoding="utf-8")
    carried = carry_out(checkout)

    assert (carried.status, carried.outputs["evaluate.status"]) == (1, "1")
    assert "### BLOCKED: 1 gate" in carried.summary
    assert "0001-app/report.html" in report_of(checkout)


def test_findings_stand_beside_their_lines_and_fail_a_fork_too(checkout: Path) -> None:
    path = checkout / "golden" / "cases" / "cases.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("returns.md", "nowhere.md"), encoding="utf-8")
    carried = carry_out(checkout, {"needs": "RAG_TOKEN"}, fork=True)

    assert (carried.status, carried.ran) == (1, ["freeze", "check"])
    assert "::error file=golden/cases/cases.yaml,line=" in carried.log
    assert carried.summary.startswith("Golden set: the check ended with status 1")


def test_a_fork_without_secrets_is_checked_and_told_so(checkout: Path) -> None:
    carried = carry_out(checkout, {"needs": "RAG_TOKEN"}, fork=True)

    assert (carried.status, carried.outputs) == (0, {"check.status": "0"})
    assert (
        "The system was not asked: this pull request gets no secrets, and these are needed: RAG_TOKEN."
        in carried.summary
    )
    assert "That says nothing of the change." in carried.summary
    assert not (checkout / ".goldsmith" / "runs").exists()


def test_recorded_answers_are_scored_in_a_fork_and_decide_nothing(checkout: Path) -> None:
    (checkout / "recorded.jsonl").write_text(
        '{"id": "window", "answer": "Within 14 days.", "retrieved": ["returns.md"]}\n', encoding="utf-8"
    )
    carried = carry_out(checkout, {"needs": "RAG_TOKEN", "recorded": "recorded.jsonl"}, fork=True)

    assert (carried.status, carried.outputs) == (0, {"check.status": "0"}), carried.log
    assert "Below, recorded answers (recorded.jsonl) are scored" in carried.summary
    assert "### INCOMPLETE: " in carried.summary


def test_a_secret_that_is_missing_at_home_is_an_error(checkout: Path) -> None:
    carried = carry_out(checkout, {"needs": "RAG_TOKEN"})

    assert carried.status == 2
    assert "::error title=golden set::these variables are empty, and the system needs them: RAG_TOKEN" in carried.log


def test_a_folder_below_the_root_and_a_lone_file_are_taken(checkout: Path) -> None:
    (checkout / "q.csv").write_text("id,question,expected_answer,type\na,Q?,,no_answer\n", encoding="utf-8")
    carried = carry_out(
        checkout.parent,
        {"working-directory": "project", "set": "q.csv", "system": "app.py:answer", "baseline": "none"},
    )

    assert (carried.status, carried.outputs) == (0, {"check.status": "0", "evaluate.status": "0"}), carried.log
