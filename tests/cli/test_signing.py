"""`goldsmith sign-off`: a person's word, bound to a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith
from tests.cli.daily_project import WRONG, answer_with, write_folder

SIGN = ("sign-off", "--person", "Ada Weber", "--role", "security owner", "--statement", "No leak in what was seen.")


@pytest.fixture
def project(goldsmith: Goldsmith, tmp_path: Path) -> Path:
    """Return a project with one run that nothing blocks."""
    write_folder(tmp_path)
    for words in (("init",), ("freeze", "--label", "one"), ("evaluate",)):
        goldsmith(*words)
    return tmp_path


def test_a_statement_names_run_gates_and_what_was_not_observed(goldsmith: Goldsmith, project: Path) -> None:
    told = goldsmith(*SIGN)

    assert told.status == 0
    lines = told.out.splitlines()
    assert lines[0] == "Ada Weber, security owner: No leak in what was seen."
    assert lines[1].startswith("  run 0001-app of app (unreviewed), n1:")
    assert "  authorization: not applicable" in lines
    held = json.loads((project / "golden/signoffs.jsonl").read_text(encoding="utf-8"))
    assert (held["person"], held["run"], held["verdict"]) == ("Ada Weber", "0001-app", "unreviewed")


def test_a_run_that_was_changed_afterwards_is_found(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*SIGN)
    assert "the run is what was signed" in goldsmith("sign-off", "--list").out

    journal = project / ".goldsmith/runs/0001-app/responses.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"30 days", b"31 days"))
    told = goldsmith("sign-off", "--list")

    assert told.status == 1
    assert "THE RUN IS NO LONGER WHAT WAS SIGNED" in told.out


def test_a_statement_that_was_changed_breaks_the_chain(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*SIGN)
    goldsmith(*SIGN[:-1], "Seen again.")
    path = project / "golden/signoffs.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("No leak", "One leak"), encoding="utf-8")

    told = goldsmith("sign-off", "--list")

    assert told.status == 4
    assert "does not follow any earlier one" in told.err


def test_a_blocked_run_cannot_be_signed_off(goldsmith: Goldsmith, project: Path) -> None:
    cases = '- {id: hours, question: "When?", answerability: unsupported, behaviour: refuse}\n'
    (project / "golden/cases/hours.yaml").write_text(cases, encoding="utf-8")
    answer_with(project, WRONG)
    goldsmith("evaluate")

    told = goldsmith(*SIGN)

    assert told.status == 2
    assert "is blocked" in told.err
    assert not (project / "golden/signoffs.jsonl").exists()


@pytest.mark.parametrize("missing", ["person", "role", "statement"])
def test_a_sign_off_without_one_of_its_parts_is_refused(goldsmith: Goldsmith, project: Path, missing: str) -> None:
    words = [word for word in SIGN if word != f"--{missing}"]
    words.remove(SIGN[SIGN.index(f"--{missing}") + 1])

    told = goldsmith(*words)

    assert told.status == 2
    assert f"a sign-off needs a {missing}" in told.err
