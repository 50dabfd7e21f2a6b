"""A reviewed shop, and pytest run in it as a person would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.workflows.shop import approve_all, make_shop

SRC = Path(__file__).resolve().parents[2] / "src"
GOOD = """\
from pathlib import Path


def answer(question, identity=None):
    with Path(__file__).with_name("calls.log").open("a") as log:
        log.write(question + "\\n")
    if "return" not in question:
        return {"answer": "I could not find that. Please ask the help desk.", "retrieved": [], "citations": [],
                "behaviour": "refuse"}
    return {"answer": "You may return goods within 30 days.", "behaviour": "answer",
            "retrieved": [{"document": "returns.md", "text": "You may return goods within 30 days."}],
            "citations": ["returns.md"]}
"""
WRONG = GOOD.replace('within 30 days.", "behaviour', 'within 14 days.", "behaviour')
LEAKING = GOOD.replace('"citations": ["returns.md"]', '"citations": ["staff.md"]')
BROKEN = GOOD.replace("    if ", '    if "Mars" in question:\n        raise ValueError("no such planet")\n    if ')

USUAL = ("-p", "goldsmith.pytest_plugin", "--strict-markers", "-W", "ignore::pytest.PytestAssertRewriteWarning")
_LINE = re.compile(r"^[^ ]+?::(.+?) (PASSED|FAILED|ERROR|SKIPPED)\b.*%\]$")
ASKED = ("--golden=golden", "--golden-system=app.py:answer")


@dataclass(frozen=True)
class Ended:
    """What a call of pytest printed, and with what status it ended."""

    status: int
    out: str

    def outcomes(self) -> dict[str, str]:
        """Return the outcome of each item, from the lines of ``-v``."""
        return {name: word for line in self.out.splitlines() for name, word in _LINE.findall(line)}


Pytest = Callable[..., Ended]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a reviewed shop whose system is right."""
    make_shop(tmp_path)
    approve_all(tmp_path)
    (tmp_path / "app.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pytest:
    """Return a function that runs pytest in the shop, inside this process, with this plug-in alone."""
    monkeypatch.chdir(shop)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def call(*words: str, ci: str = "") -> Ended:
        monkeypatch.setenv("CI", ci)
        capsys.readouterr()
        status = pytest.main([*USUAL, *words])
        out, err = capsys.readouterr()
        return Ended(status=int(status), out=out + err)

    return call


@pytest.fixture
def run_apart(shop: Path) -> Pytest:
    """Return a function that runs pytest in the shop in a process of its own, from which workers may be started."""

    def call(*words: str) -> Ended:
        environment = {
            "PATH": os.defpath,
            "PYTHONPATH": str(SRC),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "HOME": str(shop),
        }
        command = [sys.executable, "-m", "pytest", *USUAL, *words]
        done = subprocess.run(
            command, cwd=shop, env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
        )
        return Ended(status=done.returncode, out=done.stdout + done.stderr)

    return call


def calls(shop: Path) -> list[str]:
    """Return every question that the system was asked."""
    log = shop / "calls.log"
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []
