"""`goldsmith baseline`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.json_text import to_json
from goldsmith.wiring.workbooks import read_workbook
from goldsmith.workflows.baseline import Kept, kept, save
from goldsmith.workflows.command_lines import of_the_set
from goldsmith.workflows.evaluate_foreign import open_one


@click.group("baseline")
def baseline_command() -> None:
    """Keep a run to compare later ones with.

    A baseline is the stored responses: they are scored again under today's set, so a new measure or a mended case
    counts for both sides.
    """


@baseline_command.command("save")
@click.argument("name")
@click.option("--run", metavar="RUN", help="The run to keep; the latest by default.")
@click.option("--replace", is_flag=True, help="Replace a baseline of this name.")
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
def save_command(name: str, run: str | None, replace: bool, file: Path | None) -> None:
    """Store a run as the baseline NAME."""
    held = save(open_one(options.here(), file, workbook=read_workbook), name, run=run, replace=replace)
    told = "" if held.verdict == "passed" else f": {held.answered} of {held.cases} cases, {_verdict(held)}"
    click.echo(f"kept as {name} in {options.near(held.path)}{told}")
    if held.replaced:
        click.echo(f"in place of {held.replaced}")
    click.echo("\nNext: commit it; `goldsmith evaluate` compares with it from now on")


def _verdict(held: Kept) -> str:
    return f"verdict {held.verdict}" if held.verdict else "never scored"


@baseline_command.command("show")
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.json_option
def show_command(file: Path | None, as_json: bool) -> None:
    """List the stored baselines and what each was measured on."""
    project = open_one(options.here(), file, workbook=read_workbook)
    found = kept(project)
    if as_json:
        click.echo(to_json([item.header for item in found]))
        return
    if not found:
        click.echo(f"no baseline is stored yet\n\nNext: goldsmith baseline save main{of_the_set(project)}")
        return
    width = max(len(item.name) for item in found)
    for item in found:
        plan = item.plan
        click.echo(
            f"{item.name:{width}}  {plan.system}, {len(plan.cases)} cases of {plan.set_name}, "
            f"corpus {plan.corpus or 'none'}, {plan.created_at[:10]}"
            + (", passages only" if plan.retrieval_only else "")
        )
