"""Open reviews in one SQLite file: the store of a person or a small team at one machine."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import TYPE_CHECKING, Any

from goldsmith._base.atomic import sync_folder
from goldsmith.adapters.review_stores import need
from goldsmith.adapters.review_stores.mounts import network_file_system
from goldsmith.errors import GoldsmithError, IncompleteError, InputError, IntegrityError, InvalidFileError
from goldsmith.ports.review_store import ReviewStore

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.exc import SQLAlchemyError

BUSY_S = 10
"""How long a writer waits for writers of other programs."""
CONNECTIONS = 20
"""Kept open for threads that read at once."""

_MOUNTS = Path("/proc/self/mountinfo")
_MAKING = Lock()
_AGAIN_S = 0.01


def open_sqlite(path: Path) -> ReviewStore:
    """Return the review store in the file `path`; file and folder are made where they are missing.

    Raises MissingExtraError, InvalidFileError for a file that is no database, IntegrityError for a damaged one,
    InputError for a place where none can be kept and for one that a newer Goldsmith wrote, IncompleteError where
    another program holds it for too long.
    """
    need("SQLite", "sqlalchemy", "alembic", extra="serve")
    from sqlalchemy.exc import SQLAlchemyError

    from goldsmith.adapters.review_stores.migrating import is_current, upgrade
    from goldsmith.adapters.review_stores.sql import SqlReviewStore

    place = path.absolute()
    _make(place)
    door = _SqliteDoor(place)
    try:
        with door.reading() as connection:
            current = is_current(connection, where=str(path))
        if not current:
            with door.writing("tables") as connection:
                upgrade(connection, where=str(path))
    except SQLAlchemyError as error:
        door.close()
        told = door.told(error)
        if told is None:
            raise
        raise told from error
    except GoldsmithError:
        door.close()
        raise
    return SqlReviewStore(door)


class _SqliteDoor:
    """One file. Writers of this program queue; those of others are waited for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _file(path)
        self._turn = Lock()
        self._engine = _engine(path)
        self._writer = self._engine.execution_options(goldsmith_writes=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            self._refuse_gone()
            yield connection

    @contextmanager
    def writing(self, what: str, /) -> Iterator[Connection]:  # noqa: ARG002 - a file is written as a whole
        with self._turn:
            with self._writer.begin() as connection:
                self._refuse_gone()
                yield connection
            # Only now: what was kept while somebody took the file away is not acknowledged.
            self._refuse_gone()

    def _refuse_gone(self) -> None:
        """Raise IntegrityError where the open file is no longer the one at its place: it would take and lose all."""
        if _file(self._path) != self._file:
            message = f"{self._path} was taken away while it was open, so what is said now would be lost with it"
            raise IntegrityError(message, next_step=_BACK)

    def is_lost(self, error: SQLAlchemyError, /) -> bool:  # noqa: ARG002 - a file does not hang up
        return False

    def told(self, error: SQLAlchemyError, /) -> GoldsmithError | None:
        """Return what is wrong with the file, in words."""
        from sqlalchemy.exc import TimeoutError as NoConnectionError

        cause = getattr(error, "orig", None)
        if isinstance(error, NoConnectionError):
            code = sqlite3.SQLITE_BUSY
        elif isinstance(cause, sqlite3.OperationalError) and str(cause).startswith("Could not decode"):
            # The driver tells the whole text, which may be what nobody is to see yet.
            return _TOLD[sqlite3.SQLITE_CORRUPT](self._path, "a text in it is not UTF-8")
        elif isinstance(cause, sqlite3.DatabaseError):
            code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the upper bits say more than a person needs
        else:
            return None
        return _TOLD[code](self._path, str(cause)) if code in _TOLD else None

    def close(self) -> None:
        self._engine.dispose()


def _engine(path: Path) -> Engine:
    from sqlalchemy import URL, create_engine, event

    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": BUSY_S},
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
        hide_parameters=True,  # what a person has not settled yet stands in no message
    )

    # The driver would begin transactions by itself, late and without the lock of a writer: it is told not to.
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        writes = connection.get_execution_options().get("goldsmith_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite itself does not wait for others who are just switching too."""
    until = time.monotonic() + BUSY_S
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_AGAIN_S)
            continue
        if mode != "wal":
            message = f"SQLite cannot keep a write-ahead log here, only {mode!r}"
            raise InputError(message, next_step=_ELSEWHERE)
        return


def _make(path: Path) -> None:
    """Make folder and file, for the owner alone. Raises InputError where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind := _network(path.parent):
            message = f"{path.parent} lies on a network file system ({kind}), where SQLite may lose what it wrote"
            raise InputError(message, next_step=_ELSEWHERE)
        # Nobody in this program may have the file open when it is closed here: its locks would be lost with it.
        with _MAKING, suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            sync_folder(path.parent)
        with suppress(PermissionError):  # somebody else's file, who decides about it
            path.chmod(0o600)
    except OSError as error:
        message = f"{path} cannot be made: {error.strerror}"
        raise InputError(message, next_step="free the place, or let yourself write there") from error


def _file(path: Path) -> tuple[int, int] | None:
    """Return which file lies at `path`; None: there is none. An open file keeps its number to itself."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


def _network(folder: Path) -> str | None:
    try:
        mounts = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        return network_file_system(PurePosixPath(folder.resolve().as_posix()), mounts)
    except OSError:
        return None  # no Linux: nobody says so


_ELSEWHERE = "keep the project on a local disk, or the reviews in PostgreSQL (workbench.store_env in goldsmith.toml)"
_BACK = "stop the server, put the file back or let a new one be made, and start it again"
_RESTORE = "restore it from a backup, or move it away: decisions that were applied stand in golden/reviews.jsonl"


def _busy(path: Path, cause: str) -> GoldsmithError:  # noqa: ARG001 - SQLite says no more
    message = f"another program has been writing {path} for more than {BUSY_S} s"
    return IncompleteError(message, next_step="send it again; if it stays so, end the other program")


def _damaged(path: Path, cause: str) -> GoldsmithError:
    return IntegrityError(f"{path} is damaged: {cause}", next_step=_RESTORE)


def _foreign(path: Path, cause: str) -> GoldsmithError:
    return InvalidFileError(f"{path} is no review store: {cause}", next_step=_RESTORE)


def _shut(path: Path, cause: str) -> GoldsmithError:
    message = f"{path} cannot be written: {cause}"
    return InputError(message, next_step="let yourself read and write the file and its folder")


def _no_room(path: Path, cause: str) -> GoldsmithError:
    message = f"{path} could not be written: {cause}; what was acknowledged before is kept"
    return IncompleteError(message, next_step="make room on the disk or mend it, then send it again")


_TOLD: dict[int, Callable[[Path, str], GoldsmithError]] = {
    sqlite3.SQLITE_BUSY: _busy,
    sqlite3.SQLITE_LOCKED: _busy,
    sqlite3.SQLITE_CORRUPT: _damaged,
    sqlite3.SQLITE_NOTADB: _foreign,
    sqlite3.SQLITE_PERM: _shut,
    sqlite3.SQLITE_READONLY: _shut,
    sqlite3.SQLITE_CANTOPEN: _shut,
    sqlite3.SQLITE_FULL: _no_room,
    sqlite3.SQLITE_IOERR: _no_room,
}
