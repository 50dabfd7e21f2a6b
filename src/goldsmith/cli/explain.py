"""`goldsmith explain`."""

from __future__ import annotations

import click

from goldsmith.workflows.explain import explain


@click.command("explain")
@click.argument("code")
def explain_command(code: str) -> None:
    """Explain a finding (GS201) or an error (GSE-102): what it says, why it matters, what to do."""
    click.echo(explain(code))
