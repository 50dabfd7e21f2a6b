"""`goldsmith review plan`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.acceptance import render_plan
from goldsmith.reports.json_text import to_json
from goldsmith.workflows.review_plan import review_plan


@click.command("plan")
@click.option("--size", type=int, required=True, metavar="N", help="Cases in the batch.")
@click.option("--good", type=float, default=0.02, show_default=True, help="A batch with this share wrong is good.")
@click.option("--bad", type=float, default=0.10, show_default=True, help="A batch with this share wrong is bad.")
@click.option(
    "--risk",
    type=float,
    default=0.05,
    show_default=True,
    help="Largest chance that a good batch is sent back, and that a bad one is accepted.",
)
@options.json_option
def plan_command(size: int, good: float, bad: float, risk: float, *, as_json: bool) -> None:
    """Say how many cases of a batch an expert checks again, and up to how many may be wrong.

    The smallest sample that keeps both risks, by the exact chances of a draw without replacement.
    """
    plan = review_plan(size, good=good, bad=bad, risk=risk)
    click.echo(to_json(plan) if as_json else render_plan(plan, width=options.width()))
