"""Case 058: the Python call in the six situations of situations.txt, and the command line when it is interrupted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import goldsmith
from goldsmith.errors import GoldsmithError, UnsupportedTargetError
from tests.cases.telling import case

Lines = Callable[..., Path]
REPLY = {"answer": "A", "retrieved": ["a#1"]}


def answer(question: str) -> dict[str, Any]:
    return REPLY


@pytest.fixture
def golden(lines: Lines) -> Path:
    """Return a file of three cases."""
    return lines("golden.jsonl", *(case(f"g{n}") for n in range(3)))


def left_behind() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


def test_1_inside_a_loop_that_runs_as_in_a_notebook(golden: Path) -> None:
    before = left_behind()

    async def cell() -> tuple[int, int]:
        loop = asyncio.get_running_loop()
        policy = type(loop)
        verdict = goldsmith.evaluate(golden, system=answer)
        assert asyncio.get_running_loop() is loop
        assert type(loop) is policy
        return verdict.answered, len(asyncio.all_tasks())

    assert asyncio.run(cell()) == (3, 1)
    assert left_behind() == before


def test_2_from_an_async_handler_the_loop_goes_on_meanwhile(golden: Path) -> None:
    async def handler() -> tuple[int, bool]:
        asked = asyncio.Event()
        loop = asyncio.get_running_loop()
        gate = threading.Event()

        def slow(question: str) -> dict[str, Any]:
            loop.call_soon_threadsafe(asked.set)
            gate.wait(30)
            return REPLY

        running = asyncio.create_task(goldsmith.evaluate_async(golden, system=slow))
        await asked.wait()  # this loop turns while the system is being asked
        went_on = not running.done()
        gate.set()
        return (await running).answered, went_on

    assert asyncio.run(handler()) == (3, True)


def test_3_from_a_thread_without_a_loop(golden: Path) -> None:
    told: list[int] = []
    thread = threading.Thread(target=lambda: told.append(goldsmith.evaluate(golden, system=answer).answered))
    thread.start()
    thread.join()

    assert told == [3]


def test_4_twice_in_one_process_the_second_after_the_first_raised(golden: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    with pytest.raises(GoldsmithError):
        goldsmith.evaluate(tmp_path / "empty.jsonl", system=answer)

    assert goldsmith.evaluate(golden, system=answer).answered == 3


def test_4_a_system_that_raises_is_counted_and_the_next_run_is_whole(golden: Path) -> None:
    def broken(question: str) -> dict[str, Any]:
        message = "no index"
        raise ConnectionError(message)

    first, second = goldsmith.evaluate(golden, system=broken), goldsmith.evaluate(golden, system=answer)

    assert (first.answered, first.failed, first.status) == (0, 3, "incomplete")
    assert (second.answered, second.failed) == (3, 0)


SLOW = """
import sys, time
from pathlib import Path
def answer(question):
    first = question.startswith("Question of g0")
    while not first and not any(path.stat().st_size for path in Path(".goldsmith").rglob("responses.jsonl")):
        time.sleep(0.01)
    sys.stderr.write("asked\\n")
    sys.stderr.flush()
    if not first and not Path("go").exists():
        time.sleep(60)
    return {"answer": "A", "retrieved": ["a#1"]}
"""
COMMAND = [sys.executable, "-m", "goldsmith", "evaluate", "golden.jsonl", "--system", "app.py:answer"]


def started(folder: Path) -> subprocess.Popen[str]:
    """Start the command and return once one result is on disk and the next call hangs."""
    child = subprocess.Popen(
        [*COMMAND, "--concurrency", "1"],
        cwd=folder,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert child.stderr is not None
    assert [child.stderr.readline() for _ in range(2)] == ["asked\n", "asked\n"]
    return child


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no Ctrl-C to a child alone")
def test_5_ctrl_c_keeps_what_arrived_says_how_to_go_on_and_exits_130(golden: Path, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(SLOW, encoding="utf-8")
    child = started(tmp_path)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    kept = next(tmp_path.rglob("responses.jsonl")).read_text(encoding="utf-8").splitlines()

    assert (child.returncode, out) == (130, "")
    assert "the same command goes on from there" in err
    assert [word in err for word in ("Traceback", "Task was destroyed", "Event loop is closed")] == [False] * 3
    assert len(kept) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("how", ["SIGINT", "SIGKILL"])
def test_5_the_same_command_goes_on_and_asks_only_the_rest(golden: Path, tmp_path: Path, how: str) -> None:
    (tmp_path / "app.py").write_text(SLOW, encoding="utf-8")
    child = started(tmp_path)
    os.kill(child.pid, getattr(signal, how))
    child.communicate(timeout=60)
    (tmp_path / "go").write_bytes(b"")  # the system hurries now, and its file is the same
    again = subprocess.run([*COMMAND, "--concurrency", "1"], cwd=tmp_path, capture_output=True, text=True, check=False)
    runs = [path.name for path in (tmp_path / ".goldsmith" / "runs").iterdir()]

    assert (again.returncode, runs) == (0, ["0001-answer"])
    assert again.stderr.count("asked") == 2
    assert "3 of 3 cases scored" in again.stdout


def test_6_the_target_may_be_sync_or_async(golden: Path) -> None:
    async def waits(question: str) -> dict[str, Any]:
        await asyncio.sleep(0)
        return REPLY

    verdicts = [goldsmith.evaluate(golden, system=target) for target in (answer, waits)]

    assert [verdict.answered for verdict in verdicts] == [3, 3]


def test_6_streams_are_read_to_their_end(golden: Path) -> None:
    def says(question: str) -> Iterator[str]:
        yield "A"

    async def waits(question: str) -> AsyncIterator[str]:
        yield "A"

    verdicts = [goldsmith.evaluate(golden, system=target) for target in (says, waits)]

    assert [verdict.cases[0].answer for verdict in verdicts] == ["A", "A"]


def test_6_what_cannot_be_called_is_refused_by_its_name(golden: Path) -> None:
    refused = (item for item in "abc")
    with pytest.raises(UnsupportedTargetError, match="generator"):
        goldsmith.evaluate(golden, system=refused)  # type: ignore[arg-type]
