"""`goldsmith init`."""

from __future__ import annotations

import click

from goldsmith.cli import options
from goldsmith.reports.figures import count
from goldsmith.workflows.init import Initialised, init


@click.command("init")
def init_command() -> None:
    """Find questions, documents and app in this folder, and write a minimal configuration, a set and a CI workflow.

    Nothing that is there is overwritten.
    """
    click.echo("\n".join(_lines(init(options.here()))))


def _lines(done: Initialised) -> list[str]:
    found = done.found
    first = found.documents[0] if found.documents else None
    more = "" if found.whole else " or more"
    folder = f"{first[0]}/ ({count(first[1], 'file')}{more})" if first else "none found"
    lines = [
        f"questions  {', '.join(found.questions[:3]) or 'none found'}",
        f"documents  {folder}",
        f"app        {', '.join(found.apps[:3]) or 'none found: name yours in goldsmith.toml'}",
        "",
    ]
    width = max((len(name) for name, _ in done.written), default=0)
    lines += [f"wrote {name:{width}}  {why}" for name, why in done.written]
    lines += [f"left  {name} as it is" for name in done.left]
    lines += [f"note: {note}" for note in done.notes]
    return [*lines, "", f"Next: {done.next_step}"]
