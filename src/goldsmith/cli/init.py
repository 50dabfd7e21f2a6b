"""`goldsmith init`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.starting import render_initialised
from goldsmith.workflows.init import init


@click.command("init")
def init_command() -> None:
    """Find questions, documents and app in this folder, and write a minimal configuration, a set and a CI workflow.

    Nothing that is there is overwritten. Where goldsmith.toml is there already, only a missing workflow is written, for
    the systems and identities that it names.
    """
    click.echo(render_initialised(init(options.here()), width=options.width()))
