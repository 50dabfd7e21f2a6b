"""`goldsmith import`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.errors import InputError
from goldsmith.reports.importing import render_formats, render_imported
from goldsmith.reports.json_text import to_json


@click.command("import")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "form", metavar="NAME", help="The format; recognised by default.")
@click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="A field of ours by another name.")
@click.option("--to", metavar="NAME", help="What the written files are called; as the source by default.")
@click.option("--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml.")
@options.corpus_option
@click.option("--update", is_flag=True, help="What the source says otherwise of a case of the set holds from now on.")
@click.option("--decisions", is_flag=True, help="What the source says that people decided counts.")
@click.option("--confirm-all", is_flag=True, help="Give the three confirmations for those who approved in the source.")
@click.option("--list", "listing", is_flag=True, help="List the known formats.")
@options.json_option
def import_command(paths: tuple[Path, ...], listing: bool, as_json: bool, **asked: Any) -> None:
    """Bring the set of another tool into this one, and say what became of every field of it.

    PATHS are its files, or a folder of them. Cases are added as candidates and nothing that is here is changed: the
    same import again adds nothing. Evidence is looked for in the frozen corpus by its words; without a corpus the
    passages that came along are written as a manifest to freeze.
    """
    from goldsmith.wiring.workbooks import read_workbook
    from goldsmith.workflows.import_set import Importing, import_set
    from goldsmith.workflows.known_formats import known_formats

    if listing:
        rows = known_formats()
        click.echo(to_json(rows) if as_json else render_formats(rows, width=options.width()))
        return
    if not paths:
        raise InputError("nothing to import was named", next_step="goldsmith import FILE, or see --list")
    wanted = Importing(
        paths=paths,
        format=asked["form"],
        options=dict(options.pairs(asked["mapping"], "--map")),
        to=asked["to"],
        set_name=asked["set_name"],
        corpus=asked["corpus"],
        update=asked["update"],
        decisions=asked["decisions"],
        confirmed=asked["confirm_all"],
    )
    told = import_set(options.here(), wanted, workbook=read_workbook, now=options.now(), progress=_progress())
    click.echo(to_json(told) if as_json else render_imported(told, width=options.width()))
    raise SystemExit(0 if told.cases or told.updated or told.already or told.passages or told.responses else 1)


def _progress() -> Callable[[int], None] | None:
    if not sys.stderr.isatty():
        return None
    return lambda number: click.echo(f"\r  {number:,} records ", nl=False, err=True)
