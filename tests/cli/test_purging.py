"""`goldsmith purge` says what would go, and does it when told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from goldsmith.cli.purge import purge_command
from goldsmith.errors import InputError
from goldsmith.reports.purging import render_purged
from tests.workflows.shop import ask, make_shop, right_answers


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a shop that was evaluated, as the folder of the call."""
    project = make_shop(tmp_path)
    ask(project, right_answers(project))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_purge_is_told_before_it_is_done(shop: Path) -> None:
    words = ["--case", "window", "--by", "Ana", "--reason", "asked for it"]
    told = [CliRunner().invoke(purge_command, [*words, *more]).output.splitlines() for more in ([], ["--yes"], [])]

    assert told[0][:2] == [
        "1 case would be erased, with a tombstone in golden/erasures.jsonl",
        "  run 0001-good · window · 1 result",
    ]
    assert (told[0][-1], told[1][0], told[2]) == (
        "Next: the same command with --yes",
        "1 case erased, with a tombstone in golden/erasures.jsonl",
        ["nothing to purge"],
    )


def test_phrases_come_from_a_file(shop: Path) -> None:
    (shop / "names.txt").write_text("help desk\n", encoding="utf-8")
    words = ["--mentioning", "names.txt", "--by", "Ana", "--reason", "asked", "--json"]

    assert '"case": "mars"' in CliRunner().invoke(purge_command, words).output


def test_an_erasure_without_a_reason_is_refused(shop: Path) -> None:
    with pytest.raises(InputError, match="who asked for it and why"):
        CliRunner().invoke(purge_command, ["--case", "window"], catch_exceptions=False)


def test_long_lists_are_cut_with_their_number() -> None:
    text = render_purged(
        nothing_of=(),
        done=True,
        runs=[f"{n:04}-x" for n in range(30)],
        erased=[(f"run {n:04}-x", "a", 2) for n in range(25)],
        still_named=(),
        tombstones="golden/erasures.jsonl",
        width=80,
    )

    assert [line for line in text.splitlines() if "…" in line] == ["  … and 10 more", "  … and 5 more"]


def test_an_id_of_which_nothing_is_recorded_is_told(shop: Path) -> None:
    told = CliRunner().invoke(purge_command, ["--case", "widnow", "--by", "Ana", "--reason", "asked for it"])

    assert told.output.startswith("nothing is recorded of a case 'widnow'")
