"""GS128 long-answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding
from goldsmith.text.tokens import is_unspaced

_MOST_WORDS = 150
_MOST_SIGNS = 400
_ENOUGH_CLAIMS = 3


class LongAnswer:
    """
    ## What it does
    Finds accepted answers of more than 150 words, or 400 characters of a script without spaces, in cases with
    fewer than three required claims.

    ## Why is this bad?
    So much text is not compared with an answer by anybody: a judge nods at the drift of it, and a wrong figure in
    the middle passes. Whoever reviews the case reads the first lines.

    ## What to do
    Break what an answer must say into required claims, each with one fact, and cut the accepted answer to a
    sentence or two.
    """

    code, name, since = "GS128", "long-answer", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if len(required(case)) >= _ENOUGH_CLAIMS:
                continue
            for at, accepted in enumerate(case.accept):
                words = len(accepted.answer.split())
                signs = 0 if accepted.answer.isascii() else sum(map(is_unspaced, accepted.answer))
                if words > _MOST_WORDS or signs > _MOST_SIGNS:
                    size = f"{words} words" if words > _MOST_WORDS else f"{signs} characters"
                    yield view.found(
                        self,
                        index,
                        f"the accepted answer has {size}; what of it counts, {len(required(case))} required claims say",
                        field=f"accept.{at}.answer",
                        mend="write what an answer must say as required claims, one fact each, and shorten the answer",
                    )
