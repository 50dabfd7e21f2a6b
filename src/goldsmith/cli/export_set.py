"""`goldsmith export`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.reports.importing import render_exported
from goldsmith.reports.json_text import to_json


@click.command("export")
@click.argument("form", metavar="FORMAT")
@options.set_argument
@click.option("--to", type=click.Path(path_type=Path), help="Folder to write to; exports/FORMAT by default.")
@click.option("--run", metavar="RUN", help="Run whose answers leave too, or `latest`.")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
@options.selection_options
@options.corpus_option
@options.json_option
def export_command(form: str, file: Path | None, as_json: bool, **asked: Any) -> None:
    """Write the set as FORMAT, and say what that format has no place for. goldsmith import --list names the formats.

    Only what stands in the files of the set leaves: no draft, no label that is not settled, no rejected case.
    """
    from goldsmith.wiring.workbooks import write_workbook
    from goldsmith.workflows.baseline import failed_cases
    from goldsmith.workflows.export_set import Exporting, export_set
    from goldsmith.workflows.open_set import open_project
    from goldsmith.workflows.select import Selection

    here = options.here()
    project = open_project(here, file=file, set_name=asked["set_name"], corpus=asked["corpus"])
    selection = Selection(
        cases=asked["cases"],
        tags=asked["tags"],
        slices=options.pairs(asked["slices"], "--slice"),
        only=failed_cases(project) if asked["failed"] else None,
        limit=asked["limit"],
    )
    to = here / asked["to"] if asked["to"] is not None else None
    wanted = Exporting(format=form, to=to, run=asked["run"], selection=selection)
    told = export_set(project, wanted, workbook=write_workbook)
    click.echo(to_json(told) if as_json else render_exported(told, width=options.width()))
