"""Runs and comparisons: what broke and why, and nothing of a case that the reader may still judge."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from goldsmith.ondisk.runs import run_ids
from goldsmith.workflows import baseline
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from tests.web.owning import main_of, shop_desk, site_of, visit
from tests.web.visiting import header, text
from tests.web.workbench import words
from tests.workflows.shop import SORRY, ask, right_answers

LEAK = {"How does the safe open?": SORRY | {"retrieved": ["staff.md"]}}
WRONG = {"How long may I return goods?": SORRY}
QUESTION = "How long may I return goods?"


def ran(root: Path, *, approved: bool = True, **settings: Any) -> Desk:
    """Return a desk over a shop with a good run, kept as the baseline, and a worse one."""
    desk = shop_desk(root, approved=approved, **settings)
    project = open_project(root)
    right = right_answers(project)
    ask(project, right, name="good")
    baseline.save(project, "main", run=None, replace=False)
    ask(open_project(root), right | LEAK | WRONG, name="worse", baseline="main")
    return desk


def test_the_runs_stand_with_their_verdicts_the_latest_first(tmp_path: Path) -> None:
    page = words(visit(ran(tmp_path), "pia", "/runs"))

    assert re.findall(r"(\d{4}-\w+) \w+ (\w+) ([^0-9]*)", page.partition("Verdict Passed When ")[2])[0][:2] == (
        "0002-worse",
        "Blocked",
    )
    assert "0001-good good Passed nothing broke 3 of 3" in page


def test_a_run_tells_its_gates_and_what_got_worse_with_the_cause(tmp_path: Path) -> None:
    page = words(visit(ran(tmp_path), "owner", "/runs/run", run="0002-worse"))

    assert "Blocked 1 gate broken · 2 cases got worse" in page
    assert "Nobody sees what they may not broken 1 of 1" in page
    assert f"{QUESTION} window the evidence was not found rank 1 → not found" in page


def test_sources_are_named_only_to_who_sees_all_of_them(tmp_path: Path) -> None:
    desk = ran(tmp_path)
    pages = [main_of(visit(desk, name, "/runs/run", run="0002-worse")) for name in ("owner", "pia")]

    assert ["staff.md" in page for page in pages] == [True, False]


def test_what_a_reviewer_may_still_judge_is_left_out_of_everything_but_the_figures(tmp_path: Path) -> None:
    desk = ran(tmp_path)
    open_reviews(desk, person=desk.person("owner"), cases=["window"], trigger="audit")
    run = visit(desk, "arbiter", "/runs/run", run="0002-worse")
    compared = visit(desk, "arbiter", "/runs/compare", before="main", after="0002-worse")
    report = visit(desk, "arbiter", "/runs/report", run="0002-worse")

    assert [QUESTION in text(page) for page in (run, compared, report)] == [False, False, False]
    assert "not shown: yours to judge still" in words(compared)
    assert report.status == 400
    assert "Open the whole report" not in words(run)


def test_the_whole_report_is_served_under_its_own_policy(tmp_path: Path) -> None:
    desk = ran(tmp_path)
    page = visit(desk, "owner", "/runs/report", run="0002-worse")
    policies = [value for name, value in page.headers if name == "Content-Security-Policy"]

    assert page.status == 200
    assert len(policies) == 1
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:; base-uri 'none'; "
        r"form-action 'none'; frame-ancestors 'none'",
        policies[0],
    )
    assert header(page, "X-Content-Type-Options") == "nosniff"


def test_a_report_with_sources_beyond_ones_clearance_is_not_opened(tmp_path: Path) -> None:
    assert visit(ran(tmp_path), "r2", "/runs/report", run="0002-worse").status == 400


def test_two_runs_are_compared_on_their_common_cases(tmp_path: Path) -> None:
    page = words(visit(ran(tmp_path), "owner", "/runs/compare", before="0001-good", after="0002-worse"))

    assert "3 common unchanged cases, from 0001-good to 0002-worse." in page
    assert f"{QUESTION} window" in page


@pytest.mark.parametrize(("before", "after"), [("main", "nowhere"), ("nowhere", "0002-worse"), ("main", "main"),
                                               ("../x", "0002-worse"), ("0002-worse", "")])  # fmt: skip
def test_what_cannot_be_compared_is_said_on_the_page(tmp_path: Path, before: str, after: str) -> None:
    page = visit(ran(tmp_path), "owner", "/runs/compare", before=before, after=after)

    assert page.status == 400
    assert 'role="alert"' in text(page)


@pytest.mark.parametrize("run", ["0009-none", "../../golden", ""])
def test_a_run_that_there_is_not_is_an_error_in_words(tmp_path: Path, run: str) -> None:
    assert visit(ran(tmp_path), "owner", "/runs/run", run=run).status == 400


def test_a_run_that_is_not_finished_is_listed_and_not_opened(tmp_path: Path) -> None:
    desk = ran(tmp_path)
    folder = tmp_path / ".goldsmith" / "runs" / "0002-worse"
    (folder / "verdict.json").unlink()
    listed, opened = visit(desk, "pia", "/runs"), visit(desk, "pia", "/runs/run", run="0002-worse")

    assert "0002-worse worse Not finished" in words(listed)
    assert opened.status == 404


def test_without_a_run_the_page_says_how_one_is_made(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)

    assert run_ids(tmp_path / ".goldsmith" / "runs") == ()
    assert "goldsmith evaluate" in words(visit(desk, "pia", "/runs"))


@pytest.mark.parametrize("path", ["/runs", "/runs/run", "/runs/report", "/runs/compare"])
def test_who_is_not_signed_in_learns_nothing(tmp_path: Path, path: str) -> None:
    assert site_of(shop_desk(tmp_path)).get(path).status == 401
