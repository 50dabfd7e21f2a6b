"""What is particular to the store in PostgreSQL."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import psycopg
import pytest

from goldsmith.adapters.review_stores.postgres import open_postgres
from goldsmith.errors import ConfigurationError, GoldsmithError, IncompleteError
from goldsmith.ports.review_store import NewFact, ReviewStore, StoredFact

FACT = NewFact(subject="case:a", author="ann", at="2026-03-01T09:00:00Z", body="{}", key="k")
WITHOUT_KEY = NewFact(subject="case:a", author="ann", at="2026-03-01T09:00:00Z", body="{}")


@pytest.fixture
def store(postgres_url: str) -> Iterator[ReviewStore]:
    opened = open_postgres(postgres_url)
    yield opened
    opened.close()


@pytest.fixture
def other(postgres_url: str) -> Iterator[psycopg.Connection]:
    """Return the session of an administrator."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("postgresql://ann:hunter2@127.0.0.1:1/reviews", IncompleteError),
        ("postgresql://127.0.0.1:1/reviews?password=hunter2", IncompleteError),
        ("postgresql://ann:hunter2@127.0.0.1:1/reviews?sslmode=hunter2", IncompleteError),
        ("postgresql://ann:hunter2@127.0.0.1:port/reviews", ConfigurationError),
        ("mysql://ann:hunter2@db/reviews", ConfigurationError),
        ("ann hunter2", ConfigurationError),
    ],
)
def test_no_error_holds_the_password(url: str, kind: type[GoldsmithError]) -> None:
    with pytest.raises(kind) as told:
        open_postgres(url)
    assert told.value.next_step
    assert "hunter2" not in "".join(traceback.format_exception(told.value))


def test_a_server_that_is_not_there_is_told_with_its_place() -> None:
    with pytest.raises(IncompleteError, match=r"the database reviews at 127\.0\.0\.1:1 cannot be reached"):
        open_postgres("postgres://127.0.0.1:1/reviews")


def test_tables_of_another_program_are_told_and_left_alone(postgres_url: str, other: psycopg.Connection) -> None:
    other.execute("CREATE TABLE facts (sold int)")

    with pytest.raises(ConfigurationError, match='"facts" already exists') as told:
        open_postgres(postgres_url)
    assert told.value.next_step == "give Goldsmith a database of its own, with the right to make tables"
    found = other.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    assert found == [("facts",)]


def test_a_database_that_cannot_hold_every_language_is_refused(postgres_server: str) -> None:
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        name = f"narrow_{connection.info.backend_pid}"
        connection.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        try:
            with pytest.raises(ConfigurationError, match="keeps text in LATIN1"):
                open_postgres(postgres_server.replace("/postgres?", f"/{name}?"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_its_sessions_are_named(store: ReviewStore, other: psycopg.Connection) -> None:
    store.append([FACT])

    assert other.execute("SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'goldsmith'").fetchone()


def hung_up(administrator: psycopg.Connection, *, blocked: bool) -> int:
    """End the sessions of the store (`blocked`: those that wait for a lock) and return how many there were."""
    asked = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'goldsmith' AND (wait_event_type = 'Lock' OR NOT %s)
    """
    return len(administrator.execute(asked, [blocked]).fetchall())


def test_sessions_that_ended_are_replaced_unseen(store: ReviewStore, other: psycopg.Connection) -> None:
    kept = store.append([FACT])

    assert hung_up(other, blocked=False) > 0
    assert store.after(0) == kept
    assert hung_up(other, blocked=False) > 0
    assert [fact.number for fact in store.append([WITHOUT_KEY])] == [2]


def interrupted(store: ReviewStore, fact: NewFact, other: psycopg.Connection) -> Future[tuple[StoredFact, ...]]:
    """Hang up on the store while it appends, and return what its caller is told."""
    with ThreadPoolExecutor(1) as thread, other.transaction():
        other.execute("LOCK TABLE facts")
        told = thread.submit(store.append, [fact])
        while not hung_up(other, blocked=True):
            other.execute("SELECT pg_sleep(0.01), pg_stat_clear_snapshot()")
    return told


def test_a_fact_with_a_key_is_sent_again_by_itself_when_the_server_hangs_up(
    store: ReviewStore, other: psycopg.Connection
) -> None:
    assert interrupted(store, FACT, other).result() == store.after(0)
    assert [fact.number for fact in store.after(0)] == [1]


def test_a_fact_without_a_key_is_never_sent_twice(store: ReviewStore, other: psycopg.Connection) -> None:
    told = interrupted(store, WITHOUT_KEY, other).exception()

    assert isinstance(told, IncompleteError)
    assert store.after(0) == ()


def test_a_database_that_only_reads_is_told(store: ReviewStore, postgres_url: str) -> None:
    reads = open_postgres(f"{postgres_url}%20-cdefault_transaction_read_only%3Don")

    with pytest.raises(ConfigurationError, match="read-only transaction"):
        reads.append([FACT])
    assert reads.after(0) == store.after(0) == ()
    reads.close()


def test_a_database_that_would_not_wait_for_the_disk_does_so_for_facts(postgres_url: str) -> None:
    store = open_postgres(f"{postgres_url}%20-csynchronous_commit%3Doff")
    door = store._door  # type: ignore[attr-defined] # noqa: SLF001 - how it writes is what is promised
    asked = "SELECT current_setting('synchronous_commit'), current_setting('transaction_isolation')"
    with door.writing("facts") as connection:
        assert connection.exec_driver_sql(asked).one() == ("on", "read committed")
    with door.reading() as connection:
        assert connection.exec_driver_sql(asked).one() == ("off", "read committed")
    store.close()
