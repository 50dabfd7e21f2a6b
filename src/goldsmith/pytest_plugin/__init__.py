"""A golden set as pytest items: `pytest --golden=golden --golden-system=app.py:answer`.

This file holds the options alone. Nothing else of the package is imported before a golden set is asked for, so a test
run that asks for none pays nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

_INI = (
    ("golden", "golden set whose cases are tests: its folder, or a file of cases"),
    ("golden_system", "system that the golden set asks: a name of goldsmith.toml, or app.py:answer"),
    ("golden_baseline", "baseline to compare with, or `none`; the nearest one by default"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the set and the system, from the command line or from the configuration of pytest."""
    group = parser.getgroup("goldsmith", "golden sets")
    group.addoption("--golden", metavar="PATH", help="Golden set whose cases are tests: its folder, or a file.")
    group.addoption(
        "--golden-system", metavar="NAME", help="System of goldsmith.toml, or app.py:answer; else the only one."
    )
    group.addoption("--golden-baseline", metavar="NAME", help="Baseline to compare with, or `none`.")
    group.addoption("--golden-repeats", metavar="N", type=int, help="How often each case is asked.")
    group.addoption(
        "--golden-retrieval-only", action="store_true", help="Ask for passages alone; nothing is said of answers."
    )
    group.addoption("--golden-reuse", action="store_true", help="Take answers over while the revision stands.")
    group.addoption(
        "--golden-show",
        choices=("texts", "ids"),
        help="Failures with questions and answers, or with case ids only (the default where CI is set).",
    )
    for name, words in _INI:
        parser.addini(name, words)


def pytest_configure(config: pytest.Config) -> None:
    """Bring the golden set in, where one is asked for."""
    asked = config.getoption("golden")
    if asked:
        where, here = Path(asked), config.invocation_params.dir
    elif asked is None and config.getini("golden"):
        where, here = Path(str(config.getini("golden"))), config.rootpath
    else:
        return
    path = (here / where).resolve()
    if not asked and not _is_meant(config, path):
        return
    from goldsmith.pytest_plugin.collecting import GoldenCases, taken

    config.pluginmanager.register(GoldenCases(config, taken(config, path)), "goldsmith-cases")
    if not any(_lies_in(path, one) or _lies_in(one, path) for one in _places(config)):
        config.args.append(str(path))


def _is_meant(config: pytest.Config, path: Path) -> bool:
    """Say whether a call without `--golden` asks for the set that the configuration names.

    `pytest tests/test_prices.py` does not; `pytest`, `pytest .` and `pytest golden/cases/refunds.yaml` do.
    """
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        return True
    return any(_lies_in(path, one) or _lies_in(one, path) for one in _places(config))


def _places(config: pytest.Config) -> list[Path]:
    return [(config.invocation_params.dir / one.partition("::")[0]).resolve() for one in config.args]


def _lies_in(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents
