"""`goldsmith sign-off`: a person's word, bound to a run."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.sign_off import Statement, sign_off
from tests.cases.telling import Goldsmith
from tests.cli.daily_project import WRONG, answer_with, write_cases, write_folder

APPROVE = ("approve", "refund-window", "--reviewer", "Ada", "--reason", "read", "--confirm-all")
SIGN = ("sign-off", "--person", "Ada Weber", "--role", "security owner", "--statement", "No leak in what was seen.")


@pytest.fixture
def project(goldsmith: Goldsmith, tmp_path: Path) -> Path:
    """Return a project with one run that nothing blocks."""
    write_folder(tmp_path)
    for words in (("init",), ("freeze", "--label", "one")):
        goldsmith(*words)
    write_cases(tmp_path)
    goldsmith("check", "--fix")
    goldsmith(*APPROVE)
    goldsmith("evaluate")
    return tmp_path


def test_a_statement_names_run_gates_and_what_was_not_observed(goldsmith: Goldsmith, project: Path) -> None:
    told = goldsmith(*SIGN)

    assert told.status == 0
    lines = told.out.splitlines()
    assert lines[0] == "Ada Weber, security owner: No leak in what was seen."
    assert lines[1].startswith("  run 0001-app of app (passed), n1:")
    assert "  authorization: not applicable" in lines
    held = json.loads((project / "golden/signoffs.jsonl").read_text(encoding="utf-8"))
    assert (held["person"], held["run"], held["verdict"]) == ("Ada Weber", "0001-app", "passed")


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


def test_a_run_without_anything_denied_says_nothing_of_access(goldsmith: Goldsmith, project: Path) -> None:
    assert "no case denies anything to whoever asks: nothing is said of access" in goldsmith(*SIGN).out


def test_a_part_of_the_set_cannot_be_signed_off(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith("evaluate", "--case", "refund-window")

    told = goldsmith(*SIGN)

    assert told.status == 2
    assert "is incomplete" in told.err


@pytest.mark.parametrize("missing", ["person", "role", "statement"])
def test_a_sign_off_without_one_of_its_parts_is_refused(goldsmith: Goldsmith, project: Path, missing: str) -> None:
    words = [word for word in SIGN if word != f"--{missing}"]
    words.remove(SIGN[SIGN.index(f"--{missing}") + 1])

    told = goldsmith(*words)

    assert told.status == 2
    assert f"a sign-off needs a {missing}" in told.err


def test_statements_at_the_same_time_each_follow_another(goldsmith: Goldsmith, project: Path) -> None:
    opened = open_project(project)

    def sign(number: int) -> str | None:
        words = Statement(person=f"P{number}", role="owner", words="Read.")
        return sign_off(opened, None, words, now=datetime(2026, 9, 1, tzinfo=UTC)).previous

    with ThreadPoolExecutor(max_workers=4) as pool:
        previous = list(pool.map(sign, range(4)))

    assert len(set(previous)) == 4


def test_a_name_is_told_on_one_line_and_without_codes_for_the_terminal(goldsmith: Goldsmith, project: Path) -> None:
    told = goldsmith("sign-off", "--person", "Ada\n\x1b[31mW", "--role", "owner", "--statement", "Read.")

    assert told.out.splitlines()[0] == "Ada \\u001b[31mW, owner: Read."
