"""`goldsmith review forecast`."""

from __future__ import annotations

from datetime import datetime

import click

from goldsmith.cli import options
from goldsmith.reports.forecast import render_forecast
from goldsmith.reports.json_text import to_json
from goldsmith.wiring.workbench import open_desk
from goldsmith.workflows.review_forecast import review_forecast


@click.command("forecast")
@click.option("--hours", type=float, metavar="N", help="Hours a week altogether.  [default: hours_per_week of people]")
@click.option(
    "--by", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Say what to leave out to be done by then."
)
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
@options.json_option
def forecast_command(hours: float | None, by: datetime | None, set_name: str | None, *, as_json: bool) -> None:
    """Say when the reviews of the set will be done: labels that are missing, minutes each, who may give them.

    With --by it is said what to leave out, in order: second labels of low-risk cases, then low-risk cases of well
    covered slices; high risk and sentinels never. Exit status 1 where the date cannot be met, and where nobody may give
    a label.
    """
    desk = open_desk(options.here(), set_name)
    try:
        found = review_forecast(desk, hours=hours, by=by.date() if by is not None else None)
    finally:
        desk.close()
    click.echo(to_json(found) if as_json else render_forecast(found, width=options.width()))
    raise SystemExit(found.exit_status)
