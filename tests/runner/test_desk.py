"""Results go to disk in groups, each before it counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from goldsmith.runner.desk import Desk


class _SlowClock(asyncio.SelectorEventLoop):
    """A loop whose time passes twenty times slower: what takes some turns takes no time beside a pause."""

    def time(self) -> float:
        return super().time() / 20


def _groups(scenario: Callable[[Desk[str], asyncio.Event], Coroutine[Any, Any, None]]) -> list[tuple[str, ...]]:
    """Return the groups that were kept; the event of `scenario` is set once the first one counts."""
    groups: list[tuple[str, ...]] = []

    def keep(group: Sequence[str]) -> None:
        groups.append(tuple(group))

    async def played() -> None:
        first = asyncio.Event()
        desk = Desk[str](keep, before_keep=lambda: None, kept=lambda _: first.set())
        writing = asyncio.create_task(desk.write())
        await scenario(desk, first)
        desk.close()
        await writing

    with asyncio.Runner(loop_factory=_SlowClock) as runner:
        runner.run(played())
    return groups


def test_results_that_arrive_soon_after_a_group_go_to_disk_together() -> None:
    async def scenario(desk: Desk[str], first: asyncio.Event) -> None:
        desk.put(["a"])
        await first.wait()
        for result in "bcd":
            desk.put([result])
            await asyncio.sleep(0)

    assert _groups(scenario) == [("a",), ("b", "c", "d")]


def test_the_first_result_does_not_wait_for_others() -> None:
    async def scenario(desk: Desk[str], first: asyncio.Event) -> None:
        desk.put(["a"])
        await first.wait()

    assert _groups(scenario) == [("a",)]


def test_what_arrived_before_the_desk_closed_is_kept() -> None:
    async def scenario(desk: Desk[str], first: asyncio.Event) -> None:
        desk.put(["a"])
        await first.wait()
        desk.put(["b", "c"])

    assert _groups(scenario) == [("a",), ("b", "c")]
