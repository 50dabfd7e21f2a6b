"""How `evaluate` and `run` take what they have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from goldsmith.cli import options
from goldsmith.runner.progress import Progress
from goldsmith.wiring import OpenedSystem, open_system
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
    most_calls: int | None
    most_usd: float | None
    cases: tuple[str, ...]
    tags: tuple[str, ...]
    slices: tuple[str, ...]
    failed: bool
    limit: int | None
    retrieval_only: bool
    reuse: bool


def asking_options(function: Function) -> Function:
    """Take system, selection and pace."""
    decorated = options.selection_options(function)
    wanted: tuple[Any, ...] = (
        click.option(
            "--reuse",
            is_flag=True,
            help="Take over what an earlier run was answered by the same revision of the system.",
        ),
        click.option(
            "--retrieval-only",
            is_flag=True,
            help="Ask for passages alone, as [systems.NAME.retrieval] says; nothing is said of answers.",
        ),
        click.option("--most-usd", type=click.FloatRange(min=0, min_open=True), help="Stop at this cost."),
        click.option("--most-calls", type=click.IntRange(min=1), help="Stop at this many calls."),
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


def open_asked(project: Project, asked: Asked, here: Path) -> OpenedSystem:
    """Return the system that was asked for; what it must not show is hidden wherever the command line speaks."""
    return open_system(project, asked.system, here=here, secrets=options.SECRETS, retrieval_only=asked.retrieval_only)


def asking(project: Project, asked: Asked, opened: OpenedSystem) -> Asking:
    """Return what a run is to do."""
    from goldsmith.workflows.baseline import failed_cases

    held = project.settings.run
    settings = replace(
        held,
        concurrency=asked.concurrency or held.concurrency,
        timeout_s=asked.timeout or held.timeout_s,
        repeats=asked.repeats or held.repeats,
        most_calls=asked.most_calls or held.most_calls,
        most_usd=asked.most_usd or held.most_usd,
    )
    selection = Selection(
        cases=asked.cases,
        tags=asked.tags,
        slices=options.pairs(asked.slices, "--slice"),
        only=failed_cases(project) if asked.failed else None,
        limit=asked.limit,
    )
    return replace(opened.asking(selection=selection, settings=settings), reuse=asked.reuse)


def own_output() -> AbstractContextManager[object]:
    """Return what sends the words that a system prints to standard error: standard output is the verdict alone."""
    return redirect_stdout(sys.stderr)


def show_progress() -> Callable[[Progress], None] | None:
    """Return what tells a person how far a run is; nothing where nobody watches, as in the log of a workflow."""
    if not sys.stderr.isatty():
        return None
    longest = 0

    def tell(progress: Progress) -> None:
        nonlocal longest
        line = progress_line(progress)
        end = "\n" if progress.kept == progress.total else ""
        # What is left of a longer line before goes.
        click.echo(f"\r  {line.ljust(longest)} ", nl=False, err=True)
        click.echo(end, nl=False, err=True)
        longest = max(longest, len(line))

    return tell


def progress_line(progress: Progress) -> str:
    """Return how far a run is: results, failures, calls with those tried again, cost, and the time left."""
    parts = [f"{progress.kept} of {progress.total} answered"]
    parts += [f"{progress.failed} failed"] if progress.failed else []
    if progress.retried:
        parts.append(f"{progress.calls} calls, {progress.retried} tried again")
    if progress.cost_usd is not None:
        parts.append(f"{progress.cost_usd:.2f} USD")
    if progress.kept < progress.total and progress.left_s is not None:
        parts.append(f"{_spoken(progress.left_s)} left")
    elif progress.kept == progress.total and progress.elapsed_s >= 1:
        parts.append(f"in {_spoken(progress.elapsed_s)}")
    return " · ".join(parts)


def _spoken(seconds: float) -> str:
    """Return a time as a person says it: the larger it is, the rounder."""
    if seconds < 90:
        return f"{max(round(seconds), 1)} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"
