"""What is particular to the store in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.errors import GoldsmithError, IncompleteError, InputError, IntegrityError, InvalidFileError
from goldsmith.ports.review_store import Draft, NewFact

FACT = NewFact(subject="case:a", author="ann", at="2026-03-01T09:00:00Z", body="{}")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_file_and_its_log_are_for_their_owner_alone(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path / "a" / "b" / "w.db")
    store.append([FACT])

    assert {path.name: mode(path) for path in (tmp_path / "a" / "b").iterdir()} == {
        "w.db": 0o600,
        "w.db-shm": 0o600,
        "w.db-wal": 0o600,
    }
    store.close()
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["w.db"]


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    open_sqlite(tmp_path / "w.db").close()
    (tmp_path / "w.db").chmod(0o644)
    open_sqlite(tmp_path / "w.db").close()

    assert mode(tmp_path / "w.db") == 0o600


def test_it_keeps_a_write_ahead_log_and_waits_for_the_disk(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path / "w.db")
    door = store._door  # type: ignore[attr-defined] # noqa: SLF001 - how it writes is what is promised
    with door.reading() as connection:
        found = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]

    assert found == ["wal", 2, 1, 10_000]
    store.close()


def test_a_path_with_every_kind_of_sign_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_sqlite(Path("a b%20?mode=ro&x#ж.db"))
    monkeypatch.chdir("/")
    store.append([FACT])
    store.close()

    assert [path.name for path in tmp_path.iterdir()] == ["a b%20?mode=ro&x#ж.db"]


def test_a_reader_goes_on_while_another_program_writes(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path / "w.db")
    kept = store.append([FACT])
    other = sqlite3.connect(tmp_path / "w.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    assert store.after(0) == kept
    other.close()
    store.close()


def test_another_program_that_never_ends_is_told_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldsmith.adapters.review_stores.sqlite.BUSY_S", 0.05)
    store = open_sqlite(tmp_path / "w.db")
    other = sqlite3.connect(tmp_path / "w.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(IncompleteError, match="another program has been writing"):
        store.append([FACT])
    other.close()
    assert [fact.position for fact in store.append([FACT])] == [1]
    store.close()


def test_a_file_that_is_no_database_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "w.db").write_bytes(b"Notes of the meeting\n" * 100)

    with pytest.raises(InvalidFileError, match="is no review store"):
        open_sqlite(tmp_path / "w.db")
    assert (tmp_path / "w.db").read_bytes() == b"Notes of the meeting\n" * 100


def test_a_damaged_file_is_told_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    store = open_sqlite(path)
    store.append([FACT] * 1_000)
    store.close()
    held = path.read_bytes()
    path.write_bytes(held[:8_192] + b"\xff" * (len(held) - 8_192))
    store = open_sqlite(path)

    with pytest.raises(IntegrityError, match="is damaged") as told:
        store.after(0)
    assert "golden/reviews.jsonl" in told.value.next_step
    store.close()


def test_a_place_where_no_folder_can_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(InputError, match="cannot be made"):
        open_sqlite(tmp_path / "file" / "w.db")


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "w.db").mkdir()

    with pytest.raises(InputError, match="cannot be written"):
        open_sqlite(tmp_path / "w.db")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is closed to this user")
def test_a_folder_that_is_closed_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="cannot be made"):
        open_sqlite(tmp_path / "w.db")
    tmp_path.chmod(0o700)


def test_a_network_file_system_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"40 22 0:41 / {tmp_path.resolve()} rw - nfs4 files:/home rw\n")
    monkeypatch.setattr("goldsmith.adapters.review_stores.sqlite._MOUNTS", mounts)

    with pytest.raises(InputError, match=r"network file system \(nfs4\)"):
        open_sqlite(tmp_path / "w.db")
    assert [path.name for path in tmp_path.iterdir()] == ["mountinfo"]


def test_no_error_tells_what_a_person_has_not_settled_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldsmith.adapters.review_stores.sqlite.BUSY_S", 0.01)
    store = open_sqlite(tmp_path / "w.db")
    other = sqlite3.connect(tmp_path / "w.db", isolation_level=None)
    other.execute("DROP TABLE drafts")
    draft = Draft(subject="case:a", author="ann", revision=1, body="my own view", at="t")

    with pytest.raises(Exception, match="no such table") as told:
        store.save_draft(draft)
    assert not isinstance(told.value, GoldsmithError)
    assert "my own view" not in repr(told.value) + str(told.value)
    other.close()
    store.close()


@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_into_a_file_that_was_taken_away(tmp_path: Path, replaced: bool) -> None:
    store = open_sqlite(tmp_path / "w.db")
    store.append([FACT])
    for file in tuple(tmp_path.iterdir()):
        file.rename(tmp_path / f"away-{file.name}")
    if replaced:
        open_sqlite(tmp_path / "w.db").close()
    errors = []
    for act in (
        lambda: store.append([FACT]),
        lambda: store.save_draft(Draft(subject="case:a", author="ann", revision=1, body="{}", at=FACT.at)),
        lambda: store.after(0),
    ):
        with pytest.raises(IntegrityError) as raised:
            act()
        errors.append(raised.value)
    store.close()

    assert {error.message for error in errors} == {
        f"{tmp_path / 'w.db'} was taken away while it was open, so what is said now would be lost with it"
    }
    assert errors[0].next_step == "stop the server, put the file back or let a new one be made, and start it again"
