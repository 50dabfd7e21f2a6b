"""How `evaluate` and `run` take what they have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from goldsmith.cli import options
from goldsmith.records.settings import RunSettings
from goldsmith.runner.progress import Progress
from goldsmith.wiring import OpenedSystem
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.run import Asking
from goldsmith.workflows.select import Selection

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The options of a run as they were given."""

    system: str | None
    repeats: int | None
    concurrency: int | None
    timeout: float | None
    cases: tuple[str, ...]
    tags: tuple[str, ...]
    slices: tuple[str, ...]
    failed: bool
    limit: int | None


def asking_options(function: Function) -> Function:
    """Take system, selection and pace."""
    decorated = options.selection_options(function)
    wanted: tuple[Any, ...] = (
        click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds that one call may take."),
        click.option("--concurrency", type=click.IntRange(min=1), help="Calls at once."),
        click.option("--repeats", type=click.IntRange(min=1), help="How often each case is asked."),
        click.option(
            "--system",
            metavar="NAME",
            help="System of goldsmith.toml, a callable (app.py:answer), or a file of recorded answers.",
        ),
    )
    for option in wanted:
        decorated = option(decorated)
    return decorated


def asking(project: Project, asked: Asked, opened: OpenedSystem) -> Asking:
    """Return what a run is to do."""
    from goldsmith.workflows.baseline import failed_cases

    held = project.settings.run
    settings = RunSettings(
        concurrency=asked.concurrency or held.concurrency,
        timeout_s=asked.timeout or held.timeout_s,
        repeats=asked.repeats or held.repeats,
    )
    selection = Selection(
        cases=asked.cases,
        tags=asked.tags,
        slices=options.pairs(asked.slices, "--slice"),
        only=failed_cases(project) if asked.failed else None,
        limit=asked.limit,
    )
    return opened.asking(selection=selection, settings=settings)


def own_output() -> AbstractContextManager[object]:
    """Return what sends the words that a system prints to standard error: standard output is the verdict alone."""
    return redirect_stdout(sys.stderr)


def show_progress() -> Callable[[Progress], None] | None:
    """Return what tells a person how far a run is; nothing where nobody watches."""
    if not sys.stderr.isatty():
        return None

    def tell(progress: Progress) -> None:
        failed = f", {progress.failed} failed" if progress.failed else ""
        end = "\n" if progress.kept == progress.total else ""
        click.echo(f"\r  {progress.kept} of {progress.total} answered{failed} ", nl=False, err=True)
        click.echo(end, nl=False, err=True)

    return tell
