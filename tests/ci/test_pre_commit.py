"""The hooks of pre-commit: their form, and their entries in a project."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cases.conftest import goldsmith
from tests.cases.telling import Goldsmith
from tests.ci.actions import ROOT
from tests.workflows.shop import make_shop

__all__ = ["goldsmith"]
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}


def test_there_is_a_hook_that_checks_and_one_that_pins_first() -> None:
    assert {name: hook["entry"] for name, hook in HOOKS.items()} == {
        "goldsmith-check": "goldsmith check",
        "goldsmith-check-fix": "goldsmith check --fix",
    }


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_looks_at_the_set_as_a_whole(name: str) -> None:
    hook = HOOKS[name]

    assert (hook["language"], hook["pass_filenames"], hook["require_serial"]) == ("python", False, True)
    assert re.search(hook["files"], "golden/cases/refunds.yaml")
    assert not re.search(hook["files"], "src/app.py")


@pytest.mark.parametrize("name", HOOKS)
def test_an_entry_passes_a_sound_set_and_stops_a_broken_one(name: str, tmp_path: Path, goldsmith: Goldsmith) -> None:
    make_shop(tmp_path)
    words = shlex.split(HOOKS[name]["entry"])[1:]
    sound = goldsmith(*words)
    path = tmp_path / "golden" / "cases" / "cases.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("returns.md", "nowhere.md"), encoding="utf-8")

    assert (sound.status, goldsmith(*words).status) == (0, 1)
