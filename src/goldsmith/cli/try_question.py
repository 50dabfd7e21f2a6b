"""`goldsmith try`."""

from __future__ import annotations

from pathlib import Path

import click

from goldsmith.cli import options
from goldsmith.cli.asking import own_output
from goldsmith.records.response import Failure
from goldsmith.reports.json_text import to_json
from goldsmith.reports.trying import render_tried
from goldsmith.wiring import open_system
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.try_question import Question, identity_called, try_question


@click.command("try")
@click.argument("question")
@click.option("--system", metavar="NAME", help="System of goldsmith.toml, or a callable (app.py:answer).")
@click.option("--identity", metavar="NAME", help="As whom to ask: a user of the cases or of [identities].")
@click.option("--retrieval-only", is_flag=True, help="Ask for passages alone.")
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.json_option
def try_command(
    question: str, system: str | None, identity: str | None, retrieval_only: bool, file: Path | None, as_json: bool
) -> None:
    """Ask a system one QUESTION and show the request, the raw reply, how it was read, and what is missing.

    Nothing is recorded. Exit status 1 where there was no usable reply.
    """
    here = options.here()
    project = open_project(here, file=file)
    asked = Question(text=question, identity=identity_called(project, identity) if identity else None)
    with own_output():
        opened = open_system(
            project,
            system,
            here=here,
            secrets=options.SECRETS,
            retrieval_only=retrieval_only,
            users=(identity,) if identity is not None else (),
        )
        tried = try_question(project, opened.system, asked, opened.secrets)
    click.echo(to_json(tried) if as_json else render_tried(tried, width=options.width()))
    raise SystemExit(1 if isinstance(tried.outcome, Failure) else 0)
