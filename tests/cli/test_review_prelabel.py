"""`goldsmith review prelabel` as a person meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.review_prelabel import prelabel_command
from goldsmith.errors import InputError, UnknownNameError
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_open import open_reviews
from tests.workflows.small_project import frozen_project, project_folder

Prelabel = Callable[..., Result]


@pytest.fixture
def prelabel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prelabel:
    """Return a function that runs the command in the test's folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(prelabel_command, words)


def test_the_passages_go_to_standard_output_and_the_talk_does_not(tmp_path: Path, prelabel: Prelabel) -> None:
    frozen_project(tmp_path)
    done = prelabel()

    assert done.exit_code == 0
    assert [json.loads(line)["case"] for line in done.stdout.splitlines()] == ["receipt", "window"]
    assert done.stderr.startswith("POOLED   3 passages for 2 cases")


def test_into_a_file_the_talk_is_on_standard_output(tmp_path: Path, prelabel: Prelabel) -> None:
    frozen_project(tmp_path)
    done = prelabel("--out", "pool.jsonl", "--case", "window", "--depth", "1")
    (line,) = (tmp_path / "pool.jsonl").read_text(encoding="utf-8").splitlines()

    assert done.stdout.splitlines()[:2] == ["wrote pool.jsonl", "POOLED   1 passage for 1 case"]
    assert [item["source"] for item in json.loads(line)["prelabels"]] == ["auto"]


def test_the_record_is_printed_as_json(tmp_path: Path, prelabel: Prelabel) -> None:
    frozen_project(tmp_path)
    record = json.loads(prelabel("--json", "--out", "pool.jsonl").stdout)

    assert (record["depth"], record["scored_by"], len(record["pools"])) == (50, "shared-units-1", 2)
    assert (tmp_path / "pool.jsonl").is_file()


def test_open_reviews_get_their_passages_at_the_workbench(tmp_path: Path, prelabel: Prelabel) -> None:
    desk = open_desk(frozen_project(tmp_path).root)
    open_reviews(desk, person=operator_of(desk))
    first, again = prelabel("--reviews"), prelabel("--reviews")
    pools = {one.case: len(one.pool.passages) if one.pool else 0 for one in desk.bench().current()}
    desk.close()

    assert first.stdout.startswith("POOLED   3 passages for 2 open reviews")
    assert first.stdout.splitlines()[-1] == "Next: goldsmith serve: reviewers find the passages beside their cases"
    assert "2 had a pool already" in again.stdout
    assert again.stdout.splitlines()[-1] == "Next: goldsmith serve"
    assert pools == {"receipt": 1, "window": 2}


def test_reviews_are_never_given_passages_of_another_corpus(tmp_path: Path, prelabel: Prelabel) -> None:
    frozen_project(tmp_path)

    assert isinstance(prelabel("--reviews", "--corpus", "r1").exception, InputError)


def test_without_a_frozen_corpus_the_next_step_is_to_freeze(tmp_path: Path, prelabel: Prelabel) -> None:
    project_folder(tmp_path, header="name: desk\n")
    done = prelabel()

    assert isinstance(done.exception, InputError)
    assert "goldsmith freeze" in str(done.exception)


def test_an_unknown_case_is_told_the_near_one(tmp_path: Path, prelabel: Prelabel) -> None:
    frozen_project(tmp_path)

    assert isinstance(prelabel("--case", "windw").exception, UnknownNameError)


def test_no_rank_at_all_cannot_be_asked_for(prelabel: Prelabel) -> None:
    assert prelabel("--depth", "0").exit_code == 2
