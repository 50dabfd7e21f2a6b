"""`goldsmith review forecast` as a person meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.review import review_command
from goldsmith.errors import InputError
from tests.workflows.small_project import frozen_project

Review = Callable[..., Result]


@pytest.fixture
def review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Return a function that runs the command over two cases that nobody labelled."""
    frozen_project(tmp_path)
    (tmp_path / "goldsmith.toml").write_text(
        'documents = "documents"\n\n[people.ada]\nhours_per_week = 2\n\n[people.ben]\n', encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(review_command, ["forecast", *words])


def test_the_work_and_the_people_are_told(review: Review) -> None:
    done = review()

    assert done.exit_code == 0
    assert done.output.startswith("DONE ON ")
    assert "4 labels are missing, 0.5 h, at 2.0 h a week" in done.output


def test_a_date_that_cannot_be_met_exits_with_1(review: Review) -> None:
    far = review("--by", "2999-01-01", "--json")
    record = json.loads(far.output)

    assert (far.exit_code, record["meets"], record["by"], record["drops"]) == (0, True, "2999-01-01", [])
    assert isinstance(review("--by", "2020-01-01").exception, InputError)
    assert isinstance(review("--hours", "0").exception, InputError)
    assert review("--by", "soon").exit_code == 2
