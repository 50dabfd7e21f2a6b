"""What every test may ask for: the public data beside the repository, and the settings of the property tests."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import settings

from tests.postgres import postgres_server, postgres_url  # noqa: F401 - fixtures of every test

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# No deadline: a busy machine is not a fault. In CI the examples are the same in every run, so that a failure is the
# change's own.
settings.register_profile("usual", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.register_profile("fuzz", deadline=None, max_examples=5_000)
settings.load_profile("usual")
# What a command says depends on whether it runs in CI; a test that means it says so itself.
os.environ.pop("CI", None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a page test where no Chromium can open the page; fail it where one was promised."""
    if item.get_closest_marker("browser") and not any(map(shutil.which, BROWSERS)):
        if os.environ.get("GOLDSMITH_REQUIRE_BROWSER"):
            pytest.fail("no Chromium on this machine, and GOLDSMITH_REQUIRE_BROWSER is set", pytrace=False)
        pytest.skip("no Chromium on this machine")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the Chromium that the page tests drive."""
    return next(filter(None, map(shutil.which, BROWSERS)), "")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of public data, reference vectors and cases that lies outside the repository."""
    folder = Path(os.environ.get("GOLDSMITH_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        _absent("no shared data: set GOLDSMITH_SHARED to its folder, or put it beside the repository as 'shared'")
    return folder


@pytest.fixture(scope="session")
def shared_case(shared: Path) -> Callable[[str], Path]:
    """Return a function from the name of a case to its folder."""

    def folder_of(name: str) -> Path:
        folder = shared / "cases" / name
        if not folder.is_dir():
            _absent(f"the shared data hold no case {name!r}")
        return folder

    return folder_of


@pytest.fixture(scope="session")
def oracle(shared: Path) -> Callable[[str], dict[str, Any]]:
    """Return a function from the id of a reference vector to the vector: input, expected values, tolerance."""
    document = json.loads((shared / "oracles" / "oracles.json").read_text(encoding="utf-8"))
    vectors: dict[str, dict[str, Any]] = {vector["id"]: vector for vector in document["vectors"]}

    def vector_of(vector_id: str) -> dict[str, Any]:
        if vector_id not in vectors:
            pytest.fail(f"there is no reference vector {vector_id!r}")
        return vectors[vector_id]

    return vector_of


def _absent(reason: str) -> NoReturn:
    """Skip, or fail where the caller said that the shared data must be there."""
    if os.environ.get("GOLDSMITH_REQUIRE_SHARED") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
