"""Threads in which plain code waits without holding up the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import Any


class Threads:
    """Threads that wait for calls; daemons, so that a call that never returns does not keep the program from ending."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[SimpleQueue[Any]] = []
        self._closed = False

    async def run(self, work: Callable[[threading.Event], Any]) -> Any:
        """Return what `work` returns; cancelled, it is told to stop and left to itself."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[tuple[bool, Any]] = loop.create_future()
        stop = threading.Event()
        with self._lock:
            queue = self._idle.pop() if self._idle else None
        if queue is None:
            queue = SimpleQueue()
            threading.Thread(target=self._serve, args=(queue,), name="goldsmith-call", daemon=True).start()
        queue.put((partial(copy_context().run, work, stop), loop, future))
        try:
            succeeded, value = await future
        except asyncio.CancelledError:
            stop.set()
            raise
        if succeeded:
            return value
        raise value

    def close(self) -> None:
        """Let every thread end that waits, and the others after their call."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for queue in idle:
            queue.put(None)

    def _serve(self, queue: SimpleQueue[Any]) -> None:
        while (job := queue.get()) is not None:
            work, loop, future = job
            try:
                outcome = (True, work())
            except BaseException as error:  # noqa: BLE001 - it is raised again where the call is waited for
                outcome = (False, error)
            with self._lock:
                closed = self._closed
                if not closed:
                    self._idle.append(queue)
            with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
                loop.call_soon_threadsafe(_settle, future, outcome)
            del job, work, loop, future, outcome
            if closed:
                return


def _settle(future: asyncio.Future[tuple[bool, Any]], outcome: tuple[bool, Any]) -> None:
    if not future.done():
        future.set_result(outcome)
