"""The collector looks less often during runs, and as often as before once the last of them is over."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from goldsmith.records.settings import RunSettings
from goldsmith.runner.calls import Ended
from goldsmith.runner.collecting import collector_seldom
from goldsmith.runner.engine import carry_calls


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_it_looks_less_often_inside_and_as_often_as_before_afterwards() -> None:
    with collector_seldom():
        inside = gc.get_threshold()

    assert (inside, gc.get_threshold()) == ((10_000, 10, 10), (700, 10, 10))


def test_it_looks_as_often_as_before_after_an_error() -> None:
    with pytest.raises(LookupError), collector_seldom():
        raise LookupError

    assert gc.get_threshold() == (700, 10, 10)


def test_of_two_runs_at_one_time_the_last_to_end_restores_it() -> None:
    first, second = collector_seldom(), collector_seldom()
    seen = []
    for step in (first.__enter__, second.__enter__):
        step()
        seen.append(gc.get_threshold()[0])
    for run in (first, second):
        run.__exit__(None, None, None)
        seen.append(gc.get_threshold()[0])

    assert seen == [10_000, 10_000, 10_000, 700]


@pytest.mark.parametrize("youngest", [0, 50_000])
def test_a_collector_that_looks_never_or_still_less_often_is_left_alone(youngest: int) -> None:
    gc.set_threshold(youngest, 10, 10)
    with collector_seldom():
        inside = gc.get_threshold()

    assert (inside, gc.get_threshold()) == ((youngest, 10, 10), (youngest, 10, 10))


def test_what_somebody_else_sets_meanwhile_stays() -> None:
    with collector_seldom():
        gc.set_threshold(900, 5, 5)

    assert gc.get_threshold() == (900, 5, 5)


def test_calls_are_made_while_it_looks_less_often() -> None:
    async def call(_: str) -> int:
        return gc.get_threshold()[0]

    seen: list[tuple[str, Ended[int]]] = []
    asyncio.run(carry_calls(["a"], call, RunSettings(), done=(), keep=seen.extend))

    assert ([ended.outcome for _, ended in seen], gc.get_threshold()[0]) == ([10_000], 700)
