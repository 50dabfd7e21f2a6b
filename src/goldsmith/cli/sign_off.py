"""`goldsmith sign-off`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.signing import render_sign_off, render_sign_offs
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.sign_off import Statement, checked, sign_off


@click.command("sign-off")
@click.argument("run", required=False)
@click.option("--person", default="", help="Who signs.")
@click.option("--role", default="", help="In which role: security owner, product owner …")
@click.option("--statement", default="", help="What they state of this run.")
@click.option(
    "--list", "listing", is_flag=True, help="Show every sign-off, and whether its run is still what was signed."
)
@click.option("--set", "file", type=click.Path(path_type=Path), help="The set, where there are several.")
def sign_off_command(run: str | None, person: str, role: str, statement: str, listing: bool, file: Path | None) -> None:
    """Bind a person's statement to RUN (the latest by default), with what the run did not observe.

    Only a run of the whole set that passed can be signed off. Exit status 1 where --list finds a run that is no longer
    what was signed.
    """
    project = open_project(options.here(), file=file, must_be_frozen=False)
    if listing:
        items = checked(project)
        click.echo(render_sign_offs(items, width=options.width()))
        raise SystemExit(1 if any(item.state == "changed" for item in items) else 0)
    words = Statement(person=person, role=role, words=statement)
    click.echo(render_sign_off(sign_off(project, run, words, now=options.now()), width=options.width()))
