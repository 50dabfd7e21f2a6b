"""Streams that appear whole at the end, or leave nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.ondisk.staged import staged


def test_what_was_put_appears_and_the_rest_is_gone(tmp_path: Path) -> None:
    with staged(tmp_path / "state" / "imports") as files:
        files.stream("kept").write(b"one\n")
        files.stream("left").write(b"two\n")
        files.put("kept", tmp_path / "out" / "kept.jsonl")

    assert (tmp_path / "out" / "kept.jsonl").read_bytes() == b"one\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_work_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    def stopped() -> None:
        with staged(tmp_path / "state" / "imports") as files:
            files.stream("a").write(b"one\n")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()

    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_import_left_is_swept(tmp_path: Path) -> None:
    (tmp_path / ".new-old").mkdir()
    (tmp_path / ".new-old" / "cases").write_bytes(b"half")

    with staged(tmp_path):
        pass

    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken_is_numbered_and_the_same_content_is_not_written_twice(tmp_path: Path) -> None:
    found = []
    for content in (b"one", b"two", b"one", b"two"):
        with staged(tmp_path / "state") as files:
            files.stream("a").write(content)
            path, is_new = files.put_beside("a", tmp_path / "out", "a", ".jsonl")
            found.append((path.name, is_new))

    assert found == [("a.jsonl", True), ("a-2.jsonl", True), ("a.jsonl", False), ("a-2.jsonl", False)]
