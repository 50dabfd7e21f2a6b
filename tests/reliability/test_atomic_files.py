"""Every file that is written whole: a reader sees the old one or the new one, and a fault leaves the old one alone."""

from __future__ import annotations

import errno
import io
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from goldsmith._base.atomic import append_durably, write_atomically
from goldsmith.errors import IncompleteError
from goldsmith.ondisk.journal import Journal, read_journal
from goldsmith.records.response import Reply, Response
from goldsmith.records.task import TaskKey

WRITES, READS = 1_000, 10_000
LINE = 64
FAULTS = [errno.ENOSPC, errno.EIO]


def version(number: int) -> bytes:
    """Return a content of its own length in which every line names its number: a mixture of two shows."""
    return f"{number:0{LINE - 1}}\n".encode() * (40 + number % 60)


def is_whole(data: bytes) -> bool:
    return len(data) >= LINE and data == version(int(data[:LINE]))


def test_ten_thousand_reads_during_a_thousand_writes_see_no_half_of_anything(tmp_path: Path) -> None:
    target = tmp_path / "set.json"
    write_atomically(target, version(0))
    written = threading.Event()
    readers = 2

    def read() -> tuple[int, int, int]:
        reads = torn = latest = backwards = 0
        while reads < READS // readers or not written.is_set():
            data = target.read_bytes()
            reads += 1
            torn += not is_whole(data)
            backwards += int(data[:LINE]) < latest
            latest = int(data[:LINE])
        return reads, torn, backwards

    with ThreadPoolExecutor(readers) as pool:
        reading = [pool.submit(read) for _ in range(readers)]
        for number in range(1, WRITES + 1):
            write_atomically(target, version(number))
        written.set()
        found = [future.result() for future in reading]

    assert sum(reads for reads, _, _ in found) >= READS
    assert [(torn, backwards) for _, torn, backwards in found] == [(0, 0)] * readers
    assert [path.name for path in tmp_path.iterdir()] == ["set.json"]
    assert target.read_bytes() == version(WRITES)


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


class FullFile(io.BufferedWriter):
    """A file whose disk takes half of what is written."""

    number = errno.ENOSPC

    def write(self, data: Any) -> int:
        super().write(bytes(data)[: len(data) // 2])
        super().flush()
        raise OSError(self.number, os.strerror(self.number))


def break_step(monkeypatch: pytest.MonkeyPatch, step: str, number: int) -> None:
    """Let one step of a write fail as the system lets it fail."""
    if step != "write":
        monkeypatch.setattr(os, step, failing(number))
        return

    def opened(handle: int, *_: object) -> FullFile:
        file = FullFile(io.FileIO(handle, "w"))
        file.number = number
        return file

    monkeypatch.setattr(os, "fdopen", opened)


@pytest.mark.parametrize("number", FAULTS)
@pytest.mark.parametrize("step", ["write", "fsync", "replace", "open"])
def test_a_fault_in_any_step_leaves_the_old_file_and_no_other_and_says_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    target = tmp_path / "set.json"
    target.write_bytes(b"old")
    with monkeypatch.context() as broken:
        break_step(broken, step, number)
        with pytest.raises(OSError) as caught:  # noqa: PT011 - its number is looked at
            write_atomically(target, b"new" * 1_000)

    assert (caught.value.errno, caught.value.strerror) == (number, os.strerror(number))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"set.json": b"old"}


@pytest.mark.parametrize("number", FAULTS)
@pytest.mark.parametrize("step", ["write", "fsync"])
def test_a_fault_in_an_append_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    target = tmp_path / "facts.jsonl"
    target.write_bytes(b"one\n")
    with monkeypatch.context() as broken:
        broken.setattr(os, step, failing(number))
        with pytest.raises(OSError, match=os.strerror(number)):
            append_durably(target, b"two\n")

    assert target.read_bytes() == b"one\n"


def response(task: str) -> Response:
    key = TaskKey(task=task, step=0, repeat=1)
    return Response(key=key, case=task, case_digest="c1:x", outcome=Reply(answer="x" * 500))


@pytest.mark.parametrize("number", FAULTS)
@pytest.mark.parametrize("step", ["write", "half a write", "fsync"])
def test_a_journal_on_a_disk_that_fails_says_so_and_keeps_only_what_it_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    path = tmp_path / "responses.jsonl"
    write, halves = os.write, iter([True])

    def half(handle: int, data: bytes) -> int:
        if next(halves, False):
            return write(handle, bytes(data)[: len(data) // 2])
        raise OSError(number, os.strerror(number))

    with Journal(path) as journal:
        journal.append([response("a")])
        with monkeypatch.context() as broken:
            broken.setattr(os, step.rpartition(" ")[2], half if step == "half a write" else failing(number))
            with pytest.raises(IncompleteError, match=f"could not be written: {os.strerror(number)}"):
                journal.append([response("b"), response("c")])
        held = read_journal(path, ["a", "b", "c"])
        journal.append([response("b")])

    assert ([item.case for item in held.responses], held.half_written) == (["a"], False)
    assert [item.case for item in read_journal(path, ["a", "b"]).responses] == ["a", "b"]


def test_a_log_of_calls_on_a_full_disk_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "responses.jsonl") as journal:
        with monkeypatch.context() as broken:
            broken.setattr(os, "write", failing(errno.ENOSPC))
            journal.begin(TaskKey(task="a", step=0, repeat=1))
        journal.append([response("a")])

    assert len(read_journal(tmp_path / "responses.jsonl", ["a"]).responses) == 1
