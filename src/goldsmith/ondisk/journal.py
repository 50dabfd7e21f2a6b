"""The journal: one line of strict JSON a result, on disk before the result counts.

A kill leaves at most one line cut short, at the end. Nobody was told of that result, so it is taken out and asked
again; damage anywhere else is an error. The other record files of a run are written and read by the same line.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from json.encoder import encode_basestring_ascii
from pathlib import Path
from typing import IO, Any, Self, TypeVar

from goldsmith._base.atomic import sync_folder
from goldsmith._base.plain_data import plain
from goldsmith.errors import ConflictError, IncompleteError, IntegrityError, InvalidFileError, Problem
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.json_strict import read_json_lines
from goldsmith.ondisk.response_line import response_line
from goldsmith.records.response import Failure, Response
from goldsmith.records.task import TaskKey

T = TypeVar("T")
_DOORS: dict[Any, Door[Any]] = {}

CALLS_NAME = "calls.log"
"""Beside the journal: a line a call that was started, to know what a kill cut off."""
_NEW_SITTING = b"\n-\n"
"""The first line end closes a line that was cut short."""
_LOGGED = re.compile(rb'([0-9]+) ([0-9]+) ("[^\n]*")')
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalContents:
    """The results that are on disk."""

    responses: tuple[Response, ...]
    """In the order of the plan: case, repeat, step."""
    repeated: tuple[TaskKey, ...]
    """Keys of which there was more than one result; the first counts, because it was acknowledged first."""
    half_written: bool
    """A kill cut the last line short. It was never acknowledged, so its key is asked again."""

    @property
    def by_key(self) -> dict[TaskKey, Response]:
        """The results by their address: what need not be asked again."""
        return {response.key: response for response in self.responses}


class Journal:
    """The journal of one run, open for appending, and the log of its calls. A context manager; a kill frees both."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = path.with_suffix(".lock").open("ab")
        try:
            _lock(self._lock, path)
            self._stream = path.open("ab+", buffering=0)
            try:
                self._calls = path.with_name(CALLS_NAME).open("ab", buffering=0)
            except BaseException:
                self._stream.close()
                raise
        except BaseException:
            self._lock.close()
            raise
        self._mend()
        self._log(_NEW_SITTING)
        sync_folder(path.parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, key: TaskKey) -> None:
        """Write down that a call for `key` starts. Not synced: it tells what a kill cut off, and is no result."""
        self._log(f"{key.step} {key.repeat} {encode_basestring_ascii(key.task)}\n".encode())

    def append(self, responses: Sequence[Response]) -> None:
        """Append `responses` as one group; they are on disk when this returns.

        A reply that strict JSON cannot hold is kept as the failure ``bad_reply``. Raises IncompleteError where the disk
        does not take the group; then none of it counts.
        """
        data = memoryview(b"".join(map(_response_line, responses)))
        handle = self._stream.fileno()
        size = os.lseek(handle, 0, os.SEEK_END)
        try:
            while data:
                data = data[os.write(handle, data) :]
            os.fsync(handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, size)
            raise IncompleteError(
                f"{self._path} could not be written: {error.strerror}",
                next_step="make room, then run the same command again; what was on disk before is kept",
            ) from None

    def close(self) -> None:
        """Let others write the journal."""
        self._stream.close()
        self._calls.close()
        self._lock.close()

    def _log(self, line: bytes) -> None:
        # A disk that does not take the line does not take results either, and those say so.
        with contextlib.suppress(OSError):
            os.write(self._calls.fileno(), line)

    def _mend(self) -> None:
        """Close a last line that only lacks its end; take out one that was cut short: nobody was told of it."""
        self._stream.seek(0)
        body, tail = _split_tail(self._stream.read())
        if not tail:
            return
        handle = self._stream.fileno()
        if _is_whole(tail):
            os.write(handle, b"\n")
        else:
            os.ftruncate(handle, len(body))
        os.fsync(handle)


def calls_cut_off(path: Path, recorded: Collection[TaskKey]) -> int:
    """Return how many calls of the run with the journal `path` came to no result, because the run stopped meanwhile.

    `recorded` are the keys that have one. Several tries for one key in one sitting count once.
    """
    sittings: Counter[TaskKey] = Counter()
    started: set[TaskKey] = set()
    log = path.with_name(CALLS_NAME)
    for line in log.read_bytes().split(b"\n") if log.exists() else ():
        if line == _NEW_SITTING.strip():
            sittings.update(started)
            started = set()
        elif (key := _logged_key(line)) is not None:
            started.add(key)
    sittings.update(started)
    return sum(count - (key in recorded) for key, count in sittings.items())


