"""Brings the tables of an opened database to the form that this program knows."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select

from goldsmith.adapters.review_stores.tables import VERSION, VERSION_TABLE
from goldsmith.errors import InputError

_VERSIONS = Table(VERSION_TABLE, MetaData(), Column("version_num", String(32)))
_ALEMBIC = Lock()
"""Alembic keeps what it works on in globals, so that one thread at a time may use it."""


def is_current(connection: Connection, *, where: str) -> bool:
    """Say whether the tables have the form that this program knows. Raises InputError where theirs is a newer one."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return False
    versions = set(connection.scalars(select(_VERSIONS.c.version_num)))
    if newer := sorted(version for version in versions if version > VERSION):
        message = f"{where} was written by a newer Goldsmith: its tables are of version {newer[0]}, ours {VERSION}"
        raise InputError(message, next_step="pip install --upgrade goldsmith-rag")
    return versions == {VERSION}


def upgrade(connection: Connection, *, where: str) -> None:
    """Run the migrations that are missing, inside the transaction of `connection`, which holds off other programs."""
    if is_current(connection, where=where):
        return  # another program was quicker
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with _ALEMBIC:
        command.upgrade(config, "head")
