"""Open reviews in PostgreSQL: the store of a team."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from goldsmith.adapters.review_stores import need
from goldsmith.errors import ConfigurationError, GoldsmithError, IncompleteError
from goldsmith.ports.review_store import ReviewStore

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.exc import SQLAlchemyError

CONNECTIONS = 16
"""Kept open: one for each thread of a server."""
MORE_CONNECTIONS = 4
CONNECT_S = 10
LOCK_S = 30
"""How long a writer waits for others, and how long it may itself stand still before the server hangs up."""

_SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
_ADDRESS = "write it as postgresql://USER:PASSWORD@HOST:5432/DATABASE"
# One question, so that it costs one journey: what is committed is on disk, nobody waits for ever, and nobody else
# writes the same until this transaction has ended, visibly to all.
_BEGIN_WRITING = """
SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                  WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true),
       set_config('lock_timeout', :wait, true),
       set_config('idle_in_transaction_session_timeout', :wait, true),
       pg_advisory_xact_lock(:lock)
"""


def open_postgres(url: str) -> ReviewStore:
    """Return the review store in the database at `url`, such as postgresql://ann:secret@db:5432/reviews.

    Its tables are made where they are missing, in the schema that the connection finds first. Raises MissingExtraError,
    ConfigurationError for an address that is none or a database that cannot be used, InputError for one that a newer
    Goldsmith wrote, IncompleteError where nobody answers. No error holds the password.
    """
    need("PostgreSQL", "sqlalchemy", "alembic", extra="serve")
    need("PostgreSQL", "psycopg", extra="postgres")
    from sqlalchemy.exc import SQLAlchemyError

    from goldsmith.adapters.review_stores.migrating import is_current, upgrade
    from goldsmith.adapters.review_stores.sql import SqlReviewStore

    address = _address(url)
    door = _PostgresDoor(address)
    where = _shown(address)
    try:
        with door.reading() as connection:
            _refuse_encoding(connection, where)
            current = is_current(connection, where=where)
        if not current:
            with door.writing("tables") as connection:
                upgrade(connection, where=where)
    except SQLAlchemyError as error:
        door.close()
        raise (door.told(error) or _unusable(where, door.words(error))) from None
    except GoldsmithError:
        door.close()
        raise
    return SqlReviewStore(door)


class _PostgresDoor:
    """One database, from several threads."""

    def __init__(self, address: URL) -> None:
        self._where = _shown(address)
        self._secrets = _secrets(address)
        self._engine = _engine(address)
        # A question alone needs no transaction around it, which would cost two more journeys.
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, what: str, /) -> Iterator[Connection]:
        from sqlalchemy import text

        lock = int.from_bytes(sha256(f"goldsmith {what}".encode()).digest()[:8], signed=True)
        with self._engine.begin() as connection:
            connection.execute(text(_BEGIN_WRITING), {"lock": lock, "wait": f"{LOCK_S}s"})
            yield connection

    def is_lost(self, error: SQLAlchemyError, /) -> bool:
        """Say whether the server hung up or did not answer."""
        return bool(getattr(error, "connection_invalidated", False)) or _state(error) in _GONE

    def told(self, error: SQLAlchemyError, /) -> GoldsmithError | None:
        """Return what is wrong with the database, in words."""
        from sqlalchemy.exc import OperationalError
        from sqlalchemy.exc import TimeoutError as NoConnectionError

        state = _state(error)
        if isinstance(error, NoConnectionError) or state == _LOCKED:
            message = f"the database {self._where} is too busy: nothing was kept for {LOCK_S} s"
            return IncompleteError(message, next_step="send it again")
        if state[:2] in _REFUSED or state == _READ_ONLY:
            return _unusable(self._where, self.words(error))
        if isinstance(error, OperationalError) or self.is_lost(error):
            what = "failed" if state else "cannot be reached"
            message = f"the database {self._where} {what}: {self.words(error)}"
            return IncompleteError(message, next_step="see that it runs and that its address is right, then send again")
        return None

    def words(self, error: SQLAlchemyError) -> str:
        """Return what the server or its driver said, on one line, without the password."""
        said = " ".join(str(getattr(error, "orig", None) or error).split())
        for secret in self._secrets:
            said = said.replace(secret, "…")
        return said

    def close(self) -> None:
        self._engine.dispose()


_LOCKED = "55P03"
_READ_ONLY = "25006"
_GONE = frozenset({"57P01", "57P02", "57P03", "25P03"})
"""States of an ended session: by an administrator, by a crash, by a start that is not over, by standing still."""
_REFUSED = frozenset({"28", "3D", "3F", "42"})
"""Classes of states: wrong name or password, no such database, no such schema, no right or a table of others."""


def _state(error: SQLAlchemyError) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def _unusable(where: str, words: str) -> GoldsmithError:
    message = f"the database {where} cannot be used: {words}"
    return ConfigurationError(message, next_step="give Goldsmith a database of its own, with the right to make tables")


def _address(url: str) -> URL:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        address = make_url(url)
    except (ArgumentError, ValueError):  # its words would repeat the password
        raise ConfigurationError("the address of the review store is no URL", next_step=_ADDRESS) from None
    if address.drivername not in _SCHEMES:
        message = f"the address of the review store begins with {address.drivername!r}, not with 'postgresql'"
        raise ConfigurationError(message, next_step=_ADDRESS)
    return address.set(drivername="postgresql+psycopg")


def _shown(address: URL) -> str:
    """Return where the database is, without user and password."""
    hosts = address.host or address.query.get("host") or "localhost"
    host = hosts if isinstance(hosts, str) else ",".join(hosts)
    port = f":{address.port}" if address.port else ""
    return f"{address.database or ''} at {host}{port}".strip()


def _secrets(address: URL) -> tuple[str, ...]:
    given = [address.password, *(address.query.get(name) for name in ("password", "sslpassword"))]
    return tuple(secret for secret in given if isinstance(secret, str) and secret)


def _engine(address: URL) -> Engine:
    from sqlalchemy import create_engine

    return create_engine(
        address,
        connect_args={
            "application_name": "goldsmith",
            "connect_timeout": CONNECT_S,
            "prepare_threshold": None,  # a pooler between us and the server may not know prepared statements
        },
        isolation_level="READ COMMITTED",  # behind the lock of a writer, what was committed before must be seen
        pool_size=CONNECTIONS,
        max_overflow=MORE_CONNECTIONS,
        pool_timeout=LOCK_S,
        pool_pre_ping=True,
        hide_parameters=True,  # what a person has not settled yet stands in no message
    )


def _refuse_encoding(connection: Connection, where: str) -> None:
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        message = f"the database {where} keeps text in {encoding}, which cannot hold every language"
        raise ConfigurationError(message, next_step="make one with: createdb --encoding=UTF8 --template=template0 NAME")
