"""The first tables: facts, drafts, secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables. There is no way back: no fact is ever thrown away by a program."""
    place = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "facts",
        sa.Column("position", place, primary_key=True, autoincrement=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("previous", sa.Text),
        sa.Column("digest", sa.Text, nullable=False),
        sa.UniqueConstraint("subject", "number", name="facts_of_subject"),
    )
    keyed = sa.text("key IS NOT NULL")
    columns = ["subject", "author", "key"]
    op.create_index("facts_by_key", "facts", columns, unique=True, sqlite_where=keyed, postgresql_where=keyed)
    op.create_table(
        "drafts",
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("author", sa.Text, primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
