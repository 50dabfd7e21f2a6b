"""`goldsmith add` and `goldsmith show`: from a wrong answer that somebody met to a case that sees it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldsmith.workflows.add import Reported, add_incident
from goldsmith.workflows.open_set import open_project
from tests.cases.telling import Goldsmith
from tests.cli.daily_project import RIGHT, WRONG, answer_with, mended_incident, write_folder

CASE = "incident-f8c0b5"
ADD = (
    "add", "When is a refund possible after the purchase?", "--wrong", "A refund is possible within 60 days.",
    "--link", "T-12", "--reporter", "Ada",
)  # fmt: skip
APPROVE = ("approve", CASE, "--reviewer", "Ada", "--reason", "read beside the handbook", "--confirm-all")


@pytest.fixture
def project(goldsmith: Goldsmith, tmp_path: Path) -> Path:
    """Return a project that `init` made."""
    write_folder(tmp_path)
    for words in (("init",), ("freeze", "--label", "one")):
        goldsmith(*words)
    return tmp_path


def test_an_incident_becomes_a_case_that_fails_on_the_wrong_answer(goldsmith: Goldsmith, project: Path) -> None:
    told = goldsmith(*ADD)

    assert told.status == 0
    assert told.out.startswith(f"{CASE} written to golden/cases/incidents.yaml:2 (i-")
    assert "it fails on the wrong answer, as it should" in told.out
    assert "missed because no case asks anything like it" in told.out
    assert "refunds.md#" in told.out
    written = (project / "golden/cases/incidents.yaml").read_text(encoding="utf-8")
    assert written.splitlines()[1:] == [
        f"- id: {CASE}",
        "  question: When is a refund possible after the purchase?",
        "  origin: {kind: failure, ref: T-12}",
        "  claims:",
        "    - prohibited: A refund is possible within 60 days.",
        "      match: {number: 60, unit: day}",
    ]


def test_a_question_that_is_asked_already_names_the_case(goldsmith: Goldsmith, project: Path) -> None:
    question = "Within how many days may a customer ask for a refund"
    told = goldsmith("add", question, "--wrong", "Within 90 days.", "--reporter", "Ada")

    assert "refund-window asks nearly this, and none of its claims is broken by that answer" in told.out


def test_the_same_report_twice_is_told(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*ADD)
    before = (project / "golden/cases/incidents.yaml").read_bytes()

    told = goldsmith(*ADD)

    assert told.status == 2
    assert f"goldsmith show {CASE}" in told.err
    assert (project / "golden/cases/incidents.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("add", "--wrong", "x", "--reporter", "Ada"), "an incident needs the question"),
        (("add", "Why?", "--reporter", "Ada"), "an incident needs the wrong answer"),
        (("add", "Why?", "--wrong", "x"), "an incident needs who reports it"),
    ],
)
def test_a_report_that_lacks_something_says_what(
    goldsmith: Goldsmith, project: Path, words: tuple[str, ...], missing: str
) -> None:
    told = goldsmith(*words)

    assert told.status == 2
    assert missing in told.err
    assert not (project / "golden/incidents.jsonl").exists()


def test_an_incident_closes_only_after_red_on_the_record_and_green_on_the_mend(
    goldsmith: Goldsmith, project: Path
) -> None:
    goldsmith(*ADD)
    assert "the case is candidate" in goldsmith("add", "--close").out

    mended_incident(project)
    goldsmith("check", "--fix")
    goldsmith(*APPROVE)
    assert "not asked yet" in goldsmith("add", "--close").out

    answer_with(project, WRONG)
    goldsmith("evaluate")
    still = goldsmith("add", "--close")
    assert still.status == 1
    assert "failed in run 0001-app: mend the system" in still.out

    answer_with(project, RIGHT)
    goldsmith("evaluate")
    closed = goldsmith("add", "--close", CASE)
    assert closed.status == 0
    assert f"closed  {CASE}  red on the recorded answer, green in run 0002-app" in closed.out
    assert goldsmith("add", "--close").out.strip() == "no incident is open"
    facts = [json.loads(line) for line in (project / "golden/incidents.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [fact["fact"] for fact in facts if "fact" in fact] == ["incident", "closed"]


def test_a_case_that_no_longer_sees_the_failure_keeps_its_incident_open(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*ADD)
    path = project / "golden/cases/incidents.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("60", "61"), encoding="utf-8")

    told = goldsmith("add", "--close")

    assert told.status == 1
    assert "the case does not fail on the wrong answer" in told.out


def test_show_tells_what_a_case_says_who_decided_and_how_it_did(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*ADD)
    mended_incident(project)
    goldsmith("check", "--fix")
    goldsmith(*APPROVE)
    answer_with(project, WRONG)
    goldsmith("evaluate")

    lines = goldsmith("show", CASE).out.splitlines()

    assert lines[0].startswith("APPROVED")
    assert lines[1].startswith("golden/cases/incidents.yaml:2 · c1:")
    assert "  must not say: A refund is possible within 60 days. [number 60 day]" in lines
    assert any(line.startswith("  20") and "Ada  approved: read beside the handbook" in line for line in lines)
    assert any("0001-app  failed" in line for line in lines)
    assert lines[-1].startswith("Next: mend the system, then: goldsmith evaluate --case ")


def test_show_names_the_page_of_the_evidence_where_it_is_known(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / "chunks.jsonl").write_text(
        '{"id": "fees.pdf#1", "document": "fees.pdf", "text": "The fee is 12 euros.", "page": 4}\n'
        '{"id": "open.md#1", "document": "open.md", "text": "We open at nine."}\n',
        encoding="utf-8",
    )
    (tmp_path / "goldsmith.toml").write_text('manifest = {path = "chunks.jsonl"}\n', encoding="utf-8")
    (tmp_path / "golden/cases").mkdir(parents=True)
    (tmp_path / "golden/set.yaml").write_text("name: fees\n", encoding="utf-8")
    (tmp_path / "golden/cases/fees.yaml").write_text(
        "- id: fee\n  question: How much?\n  accept: [12 euros.]\n"
        "  evidence: [{document: fees.pdf, quote: The fee is 12 euros.}, open.md#1]\n",
        encoding="utf-8",
    )
    assert goldsmith("freeze").status == 0

    lines = goldsmith("show", "fee").out.splitlines()
    placed = [line for line in lines if "stands on" in line]

    assert placed == ["  evidence 1 stands on: fees.pdf, p. 4"]
    assert lines.index(placed[0]) == lines.index('  evidence 2: open.md#1: "We open at nine."') + 1


def test_show_of_an_unknown_case_names_the_nearest(goldsmith: Goldsmith, project: Path) -> None:
    told = goldsmith("show", "refund-windov")

    assert told.status == 2
    assert "did you mean 'refund-window'?" in told.err


def test_a_report_that_was_cut_short_is_finished_by_the_same_command(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*ADD)
    written = (project / "golden/cases/incidents.yaml").read_text(encoding="utf-8")
    (project / "golden/incidents.jsonl").unlink()

    told = goldsmith(*ADD)

    assert told.out.startswith(f"{CASE} written to golden/cases/incidents.yaml:2 (i-")
    assert (project / "golden/cases/incidents.yaml").read_text(encoding="utf-8") == written
    facts = (project / "golden/incidents.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["case"] for line in facts] == [CASE]


def test_reports_at_the_same_time_lose_nothing_and_share_no_id(goldsmith: Goldsmith, project: Path) -> None:
    opened = open_project(project)

    def report(number: int) -> str:
        reported = Reported(question="Is it open?", wrong_answer=f"at {number}", link=None, reporter="Ada")
        return add_incident(opened, reported, now=datetime(2026, 9, 1, tzinfo=UTC)).incident.case

    with ThreadPoolExecutor(max_workers=4) as pool:
        ids = sorted(pool.map(report, range(4)))

    assert len(set(ids)) == 4
    assert all(name.startswith("incident-") for name in ids)
    assert sorted(case.id for case in open_project(project).golden.cases) == [*ids, "refund-window"]


def test_a_question_without_a_word_that_is_asked_already_is_met(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith("add", "\U0001f4a5?", "--wrong", "one", "--reporter", "Ada")

    told = goldsmith("add", "\U0001f4a5?", "--wrong", "two", "--reporter", "Ada")

    assert "asks nearly this" in told.out


def test_an_unfinished_case_of_an_incident_keeps_no_other_from_being_run_and_is_named(
    goldsmith: Goldsmith, project: Path
) -> None:
    goldsmith(*ADD)

    told = goldsmith("evaluate")
    words = " ".join(told.out.split())

    assert told.status == 0
    assert f"1 case of an incident is unfinished, so not asked: {CASE}; finish it with evidence" in words
    assert "in golden/cases/incidents.yaml" in words
    assert "1 of 1 case scored" in words
    assert "unfinished, so not asked" in goldsmith("score", "0001-app").out


def test_an_unfinished_case_that_is_asked_for_by_name_is_refused(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*ADD)

    told = goldsmith("evaluate", "--case", CASE)

    assert told.status != 0
    assert f"GS105 [{CASE}]" in told.err


def test_an_error_in_any_other_case_still_keeps_the_set_from_being_run(goldsmith: Goldsmith, project: Path) -> None:
    goldsmith(*ADD)
    more = "- {id: other, question: What else?}\n"
    (project / "golden/cases/other.yaml").write_text(more, encoding="utf-8")

    told = goldsmith("evaluate")

    assert told.status != 0
    assert "GS105 [other]" in told.err
    assert CASE not in told.err


def test_a_case_of_the_baseline_that_is_unfinished_now_leaves_the_verdict_incomplete(
    goldsmith: Goldsmith, project: Path
) -> None:
    goldsmith(*ADD)
    path = project / "golden/cases/incidents.yaml"
    unfinished = path.read_bytes()
    mended_incident(project)
    for words in (("check", "--fix"), ("evaluate",), ("baseline", "save", "main")):
        assert goldsmith(*words).status == 0
    path.write_bytes(unfinished)

    told = goldsmith("evaluate", "--baseline", "main")

    assert told.status == 3
    assert f"1 case of the baseline no longer in the set ({CASE})" in told.out
