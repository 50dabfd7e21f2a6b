"""GS135 mislabelled-difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding

_MANY = 3


class MislabelledDifficulty:
    """
    ## What it does
    Finds cases marked `easy` that need three passages or more or reason in several hops, and cases marked `hard`
    that are a plain lookup of one passage: `job: lookup`, one need, at most one required claim, and no challenge,
    inference or risk of hallucination that would make it hard.

    ## Why is this bad?
    A slice by difficulty then mixes what it was made to part: the easy cases fall with retrieval, the hard ones
    pass without effort.

    ## What to do
    Correct the label, or say what makes the case hard: its challenges or its kind of reasoning.
    """

    code, name, since = "GS135", "mislabelled-difficulty", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            problem = _problem(case)
            if problem:
                yield view.found(
                    self,
                    index,
                    problem,
                    field="difficulty",
                    mend="correct difficulty, or say in challenges or reasoning what makes the case so",
                )


def _problem(case: Case) -> str:
    if case.difficulty == "easy":
        if case.reasoning == "multi_hop":
            return "marked easy, and its reasoning is multi_hop"
        if len(case.evidence) >= _MANY:
            return f"marked easy, and an answer needs {len(case.evidence)} passages"
    plain = case.job == "lookup" and len(case.evidence) == 1 and case.reasoning in {None, "single"}
    bare = not case.challenges and case.hallucination_risk != "high" and not case.messages
    if case.difficulty == "hard" and plain and bare and len(required(case)) <= 1:
        return "marked hard, and it is a lookup of one passage without any challenge"
    return ""
