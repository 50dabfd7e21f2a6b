"""Going through refresh requests in a terminal: each changed passage once, then each case by one key."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import cast

import click

from goldsmith.cli import options
from goldsmith.cli.showing import render_case
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.ondisk.revisions import StoredRevision
from goldsmith.records.case import Case
from goldsmith.records.refresh import Answer, RefreshPlan, RefreshRequest
from goldsmith.reports.refreshing import grouped, render_group, render_keys, render_reasons, render_refusal
from goldsmith.workflows.approve import passages
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.refresh import plan_refresh
from goldsmith.workflows.refresh_answers import Said, answer_requests, why_not_standing

_KEYS = {"y": "stands", "e": "revise", "r": "retire", "u": "unanswerable"}
_SAID = {
    "y": "still stands", "e": "revise", "r": "retire", "u": "no source answers it now", "s": "later", "q": "stop"
}  # fmt: skip


class Answering:
    """One person at a terminal, the set as it stands, and what is still to be asked."""

    def __init__(self, opened: Callable[[], Project], after: StoredRevision, *, reviewer: str) -> None:
        self._opened = opened
        self._after = after
        self._reviewer = reviewer
        self._later: set[str] = set()

    def ask_all(self, project: Project, plan: RefreshPlan) -> tuple[Project, RefreshPlan]:
        """Ask about every open request and keep each answer at once; return the set and the plan as they stand then.

        A case that is edited is read again and asked about as it says now. Raises InputError without a terminal and
        without a reviewer.
        """
        if not sys.stdin.isatty():
            message = "there is no terminal to ask on"
            raise InputError(message, next_step="answer by name: goldsmith refresh --stands CASE --reviewer NAME")
        if not self._reviewer.strip():
            message = "an answer needs a reviewer"
            raise InputError(message, next_step="name yourself: --reviewer NAME (or set GOLDSMITH_REVIEWER)")
        shown = ""
        while waiting := [request for request in plan.open if request.id not in self._later]:
            request = waiting[0]
            if request.passage != shown:
                shown = request.passage
                _show(plan, request)
            key = _asked(project, request)
            if key == "q":
                break
            if key == "s":
                self._later.add(request.id)
            elif key == "e" and _editor():
                if _edited(project, request):
                    project, plan = self._read_again(project, request)
                    shown = ""
            else:
                answer = cast("Answer", _KEYS[key])
                said = Said(names=(request.id,), answer=answer, reviewer=self._reviewer, reason=_reason(answer))
                plan = answer_requests(project, plan, said, now=options.now())
        return project, plan

    def _read_again(self, project: Project, request: RefreshRequest) -> tuple[Project, RefreshPlan]:
        """Return the set as it was edited, and what is asked of it; what cannot be read is told and edited again.

        Raises what is wrong with the file where it is not to be edited again.
        """
        while True:
            try:
                reopened = self._opened()
                return reopened, plan_refresh(reopened, self._after)
            except GoldsmithError as error:
                click.echo(f"\n{error}")
                if not click.confirm("  edit it again?", default=True) or not _edited(project, request):
                    raise


def _show(plan: RefreshPlan, request: RefreshRequest) -> None:
    groups = grouped(plan.requests)
    number = list(groups).index(request.passage) + 1
    click.echo(
        render_group(
            groups[request.passage],
            number=number,
            total=len(groups),
            width=options.width(),
            colour=options.colour(),
        )
    )


def _editor() -> str:
    return os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""


def _edited(project: Project, request: RefreshRequest) -> bool:
    """Open the file of the case in the editor; say whether that went well, and tell what to do where it did not."""
    place = next(at for at, case in enumerate(project.golden.cases) if case.id == request.case)
    click.echo(f"  {project.golden.places[place].file}:{project.golden.places[place].line}")
    try:
        click.edit(editor=_editor(), filename=str(project.loaded.files[place]))
    except (click.ClickException, ValueError) as error:
        why = error.format_message() if isinstance(error, click.ClickException) else f"{_editor()}: {error}"
        message = f"the editor did not work: {why}"
        told = InputError(message, next_step="set VISUAL or EDITOR to one that does, or answer with another key")
        click.echo(str(told))
        return False
    return True


def _asked(project: Project, request: RefreshRequest) -> str:
    case = next(case for case in project.golden.cases if case.id == request.case)
    width = options.width()
    click.echo(f"\n{render_case(case, passages(project, [case]), width=width)}")
    click.echo(render_reasons(request, width=width))
    allowed = _allowed(case, request)
    if "y" not in allowed:
        click.echo(render_refusal(why_not_standing(case, request.reasons), width=width))
    said = _SAID | ({"e": "edit"} if _editor() else {})
    click.echo(render_keys({key: said[key] for key in allowed}, width=width))
    return str(click.prompt("  ", type=click.Choice(list(allowed)), show_choices=False, prompt_suffix="> "))


def _allowed(case: Case, request: RefreshRequest) -> Sequence[str]:
    senseless = {"y"} if why_not_standing(case, request.reasons) else set()
    senseless |= {"u"} if case.answerability == "unsupported" else set()
    return [key for key in _SAID if key not in senseless]


def _reason(answer: Answer) -> str:
    """Ask for words where the case is to change; that it still stands, the change itself explains."""
    return "" if answer == "stands" else str(click.prompt("  why", default="", show_default=False))
