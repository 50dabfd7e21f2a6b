"""GS509 dominant-difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.dominance import dominant_word
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class DominantDifficulty:
    """
    ## What it does
    Finds sets of at least twenty labelled cases of which more than 60 % share one difficulty.

    ## Why is this bad?
    Where nearly all are easy no change can be seen, because all pass; where nearly all are hard none passes.
    The mean over the set is the figure of that one slice.

    ## What to do
    Write cases for what is missing, or report the slices beside the mean.
    """

    code, name, since = "GS509", "dominant-difficulty", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        yield from dominant_word(self, view, "difficulty", "write cases of other difficulty, or report by difficulty")
