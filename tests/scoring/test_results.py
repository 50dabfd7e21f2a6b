"""A run that does not fit its set: every mismatch is named, and nothing is chosen in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from goldsmith.records.measure import Score, Scored, Unscored
from goldsmith.records.response import Failure, Reply
from goldsmith.records.task import TaskKey
from goldsmith.scoring.results import CaseRepeats, match_results, not_answered, repeats_of
from tests.scoring.building import case, chunk_need, items, response


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def test_missing_repeated_and_unknown_results_are_named(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("030-run-and-set-disagree")
    cases = [case(chunk_need(*one["expected_sources"]), id=one["id"]) for one in rows(folder / "golden.jsonl")]
    responses = [
        response(Reply(answer=one["answer"], retrieved=items(*one["retrieved"])), name=one["case_id"])
        for one in rows(folder / "run.jsonl")
    ]
    matched = match_results(cases, responses)

    assert (matched.missing, matched.repeated, matched.unknown) == (("g004", "g005"), (("g002", 1, 2),), ("g999",))
    assert [one.case for one in matched.usable] == ["g001", "g003"]
    assert (matched.asked, matched.whole, matched.complete) == (5, 2, False)


def test_a_run_that_fits_is_complete_and_in_the_order_of_the_cases() -> None:
    cases = [case(id="b"), case(id="a")]
    responses = [response(Reply(answer="A"), name=name, repeat=repeat) for repeat in (2, 1) for name in ("a", "b")]
    matched = match_results(cases, responses, repeats=2)

    assert [(one.case, one.key.repeat) for one in matched.usable] == [("b", 1), ("b", 2), ("a", 1), ("a", 2)]
    assert (matched.complete, matched.whole) == (True, 2)


def test_repeats_that_a_case_lacks_are_named() -> None:
    matched = match_results([case(id="a")], [response(Reply(), name="a", repeat=2)], repeats=3)

    assert matched.incomplete == (("a", (1, 3)),)


def test_a_result_that_is_missing_is_stood_for_by_one_that_says_so() -> None:
    outcome = not_answered(case(), repeat=2).outcome

    assert outcome == Failure(kind="not_answered", message="there is no result for this case")


def test_repeats_that_do_not_match_are_reported_and_not_averaged(shared_case: Callable[[str], Path]) -> None:
    scores = [
        Score(
            key=TaskKey(task=one["case_id"], step=0, repeat=one["repeat"]),
            case=one["case_id"],
            measure="pass",
            outcome=Unscored(reason="system_failed", detail=one["error"])
            if one["pass"] is None
            else Scored(value=float(one["pass"])),
        )
        for one in rows(shared_case("057-repeats-that-do-not-match") / "results.jsonl")
    ]
    told = repeats_of(scores, "pass", repeats=3)

    assert told == (
        CaseRepeats(case="g001", values=((1, 1.0), (2, 1.0), (3, 0.0)), unscored=(), repeated=(), absent=()),
        CaseRepeats(case="g002", values=((1, 1.0),), unscored=((2, "system_failed"),), repeated=(), absent=(3,)),
        CaseRepeats(case="g003", values=((3, 1.0),), unscored=(), repeated=(1,), absent=(2,)),
    )
    assert [one.complete for one in told] == [True, False, False]
