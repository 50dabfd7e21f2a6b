"""What Alembic runs: the steps, on the connection and inside the transaction of whoever opens the store."""

from __future__ import annotations

from alembic import context

from goldsmith.adapters.review_stores.tables import METADATA, VERSION_TABLE


def run() -> None:
    """Run what Alembic was asked for."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA, version_table=VERSION_TABLE)
    context.run_migrations()


# Alembic runs this file under a name of its own; whoever imports the module by its name wants nothing done.
if __name__ != "goldsmith.adapters.review_stores.migrations.env":
    run()
