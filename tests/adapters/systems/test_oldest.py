"""The oldest versions of the frameworks that we support pass the tests that the newest pass."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.architecture.house import ROOT

FRAMEWORKS = {"langchain": "langchain-core", "llama-index": "llama-index-core"}
TESTS = (
    "tests/adapters/systems/test_langchain.py",
    "tests/adapters/systems/test_langchain_asking.py",
    "tests/adapters/systems/test_llama_index.py",
    "tests/contracts/test_system.py",
)
VERSIONS = f"from importlib.metadata import version; print(*map(version, {[*FRAMEWORKS.values()]!r}))"


def oldest_supported() -> list[str]:
    """Return the lower bounds of the extras that bring the frameworks."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    found = [Requirement(one) for extra in FRAMEWORKS for one in extras[extra]]
    bounds = {one.name: bound.version for one in found for bound in one.specifier if bound.operator == ">="}
    return [bounds[name] for name in FRAMEWORKS.values()]


@pytest.mark.timeout(300)
def test_the_oldest_supported_frameworks_pass_the_same_tests(oldest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(oldest))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # one of theirs has a plug-in that is not in this version
    # Their own warnings are years old: today's pydantic complains of them.
    options = ("-q", "-W", "default", "-p", "pytest_timeout", "-p", "no:cacheprovider", "-k", "lang or llama")

    versions = subprocess.run([sys.executable, "-c", VERSIONS], capture_output=True, text=True, check=True)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *TESTS], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert versions.stdout.split() == oldest_supported()
    assert ran.returncode == 0, ran.stdout[-10_000:]
