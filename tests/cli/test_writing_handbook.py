"""`goldsmith review handbook` as a person meets it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.review_handbook import handbook_command
from goldsmith.errors import InputError
from tests.workflows.shop import approve_all, make_shop

LONE = "id,question,expected_answer,expected_sources,type\na,How?,So.,r.md#1,simple\n"
Handbook = Callable[..., Result]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Handbook:
    """Return a function that runs the command in the test's folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(handbook_command, words)


def test_it_is_written_beside_the_set_and_its_digest_and_its_gaps_are_told(tmp_path: Path, write: Handbook) -> None:
    make_shop(tmp_path)
    approve_all(tmp_path)
    done = write()
    lines = done.output.splitlines()
    text = (tmp_path / "golden" / "handbook.md").read_text(encoding="utf-8")

    assert (done.exit_code, lines[0]) == (0, "wrote golden/handbook.md")
    assert text.endswith(f"Handbook digest: {lines[1]}\n")
    assert lines[2] == "  no example of clarify: no case with this behaviour is approved yet"
    assert lines[-1] == "Next: commit it, and give it to everybody who reviews before they decide"


def test_a_page_is_written_where_it_is_asked_for_and_has_the_same_digest(tmp_path: Path, write: Handbook) -> None:
    make_shop(tmp_path)
    page = write("--format", "html", "--out", "out/page.html")
    text = write()

    assert page.output.splitlines()[:2] == ["wrote out/page.html", text.output.splitlines()[1]]
    assert text.output.splitlines()[1] in (tmp_path / "out" / "page.html").read_text(encoding="utf-8")
    assert not (tmp_path / "golden" / "handbook.html").exists()


def test_a_handbook_is_no_part_of_the_set(tmp_path: Path, write: Handbook) -> None:
    make_shop(tmp_path)
    first = write()
    again = write()

    assert first.output == again.output


def test_a_lone_file_has_its_handbook_beside_it(tmp_path: Path, write: Handbook) -> None:
    (tmp_path / "golden.csv").write_text(
        "id,question,expected_answer,expected_sources,type\na,How?,So.,r.md#1,simple\n"
    )
    done = write("--set", "golden.csv")

    assert (done.exit_code, done.output.splitlines()[0]) == (0, "wrote golden.handbook.md")


def test_each_of_several_sets_has_its_own_and_one_file_cannot_hold_both(tmp_path: Path, write: Handbook) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(LONE, encoding="utf-8")
    (tmp_path / "goldsmith.toml").write_text(
        '[[sets]]\npath = "one.csv"\n[[sets]]\npath = "two.csv"\n', encoding="utf-8"
    )
    both = write()
    refused = write("--out", "handbook.md")

    assert [line for line in both.output.splitlines() if line.startswith("wrote")] == [
        "wrote one.handbook.md",
        "wrote two.handbook.md",
    ]
    assert isinstance(refused.exception, InputError)
    assert "--out names one file, and goldsmith.toml enables 2 sets" in str(refused.exception)
