"""`goldsmith check`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.cli.check_formats import FORMATS, printed
from goldsmith.workflows.check import CheckOptions, check_set, fix_set
from goldsmith.workflows.open_set import enabled_sets, open_project


@click.command("check")
@options.set_argument
@click.option("--fix", is_flag=True, help="Pin evidence that is written as words, and spell words of the axes right.")
@click.option("--ready", is_flag=True, help="Hold the set against what a published version needs.")
@click.option("--all", "everything", is_flag=True, help="Show every finding, those that are suppressed too.")
@click.option("--since", metavar="REV", help="Only the cases that changed since this revision of git, and the set.")
@options.corpus_option
@options.waive_option
@click.option("--format", "kind", type=click.Choice(FORMATS), default="text", help="How to print; text by default.")
@options.json_option
def check_command(file: Path | None, fix: bool, corpus: str | None, **asked: Any) -> None:
    """Check a golden set and say what to fix.

    Without FILE every set that goldsmith.toml enables (or the folder golden/) is checked; with --json several sets are
    a list. `--format sarif` is for code scanning, `--format github` for the log of a GitHub workflow; --json is
    --format json. Exit status 1 where there are errors.
    """
    here = options.here()
    wanted = CheckOptions(ready=asked["ready"], waive=options.codes(asked["waive"]), since=asked["since"])
    reports = []
    for name in (None,) if file is not None else enabled_sets(here):
        opened = partial(open_project, here, file=file, set_name=name, corpus=corpus)
        project, fixed = fix_set(opened) if fix else (opened(), ())
        reports.append(replace(check_set(project, wanted, now=options.now()), fixed=fixed))
    kind = "json" if asked["as_json"] else asked["kind"]
    click.echo(printed(reports, kind, everything=asked["everything"]))
    raise SystemExit(1 if any(report.errors for report in reports) else 0)
