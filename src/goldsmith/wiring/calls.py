"""The calls from Python: what `import goldsmith` offers beside the records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from goldsmith._base.canonical import digest
from goldsmith.ports.system import System
from goldsmith.records.verdict import Verdict
from goldsmith.wiring import OpenedSystem, open_system
from goldsmith.workflows.evaluate import Against
from goldsmith.workflows.evaluate import evaluate as evaluate_project
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.select import Selection


def evaluate(
    path: str | Path,
    *,
    system: Callable[..., Any] | System | str,
    cases: tuple[str, ...] = (),
    repeats: int = 1,
    baseline: str | None = None,
    waive: tuple[str, ...] = (),
    now: datetime | None = None,
) -> Verdict:
    """Evaluate `system` on the golden set at `path` and return the verdict.

    `path` is a lone file of cases, or a project folder with goldsmith.toml. `system` is a callable (sync, async or
    streaming), an object with the methods of `goldsmith.ports.system.System`, or a name as on the command line. The
    number of calls at once and the time for each come from ``[run]`` in goldsmith.toml. Works inside a running event
    loop as well as outside; `now` is the time of the call (for waivers and the record). Raises the errors of
    `goldsmith.errors`.
    """
    where = Path(path)
    start = where if where.is_dir() else where.parent
    project = open_project(start.resolve(), file=None if where.is_dir() else Path(where.name))
    opened = _opened(project, system, start)
    return evaluate_project(
        project,
        opened.system,
        opened.asking(
            selection=Selection(cases=cases),
            settings=replace(project.settings.run, repeats=repeats),
        ),
        now=now or datetime.now(UTC),
        against=Against(baseline=baseline),
        waive=waive,
    )


def _opened(project: Project, system: Callable[..., Any] | System | str, here: Path) -> OpenedSystem:
    if isinstance(system, str):
        return open_system(project, system, here=here)
    if hasattr(system, "ask") and hasattr(system, "shows"):
        given = cast("System", system)
        return OpenedSystem(system=given, digest="y1:" + digest(given.name))
    if hasattr(system, "aquery") or hasattr(system, "aretrieve"):
        from goldsmith.adapters.systems.llama_index import open_llama_index

        engine = open_llama_index(system, folder=here, cases=project.golden.cases)
        return OpenedSystem(system=engine, digest="y1:" + digest(engine.name))
    if hasattr(system, "ainvoke"):
        from goldsmith.adapters.systems.langchain import open_langchain

        chain = open_langchain(system, folder=here, cases=project.golden.cases)
        return OpenedSystem(system=chain, digest="y1:" + digest(chain.name))
    from goldsmith.adapters.systems.callable import open_system as open_callable

    opened = open_callable(system, folder=here)
    return OpenedSystem(system=opened, digest="y1:" + digest(opened.name))


async def evaluate_async(path: str | Path, **options: Any) -> Verdict:
    """Do what `evaluate` does, without blocking the running event loop."""
    return await asyncio.to_thread(lambda: evaluate(path, **options))
