"""Writes that a reader sees whole or not at all, and appends that are on disk when they return."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex


def write_atomically(path: Path, data: bytes) -> None:
    """Replace `path` by `data`: temporary file in the same folder, fsync, rename, fsync of the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f".{path.name[:40]}.{token_hex(6)}.tmp"
    # 0666 less the umask: a new file is as private as its owner asked.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        with contextlib.suppress(OSError):  # no file yet, or one whose mode is not ours to give
            os.chmod(temporary, path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        _name(error, path)
        raise
    sync_folder(path.parent)


def _name(error: BaseException, path: Path) -> None:
    """A full disk does not say which file it was full for."""
    if isinstance(error, OSError) and error.filename is None:
        error.filename = str(path)


def sync_file(path: Path) -> None:
    """Make a file durable that another writer has closed."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))  # Windows syncs only what may be written
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Make the entries of `folder` durable, where the system can (Windows cannot open a folder)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def turn(folder: Path) -> Iterator[None]:
    """Hold the turn to change files of `folder` by reading them and writing them anew: others who ask for it wait.

    Nothing is written for it, and the turn ends with the process. Where the system cannot lock a folder (Windows, some
    network drives) there is none, and only a comparison right before the write keeps two writers apart.
    """
    descriptor = None
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
    try:
        if descriptor is not None:
            _wait_for_turn(descriptor)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def append_durably(path: Path, data: bytes) -> None:
    """Append `data` to `path` and return once it is on disk.

    A line that a kill left half-written is closed first, so that it can be told apart from ours. Writers at the same
    time wait for each other: their data never mix. Where the disk does not take all of it, none of it stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    try:
        _wait_for_turn(descriptor)
        size = os.fstat(descriptor).st_size
        left = memoryview(b"\n" + data if _ends_inside_a_line(descriptor) else data)
        try:
            while left:
                left = left[os.write(descriptor, left) :]
            os.fsync(descriptor)
        except OSError as error:
            os.ftruncate(descriptor, size)
            _name(error, path)
            raise
    finally:
        os.close(descriptor)
    if new:
        sync_folder(path.parent)


def _ends_inside_a_line(descriptor: int) -> bool:
    if os.lseek(descriptor, 0, os.SEEK_END) == 0:
        return False
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) != b"\n"


def _wait_for_turn(descriptor: int) -> None:
    """Lock the open file until it is closed, where the file system knows locks."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, 1 << 40, os.SEEK_SET)  # a byte that no content reaches: readers go on
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX)
