"""Repeats that disagree are named; a release is not blocked by a minority of them, and a leak blocks always."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems.callable import open_system
from goldsmith.records.gate import CasePass, PassState
from goldsmith.records.settings import RunSettings
from goldsmith.records.verdict import FlakyCase, RepeatFigures, Verdict
from goldsmith.reports.terminal import render_verdict
from goldsmith.workflows.baseline import save
from goldsmith.workflows.evaluate import Against, evaluate
from goldsmith.workflows.flaky import flaky_cases, repeat_figures
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.run import Asking
from tests.workflows.shop import NOW, SORRY, approve_all, make_shop, right_answers

WINDOW = "How long may I return goods?"
SAFE = "How does the safe open?"


def case(name: str, passed: int, of: int, state: PassState = "failed") -> CasePass:
    return CasePass(case=name, state=state, why=(), passes=passed, repeats=of)


def asked_three_times(root: Path, wrong: dict[str, int], reply: dict[str, Any], *, baseline: str = "main") -> Verdict:
    """Evaluate a right system that gives `reply` so many times out of three to these questions."""
    project = open_project(root)
    answers, left = right_answers(project), dict(wrong)

    def answer(question: str, identity: object = None) -> Any:
        if left.get(question, 0):
            left[question] -= 1
            return reply
        return answers[question]

    asking = Asking(system_digest=f"y1:{wrong}", settings=RunSettings(repeats=3, concurrency=1))
    against = Against(baseline=baseline)
    return evaluate(project, open_system(answer, name="shop"), asking, now=NOW, against=against)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a reviewed shop with a baseline in which every case passed three times."""
    make_shop(tmp_path)
    approve_all(tmp_path)
    asked_three_times(tmp_path, {}, {}, baseline="none")
    save(open_project(tmp_path), "main", run=None, replace=False)
    return tmp_path


@pytest.mark.parametrize(
    ("passed", "of", "found"),
    [
        (0, 3, ()),
        (1, 3, (FlakyCase(case="a", passed=1, repeats=3, blocks=True),)),
        (2, 3, (FlakyCase(case="a", passed=2, repeats=3, blocks=False),)),
        (1, 2, (FlakyCase(case="a", passed=1, repeats=2, blocks=False),)),
        (3, 3, ()),
        (0, 1, ()),
    ],
)
def test_a_case_is_flaky_where_its_repeats_disagree(passed: int, of: int, found: tuple[FlakyCase, ...]) -> None:
    assert flaky_cases([case("a", passed, of, "passed" if passed == of else "failed")]) == found


def test_those_that_fail_most_stand_first() -> None:
    found = flaky_cases([case("b", 2, 3), case("a", 2, 3), case("c", 1, 3)])

    assert [item.case for item in found] == ["c", "a", "b"]


def test_an_undecided_case_is_not_flaky() -> None:
    assert flaky_cases([case("a", 1, 3, "undecided")]) == ()


def test_what_one_of_three_and_what_all_of_three_meet_is_a_mean_over_cases() -> None:
    passes = [case("a", 3, 3, "passed"), case("b", 2, 3), case("c", 0, 3), case("d", 0, 3, "undecided")]

    assert repeat_figures(passes, 3) == RepeatFigures(k=3, cases=3, at_least_one=2 / 3, all_of_them=1 / 3)


def test_one_repeat_says_nothing_of_repeats() -> None:
    assert (repeat_figures([case("a", 1, 1, "passed")], 1), repeat_figures([], 3)) == (None, None)


def test_one_failure_in_three_is_named_and_does_not_block(shop: Path) -> None:
    verdict = asked_three_times(shop, {WINDOW: 1}, {**SORRY})

    assert verdict.flaky == (FlakyCase(case="window", passed=2, repeats=3, blocks=False),)
    assert (verdict.status, verdict.exit_status) == ("passed", 0)
    assert "1 flaky" in verdict.headline
    printed = render_verdict(verdict)
    assert "  1 flaky case, by repeats that passed: window 2/3" in printed
    assert "  at least one of 3 repeats passes: 1.00 · all of them: 0.67 (pass@3, pass^3; 3 cases)" in printed


def test_failing_in_most_repeats_blocks_as_a_regression(shop: Path) -> None:
    verdict = asked_three_times(shop, {WINDOW: 2}, {**SORRY})

    assert verdict.flaky == (FlakyCase(case="window", passed=1, repeats=3, blocks=True),)
    assert (verdict.status, verdict.exit_status) == ("blocked", 1)


def test_a_leak_in_one_of_three_blocks_and_is_no_flake(shop: Path) -> None:
    verdict = asked_three_times(shop, {SAFE: 1}, SORRY | {"retrieved": ["staff.md"]})

    assert (verdict.status, verdict.flaky) == ("blocked", ())
