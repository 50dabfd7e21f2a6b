"""The time that each call may take, kept by one timer for all calls.

All calls have the same limit, so they run out of time in the order in which they began, and one timer for the oldest of
them does what `asyncio.timeout` does for one. A timer of its own for every call, made and taken back again, was the
largest part of what the engine adds to a call.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any


class TimeLimit:
    """So many seconds for each call, on one event loop."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: dict[InTime, asyncio.Task[Any]] = {}
        """Calls that may still be late, the oldest first."""
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, call: InTime, task: asyncio.Task[Any]) -> None:
        """Let the time of `call` begin, which `task` makes."""
        loop = asyncio.get_running_loop()
        call.until = loop.time() + self._seconds
        self._running[call] = task
        if self._timer is None:
            self._timer = loop.call_at(call.until, self._look)

    def end(self, call: InTime) -> None:
        """Let `call` be late no more."""
        # The timer stays: when it goes off, it looks for the next oldest.
        self._running.pop(call, None)

    def _look(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        now = loop.time()
        for call, task in tuple(self._running.items()):
            if call.until > now:
                self._timer = loop.call_at(call.until, self._look)
                return
            del self._running[call]
            call.expired = True
            task.cancel()


class InTime:
    """A context manager for one call; where its time runs out, what is in it is cancelled and TimeoutError raised."""

    __slots__ = ("_cancelling", "_limit", "_task", "expired", "until")

    def __init__(self, limit: TimeLimit) -> None:
        self._limit = limit
        self.expired = False
        self.until = 0.0
        """When it does, by the clock of the loop."""

    def __enter__(self) -> None:
        task = asyncio.current_task()
        if task is None:
            message = "a call is made by a task"
            raise RuntimeError(message)
        self._task = task
        self._cancelling = task.cancelling()
        self._limit.begin(self, task)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._limit.end(self)
        # As `asyncio.timeout` does it: where somebody else wants the task cancelled too, it stays cancelled.
        if self.expired and self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimeoutError from error
