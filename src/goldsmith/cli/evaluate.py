"""`goldsmith evaluate`."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.cli.asking import Asked, asking, asking_options, open_asked, own_output, show_progress
from goldsmith.cli.audience import audience, audience_option
from goldsmith.reports.terminal import render_verdict
from goldsmith.workflows.evaluate import Against, evaluate, graver
from goldsmith.workflows.open_set import enabled_sets, open_project
from goldsmith.workflows.report import told_to


@click.command("evaluate")
@options.set_argument
@asking_options
@click.option("--baseline", metavar="NAME", help="Baseline to compare with, or `none`; the nearest one by default.")
@options.corpus_option
@options.waive_option
@audience_option
@options.json_option
def evaluate_command(file: Path | None, baseline: str | None, waive: str | None, as_json: bool, **asked: Any) -> None:
    """Run a system on a golden set, score it by layer, gate it, compare it, and say what to do.

    FILE may be a lone CSV, JSONL or YAML file of cases: it works at once, without configuration. Without FILE every
    set that goldsmith.toml enables is evaluated; with --json several sets are a list. Exit status 0 where nothing is
    broken, 1 where the release is blocked, 3 where a gate could not be decided or a case has no answer.
    """
    here, corpus, reader = options.here(), asked.pop("corpus"), audience(asked.pop("texts"))
    names = (None,) if file is not None else enabled_sets(here)
    # All are opened first: a set that cannot be read is told before another one costs calls.
    projects = [open_project(here, file=file, set_name=name, corpus=corpus) for name in names]
    verdicts = []
    for project in projects:
        with own_output():
            opened = open_asked(project, Asked(**asked), here)
            verdict = evaluate(
                project,
                opened.system,
                asking(project, Asked(**asked), opened),
                now=options.now(),
                against=Against(baseline=baseline, audience=reader),
                waive=options.codes(waive),
                progress=show_progress(),
            )
        verdicts.append(verdict := told_to(verdict, reader))
        if not as_json:
            click.echo(render_verdict(verdict, colour=options.colour(), width=options.width()))
    if as_json:
        click.echo(options.as_one_document(verdicts))
    raise SystemExit(reduce(graver, (verdict.exit_status for verdict in verdicts)))
