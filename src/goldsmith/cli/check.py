"""`goldsmith check`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.findings import render_findings
from goldsmith.workflows.check import CheckOptions, check_set, pin_evidence
from goldsmith.workflows.open_set import enabled_sets, open_project


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

    Without FILE every set that goldsmith.toml enables (or the folder golden/) is checked; with --json several sets are
    a list. Exit status 1 where there are errors.
    """
    here = options.here()
    asked = CheckOptions(ready=ready, waive=options.codes(waive))
    reports = []
    for name in (None,) if file is not None else enabled_sets(here):
        project = open_project(here, file=file, set_name=name, corpus=corpus)
        fixed: tuple[str, ...] = ()
        if fix:
            fixed = pin_evidence(project)
            project = open_project(here, file=file, set_name=name, corpus=corpus)
        reports.append(replace(check_set(project, asked, now=options.now()), fixed=fixed))
    if as_json:
        click.echo(options.as_one_document(reports))
    else:
        click.echo("\n".join(render_findings(report, everything=everything) for report in reports))
    raise SystemExit(1 if any(report.errors for report in reports) else 0)
