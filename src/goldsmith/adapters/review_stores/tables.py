"""The tables of the review store, as they are since the newest of the migrations."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, UniqueConstraint

VERSION = "0001"
"""Of the newest file in migrations/versions."""
VERSION_TABLE = "goldsmith_version"
"""Alembic's usual name may belong to another program in the same database."""

METADATA = MetaData()

_PLACE = BigInteger().with_variant(Integer(), "sqlite")  # there INTEGER PRIMARY KEY alone is the row's own number

FACTS = Table(
    "facts",
    METADATA,
    Column("position", _PLACE, primary_key=True, autoincrement=False),
    Column("subject", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("author", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("key", Text),
    Column("previous", Text),
    Column("digest", Text, nullable=False),
    UniqueConstraint("subject", "number", name="facts_of_subject"),  # finds the facts of a subject too
)
_KEYED = FACTS.c.key.is_not(None)
Index(
    "facts_by_key",
    FACTS.c.subject,
    FACTS.c.author,
    FACTS.c.key,
    unique=True,
    sqlite_where=_KEYED,
    postgresql_where=_KEYED,
)

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("subject", Text, primary_key=True),
    Column("author", Text, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Text, nullable=False),
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
