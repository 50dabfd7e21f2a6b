"""`goldsmith report`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.html import render_html
from goldsmith.reports.json_text import to_json
from goldsmith.reports.terminal import render_verdict
from goldsmith.workflows.report import read_verdict, save_report


@click.command("report")
@click.argument("run", required=False)
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write the page to this file.")
@options.json_option
def report_command(run: str | None, html: Path | None, as_json: bool) -> None:
    """Show the verdict of RUN (the latest by default) as it was given."""
    verdict = read_verdict(options.here(), run)
    if html is not None:
        save_report(html, render_html(verdict))
    click.echo(to_json(verdict) if as_json else render_verdict(verdict, colour=options.colour(), width=options.width()))
    raise SystemExit(verdict.exit_status)
