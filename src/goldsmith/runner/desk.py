"""Where results arrive, and from where they go to disk in groups: one fsync can serve many.

Nothing counts, and no progress is told, before `keep` has returned.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")

Keep = Callable[[Sequence[Any]], None]
"""Puts a group of results on disk; they are there when it returns. Called in its own thread, one call at a time."""

_WAITING_LIMIT = 4096
"""Results that may wait for the disk before the calls wait too."""
_GATHERED_S = 0.005
"""How long results gather between two groups: each group costs the calls time, whatever its size."""


class Desk(Generic[Result]):
    """Takes results one by one, or some that belong together, and hands them to `keep` in groups."""

    def __init__(
        self, keep: Keep, *, before_keep: Callable[[], None], kept: Callable[[Sequence[Result]], None]
    ) -> None:
        self._keep = keep
        self._before_keep = before_keep
        self._kept = kept
        self._closed = False
        self._arrived: deque[Result] = deque()
        self._news = asyncio.Event()
        self._room = asyncio.Event()

    def put(self, results: Iterable[Result]) -> bool:
        """Take results, which go to disk in one group; say whether there is room for more."""
        self._arrived.extend(results)
        self._news.set()
        return len(self._arrived) < _WAITING_LIMIT

    async def room(self) -> None:
        """Wait while too many are waiting for the disk."""
        while len(self._arrived) >= _WAITING_LIMIT and not self._closed:
            self._room.clear()
            await self._room.wait()

    def close(self) -> None:
        """Say that nothing more will come: `write` returns once everything is on disk."""
        self._closed = True
        self._news.set()
        self._room.set()

    async def write(self) -> None:
        """Hand over what arrives until the desk is closed."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="goldsmith-journal") as thread:
            while not (self._closed and not self._arrived):
                await self._news.wait()
                self._news.clear()
                if self._arrived:
                    group = tuple(self._arrived)
                    self._arrived.clear()
                    self._room.set()
                    self._before_keep()
                    await loop.run_in_executor(thread, self._keep, group)
                    self._kept(group)
                    if not self._closed and len(self._arrived) < _WAITING_LIMIT:
                        await asyncio.sleep(_GATHERED_S)
                    if self._closed or self._arrived:
                        self._news.set()
