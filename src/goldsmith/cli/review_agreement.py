"""`goldsmith review agreement`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.agreeing import render_agreement
from goldsmith.workflows.open_set import enabled_sets, open_project
from goldsmith.workflows.review_agreement import FLOOR, LEAST, Asked, review_agreement


@click.command("agreement")
@click.option(
    "--floor",
    type=float,
    default=FLOOR,
    show_default=True,
    metavar="X",
    help="Least agreement beyond chance, of words and of evidence.",
)
@click.option("--by", metavar="AXIS[,AXIS]", help="Axes whose slices are told.  [default: risk]")
@click.option(
    "--least",
    type=int,
    default=LEAST,
    show_default=True,
    metavar="N",
    help="Say nothing on fewer cases that two decided on.",
)
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.json_option
def agreement_command(floor: float, by: str | None, least: int, file: Path | None, as_json: bool) -> None:
    """Say how far independent reviewers agree beyond chance, and on which cases they differ.

    Without --set every set that goldsmith.toml enables is looked at; with --json several sets are a list. Exit status 1
    below the floor, and where nothing can be said.
    """
    here = options.here()
    asked = Asked(floor=floor, least=least, by=tuple(dict.fromkeys(options.codes(by))) or Asked().by)
    found = [
        review_agreement(open_project(here, file=file, set_name=name, must_be_frozen=False), asked)
        for name in ((None,) if file is not None else enabled_sets(here))
    ]
    if as_json:
        click.echo(options.as_one_document(found))
    else:
        click.echo("\n\n".join(render_agreement(one, width=options.width()) for one in found))
    raise SystemExit(max(one.exit_status for one in found))
