"""Cases 013 and 043: files and names that want to do harm."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith, reply

Folder = Callable[[str], Path]
SECONDS, MEGABYTES = 2, 200
WEIGHED = """
import json, resource, subprocess, sys
child = subprocess.run([sys.executable, "-m", "goldsmith", *sys.argv[1:]], capture_output=True, encoding="utf-8")
used = resource.getrusage(resource.RUSAGE_CHILDREN)
weight = used.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)
print(json.dumps([child.returncode, child.stderr, used.ru_utime + used.ru_stime, weight]))
"""
"""Runs goldsmith from a small process: a child that is forked from a large one is told to be as large at its start."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no memory of a child that ended")
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("bomb.yaml", "bomb.yaml:1:4: the anchor `&a` is refused, like every anchor and alias"),
        ("tag.yaml", "tag.yaml:3:12: the tag `tag:yaml.org,2002:python/object/apply:os.system` is refused"),
        ("deep.json", "deep.json:1:65: lists and objects stand more than 64 deep in each other"),
    ],
)
def test_013_a_hostile_file_costs_neither_time_nor_memory_and_runs_nothing(
    shared_case: Folder, tmp_path: Path, name: str, problem: str
) -> None:
    given = shared_case("013-yaml-hostile") / name
    weighed = subprocess.run(
        [sys.executable, "-c", WEIGHED, "check", given], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    )
    status, told, seconds, megabytes = json.loads(weighed.stdout)

    assert status == 2
    assert problem in told
    assert "Traceback" not in told
    assert seconds < SECONDS
    assert megabytes < MEGABYTES
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def hostile(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project folder, alone in another, whose set has the ids of case 043 and whose system answers all."""
    folder = tmp_path / "outer" / "project"
    folder.mkdir(parents=True)
    text = (shared_case("043-hostile-ids-as-paths") / "golden.jsonl").read_text(encoding="utf-8")
    names = [json.loads(line)["id"] for line in text.splitlines()]
    (folder / "golden.jsonl").write_text(text, encoding="utf-8")
    (folder / "run.jsonl").write_text("".join(json.dumps(reply(name)) + "\n" for name in names), encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def test_043_no_id_and_no_name_leads_out_of_the_project(hostile: Path, goldsmith: Goldsmith) -> None:
    evaluated = goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl", "--json")
    names = ["../../evil", "/etc/goldsmith", "main", "MAIN", "CON", "a:b|c?", "-rf", "x" * 300]
    for name in names:
        assert goldsmith("baseline", "save", "--set", "golden.jsonl", "--", name).status == 0
    kept = sorted(path.name for path in (hostile / "baselines").iterdir())
    shown = goldsmith("baseline", "show", "--set", "golden.jsonl").out

    assert (evaluated.status, evaluated.json["answered"]) == (0, 7)
    assert len({name.lower() for name in kept}) == len(names)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_.") and len(name) < 100 for name in kept)
    assert all(name[:40] in shown for name in names)
    assert sorted(path.name for path in hostile.parent.rglob("*") if path.parent in {hostile, hostile.parent}) == [
        ".goldsmith",
        "baselines",
        "golden.jsonl",
        "project",
        "run.jsonl",
    ]


@pytest.mark.parametrize("words", [("--case", "-rf"), ("--case=-rf",)])
def test_043_an_id_that_begins_with_a_dash_is_no_option(
    hostile: Path, goldsmith: Goldsmith, words: tuple[str, ...]
) -> None:
    told = goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl", "--json", *words)

    assert (told.status, told.json["plan"]["cases"]) == (3, ["-rf"])


@pytest.mark.parametrize("words", [("report", "../../outer"), ("compare", "../../outer", "--set", "golden.jsonl")])
def test_043_a_run_is_no_path(hostile: Path, goldsmith: Goldsmith, words: tuple[str, ...]) -> None:
    goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl")
    told = goldsmith(*words)

    assert told.status == 2
    assert "none of the runs is called '../../outer'" in told.err


def test_043_a_manifest_whose_path_leads_out_is_refused(shared_case: Folder, goldsmith: Goldsmith) -> None:
    told = goldsmith("freeze", shared_case("043-hostile-ids-as-paths") / "manifest.jsonl")

    assert told.status == 2
    assert told.problems == [
        "manifest.jsonl:1: source_path: row 1: the path '/etc/hostname' leads out of the corpus folder"
    ]


def test_043_a_link_out_of_the_documents_is_refused(tmp_path: Path, goldsmith: Goldsmith) -> None:
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").symlink_to(tmp_path / "secret.md")
    told = goldsmith("freeze", "docs")

    assert told.status == 2
    assert "a.md" in told.problems[0]
    assert "secret" not in told.out


def test_043_a_label_is_no_path(tmp_path: Path, goldsmith: Goldsmith) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("A", encoding="utf-8")
    told = goldsmith("freeze", "docs", "--label", "../../x")

    assert told.status == 2
    assert "'../../x' cannot be the label of a revision" in told.err
