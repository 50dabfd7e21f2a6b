"""`goldsmith purge`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.purging import render_purged, render_statements
from goldsmith.workflows.purge import Purging, purge, read_phrases


@click.command("purge")
@click.option("--older-than", type=click.IntRange(min=0), metavar="DAYS", help="Remove runs older than this.")
@click.option("--run", "runs", multiple=True, metavar="ID", help="Remove this run; may be repeated.")
@click.option("--case", "cases", multiple=True, metavar="ID", help="Erase this case from runs and baselines.")
@click.option(
    "--mentioning",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="Erase every case that holds a phrase of this file, a phrase a line.",
)
@click.option("--by", "who", default="", metavar="NAME", help="Who asked for the erasure.")
@click.option("--reason", "why", default="", metavar="TEXT", help="Why; it stands in the tombstone.")
@click.option("--signed", is_flag=True, help="Remove runs that were signed off too.")
@click.option("--yes", is_flag=True, help="Do it; without it the command says what would go.")
@options.json_option
def purge_command(
    older_than: int | None,
    runs: tuple[str, ...],
    cases: tuple[str, ...],
    mentioning: Path | None,
    *,
    signed: bool,
    yes: bool,
    as_json: bool,
    **by: str,
) -> None:
    """Remove old runs, and erase what was recorded of a case or a person.

    Where no option says what is to go, runs older than keep_days in [privacy] of goldsmith.toml do. Baselines and the
    latest run never go by age, and neither does a run that was signed off, unless --signed is given. An erased result
    stays as a line that says who erased it, when and why.
    """
    phrases = read_phrases(mentioning) if mentioning else ()
    wanted = Purging(older_than=older_than, runs=runs, cases=cases, phrases=phrases, signed=signed, **by)
    done = purge(options.here(), wanted, now=options.now(), really=yes)
    if as_json:
        click.echo(options.as_one_document([done]))
        return
    erased = [(item.place, item.case, item.results) for item in done.erasures]
    told = render_purged(
        done=done.done, runs=done.runs, erased=erased, nothing_of=done.nothing_of, still_named=done.still_named,
        tombstones=done.tombstones, width=options.width(),
    )  # fmt: skip
    statements = render_statements(done.kept, done.unbound, done=done.done, width=options.width())
    click.echo("\n".join(part for part in (statements, told) if part))
