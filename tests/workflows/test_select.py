"""A selection narrows a set down, says so in words, and never leaves nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.records.case import Case, Identity
from goldsmith.workflows.select import Selection, select

CASES = (
    Case(id="a", question="Q?", risk="high", tags=("eu", "fees"), identity=Identity(user="agent")),
    Case(id="b", question="Q?", risk="high", behaviour="refuse", tags=("us",)),
    Case(id="c", question="Q?", risk="low", tags=("eu",)),
)


@pytest.mark.parametrize(
    ("selection", "chosen", "said"),
    [
        (Selection(), ["a", "b", "c"], None),
        (Selection(cases=("c", "a")), ["a", "c"], "case c, case a"),
        (Selection(tags=("us", "fees")), ["a", "b"], "tag us, tag fees"),
        (Selection(slices=(("risk", "high"),)), ["a", "b"], "risk=high"),
        (Selection(slices=(("risk", "high"), ("behaviour", "refuse"))), ["b"], "risk=high, behaviour=refuse"),
        (Selection(slices=(("profile", "agent"),)), ["a"], "profile=agent"),
        (Selection(slices=(("risk", "high"), ("risk", "high"))), ["a", "b"], "risk=high, risk=high"),
        (Selection(only=frozenset({"c"})), ["c"], "failed before"),
        (Selection(limit=2), ["a", "b"], "first 2"),
        (Selection(tags=("eu",), limit=1), ["a"], "tag eu, first 1"),
    ],
)
def test_the_wanted_cases_come_in_the_order_of_the_file(
    selection: Selection, chosen: list[str], said: str | None
) -> None:
    assert [case.id for case in select(CASES, selection)] == chosen
    assert selection.said == said


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (Selection(tags=("no-such-tag",)), "no case of 3 is tag no-such-tag"),
        (Selection(slices=(("risk", "high"), ("risk", "low"))), "no case of 3 is risk=high, risk=low"),
        (Selection(only=frozenset()), "no case of 3 is failed before"),
        (Selection(limit=0), "a limit of 0 leaves no case"),
        (Selection(limit=-1), "a limit of -1 leaves no case"),
    ],
)
def test_a_selection_that_leaves_nothing_is_refused(selection: Selection, message: str) -> None:
    with pytest.raises(InputError) as caught:
        select(CASES, selection)

    assert caught.value.message == message


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (Selection(cases=("a1",)), "none of the cases is called 'a1'; did you mean 'a'?"),
        (Selection(slices=(("rsik", "high"),)), "none of the axes is called 'rsik'; did you mean 'risk'?"),
    ],
)
def test_an_unknown_case_or_axis_suggests_the_nearest(selection: Selection, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        select(CASES, selection)

    assert caught.value.message == message


@given(st.sets(st.sampled_from(["a", "b", "c"]), min_size=1), st.integers(1, 5))
def test_a_selection_is_a_part_of_the_set_in_its_order(names: set[str], limit: int) -> None:
    chosen = select(CASES, Selection(cases=tuple(sorted(names)), limit=limit))

    assert list(chosen) == [case for case in CASES if case.id in names][:limit]
