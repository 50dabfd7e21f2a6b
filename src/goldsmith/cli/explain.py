"""`goldsmith explain`."""

from __future__ import annotations

import click

from goldsmith.workflows.explain import explain, listing


@click.command("explain")
@click.argument("code", required=False)
def explain_command(code: str | None) -> None:
    """Explain a finding (GS201) or an error (GSE-102): what it says, why it matters, what to do.

    Without CODE all codes are listed with their names.
    """
    click.echo(listing() if code is None else explain(code))
