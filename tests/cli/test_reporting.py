"""`goldsmith report`: the form, the file and the reader that were asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.cli.audience import audience
from tests.cases.telling import Goldsmith
from tests.workflows.shop import ask, make_shop, right_answers

QUESTION = "How long may I return goods"


@pytest.fixture
def run(tmp_path: Path, goldsmith: Goldsmith, monkeypatch: pytest.MonkeyPatch) -> Goldsmith:
    """Return the command line in a shop that was evaluated, outside of continuous integration."""
    monkeypatch.delenv("CI", raising=False)
    project = make_shop(tmp_path)
    ask(project, right_answers(project))
    return goldsmith


@pytest.mark.parametrize(
    ("form", "start"),
    [("html", "<!doctype html>"), ("markdown", "### "), ("junit", "<?xml "), ("json", "{\n"), ("text", "UNREVIEWED ")],
)
def test_each_form_is_told(run: Goldsmith, form: str, start: str) -> None:
    told = run("report", "--format", form)

    assert (told.out.startswith(start) or told.out.lstrip().startswith(start), told.status) == (True, 0)


def test_a_report_is_written_to_the_file_that_was_named(run: Goldsmith, tmp_path: Path) -> None:
    told = run("report", "--format", "junit", "--out", "out/junit.xml")

    assert told.out == "wrote out/junit.xml\n"
    assert (tmp_path / "out" / "junit.xml").read_text(encoding="utf-8").startswith("<?xml ")


@pytest.mark.parametrize("form", ["html", "markdown", "junit", "json", "text"])
def test_in_continuous_integration_only_ids_are_told(
    run: Goldsmith, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    told = [run("report", "--format", form, *words).out for words in ((), ("--texts",))]

    assert QUESTION not in told[0]
    assert (QUESTION in told[1]) is (form in {"html", "json"})


def test_json_by_its_usual_name_says_for_whom_it_is(run: Goldsmith) -> None:
    told = [json.loads(run("report", "--json", *words).out)["audience"] for words in ((), ("--ids",))]

    assert told == ["full", "ids"]


@pytest.mark.parametrize(
    ("ci", "said", "reader"),
    [
        (None, None, "full"), ("", None, "full"), ("false", None, "full"), ("0", None, "full"), ("true", None, "ids"),
        ("1", None, "ids"), ("yes", True, "full"), (None, False, "ids"),
    ],
)  # fmt: skip
def test_who_reads_is_what_was_said_else_where_it_runs(
    ci: str | None, said: bool | None, reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    if ci is not None:
        monkeypatch.setenv("CI", ci)

    assert audience(said) == reader


def test_the_run_folder_holds_a_page_a_comment_and_a_test_report(run: Goldsmith, tmp_path: Path) -> None:
    assert [len(list(tmp_path.rglob(name))) for name in ("report.html", "report.md", "junit.xml")] == [1, 1, 1]
