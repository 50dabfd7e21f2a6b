"""`goldsmith serve` as a process of its own, from its first line to its clean end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.serve import serve_command
from goldsmith.errors import ConfigurationError
from tests.architecture.house import SRC
from tests.web.visiting import PEOPLE, make_desk

WITHIN_S = 60
PROGRAM = "from goldsmith.cli.serve import serve_command; serve_command()"


class Running:
    """A server process, and what it has printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line.rstrip())
        self.lines.put("")

    def told(self, pattern: str) -> re.Match[str]:
        """Wait for a line and return its match."""
        while True:
            found = re.search(pattern, self.lines.get(timeout=WITHIN_S))
            if found:
                return found

    def ended(self, how: signal.Signals) -> int:
        """Stop it as a person or a supervisor does, and return its status."""
        self.process.send_signal(how)
        return self.process.wait(WITHIN_S)


@contextmanager
def started(folder: Path, *words: str) -> Iterator[Running]:
    environment = {
        "PATH": os.defpath, "HOME": str(folder), "PYTHONPATH": str(SRC), "GOLDSMITH_REVIEWER": "ann",
        "PYTHONUNBUFFERED": "1",
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        yield Running(process)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs the command in the test's folder, where it is expected to be refused."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(serve_command, words)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_opens_tells_where_and_ends_well(tmp_path: Path, how: signal.Signals) -> None:
    make_desk(tmp_path, settings="")
    with started(tmp_path, "--port", "0") as running:
        reviews = running.told(r"^help-desk: (.+)$")[1]
        address = running.told(r"open +(http://127\.0\.0\.1:\d+)$")[1]
        lets_in = running.told(r"lets in +(.+)$")[1]
        running.told("stop +Ctrl-C")
        with urlopen(f"{address}/health", timeout=WITHIN_S) as reply:  # noqa: S310 - our own address
            health = reply.read()
        status = running.ended(how)
        running.told("^stopped; everything that was saved is kept$")

    assert health == b'{"status": "ok", "store": "reachable"}'
    assert (reviews, lets_in) == ("2 reviews wait, 2 opened now", "whoever sits at this machine, as ann; nobody else")
    assert status == 0
    assert (tmp_path / ".goldsmith" / "workbench.db").is_file()
    assert (tmp_path / ".goldsmith" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_with_people_it_says_who_and_how(tmp_path: Path) -> None:
    settings = f'[workbench]\ntrusted_header = "X-User"\ntrusted_proxies = ["10.0.0.5"]\n\n{PEOPLE}'
    make_desk(tmp_path, settings=settings)
    with started(tmp_path, "--port", "0", "--host", "0.0.0.0") as running:  # noqa: S104 - people sign in
        people = running.told(r"lets in +(.+)$")[1]
        link = running.told(r"^ +(by link.+)$")[1]
        header = running.told(r"^ +(by the header.+)$")[1]
        beware = running.told(r"beware +(.+)$")[1]
        status = running.ended(signal.SIGTERM)

    assert (people, link) == ("ada, ben, pia, sam", "by link: goldsmith review invite NAME")
    assert header == "by the header X-User from 10.0.0.5"
    assert beware.startswith("it is plain HTTP")
    assert status == 0


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "bench.example"])  # noqa: S104 - what is refused
def test_without_people_nobody_else_is_let_near(tmp_path: Path, serve: Callable[..., Result], host: str) -> None:
    make_desk(tmp_path, settings="")
    error = serve("--host", host).exception

    assert isinstance(error, ConfigurationError)
    assert f"whoever reaches {host} would be let in as" in error.message
    assert error.next_step == "add [people.NAME] to goldsmith.toml, or leave --host away"


def test_the_help_says_what_it_is_for(serve: Callable[..., Result]) -> None:
    told = serve("--help").output

    assert "Open the review workbench in the browser." in told
    assert "--host TEXT" in told
    assert "[default: 127.0.0.1]" in told
