"""Writers of a review store, each in a process of its own, that are left to end or are killed.

usage: review_store_writers.py, then one JSON object a line on standard input, answered by one a line on standard
output. ``{"store": PLACE, "writers": [NAME, …], "from": NUMBER, "saves": NUMBER, "kill_after": NUMBER, "within":
SECONDS}``: each writer sends the saves of these numbers; with `kill_after` it is killed `within` so many seconds after
so many saves were acknowledged. Answered by what each writer said: the number and seconds of each save that was
acknowledged, the errors, and how the process ended.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from goldsmith.adapters.review_stores.postgres import open_postgres
from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.errors import GoldsmithError
from goldsmith.ports.review_store import NewFact, ReviewStore

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60.0
CASES = 5
"""So many cases the saves are spread over."""


class Write(Protocol):
    """Let writers write, and return what each said."""

    def __call__(self, **wish: Any) -> list[dict[str, Any]]:
        """Do it."""
        ...


@contextmanager
def writers() -> Iterator[Write]:
    """Start a program from which writers are forked, so that none of them has to import anything."""
    program = subprocess.Popen(
        [sys.executable, __file__],
        env={"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdin is not None
        assert program.stdout is not None
        wishes, answers = program.stdin, program.stdout

        def write(**wish: Any) -> list[dict[str, Any]]:
            wishes.write(json.dumps(wish) + "\n")
            wishes.flush()
            answer: list[dict[str, Any]] = json.loads(answers.readline())
            return answer

        yield write
        wishes.close()


def opened(place: str) -> ReviewStore:
    """Open the store at a URL or in a file."""
    return open_postgres(place) if "://" in place else open_sqlite(Path(place))


def pair(name: str, number: int) -> list[NewFact]:
    """Return one save: two facts that are kept both or not at all."""
    subject, at = f"case:{number % CASES}", "2026-03-01T09:00:00Z"
    return [
        NewFact(subject=subject, author=name, at=at, body=f'"{number} {part}"', key=f"{number} {part}")
        for part in ("evidence", "label")
    ]


def _main() -> None:
    import alembic.command  # noqa: F401 - so that no writer has to
    import psycopg  # noqa: F401
    import sqlalchemy.dialects.sqlite  # noqa: F401

    for line in sys.stdin:
        print(json.dumps(_carried_out(json.loads(line))), flush=True)  # noqa: T201 - the answer


def _carried_out(wish: Mapping[str, Any]) -> list[dict[str, Any]]:
    ready, go = os.pipe()
    forked = [(name, *_forked(wish, name, ready, go)) for name in wish["writers"]]
    os.close(go)  # whoever waits for its end begins now
    os.close(ready)
    kill = wish.get("kill_after")
    heard = []
    for name, process, channel in forked:
        said = _until_killed(wish, process, channel) if kill is not None else b""
        said += _rest(channel)
        _, status = os.waitpid(process, 0)
        answer: dict[str, Any] = {"writer": name, "status": os.waitstatus_to_exitcode(status), "kept": [], "errors": []}
        for line in said.split(b"\n")[:-1]:  # what stands behind the last line end was cut by the kill
            kind, value = json.loads(line)
            answer[kind].append(value)
        heard.append(answer)
    return heard


def _forked(wish: Mapping[str, Any], name: str, ready: int, go: int) -> tuple[int, int]:
    """Return process and channel of a new writer."""
    reading, channel = os.pipe()
    if process := os.fork():
        os.close(channel)
        return process, reading
    status = 1
    try:
        os.close(go)
        os.read(ready, 1)
        _writes(wish, name, channel)
        status = 0
    finally:
        os._exit(status)


def _writes(wish: Mapping[str, Any], name: str, channel: int) -> None:
    store = opened(wish["store"])
    for number in range(wish["from"], wish["from"] + wish["saves"]):
        began = time.perf_counter()
        try:
            store.append(pair(name, number))
        except GoldsmithError as error:
            _say(channel, "errors", str(error))
        else:
            _say(channel, "kept", [number, time.perf_counter() - began])
    store.close()


def _say(channel: int, kind: str, value: object) -> None:
    os.write(channel, json.dumps([kind, value]).encode() + b"\n")


def _until_killed(wish: Mapping[str, Any], process: int, channel: int) -> bytes:
    """Listen until it is time, kill the writer, and return what was heard."""
    said = b""
    while said.count(b"\n") < wish["kill_after"]:
        if not select.select([channel], [], [], PATIENCE_S)[0] or not (more := os.read(channel, 65_536)):
            break
        said += more
    # It goes on writing meanwhile; a full pipe would only make it wait.
    select.select([], [], [], wish["within"])
    os.kill(process, signal.SIGKILL)
    return said


def _rest(channel: int) -> bytes:
    with os.fdopen(channel, "rb") as stream:
        return stream.read()


if __name__ == "__main__":
    _main()
