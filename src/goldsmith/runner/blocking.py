"""The one door from plain code into code that waits: a thread and a loop of its own.

So it works where a loop is already running (a notebook, a web handler, a test of an async library) without patching
that loop, and it leaves neither loop nor thread behind.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from typing import Any, TypeVar

Result = TypeVar("Result")

_LOOK_S = 0.2
"""Some systems deliver Ctrl-C only between waits, so no single wait is longer."""


def run_blocking(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run `coroutine` to its end and return its result; what it raises is raised here.

    Ctrl-C cancels it, waits until it has put its things away, and is raised again; a second Ctrl-C does not wait.
    """
    sitting = _Sitting(coroutine)
    thread = threading.Thread(
        target=contextvars.copy_context().run, args=(sitting.run,), name="goldsmith-run", daemon=True
    )
    try:
        thread.start()
        sitting.wait()
    except BaseException:
        sitting.cancel()
        sitting.wait()
        raise
    finally:
        if sitting.outcome.done():
            thread.join()
    result: Result = sitting.outcome.result()
    return result


class _Sitting:
    """One coroutine on one loop, which another thread may cancel."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        self._coroutine = coroutine
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[Any] | None = None
        self._cancelled = False
        self.outcome: Future[Any] = Future()

    def run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                result = runner.run(self._carried())
        except BaseException as error:  # noqa: BLE001 - it is raised again in the thread that waits
            self.outcome.set_exception(error)
        else:
            self.outcome.set_result(result)

    async def _carried(self) -> Any:
        with self._lock:
            self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
            if self._cancelled and self._task is not None:
                self._task.cancel()
        try:
            return await self._coroutine
        finally:
            with self._lock:
                self._loop = None

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            if self._loop is not None and self._task is not None:
                self._loop.call_soon_threadsafe(self._task.cancel)

    def wait(self) -> None:
        """Wait for the end, however it ends."""
        while not wait({self.outcome}, timeout=_LOOK_S).done:
            continue
