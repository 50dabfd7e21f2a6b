"""The garbage collector, asked to look less often while calls are carried out.

What a call makes goes as soon as its result is on disk, without the collector: it holds no cycles. Until then thousands
of such objects are alive, so a collector at its usual pace walks over them again and again and finds nothing: a tenth
of the time of a run over HTTP. It still comes, because a system in this process may leave cycles.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_MADE = 10_000
"""Objects made, less those gone, between two looks: more than the calls in flight keep alive."""


class _Pace:
    """How often the collector looks; the same for the whole process, so runs at one time share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._runs = 0
        self._before = self._ours = gc.get_threshold()

    @contextmanager
    def slower(self) -> Iterator[None]:
        with self._lock:
            self._runs += 1
            if self._runs == 1:
                self._before = gc.get_threshold()
                youngest, middle, oldest = self._before
                # 0 says that it never looks.
                self._ours = (max(youngest, _MADE) if youngest else 0, middle, oldest)
                gc.set_threshold(*self._ours)
        try:
            yield
        finally:
            with self._lock:
                self._runs -= 1
                # Somebody else's word, given meanwhile, stays.
                if not self._runs and gc.get_threshold() == self._ours:
                    gc.set_threshold(*self._before)


collector_seldom = _Pace().slower
"""A context manager: let the collector look seldom, until the last run that asked for it is over."""
