"""R18: ten faults at three positions give ten results for ten cases, in order, and no fault touches a neighbour."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from goldsmith.adapters.systems.http import HttpSystem
from goldsmith.records.case import Case
from goldsmith.records.response import Failure, Reply, Response
from goldsmith.records.settings import RunSettings
from goldsmith.runner.carrying import carry
from goldsmith.runner.limits import Surroundings
from goldsmith.runner.planning import plan_tasks
from tests.adapters.systems.asking import opened
from tests.backends.rag_server import RagServer

FINE: dict[str, Any] = {"status": 200, "json": {"answer": "A", "retrieved": ["a#1"]}}
FAULTS: Mapping[str, tuple[list[dict[str, Any]], str, int]] = {
    "busy once": ([{"status": 429, "headers": {"Retry-After": "1"}}, FINE], "", 2),
    "down for good": ([{"status": 500}], "system_error", 3),
    "down twice": ([{"status": 503}, {"status": 502}, FINE], "", 3),
    "hangs": ([{"hang_seconds": 120}], "timeout", 1),
    "cut once": ([{"close_connection": True}, FINE], "", 2),
    "cut in the middle": ([{"pieces": ['{"answer"'], "breaks": True}], "system_error", 3),
    "drips": ([{**FINE, "chunks": 90, "chunk_delay_seconds": 1}], "timeout", 1),
    "a page": ([{"body": "<html>login</html>"}], "bad_reply", 1),
    "not for us": ([{"status": 403}], "not_authorised", 1),
    "leads away": ([{"redirect": "http://elsewhere.example.test/"}], "system_error", 1),
}
"""What the backend does, the failure that comes of it (empty: none), and the calls that it takes with three tries."""
POSITIONS = {"first": 0, "in the middle": 5, "last": 9}
SETTINGS = RunSettings(concurrency=4, timeout_s=1, attempts=3)


async def carried(system: HttpSystem, cases: list[Case], settings: RunSettings) -> tuple[list[Response], list[float]]:
    """Return the results in the order of the cases, and how long the runner waited between tries."""
    kept: list[Response] = []
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    def clock() -> float:
        # What was slept has passed.
        return time.perf_counter() + sum(waits)

    try:
        around = Surroundings(sleep=sleep, clock=clock)
        await carry(plan_tasks(cases), system, settings, done={}, keep=kept.extend, around=around)
    finally:
        await system.close()
    order = [case.id for case in cases]
    return sorted(kept, key=lambda response: order.index(response.case)), waits


@pytest.mark.parametrize(("fault", "position"), [*product(FAULTS, POSITIONS)])
def test_a_fault_is_the_result_of_its_own_case_alone(fault: str, position: str) -> None:
    steps, kind, calls = FAULTS[fault]
    cases = [Case(id=f"g{n}", question=f"q{n}") for n in range(10)]
    place = POSITIONS[position]
    script = {case.question: [FINE] for case in cases} | {f"q{place}": steps}
    with RagServer(script=script) as server:
        responses, _ = asyncio.run(carried(opened({"url": server.url}), cases, SETTINGS))
        made = [server.calls(case.question) for case in cases]

    assert [response.case for response in responses] == [case.id for case in cases]
    assert [response.outcome.kind if isinstance(response.outcome, Failure) else "" for response in responses] == [
        kind if n == place else "" for n in range(10)
    ]
    assert made == [calls if n == place else 1 for n in range(10)]
    assert [response.attempts for response in responses] == made


def test_all_faults_at_once_leave_the_others_as_they_are() -> None:
    cases = [Case(id=fault, question=fault) for fault in FAULTS] + [Case(id="fine", question="fine")]
    script = {fault: steps for fault, (steps, _, _) in FAULTS.items()} | {"fine": [FINE]}
    with RagServer(script=script) as server:
        settings = RunSettings(concurrency=11, timeout_s=1, attempts=3)
        responses, _ = asyncio.run(carried(opened({"url": server.url}), cases, settings))
        made = {case.id: server.calls(case.question) for case in cases}

    assert [response.case for response in responses] == [case.id for case in cases]
    assert made == {fault: calls for fault, (_, _, calls) in FAULTS.items()} | {"fine": 1}
    assert isinstance(responses[-1].outcome, Reply)


@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_no_more_calls_are_made_than_stated(attempts: int) -> None:
    case = Case(id="g1", question="down")
    with RagServer(script={"down": [{"status": 500}]}) as server:
        settings = RunSettings(attempts=attempts)
        (response,), _ = asyncio.run(carried(opened({"url": server.url}), [case], settings))

    assert (server.calls("down"), response.attempts) == (attempts, attempts)


def test_the_time_that_a_busy_system_asks_for_is_given() -> None:
    script = {"busy": [{"status": 429, "headers": {"Retry-After": "7"}}, FINE]}
    with RagServer(script=script) as server:
        system = opened({"url": server.url})
        (response,), waits = asyncio.run(carried(system, [Case(id="g1", question="busy")], SETTINGS))

    assert isinstance(response.outcome, Reply)
    assert max(waits, default=0) >= 7
