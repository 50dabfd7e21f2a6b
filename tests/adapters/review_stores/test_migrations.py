"""The steps that make the tables lead to the tables that the program works with."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Engine, create_engine, make_url

from goldsmith.adapters.review_stores import migrations
from goldsmith.adapters.review_stores.postgres import open_postgres
from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.adapters.review_stores.tables import METADATA, VERSION, VERSION_TABLE
from goldsmith.errors import InputError
from goldsmith.ports.review_store import NewFact, ReviewStore

STEPS = Path(migrations.__file__ or "").parent


def differences(engine: Engine) -> list[object]:
    with engine.connect() as connection:
        found = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        told = list(compare_metadata(found, METADATA))
    engine.dispose()
    return told


def test_the_newest_step_is_the_version_that_the_program_knows() -> None:
    assert ScriptDirectory(str(STEPS)).get_heads() == [VERSION]


def test_the_steps_lead_to_the_tables_on_sqlite(tmp_path: Path) -> None:
    open_sqlite(tmp_path / "w.db").close()

    assert differences(create_engine(URL.create("sqlite", database=str(tmp_path / "w.db")))) == []


def test_the_steps_lead_to_the_tables_on_postgresql(postgres_url: str) -> None:
    open_postgres(postgres_url).close()

    assert differences(create_engine(make_url(postgres_url).set(drivername="postgresql+psycopg"))) == []


def test_a_file_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    open_sqlite(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE goldsmith_version SET version_num = '0999'")
    connection.close()

    with pytest.raises(InputError, match="written by a newer Goldsmith: its tables are of version 0999") as told:
        open_sqlite(path)
    assert told.value.next_step == "pip install --upgrade goldsmith-rag"
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT version_num FROM goldsmith_version").fetchall() == [("0999",)]
    connection.close()


def test_a_database_of_a_newer_version_is_left_as_it_is(postgres_url: str) -> None:
    open_postgres(postgres_url).close()
    with psycopg.connect(postgres_url) as connection:
        connection.execute("UPDATE goldsmith_version SET version_num = '0999'")

    with pytest.raises(InputError, match="written by a newer Goldsmith"):
        open_postgres(postgres_url)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_many_may_open_a_new_store_at_once(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else ""
    opens: Callable[[], ReviewStore] = (
        (lambda: open_postgres(url)) if url else (lambda: open_sqlite(tmp_path / "new" / "w.db"))
    )
    with ThreadPoolExecutor(8) as threads:
        stores = [future.result() for future in [threads.submit(opens) for _ in range(8)]]
    for number, store in enumerate(stores):
        store.append([NewFact(subject="case:a", author=f"r{number}", at="t", body="{}")])

    assert [fact.number for fact in stores[0].of("case:a")] == list(range(1, 9))
    for store in stores:
        store.close()
