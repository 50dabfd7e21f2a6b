"""The processes of one test session share one run, and every session makes its own."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

from goldsmith.ondisk.sessions import SessionRun, read_session, session_turn, write_session


def make_once(state: Path, session: str) -> None:
    with session_turn(state):
        if read_session(state, session) is None:
            with (state / "made").open("a", encoding="utf-8") as log:
                log.write("x")
            write_session(state, session, SessionRun(run="0001-a"))


def test_of_several_processes_one_makes_the_run(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=make_once, args=(tmp_path / "state", "s")) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert (tmp_path / "state" / "made").read_text(encoding="utf-8") == "x"


def test_another_session_knows_nothing_of_it(tmp_path: Path) -> None:
    make_once(tmp_path, "one")

    assert (read_session(tmp_path, "one"), read_session(tmp_path, "two")) == (SessionRun(run="0001-a"), None)


def test_why_there_is_no_run_is_told_to_the_others(tmp_path: Path) -> None:
    outcome = SessionRun(run="", trouble="GSE-104 two\nlines")
    write_session(tmp_path, "one", outcome)

    assert read_session(tmp_path, "one") == outcome


def test_the_latest_twenty_are_remembered(tmp_path: Path) -> None:
    for number in range(25):
        write_session(tmp_path, str(number), SessionRun(run="r"))

    assert [read_session(tmp_path, name) is not None for name in ("4", "5", "24")] == [False, True, True]


def test_a_damaged_memory_is_an_empty_one(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"one": 3}'):
        (tmp_path / "test-sessions.json").write_text(text, encoding="utf-8")

        assert read_session(tmp_path, "one") is None
