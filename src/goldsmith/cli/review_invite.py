"""`goldsmith review invite`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_people import LINK_DAYS, invite

_HERE = "http://127.0.0.1:8321"


@click.command("invite")
@click.argument("name")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
def invite_command(name: str, set_name: str | None) -> None:
    """Make a link by which one person of goldsmith.toml comes into the workbench.

    It works once, within seven days, and takes the place of an earlier one that was not used. It is shown only now:
    send it to NAME yourself. It begins with [workbench] url.
    """
    desk = open_desk(options.here(), set_name)
    try:
        made = invite(desk, operator_of(desk).name, name)
        url = desk.settings.url
    finally:
        desk.close()
    click.echo(f"{(url or _HERE).rstrip('/')}{made.path}")
    click.echo(f"for {name} alone: once, within {LINK_DAYS} days (until {made.until})", err=True)
    if url is None:
        click.echo("\nNext: write under [workbench] url in goldsmith.toml how people reach this machine", err=True)
