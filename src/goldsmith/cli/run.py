"""`goldsmith run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.cli.asking import Asked, asking, asking_options, open_asked, own_output, show_progress
from goldsmith.workflows.check import CheckOptions, check_set, refuse_unusable
from goldsmith.workflows.command_lines import of_the_set
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.run import run_system


@click.command("run")
@options.set_argument
@asking_options
@options.corpus_option
@options.waive_option
def run_command(file: Path | None, corpus: str | None, waive: str | None, **asked: Any) -> None:
    """Ask a system every case and keep its answers; score them later with `goldsmith score`."""
    project = open_project(options.here(), file=file, corpus=corpus)
    checked = CheckOptions(waive=options.codes(waive), errors_alone=True)
    with own_output():
        opened = open_asked(project, Asked(**asked), options.here())
        refuse_unusable(check_set(project, checked, now=options.now()))
        wanted = asking(project, Asked(**asked), opened)
        folder = run_system(project, opened.system, wanted, now=options.now(), progress=show_progress())
    click.echo(f"{len(folder.read_journal().responses)} results in {folder.path}")
    click.echo(f"\nNext: goldsmith score {folder.plan.run}{of_the_set(project)}")
