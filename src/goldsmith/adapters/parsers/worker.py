"""The process in which documents are read: what a hostile file does to a parser, it does to this process alone.

It takes requests from standard input, a line of JSON with the bytes of the file after it, and answers on standard
output: a line of one dot whenever the work goes on, then a line of JSON with what was read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict

from goldsmith.adapters.parsers.reading import read

MOST_MEMORY = 2 * 1024 * 1024 * 1024
"""Bytes of memory that reading may take, where the operating system can be asked to hold to it."""

SIGN_OF_LIFE = b".\n"


def main() -> None:
    """Answer requests until standard input ends."""
    _bound_memory()
    source, target = sys.stdin.buffer, sys.stdout.buffer

    def tick() -> None:
        target.write(SIGN_OF_LIFE)
        target.flush()

    while line := source.readline():
        request = json.loads(line)
        answer(request["media_type"], source.read(request["size"]), tick)


def answer(media_type: str, data: bytes, tick: Callable[[], None]) -> None:
    """Read one document and write what was read."""
    tick()
    parsed = read(media_type, data, tick)
    line = json.dumps(asdict(parsed), separators=(",", ":")) + "\n"
    sys.stdout.buffer.write(line.encode())
    sys.stdout.buffer.flush()


def _bound_memory() -> None:
    with suppress(ImportError, OSError, ValueError):  # Windows has no such bound, macOS refuses this one
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
