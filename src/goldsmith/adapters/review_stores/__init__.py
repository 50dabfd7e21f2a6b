"""Where open reviews are kept: SQLite beside the set, PostgreSQL for a team, memory for tests and practice.

SQLAlchemy, Alembic and psycopg are imported here alone, and only once a store is opened.
"""

from __future__ import annotations

from importlib import import_module

from goldsmith.errors import MissingExtraError


def need(kind: str, *packages: str, extra: str) -> None:
    """Raise MissingExtraError, with the line to type, where one of `packages` is not installed."""
    for package in packages:
        try:
            import_module(package)
        except ImportError as error:  # psycopg without its libpq says so by an ImportError of its own
            message = f"a {kind} review store needs the package {package!r}, which is not installed"
            raise MissingExtraError(message, next_step=f"pip install 'goldsmith-rag[{extra}]'") from error
