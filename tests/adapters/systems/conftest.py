"""What the tests of systems may ask for; no test of a framework sends its traces anywhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _no_tracing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a machine that sends its traces somewhere from sending those of the tests."""
    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
        monkeypatch.setenv(name, "false")


@pytest.fixture
def oldest() -> Path:
    """Return the folder that holds the oldest supported versions of the frameworks; `make oldest` fills it."""
    folder = Path(sys.prefix) / "oldest"
    if not folder.is_dir():
        reason = "the oldest supported frameworks are not here: `make oldest` fetches them"
        if os.environ.get("GOLDSMITH_REQUIRE_OLDEST") == "1":  # noqa: TID251 - what the caller says must be present
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return folder
