"""`goldsmith show`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.cli.showing import render_case
from goldsmith.reports.json_text import to_json
from goldsmith.reports.standing import render_case_standing
from goldsmith.workflows.approve import passages
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.show import pages, show_case


@click.command("show")
@click.argument("case_id", metavar="ID")
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.corpus_option
@options.json_option
def show_command(case_id: str, file: Path | None, corpus: str | None, as_json: bool) -> None:
    """Show the case ID: what it says with its evidence, its status and why, who decided, and the latest results."""
    project = open_project(options.here(), file=file, corpus=corpus)
    standing = show_case(project, case_id)
    if as_json:
        click.echo(to_json(standing))
        return
    words = render_case(standing.case, passages(project, (standing.case,)), width=options.width())
    placed = pages(project, standing)
    click.echo(render_case_standing(standing, words, width=options.width(), pages=placed))
