"""The README is run: its files are written, its commands called in an empty folder, their output held against it."""

from __future__ import annotations

import shlex
from pathlib import Path
from shutil import rmtree

import pytest

from tools.real_data import ROOT, Command, Ran, Written, alike, goldsmith, read_walk, rewritten, run_walk, shortened_as

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.timeout(600)
def test_the_walk_goes_from_a_bare_file_to_a_blocked_release_as_the_readme_says(tmp_path: Path) -> None:
    # One test, so that the walk is walked once however many workers there are.
    ran = list(run_walk(read_walk(README), tmp_path))
    wrong = [(item.command.line, item.printed) for item in ran if not item.as_told]
    verdicts = [
        (item.printed.split()[0], item.status) for item in ran if item.command.line.startswith("goldsmith evaluate")
    ]

    assert wrong == []  # `python tools/real_data.py --write README.md` puts what they print today into the page
    assert verdicts == [("PASSED", 0), ("PASSED", 0), ("BLOCKED", 1)]

    # A fresh checkout has all but what machines keep for themselves.
    project = tmp_path / "shop"
    rmtree(project / ".goldsmith")
    workflow = (project / ".github/workflows/golden.yml").read_text(encoding="utf-8")
    in_ci = [line.partition("run: ")[2] for line in workflow.splitlines() if "run: goldsmith" in line]

    assert f"```yaml\n{workflow}```\n" in README
    assert [goldsmith(shlex.split(line), project).returncode for line in in_ci] == [0, 0, 1]


def test_the_first_screen_holds_the_commands_and_a_verdict() -> None:
    first = README.splitlines()[:45]

    assert "pip install goldsmith-rag" in first
    assert "$ goldsmith demo" in first
    assert any(line.startswith("BLOCKED") for line in first)


def test_a_page_is_read_as_files_and_commands_in_order() -> None:
    page = "Write `a/b.csv`:\n\n```csv\nid\n1\n```\n\n```sh\nrm -r x\n```\n"
    page += "\n```console\n$ goldsmith x --y\none\n\ntwo\n$ goldsmith z\n```\n"

    assert read_walk(page) == (
        Written(path="a/b.csv", text="id\n1\n"),
        Command(line="goldsmith x --y", printed="one\n\ntwo"),
        Command(line="goldsmith z", printed=""),
    )


@pytest.mark.parametrize(
    ("told", "printed", "same"),
    [
        ("a\nb", "a\nb  \n", True),
        ("a\nb", "a\nc", False),
        ("a\n[…]\nd", "a\nb\nc\nd", True),
        ("a\n[…]\nd", "a\nd", True),
        ("a\n[…]\nd", "a\nb", False),
        ("[…]", "", True),
        ("x  latency_ms  3 ms", "x  latency_ms  4 ms", True),
        ("a.b", "axb", False),
    ],
)
def test_a_shortened_output_stands_for_any_lines_between(told: str, printed: str, same: bool) -> None:
    assert alike(told, printed) is same


def test_rewriting_changes_the_output_of_that_command_alone() -> None:
    page = "```console\n$ goldsmith a\nold\n$ goldsmith b\nkept\n```\n"
    first, second = (step for step in read_walk(page) if isinstance(step, Command))
    ran = [Ran(command=first, printed="new", status=0), Ran(command=second, printed="kept", status=0)]

    assert rewritten(page, ran) == "```console\n$ goldsmith a\nnew\n$ goldsmith b\nkept\n```\n"


def test_a_shortened_block_stays_shortened_when_it_is_written_anew() -> None:
    told = "BLOCKED   1 gate\n[…]\n  x refusal   a\n[…]\nNext: mend a"
    printed = "BLOCKED   2 gates\nset 1.0\n\nGATES\n  x citations   b\n  x refusal     c\n\nNext: mend b\nreport: r"

    assert shortened_as(told, printed) == "BLOCKED   2 gates\n[…]\n  x refusal     c\n[…]\nNext: mend b\n[…]"
    assert shortened_as("BLOCKED", printed) == printed


def test_a_command_that_could_not_be_used_is_never_as_told() -> None:
    assert not Ran(command=Command(line="goldsmith a", printed="x"), printed="x", status=2).as_told


def test_the_readme_names_only_files_that_are_there() -> None:
    links = [part.partition(")")[0] for part in README.split("](")[1:]]

    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 400
    assert Path(ROOT / "README.md").stat().st_size < 16_000
