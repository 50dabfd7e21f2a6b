"""`goldsmith compare`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.json_text import to_json
from goldsmith.reports.terminal import render_comparison
from goldsmith.workflows.compare import compare_runs
from goldsmith.workflows.open_set import open_project


@click.command("compare")
@click.argument("before", required=False)
@click.argument("after", required=False)
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.corpus_option
@options.json_option
def compare_command(
    before: str | None, after: str | None, file: Path | None, corpus: str | None, as_json: bool
) -> None:
    """Say what changed from BEFORE (a baseline or run) to AFTER (a run; the latest by default), and why.

    Both are scored under today's set, on the cases that they share unchanged. Where a side retrieved from another
    frozen revision, it says what of the change is stale labels and what is the system's. Exit status 1 where a case
    regressed.
    """
    project = open_project(options.here(), file=file, corpus=corpus)
    comparison = compare_runs(project, before, after, now=options.now())
    click.echo(to_json(comparison) if as_json else render_comparison(comparison, width=options.width()))
    raise SystemExit(1 if comparison.regressions else 0)
