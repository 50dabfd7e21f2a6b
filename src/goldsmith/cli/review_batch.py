"""`goldsmith review batch`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.batching import render_batch, render_batches
from goldsmith.reports.json_text import to_json
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_batch import Quality, batch_standing, batches, close_if_decided, draw_batch

_SET = click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")


@click.group("batch")
def batch_command() -> None:
    """Let an expert accept settled cases in batches, by a sample labelled again without seeing the first labels."""


@batch_command.command("draw")
@click.argument("name")
@click.option("--good", type=float, default=0.02, show_default=True, help="A batch with this share wrong is good.")
@click.option("--bad", type=float, default=0.10, show_default=True, help="A batch with this share wrong is bad.")
@click.option("--risk", type=float, default=0.05, show_default=True, help="Largest chance of either mistake.")
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only this settled case; may be repeated.")
@_SET
@options.json_option
def draw_command(
    name: str, good: float, bad: float, risk: float, cases: tuple[str, ...], set_name: str | None, *, as_json: bool
) -> None:
    """Put all settled cases that are in no batch into the batch NAME, and draw by lot which of them are checked.

    The lot follows from the labels, so that nobody can know it before they are in. Nothing of the batch is applied
    until the check is done: then it stands, or every case of it is labelled again.
    """
    desk = open_desk(options.here(), set_name)
    try:
        quality = Quality(good=good, bad=bad, risk=risk)
        found = draw_batch(desk, operator_of(desk), name=name, quality=quality, cases=cases or None)
    finally:
        desk.close()
    click.echo(to_json(found) if as_json else render_batch(found, width=options.width()))


@batch_command.command("list")
@_SET
@options.json_option
def list_command(set_name: str | None, *, as_json: bool) -> None:
    """List all batches, the newest first."""
    desk = open_desk(options.here(), set_name)
    try:
        found = batches(desk)
    finally:
        desk.close()
    click.echo(to_json(found) if as_json else render_batches(found, width=options.width()))


@batch_command.command("show")
@click.argument("name")
@_SET
@options.json_option
def show_command(name: str, set_name: str | None, *, as_json: bool) -> None:
    """Show one batch: how far its check got, what the sample says, and its operating curve.

    Exit status 1 where it was sent back.
    """
    desk = open_desk(options.here(), set_name)
    try:
        close_if_decided(desk, operator_of(desk), name)
        found = batch_standing(desk, name)
    finally:
        desk.close()
    click.echo(to_json(found) if as_json else render_batch(found, width=options.width()))
    raise SystemExit(found.exit_status)
