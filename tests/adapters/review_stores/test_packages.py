"""A store whose packages are missing says what to type."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.postgres import open_postgres
from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.errors import MissingExtraError
from goldsmith.ports.review_store import ReviewStore


@pytest.mark.parametrize(
    ("opens", "package", "line"),
    [
        (lambda: open_sqlite(Path("w.db")), "sqlalchemy", "pip install 'goldsmith-rag[serve]'"),
        (lambda: open_sqlite(Path("w.db")), "alembic", "pip install 'goldsmith-rag[serve]'"),
        (lambda: open_postgres("postgresql://db/reviews"), "sqlalchemy", "pip install 'goldsmith-rag[serve]'"),
        (lambda: open_postgres("postgresql://db/reviews"), "psycopg", "pip install 'goldsmith-rag[postgres]'"),
    ],
)
def test_a_missing_package_is_named_with_the_line_to_type(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opens: Callable[[], ReviewStore], package: str, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(MissingExtraError, match=f"needs the package '{package}'") as told:
        opens()
    assert told.value.next_step == line
    assert list(tmp_path.iterdir()) == []
