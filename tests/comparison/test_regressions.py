"""Which cases are called worse, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.comparison.regressions import watched
from goldsmith.records.comparison import Cause, Regression
from goldsmith.records.measure import Measure
from goldsmith.records.observation import Observation
from tests.comparison.sides import (
    RANK,
    RECALL,
    State,
    case,
    claim,
    compared,
    failed,
    leak,
    need,
    passed,
    scores,
    seen,
    side,
)

PLAIN = Measure(name="recall", layer="retrieval", direction="higher", unit="share")
LEAKS = Measure(name="leaks", layer="authorization", direction="lower", unit="count")
LATENCY = Measure(name="latency_ms", layer="operations", direction="lower", unit="ms")


def regressions(
    now: Sequence[Observation], before: Sequence[Observation], *, states: tuple[State, State] = ("passed", "passed")
) -> tuple[Regression, ...]:
    cases = [case(name) for name in sorted({item.case for item in before})]
    return compared(
        side("now", cases, observations=now, passes=[passed(one.id, states[1], "the gate is broken") for one in cases]),
        side("main", cases, observations=before, passes=[passed(one.id, states[0]) for one in cases]),
        cases,
    ).regressions


def test_a_case_that_passed_and_fails_now_is_told_with_its_cause() -> None:
    before, now = seen(claims=(claim(),)), seen(claims=(claim(state="not_stated"),))

    assert regressions([now], [before], states=("passed", "failed")) == (
        Regression(
            case="c1",
            falls=(),
            case_failed=True,
            causes=(Cause(kind="claim_missing", message='required claim "24 months" missing'),),
        ),
    )


def test_a_case_that_fails_for_no_reason_that_was_seen_says_what_is_known() -> None:
    (found,) = regressions([seen()], [seen()], states=("passed", "failed"))

    assert found.causes == (Cause(kind="other", message="fails now: the gate is broken"),)


def test_a_new_leak_is_a_regression_by_itself() -> None:
    leaking = seen(leaks=(leak("hr", "trace", "trace.docs[1]"),))

    assert regressions([leaking], [seen()], states=("failed", "failed")) == (
        Regression(
            case="c1",
            falls=(),
            case_failed=False,
            causes=(Cause(kind="leak", message="denied source hr in trace (trace.docs[1])", passage="hr"),),
        ),
    )
    assert regressions([leaking], [leaking], states=("failed", "failed")) == ()


def test_a_case_that_has_no_answer_any_more_is_a_regression_even_where_it_never_passed() -> None:
    (found,) = regressions([failed()], [seen()], states=("undecided", "failed"))

    assert (found.case_failed, [cause.kind for cause in found.causes]) == (False, ["run_failed"])


def test_a_case_without_a_verdict_is_worse_where_a_watched_measure_fell() -> None:
    cases = [case("c1")]
    before = side(
        "main",
        cases,
        observations=[seen(needs=(need(rank=1),), answered=False, citations=None)],
        scored=[*scores(RECALL, {"c1": 1}), *scores(RANK, {"c1": 1}), *scores(LATENCY, {"c1": 9})],
    )
    now = side(
        "now",
        cases,
        observations=[seen(needs=(need(rank=2),), answered=False, citations=None)],
        scored=[*scores(RECALL, {"c1": 1}), *scores(RANK, {"c1": 0.5}), *scores(LATENCY, {"c1": 99})],
    )

    result = compared(now, before, cases, measures=[RECALL, RANK, LATENCY])

    assert [(one.falls, one.case_failed, [cause.message for cause in one.causes]) for one in result.regressions] == [
        (
            (("reciprocal_rank", 1, 0.5),),
            False,
            ["warranty#3a90 fell from rank 1 to 2, still within k = 5"],
        )
    ]


def test_a_measure_that_fell_without_anything_to_see_says_so() -> None:
    cases = [case("c1")]
    now, before = (side(name, cases, scored=scores(RECALL, {"c1": value})) for name, value in (("now", 0), ("main", 1)))

    (found,) = compared(now, before, cases, measures=[RECALL]).regressions

    assert found.causes == (
        Cause(kind="other", message="recall@5 got worse; passages, claims and behaviour show no reason"),
    )


def test_leaks_stand_first_then_cases_that_fail_now_then_the_rest() -> None:
    names = ("a", "b", "c", "d")
    cases = [case(name) for name in names]
    before = [seen(name, needs=(need(rank=1),), claims=(claim(),)) for name in names]
    now = [
        seen("a", needs=(need(rank=None),), claims=(claim(),)),
        seen("b", needs=(need(rank=1),), claims=(claim(state="not_stated"),)),
        seen("c", needs=(need(rank=9),), claims=(claim(),)),
        seen("d", needs=(need(rank=1),), claims=(claim(),), leaks=(leak("hr", "context", "rank 1"),)),
    ]
    recall = {"a": 0, "b": 1, "c": 0, "d": 1}

    result = compared(
        side("now", cases, observations=now, scored=scores(RECALL, recall), passes=[passed("b", "failed", "x")]),
        side("main", cases, observations=before, scored=scores(RECALL, dict.fromkeys(names, 1)), passes=[passed("b")]),
        cases,
        measures=[RECALL],
    )

    assert [item.case for item in result.regressions] == ["d", "b", "a", "c"]


def test_of_one_measure_the_spelling_with_the_cutoff_is_watched() -> None:
    at_ten = Measure(name="recall", cutoff=10, layer="retrieval", direction="higher", unit="share")

    assert watched([LEAKS, at_ten, PLAIN, RECALL, LATENCY], 5) == (RECALL, LEAKS)
    assert watched([at_ten, PLAIN], 5) == (PLAIN,)
    assert watched([at_ten], 5) == (at_ten,)
