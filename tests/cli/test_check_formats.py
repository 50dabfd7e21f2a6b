"""One check, printed for people, for programs, for code scanning and for the log of a workflow."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cases.telling import Goldsmith, case, project


def broken(folder: Path) -> None:
    """Write a set of which one case has no question."""
    project(folder, header="name: desk\n", cases=[case("a"), case("b", question=" ")])


def test_every_format_tells_the_same_error_with_the_same_exit_status(tmp_path: Path, goldsmith: Goldsmith) -> None:
    broken(tmp_path)
    text, plain, alias, sarif, github = (
        goldsmith("check", *words)
        for words in ((), ("--format", "json"), ("--json",), ("--format", "sarif"), ("--format", "github"))
    )
    log = json.loads(sarif.out)

    assert [told.status for told in (text, plain, alias, sarif, github)] == [1, 1, 1, 1, 1]
    assert plain.out == alias.out
    assert {one["code"] for one in plain.json["findings"]} == {
        rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]
    }
    assert "## What it does" in log["runs"][0]["tool"]["driver"]["rules"][0]["help"]["markdown"]
    assert github.out.startswith("::error file=golden/cases/cases.jsonl,line=2,title=GS103 blank-question::[b] ")
    assert text.out.startswith("1 error, ")


def test_an_unknown_format_is_refused(tmp_path: Path, goldsmith: Goldsmith) -> None:
    broken(tmp_path)

    assert goldsmith("check", "--format", "xml").status == 2


def test_since_a_revision_outside_git_says_so(tmp_path: Path, goldsmith: Goldsmith) -> None:
    broken(tmp_path)
    told = goldsmith("check", "--since", "main")

    assert (told.status, "is in no git repository" in told.err) == (2, True)
    assert told.err.endswith("Next: check the whole set: the same command without --since\n")


def test_a_run_starts_where_the_only_error_is_suppressed(tmp_path: Path, goldsmith: Goldsmith) -> None:
    broken(tmp_path)
    (tmp_path / "run.jsonl").write_text('{"case_id": "a", "answer": "A", "retrieved": ["a#1"]}\n', encoding="utf-8")
    refused = goldsmith("evaluate", "--system", "run.jsonl")
    (tmp_path / "goldsmith.toml").write_text(
        '[[check.suppress]]\ncode = "GS103"\ncases = ["b"]\nreason = "asked by voice"\n', encoding="utf-8"
    )

    assert "GSE-105" in refused.err
    assert "GSE-105" not in goldsmith("evaluate", "--system", "run.jsonl").err
    assert goldsmith("check").status == 0


def test_fix_tells_what_it_wrote(tmp_path: Path, goldsmith: Goldsmith) -> None:
    project(tmp_path, header="name: desk\n", cases=[case("a", risk="HIGH")])
    fixed = goldsmith("check", "--fix", "--json").json

    assert fixed["fixed"] == ["a: risk spelled high"]
    assert [one for one in fixed["findings"] if one["code"] == "GS106"] == []
