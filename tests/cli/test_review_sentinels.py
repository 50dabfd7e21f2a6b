"""`goldsmith review sentinels` as a person meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.review import review_command
from goldsmith.errors import InputError, UnknownNameError
from goldsmith.wiring.workbench import open_desk
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.open_set import open_project
from tests.workflows.reviewers import ALL
from tests.workflows.small_project import NOW, frozen_project

Review = Callable[..., Result]


@pytest.fixture
def review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Return a function that runs the command over two cases that two people approved long ago."""
    pin_evidence(frozen_project(tmp_path))
    for name in ("ada", "ben"):
        judged = Judged(
            cases=("window", "receipt"), reviewer=name, decision="approved", reason="it says so", confirmations=ALL
        )
        approve(open_project(tmp_path), judged, now=NOW.replace(year=2020))
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(review_command, ["sentinels", *words])


def test_a_sentinel_is_suggested_marked_due_and_opened(tmp_path: Path, review: Review) -> None:
    suggested = review("--suggest", "1")
    marked = review("--mark", "window")
    opened = review("--open")

    assert suggested.exit_code == 0
    assert suggested.stdout.startswith("NO SENTINEL   desk has none")
    assert "  receipt " in suggested.stdout
    assert marked.exit_code == 1
    assert (marked.stderr, marked.stdout.splitlines()[0]) == (
        "marked window\n",
        "TO DO   1 sentinel, 1 calibrated, 1 due",
    )
    assert (opened.stderr, opened.exit_code) == ("opened 1\n", 0)
    assert "sentinel: true" in (tmp_path / "golden/cases/a.yaml").read_text(encoding="utf-8")
    desk = open_desk(tmp_path)
    one = desk.bench().round_of("window")
    desk.close()
    assert one is not None
    assert (one.opened.trigger, one.opened.needed) == ("audit", 1)  # alone, nobody could give a second label


def test_the_record_is_printed_as_json(review: Review) -> None:
    record = json.loads(review("--suggest", "5", "--json").stdout)

    assert [one["case"] for one in record["choices"]] == ["receipt", "window"]
    assert (record["sentinels"], record["relabel_after_days"]) == ([], 90)


def test_what_cannot_be_marked_or_suggested_is_told(review: Review) -> None:
    assert isinstance(review("--mark", "windows").exception, UnknownNameError)
    assert isinstance(review("--suggest", "0").exception, InputError)
