"""`goldsmith approve`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click

from goldsmith.cli import options
from goldsmith.cli.confirming import ALL, confirmed
from goldsmith.errors import InputError
from goldsmith.records.decision import Decision, DecisionWord
from goldsmith.workflows.approve import Judged, approve, passages, to_judge
from goldsmith.workflows.command_lines import named_file
from goldsmith.workflows.open_set import Project, open_project


@click.command("approve")
@click.argument("cases", nargs=-1, required=True)
@click.option("--reviewer", envvar="GOLDSMITH_REVIEWER", default="", help="Your name (or GOLDSMITH_REVIEWER).")
@click.option("--reason", default="", help="Why, in words that can be understood later.")
@click.option(
    "--decision",
    type=click.Choice(get_args(DecisionWord)),
    default="approved",
    show_default=True,
    help="What you decided.",
)
@click.option("--confirm-all", is_flag=True, help="Confirm all three things without being asked.")
@click.option("--set", "file", type=click.Path(path_type=Path), help="File of cases, instead of the project's set.")
@options.corpus_option
def approve_command(
    cases: tuple[str, ...],
    decision: DecisionWord,
    confirm_all: bool,
    file: Path | None,
    corpus: str | None,
    **said: str,
) -> None:
    """Record a reviewer's decision on one or more CASES.

    Each case is shown with its evidence, and you are asked to confirm three things; --confirm-all says that you did.
    The decision binds to exactly what the case says now: change the question, a claim or the quoted evidence, and it
    is no longer approved.
    """
    project = open_project(options.here(), file=file, corpus=corpus)
    judged = Judged(
        cases=cases,
        reviewer=said["reviewer"],
        decision=decision,
        reason=said["reason"],
        confirmations=ALL if decision == "approved" else None,
    )
    if decision == "approved" and not confirm_all:
        refused = _one_by_one(project, judged)
    else:
        refused = ()
        _record(project, judged)
    if refused:
        message = f"not approved: {', '.join(refused)} (not all three things were confirmed)"
        raise InputError(message, next_step="mend the case, or record what you found: --decision rejected")
    _tell_next(project)


def _one_by_one(project: Project, judged: Judged) -> tuple[str, ...]:
    """Ask about each case and keep each approval at once; return the cases that were not confirmed."""
    found = to_judge(project, judged)
    _tell_standing(found.stands)
    refused = []
    for case, yes in confirmed(found.open, passages(project, found.open)) if found.open else ():
        if yes:
            _record(project, replace(judged, cases=(case.id,)))
        else:
            refused.append(case.id)
    return tuple(refused)


def _record(project: Project, judged: Judged) -> None:
    _tell_standing(to_judge(project, judged).stands)
    for item in approve(project, judged, now=options.now()):
        click.echo(f"{item.case}: {item.decision} by {item.reviewer} ({item.case_digest[:15]}…)")


def _tell_standing(stands: Sequence[Decision]) -> None:
    for item in stands:
        click.echo(f"{item.case}: approved by {item.reviewer} already, on {item.at[:10]}; nothing was written")


def _tell_next(project: Project) -> None:
    name = named_file(project)
    click.echo(f"\nNext: commit {project.loaded.reviews_file.name}, then goldsmith check{name and f' {name}'}")
