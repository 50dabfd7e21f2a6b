"""`goldsmith review export` and `goldsmith review import` as a person meets them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner, Result

from goldsmith.cli.review_exchange import export_command, import_command
from goldsmith.errors import InputError, InvalidFileError
from goldsmith.wiring.workbench import open_desk
from goldsmith.workflows.review_open import open_reviews
from tests.workflows.exchanging import answered, choosing
from tests.workflows.reviewers import DOUBLE, PEOPLE, desk_in

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command in the test's folder, where two reviews are open."""
    monkeypatch.chdir(tmp_path)
    desk_in(tmp_path, settings=PEOPLE + DOUBLE)
    desk = open_desk(tmp_path)
    open_reviews(desk, person=desk.person("owner"))
    desk.close()

    def call(command: Command, *words: str) -> Result:
        return CliRunner().invoke(command, ["--format", "label-studio", *words])

    return call


def filled_in(folder: Path, name: str) -> Path:
    """Write the export of a project in which one person found nothing in any passage."""
    tasks = json.loads((folder / f"evidence-{name}.json").read_text(encoding="utf-8"))
    path = folder / "export.json"
    items = [answered(task, **{name: choosing({"no_evidence": ["none"]})}) for task in tasks]
    path.write_text(json.dumps(items), encoding="utf-8")
    return path


def test_files_for_each_person_are_written_and_told(tmp_path: Path, run: Run) -> None:
    done = run(export_command, "--out", "ls", "--for", "r1", "--for", "r2")

    assert (done.exit_code, done.stdout.splitlines()) == (
        0,
        [
            "HANDED OUT   4 tasks of desk for label-studio, step evidence",
            "     2   r1",
            "     2   r2",
            "  wrote handbook.html",
            "  wrote evidence.xml",
            "  wrote evidence-r1.json",
            "  wrote evidence-r2.json",
            "",
            "Next: one project a person: labelling interface evidence.xml, then import their evidence-NAME.json",
        ],
    )
    assert sorted(path.name for path in (tmp_path / "ls").iterdir()) == [
        "evidence-r1.json", "evidence-r2.json", "evidence.xml", "handbook.html",
    ]  # fmt: skip


def test_what_people_said_is_taken_in_once(tmp_path: Path, run: Run) -> None:
    run(export_command, "--out", ".", "--for", "r1")
    path = filled_in(tmp_path, "r1")
    first, again = (run(import_command, path.name, "--as", "1=r1") for _ in range(2))

    assert first.stdout.splitlines()[:2] == [
        "TAKEN IN   2 words kept from export.json; 2 dropped",
        "     2   r1",
    ]
    assert again.stdout.splitlines()[0] == "TAKEN IN   0 words kept from export.json; 2 in already, 2 dropped"
    assert (first.exit_code, again.exit_code) == (0, 0)


def test_the_record_is_printed_as_json(tmp_path: Path, run: Run) -> None:
    out = json.loads(run(export_command, "--out", ".", "--for", "r1", "--json").stdout)
    path = filled_in(tmp_path, "r1")
    back = json.loads(run(import_command, path.name, "--as", "1=r1", "--json").stdout)

    assert out["tasks"] == [["r1", 2]]
    assert (back["kept"], [line["what"] for line in back["lines"]]) == (
        [["r1", 2]],
        ["dropped", "dropped", "kept", "kept"],
    )


def test_an_unknown_annotator_is_told_what_to_add(tmp_path: Path, run: Run) -> None:
    run(export_command, "--out", ".", "--for", "r1")
    done = run(import_command, filled_in(tmp_path, "r1").name)

    assert isinstance(done.exception, InputError)
    assert "add --as 1=NAME (one of: arbiter, owner, r1, r2)" in str(done.exception)


def test_exit_status_is_1_where_something_has_to_be_mended(tmp_path: Path, run: Run) -> None:
    run(export_command, "--out", ".", "--for", "r1")
    path = filled_in(tmp_path, "r1")
    items = json.loads(path.read_text(encoding="utf-8"))
    items[0]["annotations"][0]["result"] = []
    path.write_text(json.dumps(items), encoding="utf-8")
    done = run(import_command, path.name, "--as", "1=r1")

    assert done.exit_code == 1
    assert "REFUSED: somebody has to mend it" in done.stdout
    assert "task 1, annotation 1: it says nothing: neither marks" in done.stdout


def test_a_file_that_is_no_export_is_refused(tmp_path: Path, run: Run) -> None:
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    done = run(import_command, "notes.txt")

    assert isinstance(done.exception, InvalidFileError)
    assert "notes.txt:1:1: not JSON" in str(done.exception)


@pytest.mark.parametrize("words", [("--as", "1"), ("--as", "=r1")])
def test_an_annotator_without_a_name_is_refused(tmp_path: Path, run: Run, words: tuple[str, str]) -> None:
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")

    assert isinstance(run(import_command, "x.json", *words).exception, InputError)
