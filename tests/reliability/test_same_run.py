"""The same set, system and time leave the same run folder and baseline, whatever the machine and how busy it was."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LOCALES = ("C", "tr_TR.UTF-8")
ZONES = ("UTC", "Asia/Kathmandu")
MACHINES = [(seed, LOCALES[seed % 2], ZONES[seed // 2 % 2]) for seed in range(4)]
IN_ANY_ORDER = ("responses.jsonl",)
"""What comes first is written first; the lines are the same."""
TOLD = re.compile(rb'"concurrency": ?\d+')
"""How many calls ran at once is told, and is the only thing that may differ."""


def left(folder: Path, seed: int, locale: str, zone: str) -> dict[str, bytes]:
    """Return every file of the run, of the baseline and of the corpus, as a program of its own leaves them."""
    settings = {"PYTHONHASHSEED": str(seed), "LC_ALL": locale, "LANG": locale, "TZ": zone, "PYTHONUTF8": "0"}
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability.carried_out", str(folder), str(seed)],
        cwd=ROOT, capture_output=True, check=False,
        env={**os.environ, **settings, "PYTHONPATH": path},  # noqa: TID251 - the very thing that must not matter
    )  # fmt: skip

    assert done.returncode == 0, done.stderr.decode()
    patterns = ("golden/**/*", ".goldsmith/runs/**/*", ".goldsmith/corpus/march/*", "corpus.lock")
    files = sorted(path for pattern in patterns for path in folder.glob(pattern) if path.is_file())
    return {path.relative_to(folder).as_posix(): settled(path) for path in files if path.name != "responses.lock"}


def settled(path: Path) -> bytes:
    """Return the bytes of a file, without what may differ."""
    data = TOLD.sub(b"", path.read_bytes())
    return b"".join(sorted(data.splitlines(keepends=True))) if path.name in IN_ANY_ORDER else data


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return what the first machine leaves."""
    return left(tmp_path_factory.mktemp("first"), *MACHINES[0])


@pytest.mark.parametrize(("seed", "locale", "zone"), MACHINES[1:])
def test_a_run_leaves_the_same_files_on_every_machine(
    first: dict[str, bytes], tmp_path: Path, seed: int, locale: str, zone: str
) -> None:
    other = left(tmp_path, seed, locale, zone)

    assert [name for name in sorted(first.keys() | other.keys()) if first.get(name) != other.get(name)] == []
    assert {Path(name).name for name in first} >= {
        "plan.json", "cases.jsonl", "responses.jsonl", "observations.jsonl", "scores.jsonl", "main.jsonl",
        "revision.json", "chunks.parquet",
    }  # fmt: skip
