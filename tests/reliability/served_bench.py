"""`goldsmith serve` and other commands, each in a process of its own that is forked from a warm one.

usage: served_bench.py, then one JSON object a line on standard input, answered by one a line on standard output.
``{"root": FOLDER, "words": [WORD, …], "environment": {NAME: VALUE}, "output": FILE}`` starts a command in a folder,
answered by its process; of a server, whose words are none, also by its port (0: it ended before it took calls).
``{"end": PROCESS}`` waits for its end, answered by its status. ``"at": [WHAT, WHEN]`` lets a server kill itself: WHAT
is a kind of fact, ``draft``, or ``forget`` (a draft that is dropped); WHEN is ``before`` the store is asked, at the
``commit`` (written, and not yet kept for good), or ``after`` it is kept and before anybody is told.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any

from goldsmith.cli import main
from goldsmith.cli import serve as command
from goldsmith.ports.review_store import NewFact, ReviewStore

ROOT = Path(__file__).resolve().parents[2]
LOG = "server.log"
KILLED = -signal.SIGKILL
_PATIENCE_S = 60.0


@dataclass(frozen=True, kw_only=True)
class Server:
    """One server of a folder."""

    process: int
    port: int


class Servers:
    """Starts servers and sees them end."""

    def __init__(self, asks: Callable[[dict[str, Any]], Any]) -> None:
        self._asks = asks

    def start(self, root: Path, *, at: Sequence[str] = (), **environment: str) -> Server:
        """Start a server and return it once it takes calls; its port is 0 where it ended before."""
        wish = {"root": str(root), "words": [], "at": list(at), "environment": environment}
        return Server(**self._asks({**wish, "output": str(root / LOG)}))

    def begin(self, root: Path, *words: str, output: Path, **environment: str) -> Server:
        """Start another command in a folder; what it says is added to the file `output`."""
        wish = {"root": str(root), "words": words, "environment": environment, "output": str(output)}
        return Server(**self._asks(wish))

    def called(self, root: Path, *words: str, output: Path, **environment: str) -> tuple[int, str]:
        """Call a command in a folder; return its status and what it said."""
        output.write_text("", encoding="utf-8")
        status = self.end(self.begin(root, *words, output=output, **environment), by=None)
        return status, output.read_text(encoding="utf-8")

    def end(self, server: Server, *, by: signal.Signals | None = signal.SIGKILL) -> int:
        """Send a signal, if there is one, wait for the end, and return how it ended."""
        if by is not None:
            os.kill(server.process, by)
        return int(self._asks({"end": server.process}))


@contextmanager
def warm_servers() -> Iterator[Servers]:
    """Start the program from which servers are forked, so that none of them has to import anything."""
    program = subprocess.Popen(
        [sys.executable, __file__],
        env={
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
            "PATH": os.defpath,
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdin is not None
        assert program.stdout is not None
        wishes, answers = program.stdin, program.stdout

        def asks(wish: dict[str, Any]) -> Any:
            wishes.write(json.dumps(wish) + "\n")
            wishes.flush()
            return json.loads(answers.readline())

        yield Servers(asks)
        wishes.close()


class Killing:
    """A store that kills its process at one point of its work."""

    def __init__(self, store: ReviewStore, what: str, when: str) -> None:
        from sqlalchemy import Engine, event

        self._store = store
        self._what, self._when = what, when
        self._now = local()
        event.listen(Engine, "commit", self._commits)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, facts: Sequence[NewFact], /, **more: Any) -> Any:
        wished = any(json.loads(fact.body)["fact"] == self._what for fact in facts)
        return self._at(wished, lambda: self._store.append(facts, **more))

    def save_draft(self, draft: Any, /) -> Any:
        return self._at(self._what == "draft", lambda: self._store.save_draft(draft))

    def drop_draft(self, subject: str, author: str, /) -> None:
        self._at(self._what == "forget", lambda: self._store.drop_draft(subject, author))

    def _at(self, wished: bool, act: Callable[[], Any]) -> Any:
        if wished and self._when == "before":
            _die()
        self._now.wished = wished
        try:
            result = act()
        finally:
            self._now.wished = False
        if wished and self._when == "after":
            _die()
        return result

    def _commits(self, _connection: object) -> None:
        if self._when == "commit" and getattr(self._now, "wished", False):
            _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _main() -> None:
    import alembic.command  # noqa: F401 - so that no server has to
    import anyio.to_thread  # noqa: F401
    import duckdb  # noqa: F401
    import psycopg  # noqa: F401
    import pydantic  # noqa: F401
    import sqlalchemy.dialects.postgresql.psycopg
    import sqlalchemy.dialects.sqlite  # noqa: F401

    import goldsmith.adapters.review_stores.migrating
    import goldsmith.adapters.review_stores.sql
    import goldsmith.adapters.serving.asgi
    import goldsmith.adapters.serving.server
    import goldsmith.cli.review
    import goldsmith.cli.review_apply
    import goldsmith.cli.review_invite
    import goldsmith.cli.review_remind  # noqa: F401
    from goldsmith.web import rendering, site

    for template in rendering.environment().list_templates():
        rendering.environment().get_template(template)
    for family in (*site.FAMILIES, *site.OPEN_FAMILIES):
        __import__(family.partition(":")[0])
    for line in sys.stdin:
        wish = json.loads(line)
        answer = _ended(wish["end"]) if "end" in wish else _started(wish)
        print(json.dumps(answer), flush=True)  # noqa: T201 - the answer


def _ended(process: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _started(wish: dict[str, Any]) -> dict[str, int]:
    listening, channel = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(listening)
        _become(wish, channel)
    os.close(channel)
    if wish["words"]:
        os.close(listening)
        return {"process": process, "port": 0}
    return {"process": process, "port": _port(listening)}


def _port(listening: int) -> int:
    """Return the port that the server tells of; 0: it ended before."""
    said = b""
    with os.fdopen(listening, "rb", buffering=0) as stream:
        while not (found := re.search(rb"port (\d+)\n", said)):
            if not select.select([stream], [], [], _PATIENCE_S)[0] or not (more := stream.read(1_000)):
                return 0
            said += more
    return int(found[1])


def _become(wish: dict[str, Any], channel: int) -> None:
    """Become a command in the folder of the wish; a server tells its port on `channel`."""
    status = 70
    try:
        os.environ.update(wish["environment"])  # noqa: TID251 - that of a process of its own
        os.chdir(wish["root"])
        with Path(wish["output"]).open("ab", buffering=0) as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        _prepare(wish.get("at", ()), channel)
        main(list(wish["words"]) or ["serve", "--port", "0"])
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        sys.stdout.flush()
        os._exit(status)


def _prepare(at: Sequence[str], channel: int) -> None:
    """Let a server tell its port, and let its store kill it where that is wished."""
    opens, tells = vars(command)["open_desk"], vars(command)["_tell"]

    def open_desk(*given: Any, **named: Any) -> Any:
        desk = opens(*given, **named)
        if at:
            desk.store = Killing(desk.store, *at)
        return desk

    def told(desk: Any, opening: Any, listening: Any) -> None:
        tells(desk, opening, listening)
        os.write(channel, f"port {listening.port}\n".encode())
        os.close(channel)

    vars(command).update(open_desk=open_desk, _tell=told)


if __name__ == "__main__":
    _main()
