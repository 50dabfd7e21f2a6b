"""`goldsmith review sentinels`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.json_text import to_json
from goldsmith.reports.sentinels import render_sentinels
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_sentinels import mark_sentinels, open_due, sentinels


@click.command("sentinels")
@click.option("--suggest", "most", type=int, metavar="N", help="Name N approved cases that would make good sentinels.")
@click.option("--mark", "marked", multiple=True, metavar="ID", help="Write `sentinel: true` into this case first.")
@click.option("--open", "open_them", is_flag=True, help="Open a review of every sentinel that is due first.")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
@options.json_option
def sentinels_command(
    most: int | None, marked: tuple[str, ...], set_name: str | None, *, open_them: bool, as_json: bool
) -> None:
    """Show the sentinels: which are due, which are calibrated, and how far each reviewer says what was settled.

    A sentinel is calibrated by two agreeing independent decisions or an adjudication, and due when nobody labelled it
    for `relabel_after_days` ([workbench], 90). Marking is no part of what an approval binds to. Exit status 1 where one
    is due or not calibrated, or somebody drifted.
    """
    desk = open_desk(options.here(), set_name)
    try:
        for name in mark_sentinels(desk.project, marked):
            click.echo(f"marked {name}", err=True)
        desk.look_again()
        if open_them:
            click.echo(f"opened {len(open_due(desk, operator_of(desk)).opened)}", err=True)
        found = sentinels(desk, most=most)
    finally:
        desk.close()
    click.echo(to_json(found) if as_json else render_sentinels(found, width=options.width()))
    raise SystemExit(found.exit_status)
