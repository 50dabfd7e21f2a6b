"""`goldsmith demo`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.ports.system import System
from goldsmith.reports.terminal import render_verdict
from goldsmith.wiring import open_system
from goldsmith.workflows.demo import demonstrate
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.run import Asking

_NEXT = "take a fault of `worse` out of goldsmith.toml, then: goldsmith evaluate --system worse"


@click.command("demo")
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("goldsmith-demo"),
    show_default=True,
    help="Folder for the example.",
)
def demo_command(into: Path) -> None:
    """See a worsened system blocked for the right reasons.

    Puts a small company's help desk into a folder (documents, 66 cases with their reviews, a good and a worsened
    system), keeps the good one as the baseline and evaluates the worsened one against it. No network, no model, some
    seconds. Run again, it keeps what you changed in the folder. Exit status 0, although the verdict is BLOCKED.
    """
    done = demonstrate(into.resolve(), ask=_ask, now=options.now(), tell=lambda line: click.echo(f"  {line}", err=True))
    click.echo(err=True)
    verdict = replace(done.worse, report=str(into / done.worse.report))
    if verdict.status == "blocked":
        verdict = replace(verdict, next_step=_NEXT)
    click.echo(render_verdict(verdict, colour=options.colour(), width=options.width()))
    click.echo(f"\nAll of it is in {into}: open the report in a browser, then try")
    folder = f'"{into}"' if " " in str(into) else into
    click.echo(f"  cd {folder}\n  goldsmith evaluate --system good\n  goldsmith check --ready")


def _ask(project: Project, name: str) -> tuple[System, Asking]:
    opened = open_system(project, name, here=project.root)
    return opened.system, opened.asking()
