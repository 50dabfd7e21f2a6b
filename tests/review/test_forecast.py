"""When the work is done by those who may do it, and what is left out first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from goldsmith.records.forecast import Drop, LabelsLeft, Pace, PersonShare
from goldsmith.review.forecast import (
    ASSUMED_MINUTES,
    Covered,
    Pending,
    Timing,
    drops_for,
    left_of,
    nobody_for,
    pace_of,
    shares,
    timing,
)

BOTH = frozenset({"ada", "ben"})
HOUR = {
    risk: Pace(risk=risk or "", minutes=60.0, interval=None, labels=9, basis="own")
    for risk in ("low", "medium", "high", None)
}


def pending(name: str, left: int = 1, able: frozenset[str] = BOTH, *, risk: str | None = "low") -> Pending:
    return Pending(case=name, risk=risk, left=left, able=able)


def weeks(work: Sequence[Pending], hours: Mapping[str, float]) -> float:
    found = timing(work, HOUR, hours)
    assert found is not None
    return found.weeks


def test_the_pace_is_the_median_of_the_risk_with_its_interval() -> None:
    seconds = [("high", 60.0 * minutes) for minutes in (4, 5, 6, 7, 8, 40)]

    assert pace_of(seconds, ["high"]) == {
        "high": Pace(risk="high", minutes=6.5, interval=(4.0, 40.0), labels=6, basis="own")
    }


def test_fewer_than_five_of_a_risk_are_told_by_all_and_fewer_than_five_of_all_by_what_is_assumed() -> None:
    few = [("low", 60.0), ("low", 120.0), ("high", 240.0)]
    enough = [*few, ("high", 240.0), ("medium", 600.0)]

    assert pace_of(few, ["low"])["low"] == Pace(
        risk="low", minutes=ASSUMED_MINUTES, interval=None, labels=0, basis="assumed"
    )
    assert pace_of(enough, ["low", None]) == {
        "low": Pace(risk="low", minutes=4.0, interval=None, labels=5, basis="all"),
        None: Pace(risk="", minutes=4.0, interval=None, labels=5, basis="all"),
    }


def test_what_is_left_is_told_by_risk() -> None:
    work = [pending("a", 2, risk="high"), pending("b"), pending("c", risk=None), pending("d", 0)]

    assert left_of(work, HOUR) == (
        LabelsLeft(risk="high", cases=1, labels=2, hours=2.0),
        LabelsLeft(risk="", cases=1, labels=1, hours=1.0),
        LabelsLeft(risk="low", cases=1, labels=1, hours=1.0),
    )


def test_work_that_all_may_do_is_shared_by_all() -> None:
    work = [pending(f"c{n}") for n in range(12)]

    assert timing(work, HOUR, {"ada": 4.0, "ben": 2.0}) == Timing(weeks=2.0, slowest=(), unstaffed=0)


def test_who_alone_may_do_something_sets_the_date() -> None:
    work = [pending(f"c{n}", able=frozenset({"ben"})) for n in range(6)] + [pending("a")]

    assert timing(work, HOUR, {"ada": 40.0, "ben": 2.0}) == Timing(weeks=3.0, slowest=("ben",), unstaffed=0)


def test_two_labels_of_a_case_are_by_two_people_whatever_their_hours() -> None:
    work = [pending(f"c{n}", 2) for n in range(6)]

    assert timing(work, HOUR, {"ada": 40.0, "ben": 2.0}) == Timing(weeks=3.0, slowest=("ben",), unstaffed=0)


def test_people_without_hours_are_not_counted_on() -> None:
    work = [pending("a", able=frozenset({"zoe"})), pending("b", 2, able=BOTH | {"zoe"}), pending("c", 2)]

    assert timing(work, HOUR, {"ada": 1.0}) == Timing(weeks=2.0, slowest=(), unstaffed=3)
    assert timing(work, HOUR, {}) is None


def test_labels_that_nobody_may_give_are_counted_apart() -> None:
    assert nobody_for([pending("a", 2, able=frozenset({"ada"})), pending("b", able=frozenset()), pending("c")]) == 2


def test_what_each_person_may_do_and_nobody_else_is_told() -> None:
    work = [pending("a"), pending("b", 2), pending("c", able=frozenset({"ada"})), pending("d", 0)]

    assert shares(work, {"ada": 2.0, "ben": 1.0, "zoe": None}, {"ada": 2.0, "ben": 1.0}) == (
        PersonShare(name="ada", hours_per_week=2.0, may=3, alone=2),
        PersonShare(name="ben", hours_per_week=1.0, may=2, alone=1),
        PersonShare(name="zoe", hours_per_week=None, may=0, alone=0),
    )


def _by_linear_program(work: Sequence[Pending], hours: Mapping[str, float]) -> float:
    """Return the shortest time, with every label a variable for each person: independent of groups and their bounds."""
    pairs = [(at, name) for at, item in enumerate(work) for name in sorted(item.able & hours.keys())]
    left = [min(item.left, len(item.able & hours.keys())) for item in work]
    costs = [0.0] * len(pairs) + [1.0]
    done = [[float(at == item) for at, _ in pairs] + [0.0] for item in range(len(work))]
    busy = [[float(name == person) for _, name in pairs] + [-hours[person]] for person in sorted(hours)]
    found = linprog(costs, A_ub=busy, b_ub=[0.0] * len(hours), A_eq=done, b_eq=left,
                    bounds=[(0, 1)] * len(pairs) + [(0, None)])  # fmt: skip
    assert found.success
    return float(found.fun)


_ABLE = st.frozensets(st.sampled_from(["ada", "ben", "chen", "dan"]), min_size=1)


@settings(max_examples=60)
@given(
    st.lists(st.tuples(_ABLE, st.integers(0, 2)), min_size=1, max_size=8),
    st.dictionaries(st.sampled_from(["ada", "ben", "chen", "dan"]), st.integers(1, 9).map(float), min_size=1),
)
def test_the_time_is_what_a_linear_program_finds(
    work: list[tuple[frozenset[str], int]], hours: dict[str, float]
) -> None:
    held = [pending(f"c{at}", left, able) for at, (able, left) in enumerate(work)]

    assert weeks(held, hours) == pytest.approx(_by_linear_program(held, hours), abs=1e-9)


def test_with_many_people_the_time_is_never_shorter_than_what_one_of_them_must_do() -> None:
    names = [f"p{n:02}" for n in range(30)]
    work = [pending(f"c{n}", able=frozenset({names[n % 30], "p00"})) for n in range(300)]
    hours = dict.fromkeys(names, 1.0)

    assert weeks(work, hours) == pytest.approx(10.0)
    assert weeks([*work, *(pending(f"d{n}", able=frozenset({"p07"})) for n in range(40))], hours) == pytest.approx(40.0)


def droppable(name: str, left: int, *, second: bool = False, job: str = "lookup") -> Pending:
    return replace(pending(name, left), second=second, slices=(("job", job),))


COVERED = Covered(slices={("job", "lookup"): 22, ("job", "rare"): 3}, cases=100, doubled=8, flips=0.15)


def test_second_labels_of_low_risk_go_first_and_only_as_many_as_are_too_many() -> None:
    work = [droppable(f"c{n}", 2, second=True) for n in range(4)]
    drops, enough = drops_for(work, HOUR, {"ada": 1.0, "ben": 1.0}, weeks=3.0, covered=COVERED)

    assert enough
    assert [(one.kind, one.cases, one.labels, one.hours) for one in drops] == [("second", ("c0", "c1"), 2, 2.0)]
    assert (drops[0].before, drops[0].after) == pytest.approx((0.3123, 0.3930), abs=1e-4)


def test_then_low_risk_cases_of_slices_that_stay_well_covered() -> None:
    work = [droppable(f"c{n}", 1) for n in range(4)] + [droppable("r", 1, job="rare")]
    drops, enough = drops_for(work, HOUR, {"ada": 1.0, "ben": 1.0}, weeks=1.5, covered=COVERED)

    assert enough
    assert drops == (
        Drop(kind="case", cases=("c0", "c1"), labels=2, hours=2.0, before=drops[0].before, after=drops[0].after),
    )
    assert drops[0].before is not None
    assert drops[0].after is not None
    assert drops[0].before < drops[0].after


def test_what_is_never_left_out_is_not_and_it_is_said_that_the_rest_is_not_enough() -> None:
    work = [
        *(replace(droppable(f"h{n}", 2, second=True), risk="high") for n in range(3)),
        *(replace(droppable(f"n{n}", 1), risk=None) for n in range(3)),
        replace(droppable("s", 2, second=True), kept=True),
        droppable("c", 2, second=True),
    ]
    drops, enough = drops_for(work, HOUR, {"ada": 1.0, "ben": 1.0}, weeks=1.0, covered=COVERED)

    assert not enough
    assert [(one.kind, one.cases, one.labels) for one in drops] == [("second", ("c",), 1), ("case", ("c",), 1)]
