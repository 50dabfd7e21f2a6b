"""`goldsmith review prelabel`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.errors import InputError
from goldsmith.records.prelabel import Prelabelled
from goldsmith.reports.json_text import to_json
from goldsmith.reports.prelabel import render_prelabel
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.review_prelabel import (
    Prelabelling,
    export_text,
    prelabel,
    prelabel_rounds,
    save_export,
    searched_revision,
)


@click.command("prelabel")
@click.option(
    "--depth", type=click.IntRange(min=1), default=50, show_default=True, metavar="N", help="Ranks of each retriever."
)
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only this case; may be repeated.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the passages to this file.")
@click.option("--reviews", is_flag=True, help="Lay the passages before every open review that has none yet.")
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.corpus_option
@options.json_option
def prelabel_command(
    depth: int,
    cases: tuple[str, ...],
    out: Path | None,
    file: Path | None,
    corpus: str | None,
    *,
    reviews: bool,
    as_json: bool,
) -> None:
    """Search the corpus for each case in several ways, and say which passages people have to look at.

    The passages go to --out, or to standard output, one line of JSON for each case; with --reviews to the workbench.
    One that scores above auto_above of goldsmith.toml (0.8) is auto, every other one human_required. It needs neither a
    model nor the network.
    """
    if reviews:
        project, found = _laid(depth, cases, file, corpus)
    else:
        project = open_project(options.here(), file=file, corpus=corpus)
        found = prelabel(project, _asked(project, depth, cases))
    printed = out is None and not reviews and not as_json
    if out is not None:
        save_export(out, export_text(project, found))
        click.echo(f"wrote {options.near(out)}", err=as_json)
    elif printed:
        click.echo(export_text(project, found), nl=False)
    click.echo(to_json(found) if as_json else render_prelabel(found, width=options.width()), err=printed)


def _laid(depth: int, cases: tuple[str, ...], file: Path | None, corpus: str | None) -> tuple[Project, Prelabelled]:
    from goldsmith.wiring.workbench import open_desk, operator_of

    if corpus is not None:
        message = "--reviews searches the corpus that the reviews show"
        raise InputError(message, next_step="leave --corpus out")
    desk = open_desk(options.here(), None if file is None else file.as_posix())
    try:
        project = desk.project
        found = prelabel_rounds(desk, _asked(project, depth, cases), person=operator_of(desk).name)
    finally:
        desk.close()
    return project, found


def _asked(project: Project, depth: int, cases: tuple[str, ...]) -> Prelabelling:
    from goldsmith.wiring.retrievers import open_retrievers

    return Prelabelling(retrievers=open_retrievers(searched_revision(project)), depth=depth, cases=cases)
