"""`goldsmith review remind`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.json_text import to_json
from goldsmith.reports.reminding import render_reminded
from goldsmith.wiring.mail import open_mailer
from goldsmith.wiring.workbench import open_desk
from goldsmith.workflows.review_digest import remind


@click.command("remind")
@click.option("--dry-run", is_flag=True, help="Only say who would be told what.")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
@options.json_option
def remind_command(set_name: str | None, *, dry_run: bool, as_json: bool) -> None:
    """Send everybody for whom something waits a mail that says how much, since when, and where.

    One mail a day for each person at most, in plain text, through the server of [workbench.mail]; nothing in it tells
    what anybody said. Exit status 3 where a mail failed: the same command sends it again.
    """
    desk = open_desk(options.here(), set_name)
    mailer = None
    try:
        mailer = None if dry_run else open_mailer(desk.settings.mail)
        found = remind(desk, mailer)
    finally:
        if mailer is not None:
            mailer.close()
        desk.close()
    click.echo(to_json(found) if as_json else render_reminded(found, width=options.width()))
    raise SystemExit(found.exit_status)
