"""`goldsmith review apply`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.applying import render_applied
from goldsmith.reports.json_text import to_json
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_apply import apply_reviews


@click.command("apply")
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only this case; may be repeated.")
@click.option("--branch", metavar="NAME", help="Write to this branch of git and leave the files here as they are.")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
@options.json_option
def apply_command(cases: tuple[str, ...], branch: str | None, set_name: str | None, *, as_json: bool) -> None:
    """Write what reviewers settled at the workbench to the set: decisions, and the evidence that they marked.

    Safe to repeat: what stands is not written again. A case that was changed since its review was opened is held back,
    with what to do. Exit status 1 where something was held back.
    """
    desk = open_desk(options.here(), set_name=set_name)
    try:
        applied = apply_reviews(desk, person=operator_of(desk).name, cases=cases or None, branch=branch)
    finally:
        desk.close()
    click.echo(to_json(applied) if as_json else render_applied(applied, width=options.width()))
    raise SystemExit(applied.exit_status)
