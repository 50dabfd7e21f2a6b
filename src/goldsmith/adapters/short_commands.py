"""Programs that do one thing and end, such as one that prints a token: run without a shell, within time and bounds."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

MOST_BYTES = 1_000_000
"""What a program may write; one that writes more is ended."""

_LAST_WORDS_S = 0.2
"""How long what an ended program wrote may take to arrive. What it has started may hold its output open for ever."""
_DYING_S = 5.0


class TooLongError(Exception):
    """The program wrote more than `MOST_BYTES`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A program that has ended."""

    status: int
    """Below zero: the signal that ended it."""
    out: bytes
    err: bytes


async def run_program(
    words: Sequence[str], *, folder: Path, environment: Mapping[str, str], limit_s: float, hears: bool = True
) -> Ran:
    """Run a program in `folder` to its end and return what it wrote; without `hears` its standard output goes nowhere.

    Only the program itself is waited for: what it leaves running goes on. One that does not end within `limit_s`
    seconds, writes too much, or is not waited for any more is ended with all that it has started. Raises OSError or
    ValueError where it cannot be started, TimeoutError, TooLongError.
    """
    loop = asyncio.get_running_loop()
    transport, listener = await loop.subprocess_exec(
        _Listener,
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE if hears else asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env=dict(environment),
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(limit_s):
            await listener.settled.wait()
        if listener.is_too_long:
            raise TooLongError
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_S):
                await listener.silent.wait()
    finally:
        await _put_away(transport, listener)
    return Ran(
        status=cast("int", transport.get_returncode()), out=bytes(listener.written[1]), err=bytes(listener.written[2])
    )


class _Listener(asyncio.SubprocessProtocol):
    """Hears what a program writes, and when it ends: its end counts, not that of its output."""

    def __init__(self) -> None:
        self.written = {1: bytearray(), 2: bytearray()}
        self.settled = asyncio.Event()
        """It has ended, or has written too much."""
        self.ended = asyncio.Event()
        self.silent = asyncio.Event()
        """Nothing more can arrive."""
        self.is_too_long = False

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if sum(map(len, self.written.values())) + len(data) > MOST_BYTES:
            self.is_too_long = True
            self.settled.set()
        else:
            self.written[fd] += data

    def process_exited(self) -> None:
        self.ended.set()
        self.settled.set()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol's
        self.silent.set()


async def _put_away(transport: asyncio.SubprocessTransport, listener: _Listener) -> None:
    """Close the pipes to a program; one that still runs is ended first, with all that it has started."""
    if not listener.ended.is_set():
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(transport.get_pid(), signal.SIGKILL)
            else:
                transport.kill()
        await asyncio.wait({asyncio.ensure_future(listener.ended.wait())}, timeout=_DYING_S)
    transport.close()
