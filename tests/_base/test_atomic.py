"""A reader sees the old file or the new one, and what was said to be written is on disk."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from goldsmith._base.atomic import append_durably, write_atomically

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="file modes are a POSIX matter")


@pytest.fixture
def umask() -> Iterator[None]:
    """Let only the owner read what is written, for one test."""
    before = os.umask(0o077)
    yield
    os.umask(before)


def fail(error: BaseException) -> Any:
    def failing(*_: object, **__: object) -> None:
        raise error

    return failing


def full_disk() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


def test_a_file_is_written_with_the_folders_above_it(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b" / "c.json"

    write_atomically(target, b"new")

    assert target.read_bytes() == b"new"
    assert [path.name for path in target.parent.iterdir()] == ["c.json"]


def test_a_reader_sees_the_old_file_or_the_new_one_and_nothing_between(tmp_path: Path) -> None:
    target = tmp_path / "set.json"
    versions = [bytes([65 + number]) * 200_000 for number in range(3)]
    write_atomically(target, versions[0])
    done = threading.Event()

    def read_until_done() -> set[bytes]:
        seen = {target.read_bytes()}
        while not done.is_set():
            seen.add(target.read_bytes())
        return seen

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read_until_done)
        for turn in range(150):
            write_atomically(target, versions[turn % 3])
        done.set()

    assert reading.result() - set(versions) == set()


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("error", [full_disk(), KeyboardInterrupt()])
def test_a_write_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: BaseException
) -> None:
    target = tmp_path / "set.json"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, call, fail(error))

    with pytest.raises(type(error)):
        write_atomically(target, b"new")

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"set.json": b"old"}


def test_a_first_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", fail(full_disk()))

    with pytest.raises(OSError, match="No space left"):
        write_atomically(tmp_path / "set.json", b"new")

    assert list(tmp_path.iterdir()) == []


def test_the_content_is_on_disk_before_it_takes_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def watch_fsync(descriptor: int) -> None:
        steps.append("fsync folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "fsync file")
        fsync(descriptor)

    def watch_replace(source: str, target: str) -> None:
        steps.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watch_fsync)
    monkeypatch.setattr(os, "replace", watch_replace)
    write_atomically(tmp_path / "set.json", b"new")

    assert steps[:2] == ["fsync file", "rename"]
    assert set(steps[2:]) <= {"fsync folder"}


@posix_only
def test_a_file_keeps_the_mode_that_it_had(tmp_path: Path) -> None:
    target = tmp_path / "set.json"
    target.write_bytes(b"old")
    target.chmod(0o640)

    write_atomically(target, b"new")

    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@posix_only
def test_a_new_file_is_as_private_as_its_owner_asked(tmp_path: Path, umask: None) -> None:
    write_atomically(tmp_path / "set.json", b"new")

    assert stat.S_IMODE((tmp_path / "set.json").stat().st_mode) == 0o600


def test_lines_are_appended_in_order(tmp_path: Path) -> None:
    target = tmp_path / "journal" / "facts.jsonl"

    append_durably(target, b"one\n")
    append_durably(target, b"two\n")

    assert target.read_bytes() == b"one\ntwo\n"


def test_a_line_that_a_kill_left_half_written_is_closed_first(tmp_path: Path) -> None:
    target = tmp_path / "facts.jsonl"
    target.write_bytes(b'{"a": 1}\n{"b": ')

    append_durably(target, b'{"c": 3}\n')

    assert target.read_bytes() == b'{"a": 1}\n{"b": \n{"c": 3}\n'


def test_an_append_returns_only_when_all_of_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "facts.jsonl"
    target.write_bytes(b"one\n")
    synced: list[bytes] = []

    def watch(descriptor: int) -> None:
        synced.append(target.read_bytes())

    monkeypatch.setattr(os, "fsync", watch)
    append_durably(target, b"two\n")

    assert synced == [b"one\ntwo\n"]


def test_an_append_that_did_not_reach_the_disk_says_so_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "facts.jsonl"
    target.write_bytes(b"one\n")
    monkeypatch.setattr(os, "fsync", fail(full_disk()))

    with pytest.raises(OSError, match="No space left"):
        append_durably(target, b"two\n")

    assert target.read_bytes() == b"one\n"


def test_writers_at_the_same_time_do_not_mix_their_lines(tmp_path: Path) -> None:
    target = tmp_path / "facts.jsonl"
    lines = [bytes([65 + writer]) * (1_000 + 20_000 * writer) + b"\n" for writer in range(4)]

    def write(line: bytes) -> None:
        for _ in range(40):
            append_durably(target, line)

    with ThreadPoolExecutor(len(lines)) as pool:
        list(pool.map(write, lines))

    assert sorted(target.read_bytes().splitlines(keepends=True)) == sorted(lines * 40)
