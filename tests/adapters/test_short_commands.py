"""Programs that do one thing and end."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

from goldsmith.adapters.short_commands import MOST_BYTES, Ran, TooLongError, run_program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes")

SLEEPER = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])"


def ran(folder: Path, program: str, *, limit_s: float = 60, hears: bool = True) -> Ran:
    words = (sys.executable, "-c", f"import os, signal, subprocess, sys, time\n{program}")
    return asyncio.run(run_program(words, folder=folder, environment={}, limit_s=limit_s, hears=hears))


def is_running(pid: int) -> bool:
    """Say whether a process is there that does something; one that ended and was not asked for does nothing."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def is_gone(pid: int) -> bool:
    deadline = time.monotonic() + 20
    while is_running(pid) and time.monotonic() < deadline:
        os.sched_yield()
    return not is_running(pid)


def test_what_it_wrote_and_how_it_ended_is_told(tmp_path: Path) -> None:
    program = "print(os.getcwd()); sys.stderr.write('no'); sys.exit(3)"

    assert ran(tmp_path, program) == Ran(status=3, out=f"{tmp_path}\n".encode(), err=b"no")
    assert ran(tmp_path, "os.kill(os.getpid(), signal.SIGTERM)") == Ran(status=-15, out=b"", err=b"")
    assert ran(tmp_path, "print('aloud')", hears=False) == Ran(status=0, out=b"", err=b"")


def test_what_it_leaves_running_is_neither_waited_for_nor_ended(tmp_path: Path) -> None:
    found = ran(tmp_path, f"child = {SLEEPER}\nprint(child.pid)", limit_s=60)
    child = int(found.out)
    runs_on = is_running(child)
    os.kill(child, 9)

    assert (found.status, runs_on) == (0, True)


def test_one_that_does_not_end_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError):
        ran(tmp_path, f"child = {SLEEPER}\nopen('pid', 'w').write(str(child.pid))\nchild.wait()", limit_s=1.5)

    assert is_gone(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_one_that_writes_without_end_is_ended(tmp_path: Path, stream: str) -> None:
    program = f"open('pid', 'w').write(str(os.getpid()))\nwhile True: sys.{stream}.write('y' * {MOST_BYTES // 4})"
    with pytest.raises(TooLongError):
        ran(tmp_path, program)

    assert is_gone(int((tmp_path / "pid").read_text()))


def test_one_that_is_not_waited_for_any_more_is_ended(tmp_path: Path) -> None:
    async def given_up() -> None:
        pipe = tmp_path / "pid"
        os.mkfifo(pipe)
        words = (sys.executable, "-c", "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(300)")
        running = asyncio.ensure_future(run_program(words, folder=tmp_path, environment={}, limit_s=60))
        pids.append(int(await asyncio.to_thread(pipe.read_text)))
        running.cancel()
        await asyncio.wait({running})

    pids: list[int] = []
    asyncio.run(given_up())

    assert is_gone(pids[0])


def test_one_that_is_not_there_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        asyncio.run(run_program(("no-such-program",), folder=tmp_path, environment={}, limit_s=60))