def _logged_key(line: bytes) -> TaskKey | None:
    """Return the key of one line of the log; None for what a power cut left of one."""
    found = _LOGGED.fullmatch(line)
    if found is None:
        return None
    try:
        task = json.loads(found[3])
    except ValueError:
        return None
    return TaskKey(task=task, step=int(found[1]), repeat=int(found[2]))


def read_journal(path: Path, cases: Sequence[str]) -> JournalContents:
    """Return what is on disk, in the order of `cases`; a missing file holds nothing.

    Raises IntegrityError for a damaged line in the middle, with file and line.
    """
    body, tail = _split_tail(path.read_bytes() if path.exists() else b"")
    whole = body + tail if _is_whole(tail) else body
    first: dict[TaskKey, Response] = {}
    repeated: list[TaskKey] = []
    for response in read_lines(path, Response, data=whole):
        if response.key in first:
            repeated.append(response.key)
        first.setdefault(response.key, response)
    place = {case: index for index, case in enumerate(cases)}
    ordered = sorted(first, key=lambda key: (place.get(key.task, len(place)), key.task, key.repeat, key.step))
    return JournalContents(
        responses=tuple(first[key] for key in ordered),
        repeated=tuple(sorted(set(repeated))),
        half_written=len(whole) < len(body) + len(tail),
    )


def line_of(record: object) -> bytes:
    """Return `record` as one line of strict JSON. Raises ValueError or TypeError for what JSON cannot hold."""
    return _encode(plain(record)).encode() + b"\n"


def lines_of(records: Iterable[object]) -> bytes:
    """Return `records` as lines of strict JSON."""
    return b"".join(map(line_of, records))


def read_lines(path: Path, kind: type[T], *, data: bytes | None = None) -> tuple[T, ...]:
    """Return the records of one of our files, one a line; `data` is what to read in place of its content.

    Raises IntegrityError, with file and line, for a line that is not what we wrote.
    """
    content = path.read_bytes() if data is None else data
    try:
        raws = read_json_lines(content, name=str(path), may_be_empty=True, unread=True)
    except InvalidFileError as error:
        raise damaged(path, error.problems) from None
    parsed = door_of(kind).parse_many(raws, file=str(path))
    if parsed.problems:
        raise damaged(path, parsed.problems)
    return parsed.records


def damaged(path: Path, problems: tuple[Problem, ...]) -> IntegrityError:
    """Return the error for one of our files that does not hold what we wrote."""
    return IntegrityError(
        f"{path} does not hold what was written to it",
        problems=problems,
        next_step="restore the file from a copy, or start anew: files of a run are never edited by hand",
    )


def door_of(kind: type[T]) -> Door[T]:
    """Return the door for records of one kind; made once."""
    if kind not in _DOORS:
        _DOORS[kind] = Door(kind)
    return _DOORS[kind]


def _split_tail(data: bytes) -> tuple[bytes, bytes]:
    """Return the finished lines, and what stands after the last line end."""
    end = data.rfind(b"\n") + 1
    return data[:end], data[end:]


def _is_whole(tail: bytes) -> bool:
    """Say whether the line lost only its end: no beginning of a JSON object is a JSON object."""
    try:
        return isinstance(json.loads(tail), dict)
    except (ValueError, RecursionError):
        return False


def _response_line(response: Response) -> bytes:
    """Return the line of `response`; what could not be read back is kept as a failure that says so."""
    try:
        line = response_line(response)
    except (TypeError, ValueError, RecursionError):
        return _checked_line(response)
    # Asked first for any escape: that is a look at a line, where a search for the whole of this one reads it slowly.
    return _checked_line(response) if b"\\" in line and rb"\u0000" in line else line


def _checked_line(response: Response) -> bytes:
    try:
        line = line_of(response)
        read_json_lines(line, name="the reply")
        _adapter().validate_json(line)
    except InvalidFileError as error:
        why = error.problems[0].message
    except (ValueError, TypeError, RecursionError) as error:
        why = str(error).replace("\n", " ")
    else:
        return line
    return line_of(replace(response, outcome=Failure(kind="bad_reply", message=f"the reply cannot be kept: {why}")))


@cache
def _adapter() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Response)


def _lock(stream: IO[bytes], path: Path) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise ConflictError(
            f"another process is carrying out the run in {path.parent}",
            next_step="wait for it to end, or stop it; then run the same command again",
        ) from None
