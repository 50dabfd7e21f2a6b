"""The same set, answers and time give the same bytes, whatever the machine has set and in whatever order files come."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from goldsmith.reports.forms import FORMS
from tests.conftest import ROOT

LOCALES = ("C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8")  # one that the machine lacks is the same as C
ZONES = ("UTC", "Asia/Kathmandu")
MACHINES = [(seed, LOCALES[seed % 3], ZONES[seed % 2]) for seed in range(20)]


def told(folder: Path, seed: int, locale: str, zone: str) -> dict[str, bytes]:
    """Return every form of the verdict as a program of its own writes it; how many calls ran at once is no figure."""
    settings = {"PYTHONHASHSEED": str(seed), "LC_ALL": locale, "LANG": locale, "TZ": zone, "PYTHONUTF8": "0"}
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.reports.evaluated", str(folder), str(seed)],
        cwd=ROOT, capture_output=True, check=False,
        env={**os.environ, **settings, "PYTHONPATH": path},  # noqa: TID251 - the very thing that must not matter
    )  # fmt: skip

    assert done.returncode == 0, done.stderr.decode()
    forms = {path.name: path.read_bytes() for path in sorted(folder.glob("told.*"))}
    return {name: re.sub(rb'"concurrency": \d+', b'"concurrency": 0', text) for name, text in forms.items()}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the reports of the first machine."""
    return told(tmp_path_factory.mktemp("first"), *MACHINES[0])


@pytest.mark.parametrize(("seed", "locale", "zone"), MACHINES[1:])
def test_the_reports_are_the_same_on_every_machine(
    first: dict[str, bytes], tmp_path: Path, seed: int, locale: str, zone: str
) -> None:
    other = told(tmp_path, seed, locale, zone)

    assert [name for name in first if first[name] != other.get(name)] == []
    assert len(other) == len(first) == 2 * len(FORMS)
