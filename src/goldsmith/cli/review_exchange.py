"""`goldsmith review export` and `goldsmith review import`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goldsmith.cli import options
from goldsmith.errors import InputError
from goldsmith.reports.json_text import to_json

if TYPE_CHECKING:
    from goldsmith.records.review_exchange import ExchangeFormat, ExchangeStep

_FORMAT: Callable[[options.Function], options.Function] = click.option(
    "--format", "form", type=click.Choice(("label-studio", "argilla")), required=True, help="The other tool."
)
_SET: Callable[[options.Function], options.Function] = click.option(
    "--set", "set_name", metavar="NAME", help="One of the sets of goldsmith.toml."
)


@click.command("export")
@_FORMAT
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder for the files.")
@click.option("--step", type=click.Choice(("evidence", "label")), default="evidence", show_default=True,
              help="Mark evidence, or judge the answer after that.")  # fmt: skip
@click.option("--for", "people", multiple=True, metavar="NAME", help="Only for this person; may be repeated.")
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only this case; may be repeated.")
@_SET
@options.json_option
def export_command(
    form: ExchangeFormat,
    out: Path,
    step: ExchangeStep,
    people: tuple[str, ...],
    cases: tuple[str, ...],
    set_name: str | None,
    *,
    as_json: bool,
) -> None:
    """Hand open reviews to Label Studio or Argilla: for each person what they may see, and no more.

    Evidence comes first: no file of that step holds a drafted answer. Bring the evidence back with goldsmith review
    import, then export with --step label.
    """
    from goldsmith.reports.exchange import render_handed_out
    from goldsmith.wiring.workbench import open_desk
    from goldsmith.workflows.review_exchange import HandOut, hand_out, save_files

    desk = open_desk(options.here(), set_name=set_name)
    try:
        told, files = hand_out(desk, HandOut(format=form, step=step, people=people, cases=cases))
    finally:
        desk.close()
    save_files(out, files)
    click.echo(to_json(told) if as_json else render_handed_out(told, width=options.width()))


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@_FORMAT
@click.option("--as", "annotators", multiple=True, metavar="ANNOTATOR=NAME",
              help="Who an annotator of the tool is (id or e-mail); may be repeated.")  # fmt: skip
@_SET
@options.json_option
def import_command(
    file: Path, form: ExchangeFormat, annotators: tuple[str, ...], set_name: str | None, *, as_json: bool
) -> None:
    """Take back what people said in Label Studio or Argilla, and say what became of every part of it.

    The same file again adds nothing. Exit status 1 where something was refused, so that somebody has to mend it.
    """
    from goldsmith.reports.exchange import render_taken_in
    from goldsmith.wiring.workbench import open_desk
    from goldsmith.workflows.review_exchange_back import Brought, take_in

    try:
        data = file.read_bytes()
    except OSError as error:
        message = f"{options.near(file)} cannot be read: {error.strerror}"
        raise InputError(message, next_step="name the export of the project") from None
    known = dict(options.pairs(annotators, "--as"))
    desk = open_desk(options.here(), set_name=set_name)
    try:
        told = take_in(desk, Brought(format=form, name=options.near(file), data=data, annotators=known))
    finally:
        desk.close()
    click.echo(to_json(told) if as_json else render_taken_in(told, width=options.width()))
    raise SystemExit(told.exit_status)
