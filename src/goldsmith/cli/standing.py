"""`goldsmith` without a command: where you stand, and the next step."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.standing import render_set_standing
from goldsmith.workflows.open_set import is_project
from goldsmith.workflows.set_standing import set_standings

_NOTHING = """there is no golden set here

Next: goldsmith init     to set one up from what this folder holds
      goldsmith demo     to see a worsened system blocked
      goldsmith --help   for all commands"""


def tell_standing() -> None:
    """Print where each set of the project stands; in a folder without one, how to begin."""
    if not is_project(options.here()):
        click.echo(_NOTHING)
        return
    click.echo(render_set_standing(set_standings(options.here(), now=options.now()), width=options.width()))
