"""`goldsmith review open`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.json_text import to_json
from goldsmith.reports.opening import render_opening
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_open import open_reviews, reopen


@click.command("open")
@click.option("--case", "cases", multiple=True, metavar="ID", help="This case, whatever its state; may be repeated.")
@click.option("--again", multiple=True, metavar="ID", help="This case on what it says now: it was edited meanwhile.")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
@options.json_option
def open_command(cases: tuple[str, ...], again: tuple[str, ...], set_name: str | None, *, as_json: bool) -> None:
    """Open reviews of what needs a person: candidates, edited and disputed cases, questions of a refresh.

    `goldsmith serve` does it when it starts. Nothing is opened twice; a case that left the set has its review closed.
    """
    desk = open_desk(options.here(), set_name=set_name)
    try:
        person = operator_of(desk)
        for name in again:
            reopen(desk, person, name)
        opening = open_reviews(desk, person=person, cases=cases or None)
    finally:
        desk.close()
    click.echo(to_json(opening) if as_json else render_opening(opening, again=again, width=options.width()))
