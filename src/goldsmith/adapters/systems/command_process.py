"""One running program: lines in, lines out, the last of what it complained of; ended with all that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import IO

_KEPT_LINES = 20
_LONGEST_COMPLAINT = 2_000
_LEAVING_S = 2.0
"""How long a program may take to end by itself once its standard input is closed."""
_STATUS_S = 1.0


class Ended(Exception):  # noqa: N818 - it says what happened to a program, and is turned into a failure of the system
    """The program has ended, or could not be started; the text says how, with what it wrote last to standard error."""

    def __init__(self, message: str, *, worth_retrying: bool = True) -> None:
        super().__init__(message)
        self.worth_retrying = worth_retrying


class Program:
    """A program with pipes to it. One thread at a time talks with it; any thread may kill it, and it stays killed."""

    def __init__(self, run: tuple[str, ...], *, folder: Path) -> None:
        self._run = run
        self._folder = folder
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._name = Path(run[0]).name
        self._is_killed = False
        self._is_put_away = False
        self._complaints: deque[str] = deque(maxlen=_KEPT_LINES)
        self._listener: threading.Thread | None = None

    def start(self) -> None:
        """Start it unless it runs. Raises Ended where that cannot be done."""
        self._begin(subprocess.PIPE)

    def send(self, data: bytes) -> None:
        """Write to its standard input. Raises Ended."""
        pipe = self._running().stdin
        try:
            assert pipe is not None  # noqa: S101 - `start` opened it
            pipe.write(data)
            pipe.flush()
        except (OSError, ValueError):
            raise self.ended() from None

    def line(self, longest: int) -> bytes:
        """Return the next line of its standard output that is not blank, at most one byte more than `longest`.

        Raises Ended.
        """
        pipe = self._output()
        while line := pipe.readline(longest + 1):
            if line.strip():
                return line
        raise self.ended()

    def output(self, request: bytes, longest: int) -> bytes:
        """Start it with `request` on its standard input, and return all that it writes up to its end.

        At most one byte more than `longest`. Raises Ended where it ends with a status other than 0.
        """
        with tempfile.TemporaryFile() as file:  # a pipe could fill up while it is still writing
            file.write(request)
            file.seek(0)
            self._begin(file)
        data = self._output().read(longest + 1)
        if len(data) > longest:
            return data
        end = self.ended()
        if self._running().returncode:
            raise end
        return data

    def kill(self) -> None:
        """End it and all that it has started, now."""
        with self._lock:
            self._is_killed = True
            if self._process is not None and not self._is_put_away:
                _kill_group(self._process)

    def end(self) -> None:
        """Kill it, wait for its end and close the pipes to it."""
        self.kill()
        process = self._process
        if process is None or self._is_put_away:
            return
        process.wait()
        with self._lock:
            self._is_put_away = True  # from now on its number may be that of another program
        if self._listener is not None:
            self._listener.join(_STATUS_S)
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def finish(self) -> None:
        """Close its standard input, give it a moment to end by itself, and put everything away."""
        process = self._process
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_LEAVING_S)
        self.end()

    def _begin(self, source: int | IO[bytes]) -> None:
        with self._lock:
            if self._is_killed:
                raise Ended(f"{self._name} was stopped")
            if self._process is not None:
                return
            environment = {"PYTHONUNBUFFERED": "1", **os.environ}  # a line is of use when it comes, in Python too
            try:
                self._process = subprocess.Popen(  # noqa: S603 - the program that the person named, without a shell
                    self._run,
                    cwd=self._folder,
                    env=environment,
                    stdin=source,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                message = f"{self._name} could not be started: {error.strerror or error}"
                raise Ended(message, worth_retrying=False) from None
        self._listener = threading.Thread(target=self._listen, name="goldsmith-stderr", daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        pipe = self._running().stderr
        while pipe is not None and (line := pipe.readline(_LONGEST_COMPLAINT)):
            if text := line.decode("utf-8", "backslashreplace").strip():
                self._complaints.append(text)

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None  # noqa: S101 - every caller has started it
        return self._process

    def _output(self) -> IO[bytes]:
        pipe = self._running().stdout
        assert pipe is not None  # noqa: S101 - it was opened with the program
        return pipe

    def ended(self) -> Ended:
        """Put the program away, and return how it ended before it had replied, to be raised."""
        process = self._running()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_STATUS_S)
        status = process.returncode
        self.end()
        how = "closed its standard output" if status is None else _told(status)
        complaint = "\n".join(self._complaints)[-_LONGEST_COMPLAINT:]
        said = f"; the last that it wrote to standard error:\n{complaint}" if complaint else ""
        return Ended(f"{self._name} {how} before it had replied{said}")


def _told(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        if process.poll() is None:
            tree = ("taskkill", "/T", "/F", "/PID", str(process.pid))
            subprocess.run(tree, capture_output=True, check=False)  # noqa: S603 - a program of the system
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
