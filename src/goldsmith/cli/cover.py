"""`goldsmith cover`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.covering import render_coverage
from goldsmith.workflows.cover import POINTS, CoverOptions, cover_set
from goldsmith.workflows.open_set import enabled_sets, open_project


@click.command("cover")
@options.set_argument
@click.option(
    "--preset",
    "presets",
    multiple=True,
    metavar="NAME",
    help="Hold the mix against seven-types, eighty or adversarial; may be repeated.",
)
@click.option("--by", metavar="AXIS[,AXIS]", help="Show one axis whole, or two axes crossed.")
@click.option(
    "--detect",
    type=click.FloatRange(min=0, min_open=True, max=100),
    metavar="POINTS",
    help="Say how many cases and repeats show a fall of so many points.",
)
@options.corpus_option
@options.json_option
def cover_command(
    file: Path | None,
    presets: tuple[str, ...],
    by: str | None,
    detect: float | None,
    corpus: str | None,
    as_json: bool,
) -> None:
    """Say what a golden set covers, which fall it can see, and what to draft.

    Without FILE every set that goldsmith.toml enables is looked at; with --json several sets are a list. Exit status 1
    where a minimum of set.yaml is not met; a preset is advice.
    """
    here = options.here()
    asked = CoverOptions(presets=tuple(dict.fromkeys(presets)), by=options.codes(by), points=detect or POINTS)
    found = [
        cover_set(open_project(here, file=file, set_name=name, corpus=corpus), asked)
        for name in ((None,) if file is not None else enabled_sets(here))
    ]
    if as_json:
        click.echo(options.as_one_document(found))
    else:
        width = options.width()
        told = (render_coverage(one, by=asked.by, detect=detect is not None, width=width) for one in found)
        click.echo("\n\n".join(told))
    raise SystemExit(max(one.exit_status for one in found))
