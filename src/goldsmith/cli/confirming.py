"""Asking a reviewer, case by case, to confirm the three things that an approval says."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence

import click

from goldsmith.cli import options
from goldsmith.cli.showing import render_case
from goldsmith.errors import InputError
from goldsmith.records.case import Case
from goldsmith.records.decision import Confirmations

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)


def confirmed(cases: Sequence[Case], texts: Mapping[str, str]) -> Iterator[tuple[Case, bool]]:
    """Show each case and ask; yield it with whether all three things were confirmed.

    Raises InputError where nobody is there to answer.
    """
    if not sys.stdin.isatty():
        raise _nobody()
    for case in cases:
        click.echo(f"\n{render_case(case, texts, width=options.width())}\n")
        yield case, all(_yes(question) for question in questions(case))


def questions(case: Case) -> tuple[str, str, str]:
    """Return what is asked of `case`: of one without an answer, whether it is right that there is none."""
    third = "Is the evidence sufficient for the answer?"
    if case.answerability == "unsupported":
        third = "Is it right that no source answers it?"
    return (
        "Would a user plausibly ask this question?",
        "Does the expected answer say no more than the source?",
        third,
    )


def _yes(question: str) -> bool:
    try:
        return click.confirm(question)
    except click.Abort as stop:
        # click makes one exception of Ctrl-C and of an input that has ended.
        if isinstance(stop.__context__, EOFError):
            raise _nobody() from None
        raise


def _nobody() -> InputError:
    message = "an approval confirms three things, and there is no terminal to ask on"
    return InputError(message, next_step="read the cases, then say --confirm-all")
