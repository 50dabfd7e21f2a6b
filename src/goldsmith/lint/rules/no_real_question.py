"""GS510 no-real-question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.dominance import LEAST_CASES
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class NoRealQuestion:
    """
    ## What it does
    Finds sets of at least twenty cases of which none is said to come from people: every `origin` is `synthetic` or
    absent.

    ## Why is this bad?
    Questions that a model makes from documents are clearer, shorter and nearer to the text than what users ask. A
    system that answers them may fail the first real one.

    ## What to do
    Take questions from logs, tickets and interviews, and write where each comes from: `origin: {kind: log}`.
    """

    code, name, since = "GS510", "no-real-question", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        live = [case for _, case in view.live()]
        if len(live) < LEAST_CASES or any(case.origin is not None and case.origin.kind != "synthetic" for case in live):
            return
        made = sum(1 for case in live if case.origin is not None)
        rest = "the others do not say" if made else "no case says where it comes from"
        yield view.found_in_set(
            self,
            f"{made} of {len(live)} cases are synthetic, {rest}" if made else rest,
            field="origin",
            mend="take questions from logs, tickets and interviews, and write origin: {kind: log}",
        )
