"""One timer for all calls cuts each of them off when its own time is over."""

from __future__ import annotations

import asyncio

import pytest

from goldsmith.runner.time_limit import InTime, TimeLimit

MOMENT_S = 0.02


async def sitting(limit: TimeLimit, seconds: float, *, before_s: float = 0.0) -> str:
    await asyncio.sleep(before_s)
    try:
        with InTime(limit):
            await asyncio.sleep(seconds)
    except TimeoutError:
        return "late"
    return "in time"


def test_each_call_has_the_whole_time_whenever_it_began() -> None:
    async def all_of_them() -> list[str]:
        limit = TimeLimit(5 * MOMENT_S)
        calls = [
            sitting(limit, 0),
            sitting(limit, 60),
            sitting(limit, 2 * MOMENT_S, before_s=4 * MOMENT_S),
            sitting(limit, 60, before_s=2 * MOMENT_S),
        ]
        return await asyncio.gather(*calls)

    assert asyncio.run(all_of_them()) == ["in time", "late", "in time", "late"]


def test_a_call_that_goes_on_all_the_same_is_known_to_be_late() -> None:
    async def stubborn() -> tuple[bool, int]:
        call = InTime(TimeLimit(MOMENT_S))
        with call:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                await asyncio.sleep(0)
        task = asyncio.current_task()
        return call.expired, task.cancelling() if task else -1

    assert asyncio.run(stubborn()) == (True, 0)


def test_who_cancels_a_call_gets_a_cancelled_call_though_its_time_ran_out_too() -> None:
    async def cancelled() -> None:
        async def call() -> None:
            with InTime(TimeLimit(MOMENT_S)):
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    running.cancel()
                    raise

        running = asyncio.create_task(call())
        await running

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_what_a_call_raises_in_time_is_raised() -> None:
    async def broken() -> None:
        with InTime(TimeLimit(60)):
            raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(broken())


def test_a_call_outside_of_a_task_is_refused() -> None:
    loop = asyncio.new_event_loop()
    try:
        with pytest.raises(RuntimeError):
            InTime(TimeLimit(60)).__enter__()
    finally:
        loop.close()
