"""Which cases are compared, and what is said of the others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from goldsmith.comparison.values import case_values
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.comparison import Change, LeftOut
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.measure import Score, Scored, Unscored
from goldsmith.records.task import TaskKey
from tests.comparison.sides import RECALL, case, compared, failed, passed, scores, seen, side


def case_of(line: str) -> Case:
    raw = json.loads(line)
    return Case(
        id=raw["id"],
        question=raw["question"],
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer=raw["expected_answer"]),),
        evidence=tuple(Need(any_of=(Alternative(chunk=name),)) for name in raw["expected_sources"]),
    )


def test_every_case_of_either_side_is_compared_or_left_out_with_the_reason() -> None:
    kept, edited, gone, fresh, dead, lost = (case(name) for name in ("kept", "edited", "gone", "fresh", "dead", "lost"))
    edited_now = case("edited", question="another one?")
    now = side(
        "now",
        (kept, edited_now, fresh, dead, lost),
        observations=[seen(name) for name in ("kept", "edited", "fresh", "dead")],
    )
    before = side(
        "main",
        (kept, edited, gone, dead, lost),
        observations=[seen("kept"), seen("edited"), seen("gone"), failed("dead"), seen("lost")],
    )

    result = compared(now, before, (kept, edited_now, fresh, dead, lost))

    assert (result.common, result.left_out) == (
        1,
        (
            LeftOut(case="dead", why="the baseline has no answer: timeout: no reply within 60 s"),
            LeftOut(case="edited", why="changed since the baseline was asked it"),
            LeftOut(case="fresh", why="new: the baseline was not asked it"),
            LeftOut(case="gone", why="only in the baseline: this run was not asked it"),
            LeftOut(case="lost", why="no result in this run"),
        ),
    )


def test_a_case_that_changed_in_the_set_after_both_runs_is_left_out() -> None:
    asked = case("c1")
    now, before = side("now", (asked,)), side("main", (asked,))

    edited = compared(now, before, (case("c1", question="another one?"),))
    dropped = compared(now, before, ())

    assert edited.left_out == (LeftOut(case="c1", why="changed in the set since both were asked it"),)
    assert edited.changes == (Change(what="set", message="1 case changed in the set since both runs: c1"),)
    assert dropped.left_out == (LeftOut(case="c1", why="no longer in the set"),)


def test_a_label_that_was_edited_between_two_runs_is_no_ground_for_saying_that_nothing_changed(
    shared_case: Callable[[str], Path],
) -> None:
    folder = shared_case("054-label-edit-between-runs")
    runs = [json.loads((folder / f"run-{letter}.json").read_text(encoding="utf-8")) for letter in "ab"]
    versions = [
        [
            case_of(line)
            for line in (folder / f"set-v{run['set_version']}.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        for run in runs
    ]
    before, now = (
        side(
            run["system"],
            cases,
            passes=[passed(name, "passed" if ok else "failed") for name, ok in run["pass"].items()],
            set_version=run["set_version"],
            system=run["system"],
        )
        for run, cases in zip(runs, versions, strict=True)
    )

    result = compared(now, before, versions[1])

    assert (result.common, result.left_out) == (
        1,
        (LeftOut(case="g001", why="changed since the baseline was asked it"),),
    )
    assert result.changes == (
        Change(what="set", message="version 1.2 → 1.3"),
        Change(what="set", message="1 case changed: g001"),
        Change(what="system", message="system s1 → s2"),
    )


def test_a_version_that_was_edited_in_place_is_not_taken_for_the_same(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("054-label-edit-between-runs")
    published, edited = (
        [case_of(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
        for name in ("set-v1.3.jsonl", "set-v1.3-edited-in-place.jsonl")
    )
    now, before = side("now", edited, set_version="1.3"), side("main", published, set_version="1.3")

    result = compared(now, before, edited)

    assert result.changes == (
        Change(what="set", message="version 1.3 was edited in place: it says the same version and holds other cases"),
        Change(what="set", message="1 case changed: g001"),
    )


def test_cases_that_a_subset_did_not_ask_are_not_called_gone() -> None:
    first, second = case("c1"), case("c2")

    result = compared(side("now", (first,), subset="--case c1"), side("main", (first, second)), (first,))

    assert result.changes == (Change(what="set", message="1 case only in the baseline: c2"),)


def test_a_case_is_worth_the_mean_of_its_repeats_and_nothing_where_one_of_them_failed() -> None:
    def three(*outcomes: Scored | Unscored) -> tuple[Score, ...]:
        keys = [TaskKey(task="c1", step=0, repeat=repeat) for repeat in (1, 2, 3)]
        return tuple(
            Score(key=key, case="c1", measure="recall@5", outcome=one) for key, one in zip(keys, outcomes, strict=True)
        )

    one, half = Scored(value=1.0), Scored(value=0.5)
    no_claim, crash = Unscored(reason="not_applicable"), Unscored(reason="system_failed", detail="timeout")

    assert case_values(three(one, half, half)) == {"recall@5": {"c1": Scored(value=2 / 3)}}
    assert case_values(three(one, half, no_claim)) == {"recall@5": {"c1": Scored(value=0.75)}}
    assert case_values(three(one, half, crash)) == {"recall@5": {"c1": crash}}
    assert case_values(three(no_claim, no_claim, no_claim)) == {"recall@5": {"c1": no_claim}}


def test_nothing_depends_on_the_order_in_which_cases_stand() -> None:
    cases = [case(f"c{number}") for number in range(8)]
    old = {one.id: number / 10 for number, one in enumerate(cases)}
    new = {one.id: (number * 3 % 8) / 10 for number, one in enumerate(cases)}

    def compare_in(order: list[Case]) -> object:
        now, before = (
            side(
                name,
                order,
                scored=scores(RECALL, {one.id: values[one.id] for one in order}),
                passes=[passed(one.id, "failed" if name == "now" else "passed") for one in order],
            )
            for name, values in (("now", new), ("main", old))
        )
        return compared(now, before, order, measures=[RECALL])

    assert compare_in(cases) == compare_in(cases[::-1]) == compare_in(cases[3:] + cases[:3])
