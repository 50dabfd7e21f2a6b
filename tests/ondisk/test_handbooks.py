"""The handbook beside the set: where it stands, and which version its last line names."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.ondisk.handbooks import handbook_file, stated_digest, write_handbook

DIGEST = "h1:" + "0" * 64


def test_it_stands_in_the_folder_of_the_set_or_beside_a_lone_file(tmp_path: Path) -> None:
    lone = tmp_path / "golden.csv"
    lone.write_text("", encoding="utf-8")

    assert handbook_file(tmp_path, "markdown") == tmp_path / "handbook.md"
    assert handbook_file(tmp_path, "html") == tmp_path / "handbook.html"
    assert handbook_file(lone, "markdown") == tmp_path / "golden.handbook.md"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"# Handbook\n\nHandbook digest: {DIGEST}\n", DIGEST),
        (f"# Handbook\r\n\r\nHandbook digest: {DIGEST}\r\n\r\n", DIGEST),
        (f"Handbook digest: {DIGEST}\n\nOurs.\n", None),
        ("Handbook digest: h1:12\n", None),
        ("", None),
        ("\n", None),
    ],
)
def test_the_last_line_names_the_version(tmp_path: Path, text: str, found: str | None) -> None:
    path = tmp_path / "handbook.md"
    path.write_text(text, encoding="utf-8", newline="")

    assert stated_digest(path) == found


def test_a_file_that_is_not_there_or_is_no_text_names_none(tmp_path: Path) -> None:
    (tmp_path / "bytes.md").write_bytes(b"\xff\xfe\x00")

    assert stated_digest(tmp_path / "handbook.md") is None
    assert stated_digest(tmp_path / "bytes.md") is None
    assert stated_digest(tmp_path) is None


def test_what_no_file_can_hold_is_written_as_its_number(tmp_path: Path) -> None:
    write_handbook(tmp_path / "handbook.md", "half \ud83d\n")

    assert (tmp_path / "handbook.md").read_bytes() == b"half \\ud83d\n"
