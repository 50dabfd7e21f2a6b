"""The demonstration, done in this process at a fixed time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from goldsmith.ports.system import System
from goldsmith.wiring import open_system
from goldsmith.workflows.demo import Demonstrated, demonstrate
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.run import Asking

NOW = datetime(2026, 6, 10, 12, 0, tzinfo=UTC)


def show(folder: Path, tell: Callable[[str], None] = lambda _: None) -> Demonstrated:
    """Put the demonstration into `folder`."""

    def ask(project: Project, name: str) -> tuple[System, Asking]:
        opened = open_system(project, name, here=project.root)
        return opened.system, opened.asking()

    return demonstrate(folder, ask=ask, now=NOW, tell=tell)
