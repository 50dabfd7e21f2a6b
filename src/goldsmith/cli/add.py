"""`goldsmith add`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.reports.incidents import render_added, render_closing
from goldsmith.workflows.add import Reported, add_incident, close_incidents
from goldsmith.workflows.open_set import open_project


@click.command("add")
@click.argument("question", nargs=-1)
@click.option("--wrong", default="", metavar="ANSWER", help="The wrong answer that was given.")
@click.option("--link", metavar="URL", help="Where it was reported: a ticket, a conversation.")
@click.option("--user", metavar="NAME", help="Who asked, where it matters.")
@click.option("--reporter", envvar="GOLDSMITH_REVIEWER", default="", help="Your name (or GOLDSMITH_REVIEWER).")
@click.option("--close", is_flag=True, help="Close incidents: name their cases, or none for all that are open.")
@click.option("--set", "file", type=click.Path(path_type=Path), help="The set, where there are several.")
def add_command(
    question: tuple[str, ...],
    wrong: str,
    link: str | None,
    user: str | None,
    reporter: str,
    close: bool,
    file: Path | None,
) -> None:
    """Take an incident: the QUESTION, and the wrong answer that was given to it.

    A candidate case is written that fails on that answer, and you are told why the set did not see it. --close closes
    it once its case is approved, fails on the recorded answer, and passed in the latest run.
    """
    project = open_project(options.here(), file=file)
    if close:
        closings = close_incidents(project, question, now=options.now())
        click.echo(render_closing(closings))
        raise SystemExit(0 if all(item.closed for item in closings) else 1)
    reported = Reported(question=" ".join(question), wrong_answer=wrong, link=link, reporter=reporter, user=user)
    click.echo(render_added(add_incident(project, reported, now=options.now()), width=options.width()))
