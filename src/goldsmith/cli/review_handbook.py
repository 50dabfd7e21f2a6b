"""`goldsmith review handbook`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.errors import InputError
from goldsmith.reports.handbook import HandbookForm
from goldsmith.workflows.handbook import handbook_of, save_handbook
from goldsmith.workflows.open_set import enabled_sets, open_project


@click.command("handbook")
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "html"]),
    default="markdown",
    show_default=True,
    help="How it is written.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write it to this file; handbook.md (or .html) in the folder of the set by default.",
)
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.corpus_option
def handbook_command(file: Path | None, form: HandbookForm, out: Path | None, corpus: str | None) -> None:
    """Write the handbook by which reviewers of the set decide, with approved cases of its own as examples.

    Without --set every set that goldsmith.toml enables has its own. The same set gives the same file, and its digest
    names its version. A decision records the digest of the handbook.md beside the set, as long as that is the one of
    today's set.
    """
    here = options.here()
    names = (None,) if file is not None else enabled_sets(here)
    if out is not None and len(names) > 1:
        message = f"--out names one file, and goldsmith.toml enables {len(names)} sets"
        raise InputError(message, next_step=f"choose one: --set {names[0]}")
    for name in names:
        project = open_project(here, file=file, set_name=name, corpus=corpus)
        handbook = handbook_of(project)
        click.echo(f"wrote {options.near(save_handbook(project, handbook, form, out))}\n{handbook.digest}")
        for item in handbook.without_example:
            click.echo(f"  no example of {item.word}: {item.means}")
    click.echo("\nNext: commit it, and give it to everybody who reviews before they decide")
