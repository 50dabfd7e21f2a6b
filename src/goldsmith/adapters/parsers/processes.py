"""Parsers that read in a process of their own, which is ended when it hangs and replaced when it dies."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Self

from goldsmith.adapters.parsers.reading import READERS, failed, fingerprint
from goldsmith.adapters.parsers.worker import SIGN_OF_LIFE
from goldsmith.ports.parser import MOST_FILE_BYTES, ParsedDocument, Parser
from goldsmith.tables.headings import Heading

PATIENCE_S = 10.0
"""Seconds without a sign of life after which a reader counts as hanging."""

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from goldsmith.adapters.parsers.worker import main; main()"
)
_LEAVING_S = 2.0


@contextmanager
def open_parsers(*, patience_s: float = PATIENCE_S) -> Iterator[Mapping[str, Parser]]:
    """Give a parser for each media type that can be read; the process starts with the first document, and ends here."""
    with ReadingProcess(command(), patience_s=patience_s) as process:
        yield {media_type: _Parser(media_type, process) for media_type in READERS}


def command() -> tuple[str, ...]:
    """Return the program that reads: this Python, with the packages that are seen here."""
    return (sys.executable, "-I", "-X", "utf8", "-c", _PROGRAM, json.dumps(sys.path))


class _Parser:
    """The parser of one media type."""

    def __init__(self, media_type: str, process: ReadingProcess) -> None:
        self._media_type = media_type
        self._process = process
        self._fingerprint = fingerprint(media_type)

    @property
    def fingerprint(self) -> str | None:
        """Rules and versions; None where a package is not installed."""
        return self._fingerprint

    def parse(self, data: bytes, /) -> ParsedDocument:
        """Return what `data` holds."""
        if len(data) > MOST_FILE_BYTES:
            return failed(f"the file is larger than {MOST_FILE_BYTES // (1024 * 1024)} MB")
        return self._process.read(self._media_type, data)


class ReadingProcess:
    """One process for one document after the other; to be closed by ``with``."""

    def __init__(self, run: Sequence[str], *, patience_s: float) -> None:
        self._run = tuple(run)
        self._patience_s = patience_s
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._listener: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def read(self, media_type: str, data: bytes) -> ParsedDocument:
        """Return what the process makes of a document."""
        process = self._running()
        head = json.dumps({"media_type": media_type, "size": len(data)}) + "\n"
        sender = threading.Thread(target=_send, args=(process.stdin, head.encode() + data), daemon=True)
        sender.start()
        answer = self._answer()
        if answer is None:
            self._end()
            sender.join()
            return failed(f"the parser made no progress for {self._patience_s:g} seconds")
        if not answer:
            self._end()
            sender.join()
            return failed("the parser broke off")
        sender.join()
        return _parsed(answer)

    def _answer(self) -> bytes | None:
        """Return the line of the answer; empty where the process ended, None where it hangs."""
        while True:
            try:
                line = self._lines.get(timeout=self._patience_s)
            except Empty:
                return None
            if line != SIGN_OF_LIFE:
                return line

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._lines = SimpleQueue()
            self._process = subprocess.Popen(  # noqa: S603 - this very Python
                self._run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            self._listener = threading.Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True)
            self._listener.start()
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        if self._listener is not None:
            self._listener.join(_LEAVING_S)  # a pipe is not closed under its reader
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError, ValueError):
                    pipe.close()


def _send(pipe: IO[bytes] | None, data: bytes) -> None:
    with suppress(OSError, ValueError):  # the process has ended, which its output tells as well
        if pipe is not None:
            pipe.write(data)
            pipe.flush()


def _listen(pipe: IO[bytes] | None, lines: SimpleQueue[bytes]) -> None:
    with suppress(OSError, ValueError):
        for line in pipe or ():
            lines.put(line)
    lines.put(b"")


def _parsed(line: bytes) -> ParsedDocument:
    held = json.loads(line)
    return ParsedDocument(
        status=held["status"],
        reason=held["reason"],
        text=held["text"],
        pages=tuple(held["pages"]),
        headings=tuple(Heading(*one) for one in held["headings"]),
        title=held["title"],
        language=held["language"],
    )
