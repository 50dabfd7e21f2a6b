"""`goldsmith score`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.cli.audience import audience, audience_option
from goldsmith.reports.json_text import to_json
from goldsmith.reports.terminal import render_verdict
from goldsmith.workflows.baseline import open_run
from goldsmith.workflows.evaluate import Against, conclude
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.report import told_to


@click.command("score")
@click.argument("run", required=False)
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@click.option("--baseline", metavar="NAME", help="Baseline to compare with, or `none`; the nearest one by default.")
@options.corpus_option
@audience_option
@options.json_option
def score_command(
    run: str | None, file: Path | None, baseline: str | None, corpus: str | None, texts: bool | None, as_json: bool
) -> None:
    """Score RUN (the latest by default) again under today's set and measures; nothing is asked anew."""
    project = open_project(options.here(), file=file, corpus=corpus)
    reader = audience(texts)
    against = Against(baseline=baseline, audience=reader)
    verdict = told_to(conclude(project, open_run(project, run), now=options.now(), against=against), reader)
    click.echo(to_json(verdict) if as_json else render_verdict(verdict, colour=options.colour(), width=options.width()))
    raise SystemExit(verdict.exit_status)
