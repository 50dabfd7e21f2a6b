"""Say how far the reviewers of a set agree, and what to rewrite where they do not."""

from __future__ import annotations

from dataclasses import replace

from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError
from goldsmith.records.agreement import GroupAgreement, ReviewAgreement
from goldsmith.records.slices import SLICED
from goldsmith.review.agreement import FLOOR, LEAST, Asked, agreement
from goldsmith.workflows.command_lines import evaluate_line, of_the_set
from goldsmith.workflows.open_set import Project

__all__ = ["FLOOR", "LEAST", "Asked", "review_agreement"]


def review_agreement(project: Project, asked: Asked) -> ReviewAgreement:
    """Return the agreement of all reviewers whose decisions are settled in the set of `project`.

    Raises UnknownNameError for an axis that does not exist, InputError for a floor or a number that cannot be.
    """
    _refuse(asked)
    golden = project.golden
    digests = {case.id: project.once.digest(case) for case in reversed(golden.cases)}
    found = agreement(golden.header.name, golden.cases, digests, golden.facts, asked)
    return replace(found, next_step=_next_step(project, found))


def _refuse(asked: Asked) -> None:
    for axis in asked.by:
        if axis not in SLICED:
            raise unknown_name("axes", axis, SLICED)
    if not 0.0 < asked.floor <= 1.0:
        message = f"a floor is above 0, which chance alone gives, and at most 1, not {asked.floor!r}"
        raise InputError(message, next_step=f"goldsmith review agreement --floor {FLOOR}")
    if asked.least < 2:
        message = f"agreement needs at least 2 cases, so --least is 2 or more, not {asked.least}"
        raise InputError(message, next_step=f"goldsmith review agreement --least {LEAST}")


def _next_step(project: Project, found: ReviewAgreement) -> str:
    if found.standing == "holds":
        return evaluate_line(project)
    if found.standing == "below":
        return _to_mend(project, found)
    missing = found.least - found.whole.contents
    if missing > 0:
        more = "1 more case" if missing == 1 else f"{missing} more cases"
        decide = f"goldsmith approve CASE --reviewer NAME --reason WHY{of_the_set(project)}"
        return f"let a second reviewer decide on {more} before seeing the first one's words: {decide}"
    if found.whole.figure.value is None:
        return "let both decide on cases that deserve another word too: one word alone puts nobody to the test"
    return "let both select the evidence of cases that have some, each without the other's selection"


def _to_mend(project: Project, found: ReviewAgreement) -> str:
    call = f"goldsmith review agreement{of_the_set(project)}"
    again = f"let both decide again, and run {call}"
    first = next((item for item in found.differences if item.current), None)
    if found.whole.low_by_prevalence:
        return f"let both decide on more cases that deserve the word {_rarer(found.whole)}, then run {call}"
    if first is None:
        return f"the cases on which they differed were rewritten: {again}"
    return f"rewrite {first.case}, or the rule of the handbook that allows both readings, then {again}"


def _rarer(whole: GroupAgreement) -> str:
    return " or ".join(item.word for item in whole.words[1:])
