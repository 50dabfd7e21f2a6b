"""GS507 dominant-job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.dominance import dominant_word
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class DominantJob:
    """
    ## What it does
    Finds sets of at least twenty labelled cases of which more than 60 % share one kind of job.

    ## Why is this bad?
    A system that does this kind well looks good, whatever it does with the rest.
    The mean over the set is the figure of that one slice.

    ## What to do
    Write cases for what is missing, or report the slices beside the mean.
    """

    code, name, since = "GS507", "dominant-job", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        yield from dominant_word(self, view, "job", "write cases of the other kinds of job, or report by job")
