"""Plain code may run async code from anywhere: in a loop, beside one, twice, and interrupted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from goldsmith.runner.blocking import run_blocking

ROOT = Path(__file__).resolve().parents[2]
PLACE: ContextVar[str] = ContextVar("PLACE", default="nowhere")


async def answer() -> int:
    await asyncio.sleep(0)
    return 42


async def fail() -> int:
    await asyncio.sleep(0)
    message = "first"
    raise ValueError(message)


async def called_inside_a_loop() -> int:
    return run_blocking(answer())


def test_it_works_without_a_loop() -> None:
    assert run_blocking(answer()) == 42


def test_it_works_where_a_loop_is_running_and_leaves_that_loop_usable() -> None:
    async def cell() -> tuple[int, int]:
        inner = run_blocking(answer())
        return inner, await answer()

    assert asyncio.run(cell()) == (42, 42)


@pytest.mark.skipif(find_spec("uvloop") is None, reason="uvloop is not installed")
def test_it_works_inside_another_kind_of_loop() -> None:
    with asyncio.Runner(loop_factory=import_module("uvloop").new_event_loop) as runner:
        assert runner.run(called_inside_a_loop()) == 42


def test_it_works_in_a_worker_thread_without_a_loop() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run_blocking, answer()).result() == 42


def test_the_second_call_works_after_the_first_raised() -> None:
    with pytest.raises(ValueError, match="first"):
        run_blocking(fail())

    assert run_blocking(answer()) == 42


def test_a_timeout_of_the_code_itself_is_raised_as_it_is() -> None:
    async def late() -> None:
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        run_blocking(late())


def test_neither_thread_nor_loop_stays_behind() -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    async def remember() -> None:
        loops.append(asyncio.get_running_loop())
        await asyncio.to_thread(threading.get_ident)

    before = threading.active_count()
    run_blocking(remember())

    assert (threading.active_count(), loops[0].is_closed()) == (before, True)


def test_the_context_of_the_caller_is_seen_inside() -> None:
    async def place() -> str:
        return PLACE.get()

    token = PLACE.set("here")
    try:
        assert run_blocking(place()) == "here"
    finally:
        PLACE.reset(token)


INTERRUPTED = """
import asyncio, sys
from goldsmith.records.case import Case
from goldsmith.records.response import Reply
from goldsmith.runner.blocking import run_blocking
from goldsmith.runner.carrying import carry
from goldsmith.runner.limits import Surroundings
from goldsmith.runner.planning import plan_tasks
from goldsmith.records.settings import RunSettings

class Endless:
    name, revision, shows, fingerprints = "endless", None, (), {}

    async def ask(self, step, history, key):
        if int(step.case) >= 5:
            await asyncio.Event().wait()
        return Reply(answer="yes")

    async def close(self):
        pass

kept = []

def progress(told):
    if told.kept == 5:
        print("ready", flush=True)

tasks = plan_tasks(Case(id=str(n), question="?") for n in range(50))
try:
    around = Surroundings(progress=progress)
    run_blocking(carry(tasks, Endless(), RunSettings(), done={}, keep=kept.extend, around=around))
except KeyboardInterrupt:
    print(len(kept), flush=True)
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt cannot be sent to one process there")
def test_an_interrupt_keeps_what_is_finished_and_says_nothing_of_loops_and_tasks(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", INTERRUPTED],
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        child.send_signal(signal.SIGINT)
        out, complaints = child.communicate(timeout=60)

    assert (out, complaints, child.returncode) == ("5\n", "", 130)
