"""`goldsmith sign-off`: a person's word, bound to a run."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.purge import Purging, purge
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


def test_a_run_that_was_signed_off_is_purged_only_where_that_is_said(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*SIGN)

    refused = goldsmith("purge", "--run", "0001-app", "--yes")
    assert refused.status == 2
    assert "run 0001-app was signed off by Ada Weber, security owner, on " in refused.err
    assert "say --signed too" in refused.err
    assert (project / ".goldsmith/runs/0001-app").is_dir()

    told = goldsmith("purge", "--run", "0001-app", "--signed", "--yes")
    assert told.status == 0
    assert told.out.splitlines()[0].startswith("run 0001-app was signed off by Ada Weber, security owner, on ")
    assert not (project / ".goldsmith/runs/0001-app").exists()


def test_a_run_that_was_signed_off_does_not_go_by_age_and_says_so(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*SIGN)
    goldsmith("evaluate")
    later = datetime(2999, 1, 1, tzinfo=UTC)

    told = purge(project, Purging(older_than=30), now=later, really=True)
    all_the_same = purge(project, Purging(older_than=30, signed=True), now=later, really=False)

    assert (told.runs, [item.run for item in told.kept], told.unbound) == ((), ["0001-app"], ())
    assert (all_the_same.runs, all_the_same.kept) == (("0001-app",), ())
    assert [item.person for item in all_the_same.unbound] == ["Ada Weber"]


def test_an_erasure_in_a_run_that_was_signed_off_names_whose_word_it_was(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*SIGN)

    told = goldsmith("purge", "--case", "refund-window", "--by", "Ana", "--reason", "asked for it")

    assert told.status == 0
    assert "and would be no longer there as it was signed" in " ".join(told.out.split())


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_a_report_names_who_signed_the_run_off(goldsmith: Goldsmith, project: Path, form: str) -> None:
    before = goldsmith("report", "--format", form).out
    goldsmith(*SIGN)

    assert "signed off by" not in before
    assert "signed off by Ada Weber, security owner, on " in goldsmith("report", "--format", form).out
