"""`goldsmith refresh`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from goldsmith.cli import options
from goldsmith.cli.answering import Answering
from goldsmith.ondisk.revisions import StoredRevision
from goldsmith.records.refresh import Answer, RefreshPlan
from goldsmith.reports.json_text import to_json
from goldsmith.reports.refreshing import render_moved, render_plan
from goldsmith.workflows.move_pin import Confirming, move_pin, needs_moving
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.past_corpus import freeze_pinned_from_git, refuse_another_base, refuse_another_corpus
from goldsmith.workflows.refresh import plan_refresh
from goldsmith.workflows.refresh_answers import Said, answer_requests
from goldsmith.workflows.refresh_target import Wanted, revision_to

_SINGLE: tuple[Answer, ...] = ("stands", "revise", "retire", "unanswerable")


def _said_options(function: Any) -> Any:
    for name, words in zip(
        reversed(_SINGLE),
        (
            "No source answers it any more: it becomes a case to refuse.",
            "Nobody needs it any more.",
            "It has to be written anew.",
            "Its question, answer and evidence are right under the new corpus.",
        ),
        strict=True,
    ):
        function = click.option(f"--{name}", multiple=True, metavar="CASE", help=words)(function)
    return function


@click.command("refresh")
@click.argument("to", required=False)
@click.option("--from", "before", metavar="LABEL", help="The revision that a set without a pin was judged against.")
@click.option("--label", help="Name of the revision, where TO is frozen by this call.")
@click.option("--ignore-front-matter", multiple=True, metavar="KEY", help="As for freeze.")
@click.option("--answer", is_flag=True, help="Go through what is asked, passage by passage, in this terminal.")
@_said_options
@click.option("--apply", "moves", is_flag=True, help="Write the answers, pin anew what moved, and move the corpus.")
@click.option("--leave-open", is_flag=True, help="With --apply: although requests are open; their cases are stale.")
@click.option("--reviewer", envvar="GOLDSMITH_REVIEWER", default="", help="Your name (or GOLDSMITH_REVIEWER).")
@click.option("--reason", default="", help="Why, in your words; by default what the request says changed.")
@click.option("--set", "file", type=click.Path(path_type=Path), help="The set, where there are several.")
@click.option("--all", "every", is_flag=True, help="List every request and case.")
@options.json_option
def refresh_command(to: str | None, as_json: bool, every: bool, **asked: Any) -> None:
    """Say what a new corpus does to each case, and ask little.

    TO is a frozen revision, or documents (or a manifest) that are frozen first; without it, those of goldsmith.toml.
    Nothing is written to the set before --apply. Exit status 1 while the set is not held against that corpus.
    """
    wanted = Wanted(to=to, label=asked["label"], ignore_front_matter=asked["ignore_front_matter"])
    project, after = _opened(wanted, file=asked["file"], before=asked["before"])
    plan = _answered(project, plan_refresh(project, after), asked)
    if asked["answer"]:
        reopened = partial(open_project, options.here(), file=asked["file"], corpus=asked["before"])
        project, plan = Answering(reopened, after, reviewer=asked["reviewer"]).ask_all(project, plan)
    if asked["moves"] and needs_moving(project, plan):
        confirming = Confirming(reviewer=asked["reviewer"], leave_open=asked["leave_open"])
        fact = move_pin(project, plan, after, confirming, now=options.now())
        click.echo(to_json(fact) if as_json else render_moved(fact, width=options.width()))
        return
    click.echo(to_json(plan) if as_json else render_plan(plan, width=options.width(), every=every))
    raise SystemExit(0 if plan.previous.digest == plan.current.digest and not plan.open else 1)


def _opened(wanted: Wanted, *, file: Path | None, before: str | None) -> tuple[Project, StoredRevision]:
    """Return the set with the revision that it was judged against, and the one that it is to move to."""
    from goldsmith.wiring import open_parsers

    here = options.here()
    with open_parsers() as parsers:
        loose = open_project(here, file=file, must_be_frozen=False)
        refuse_another_base(loose, before)
        commit = freeze_pinned_from_git(loose, parsers=parsers)
        if commit:
            click.echo(f"the pinned corpus was frozen again from commit {commit[:10]}", err=True)
        project = open_project(here, file=file, corpus=before)
        refuse_another_corpus(project)
        return project, revision_to(project, wanted, here=here, parsers=parsers)


def _answered(project: Project, plan: RefreshPlan, asked: dict[str, Any]) -> RefreshPlan:
    for answer in _SINGLE:
        if asked[answer]:
            said = Said(names=asked[answer], answer=answer, reviewer=asked["reviewer"], reason=asked["reason"])
            plan = answer_requests(project, plan, said, now=options.now())
    return plan
