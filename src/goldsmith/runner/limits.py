"""When a call may start: the rate, the pauses that a system asked for, and the budget."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from goldsmith.records.settings import RunSettings
from goldsmith.runner.progress import Progress

_MINUTE_S = 60.0
_BASE_S = 0.5
_CAP_S = 30.0


def _nothing(*_: object) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What lies around the calls: time and chance, and who is told what."""

    begin: Callable[[Any], None] = _nothing
    """Told the key of each call before it starts, those tried again included."""
    before_keep: Callable[[], None] = _nothing
    """Called in the loop before each group of results goes to disk."""
    progress: Callable[[Progress], None] | None = None
    clock: Callable[[], float] = perf_counter
    """Seconds from any origin, never backwards."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    chance: Random = field(default_factory=Random)
    """Spreads the calls that are tried again."""


class StoppedError(Exception):
    """No call starts any more. Never leaves the runner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why no call starts any more."""

    message: str
    next_step: str
    counted: bool = False
    """Whether to say how many were answered."""


class Limits:
    """The gate that every call passes before it starts; all workers share it."""

    def __init__(self, settings: RunSettings, around: Surroundings) -> None:
        self._settings = settings
        self._clock, self._sleep, self._chance = around.clock, around.sleep, around.chance
        rate = settings.per_minute
        self._most_starts = None if rate is None else max(1, int(rate))
        self._window_s = _MINUTE_S if rate is None or rate >= 1 else _MINUTE_S / rate
        self._starts: deque[float] = deque()
        self._paused_until: float | None = None
        self._turn = asyncio.Lock()
        self._let_in = 0
        self._spent_usd = 0.0
        self._halted = asyncio.Event()
        """Nothing starts any more, not even what was let in and waits."""
        self._closed = asyncio.Event()
        """Nobody is let in any more."""
        self.stop: Stop | None = None

    async def enter(self, count: int = 1) -> None:
        """Return when `count` calls may start at one moment. Raises StoppedError where they may not start at all."""
        if not self.lets_in(count):
            await self.wait_turn(count)

    def lets_in(self, count: int = 1) -> bool:
        """Count `count` calls in; say whether they may start at once, or must wait for their turn first.

        Raises StoppedError where they may not start at all.
        """
        self._refuse(count)
        self._let_in += count
        if self._settings.most_calls is not None and self._let_in >= self._settings.most_calls:
            self._closed.set()
        return self._most_starts is None and self._paused_until is None

    async def wait_turn(self, count: int = 1) -> None:
        """Return when `count` calls that were counted in may start. Raises StoppedError."""
        async with self._turn:
            while (wait_s := self._wait_s(count)) > 0:
                await self._rest(wait_s, self._halted)
                if self._halted.is_set():
                    self._refuse(count)
            if self._most_starts is not None:
                self._starts.extend([self._clock()] * count)

    def pause(self, seconds: float) -> None:
        """Let no call start for so long: the system asked to be left alone."""
        self._paused_until = max(self._paused_until or 0.0, self._clock() + seconds)

    def spend(self, usd: float) -> None:
        """Take note of what a call cost."""
        self._spent_usd += usd
        if self._settings.most_usd is not None and self._spent_usd >= self._settings.most_usd:
            self._halted.set()
            self._closed.set()

    def halt(self, stop: Stop) -> None:
        """Let no call start any more; those in flight go on to their end."""
        self.stop = self.stop or stop
        self._halted.set()
        self._closed.set()

    async def back_off(self, tries: int, retry_after_s: float) -> None:
        """Wait before a call that failed is tried again: exponential with full jitter, and as long as was asked for."""
        longest = min(_CAP_S, _BASE_S * 2 ** (tries - 1))
        await self._rest(max(retry_after_s, self._chance.uniform(0, longest)), self._closed)

    def _refuse(self, count: int) -> None:
        most = self._settings.most_calls
        if self._halted.is_set():
            self.stop = self.stop or self._out_of_money()
        elif most is not None and self._let_in + count > most:
            self.stop = Stop(
                message=f"stopped at the budget of {most} {'call' if most == 1 else 'calls'}",
                next_step="raise most_calls (or --most-calls) and run the same command again",
                counted=True,
            )
        else:
            return
        raise StoppedError

    def _out_of_money(self) -> Stop:
        return Stop(
            message=f"stopped at the budget of {self._settings.most_usd:g} US dollars",
            next_step="raise most_usd (or --most-usd) and run the same command again",
            counted=True,
        )

    def _wait_s(self, count: int) -> float:
        now = self._clock()
        wait_s = 0.0 if self._paused_until is None else self._paused_until - now
        if self._most_starts is not None:
            while self._starts and self._starts[0] + self._window_s <= now:
                self._starts.popleft()
            surplus = min(len(self._starts) + count - self._most_starts, len(self._starts))
            if surplus > 0:
                wait_s = max(wait_s, self._starts[surplus - 1] + self._window_s - now)
        return wait_s

    async def _rest(self, seconds: float, unless: asyncio.Event) -> None:
        """Sleep, and wake where `unless` is set before the time is over."""
        sleeping = asyncio.ensure_future(self._sleep(seconds))
        waking = asyncio.ensure_future(unless.wait())
        try:
            await asyncio.wait((sleeping, waking), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            waking.cancel()
