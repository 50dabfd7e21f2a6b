"""Keyed calls of any kind are tried again where that helps, held to their limits, and kept before they count."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import IncompleteError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.response import Failure
from goldsmith.records.settings import RunSettings
from goldsmith.runner.calls import Ended
from goldsmith.runner.engine import carry_calls
from goldsmith.runner.progress import Progress
from tests.runner.virtual_time import VirtualTime

BUSY = SystemFailure("system_error", "busy", worth_retrying=True)


@dataclass
class Told:
    """What a run of calls left behind."""

    kept: dict[str, Ended[str]] = field(default_factory=dict)
    starts: list[tuple[float, str]] = field(default_factory=list)
    progress: list[Progress] = field(default_factory=list)
    time: VirtualTime = field(default_factory=VirtualTime)
    error: IncompleteError | None = None

    @property
    def outcomes(self) -> dict[str, str]:
        """The values and the messages of the failures, by key."""
        return {
            key: ended.outcome.message if isinstance(ended.outcome, Failure) else ended.outcome
            for key, ended in self.kept.items()
        }


def carried(
    keys: Iterable[str],
    call: Callable[[str], Awaitable[str]],
    *,
    done: Iterable[str] = (),
    cost: Callable[[str], float | None] | None = None,
    time: VirtualTime | None = None,
    **settings: Any,
) -> Told:
    told = Told(time=time or VirtualTime())

    def keep(group: Any) -> None:
        for key, ended in group:
            assert key not in told.kept
            told.kept[key] = ended

    around = told.time.around(begin=lambda key: told.starts.append((told.time.now, key)), progress=told.progress.append)
    try:
        asyncio.run(
            carry_calls(keys, call, RunSettings(**settings), done=set(done), keep=keep, cost=cost, around=around)
        )
    except IncompleteError as error:
        told.error = error
    return told


class Script:
    """Raises or returns, call by call, what was written for a key; its name once that is used up."""

    def __init__(self, **lines: list[Any]) -> None:
        self.lines = lines

    async def __call__(self, key: str) -> str:
        await asyncio.sleep(0)  # so that calls at once have all started before the first of them ends
        left = self.lines.get(key)
        line = left.pop(0) if left else key
        if isinstance(line, BaseException):
            raise line
        return str(line)


def test_each_key_is_called_once_and_what_is_done_is_left_alone() -> None:
    told = carried("abc", Script(), done="b")

    assert (told.outcomes, [key for _, key in told.starts], told.error) == ({"a": "a", "c": "c"}, ["a", "c"], None)


def test_what_may_succeed_the_next_time_is_tried_again_and_every_call_is_counted() -> None:
    told = carried("a", Script(a=[BUSY, BUSY, "yes"]))

    assert (told.kept["a"].outcome, told.kept["a"].attempts, len(told.starts)) == ("yes", 3, 3)
    assert (told.progress[-1].calls, told.progress[-1].retried) == (3, 2)


def test_a_failure_says_how_often_it_was_tried() -> None:
    told = carried("a", Script(a=[BUSY] * 5))

    assert told.kept["a"] == Ended(
        outcome=Failure(kind="system_error", message="busy after 3 tries"), attempts=3, latency_ms=0.0
    )


@pytest.mark.parametrize(
    "failure", [SystemFailure("bad_reply", "no JSON"), SystemFailure("not_answered", "204"), ValueError("mine")]
)
def test_what_would_fail_again_is_not_tried_again(failure: Exception) -> None:
    assert carried("a", Script(a=[failure])).kept["a"].attempts == 1


def test_a_call_that_is_too_slow_is_not_tried_again() -> None:
    async def stuck(_: str) -> str:
        await asyncio.Event().wait()
        return "never"

    told = carried("a", stuck, timeout_s=0.01)

    assert (told.outcomes, told.kept["a"].attempts) == ({"a": "no reply within 0.01 s"}, 1)


def test_a_failure_that_comes_after_the_time_is_over_is_not_tried_again() -> None:
    async def stuck(_: str) -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise BUSY from None
        return "never"

    assert carried("a", stuck, timeout_s=0.01).kept["a"].attempts == 1


@given(seed=st.integers(0, 100))
def test_waits_grow_from_half_a_second_to_thirty_and_are_spread_by_chance(seed: int) -> None:
    from random import Random

    time = VirtualTime()
    settings = RunSettings(attempts=9)
    around = time.around(chance=Random(seed))
    asyncio.run(carry_calls("a", Script(a=[BUSY] * 9), settings, done=(), keep=lambda _: None, around=around))

    longest = [0.5, 1, 2, 4, 8, 16, 30, 30]

    assert len(time.slept) == len(longest)
    assert all(0 <= slept <= most for slept, most in zip(time.slept, longest, strict=True))


def test_a_system_that_asks_to_be_left_alone_is_left_alone_by_all() -> None:
    limited = SystemFailure("system_error", "429", worth_retrying=True, retry_after_s=20)
    told = carried("abcdef", Script(a=[limited]), concurrency=2)

    assert sorted(told.outcomes) == ["a", "b", "c", "d", "e", "f"]
    assert [(at, key) for at, key in told.starts if 0 < at < 20] == []
    assert {key for at, key in told.starts if at == 0} == {"a", "b"}


def test_a_system_that_asks_for_more_than_ten_minutes_is_not_waited_for() -> None:
    limited = SystemFailure("system_error", "429", worth_retrying=True, retry_after_s=3600)
    told = carried("ab", Script(a=[limited]))

    assert told.outcomes == {"a": "429; it asks to be left alone for 3600 s", "b": "b"}
    assert told.time.now == 0


@given(
    count=st.integers(1, 30),
    per_minute=st.one_of(st.integers(1, 12), st.floats(0.2, 6)),
    concurrency=st.integers(1, 6),
    busy=st.sets(st.integers(0, 29), max_size=6),
)
def test_never_more_calls_start_in_a_minute_than_wanted(
    count: int, per_minute: float, concurrency: int, busy: set[int]
) -> None:
    script = Script(**{str(key): [BUSY] for key in busy})
    told = carried(map(str, range(count)), script, per_minute=per_minute, concurrency=concurrency)
    starts = [at for at, _ in told.starts]
    window_s, most = (60, int(per_minute)) if per_minute >= 1 else (60 / per_minute, 1)
    apart = [later - earlier for earlier, later in zip(starts, starts[most:], strict=False)]

    assert len(told.kept) == count
    assert starts == sorted(starts)
    assert all(gap >= window_s - 1e-6 for gap in apart)


@given(
    count=st.integers(1, 20), most=st.integers(1, 25), concurrency=st.integers(1, 8), busy=st.sets(st.integers(0, 19))
)
def test_the_budget_of_calls_is_never_exceeded_and_the_rest_is_left_for_the_next_time(
    count: int, most: int, concurrency: int, busy: set[int]
) -> None:
    script = Script(**{str(key): [BUSY] for key in busy})
    keys = [str(number) for number in range(count)]
    told = carried(keys, script, most_calls=most, concurrency=concurrency)

    assert len(told.starts) <= most
    if len(told.kept) < count:
        assert told.error is not None
        assert told.error.message.endswith(f": {len(told.kept)} of {count} answered")
        again = carried(keys, script, done=told.kept, concurrency=concurrency)
        assert sorted({*told.kept, *again.kept}) == sorted(keys)
    else:
        assert told.error is None


def test_a_stop_by_the_budget_says_what_to_do() -> None:
    told = carried("abcd", Script(), most_calls=3, concurrency=1)

    assert str(told.error) == (
        "GSE-301 stopped at the budget of 3 calls: 3 of 4 answered\n"
        "  Next: raise most_calls (or --most-calls) and run the same command again"
    )


def test_nobody_sleeps_for_a_call_that_the_budget_does_not_allow() -> None:
    limited = SystemFailure("system_error", "429", worth_retrying=True, retry_after_s=500)
    told = carried("ab", Script(a=[limited]), most_calls=2)

    assert (told.outcomes, told.time.now < 500, told.error is None) == ({"b": "b"}, True, False)


def test_once_the_money_is_spent_no_call_starts_and_those_in_flight_end() -> None:
    told = carried("abcdef", Script(), cost=lambda _: 0.5, most_usd=1.0, concurrency=2)

    assert sorted(told.outcomes) == ["a", "b", "c"]
    assert told.error is not None
    assert told.error.message == "stopped at the budget of 1 US dollars: 3 of 6 answered"


def test_money_that_lasts_to_the_end_stops_nothing() -> None:
    told = carried("ab", Script(), cost=lambda _: 0.5, most_usd=1.0)

    assert (told.error, told.progress[-1].cost_usd) == (None, 1.0)


def test_bad_credentials_stop_the_run_after_the_first_results() -> None:
    async def refuse(_: str) -> str:
        raise SystemFailure("not_authorised", "401 Unauthorized")

    told = carried(map(str, range(1_000)), refuse, concurrency=1)

    assert len(told.kept) == 5
    assert told.error is not None
    assert told.error.message == "the system refuses the credentials: 401 Unauthorized"


def test_fewer_results_that_are_all_refused_are_told_too_unless_others_were_there_before() -> None:
    refused = SystemFailure("not_authorised", "401")

    assert carried("ab", Script(a=[refused], b=[refused])).error is not None
    assert carried("abc", Script(a=[refused], b=[refused])).error is None
    assert carried("abc", Script(a=[refused], b=[refused]), done="c").error is None


def test_one_answer_among_the_first_is_enough_to_go_on() -> None:
    refused = SystemFailure("not_authorised", "403")
    script = Script(**{key: [refused] for key in "acdefgh"})

    assert len(carried("abcdefgh", script, concurrency=1).kept) == 8


def test_progress_tells_calls_cost_and_the_time_that_is_left() -> None:
    time = VirtualTime()
    told: list[Progress] = []
    on_disk = asyncio.Event()
    on_disk.set()

    def tell(progress: Progress) -> None:
        told.append(progress)
        on_disk.set()

    async def second(key: str) -> str:
        await on_disk.wait()
        on_disk.clear()
        await time.sleep(1)
        return key

    keys = [str(number) for number in range(20)]
    around = time.around(progress=tell)
    settings = RunSettings(concurrency=1)
    asyncio.run(carry_calls(keys, second, settings, done=(), keep=lambda _: None, cost=lambda _: 0.25, around=around))
    half = told[9]

    assert (half.kept, half.total, half.failed, half.cost_usd, half.elapsed_s) == (10, 20, 0, 2.5, 10.0)
    assert half.left_s == pytest.approx(10.0)
    assert (told[-1].calls, told[-1].left_s) == (20, 0)


FAULTS: dict[str, Any] = {
    "refused": SystemFailure("system_error", "connection refused", worth_retrying=True),
    "reset": SystemFailure("system_error", "connection reset", worth_retrying=True),
    "half a reply": SystemFailure("bad_reply", "the reply ended early"),
    "429": SystemFailure("system_error", "429", worth_retrying=True, retry_after_s=2),
    "500": SystemFailure("system_error", "500", worth_retrying=True),
    "503": SystemFailure("system_error", "503", worth_retrying=True, retry_after_s=1),
    "401": SystemFailure("not_authorised", "401"),
    "no JSON": SystemFailure("bad_reply", "no JSON"),
    "unknown": RuntimeError("odd"),
    "stuck": None,
}


@pytest.mark.parametrize("place", [0, 5, 9])
@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_anywhere_leaves_ten_results_and_touches_no_neighbour(fault: str, place: int) -> None:
    async def call(key: str) -> str:
        if key == str(place):
            if FAULTS[fault] is None:
                await asyncio.Event().wait()
            raise FAULTS[fault]
        return key

    told = carried(map(str, range(10)), call, timeout_s=0.02, concurrency=3, most_calls=12)

    assert told.error is None
    assert {key: value for key, value in told.outcomes.items() if key != str(place)} == {
        str(key): str(key) for key in range(10) if key != place
    }
    assert isinstance(told.kept[str(place)].outcome, Failure)
    assert len(told.starts) <= 12
    assert told.time.now <= 3 * 2


def test_starts_follow_one_another_without_a_limit() -> None:
    told = carried(map(str, range(50)), Script(), concurrency=4)

    assert all(earlier <= later for (earlier, _), (later, _) in pairwise(told.starts))
    assert told.time.slept == []
