"""Commands as a person meets them, in a folder with plug-ins, and a package that is installed for one test."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cases.conftest import goldsmith as goldsmith  # noqa: PLC0414 - a fixture is found by its name
from tests.cases.telling import case, project

PACKAGE = Path(__file__).parents[1] / "plugin_package" / "acme_evals"
METADATA = "Metadata-Version: 2.1\nName: acme-evals\nVersion: 1.2\n"
Project = Callable[..., Path]


@pytest.fixture(autouse=True)
def _no_module_stays() -> Iterator[None]:
    """Forget the modules that lie in folders which a test brought, and those folders."""
    paths = list(sys.path)
    yield
    brought = [folder for folder in sys.path if folder not in paths]
    sys.path[:] = paths
    for name, module in list(sys.modules.items()):
        file = str(getattr(module, "__file__", None) or "")
        if any(file.startswith(folder) for folder in brought) or name.startswith("goldsmith_plugin_"):
            del sys.modules[name]


@pytest.fixture
def installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the package of plug-ins for one test, and return the folder of its modules."""
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(PACKAGE, site / "acme_evals", ignore=shutil.ignore_patterns("__pycache__"))
    metadata = site / "acme_evals-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(METADATA, encoding="utf-8")
    (metadata / "entry_points.txt").write_text("[goldsmith.plugins]\nacme = acme_evals\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    importlib.invalidate_caches()
    monkeypatch.delitem(sys.modules, "acme_evals", raising=False)
    return site


@pytest.fixture
def written(tmp_path: Path) -> Project:
    """Return a function that writes a project of one case around the plug-ins of `evals/mine.py`."""

    def write(plugins: str, *, toml: str = "", header: str = "name: s\n", answer: str = "A", **fields: Any) -> Path:
        project(tmp_path, header=header, cases=[case("c1", **fields)])
        (tmp_path / "evals").mkdir()
        (tmp_path / "evals" / "mine.py").write_text(plugins, encoding="utf-8")
        (tmp_path / "goldsmith.toml").write_text(f'plugins = ["evals/mine.py"]\n{toml}', encoding="utf-8")
        line = f'{{"case_id": "c1", "answer": "{answer}", "retrieved": ["a#1"]}}\n'
        (tmp_path / "run.jsonl").write_text(line, encoding="utf-8")
        return tmp_path

    return write
