"""`goldsmith check`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.findings import render_findings
from goldsmith.reports.json_text import to_json
from goldsmith.workflows.check import CheckOptions, check_set, pin_evidence
from goldsmith.workflows.open_set import open_project


@click.command("check")
@options.set_argument
@click.option("--fix", is_flag=True, help="Pin evidence that is written as words, in the file itself.")
@click.option("--ready", is_flag=True, help="Hold the set against what a published version needs.")
@click.option("--all", "everything", is_flag=True, help="Show every finding, however many there are.")
@options.corpus_option
@options.waive_option
@options.json_option
def check_command(
    file: Path | None, fix: bool, ready: bool, everything: bool, corpus: str | None, waive: str | None, as_json: bool
) -> None:
    """Check a golden set and say what to fix.

    Without FILE the set of goldsmith.toml (or the folder golden/) is checked. Exit status 1 where there are errors.
    """
    here = options.here()
    project = open_project(here, file=file, corpus=corpus)
    fixed: tuple[str, ...] = ()
    if fix:
        fixed = pin_evidence(project)
        project = open_project(here, file=file, corpus=corpus)
    asked = CheckOptions(ready=ready, waive=options.codes(waive))
    report = replace(check_set(project, asked, now=options.now()), fixed=fixed)
    click.echo(to_json(report) if as_json else render_findings(report, everything=everything))
    raise SystemExit(1 if report.errors else 0)
