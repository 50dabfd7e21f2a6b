"""Each tutorial of a plug-in, carried out: its files are written, its commands run, its tests run."""

from __future__ import annotations

import inspect
import re
import runpy
from pathlib import Path

import pytest

from tests.architecture.house import ROOT
from tests.cases.telling import Goldsmith

PAGES = sorted((ROOT / "docs" / "plugins").glob("[a-z]*.md"))
FILE = re.compile(r"`([\w./]+\.\w+)`[^`]*\n\n```(?:python|toml|yaml|json|text)\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n\$ goldsmith (.*?)\n(.*?)```", re.DOTALL)


def written(page: Path, folder: Path) -> None:
    """Write every file that the page names before its text."""
    for name, text in FILE.findall(page.read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_tutorial_print_what_it_shows(page: Path, tmp_path: Path, goldsmith: Goldsmith) -> None:
    written(page, tmp_path)
    for line, shown in CONSOLE.findall(page.read_text(encoding="utf-8")):
        told = goldsmith(*line.split())

        printed = (told.out + told.err).splitlines()
        assert [one for one in shown.splitlines() if one not in printed] == [], told.out + told.err


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_test_of_a_tutorial_passes(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(page, tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "evals")
    (file,) = (tmp_path / "evals").glob("test_*.py")
    tests = [one for name, one in runpy.run_path(str(file)).items() if name.startswith("test_")]

    assert tests
    for test in tests:
        test(*([tmp_path] if inspect.signature(test).parameters else []))


def test_there_is_a_tutorial_for_each_kind() -> None:
    assert [page.stem for page in PAGES] == ["format", "matcher", "measure", "system"]
