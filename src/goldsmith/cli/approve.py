"""`goldsmith approve`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from goldsmith.cli import options
from goldsmith.records.decision import Confirmations, DecisionWord
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.open_set import open_project

_QUESTIONS = (
    "Would a user plausibly ask this question?",
    "Does the expected answer say no more than the source?",
    "Is the evidence sufficient for the answer?",
)


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

    The decision binds to exactly what the case says now: change the question, a claim or the quoted evidence, and it
    is no longer approved.
    """
    project = open_project(options.here(), file=file, corpus=corpus)
    confirmations = _confirmed(confirm_all) if decision == "approved" else None
    judged = Judged(
        cases=cases,
        reviewer=said["reviewer"],
        decision=decision,
        reason=said["reason"],
        confirmations=confirmations,
    )
    decisions = approve(project, judged, now=options.now())
    for item in decisions:
        click.echo(f"{item.case}: {item.decision} by {item.reviewer} ({item.case_digest[:15]}…)")
    click.echo(f"\nNext: commit {project.loaded.reviews_file.name}, then goldsmith check")


def _confirmed(confirm_all: bool) -> Confirmations:
    answers = [True, True, True] if confirm_all else [click.confirm(question) for question in _QUESTIONS]
    return Confirmations(question_plausible=answers[0], answer_within_source=answers[1], evidence_sufficient=answers[2])
