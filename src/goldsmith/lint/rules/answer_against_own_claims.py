"""GS132 answer-against-own-claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import AnyOfMatch, PatternMatch, RequiredClaim
from goldsmith.records.finding import Finding
from goldsmith.records.observation import ClaimSeen


class AnswerAgainstOwnClaims:
    """
    ## What it does
    Holds each accepted answer against the claims of its own case, with the matchers that decide the answers of a
    system. Found are accepted answers that lack a required claim and accepted answers that state a prohibited one.
    An accepted answer that names `needs` is held against the claims of these needs only. What a judge or a pattern
    decides is left out.

    ## Why is this bad?
    A system that gives the very answer which the case accepts fails it.

    ## What to do
    Correct whichever is wrong, the answer or the matcher. A figure that is spelled unlike the answer has it
    (another unit, a rounded number) is the usual cause.
    """

    code, name, since = "GS132", "answer-against-own-claims", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        if view.claims_in is None:
            return
        for index, case in view.live():
            for at, accepted in enumerate(case.accept if case.claims else ()):
                for seen in view.claims_in(case, accepted.answer):
                    problem = _problem(case, accepted, seen) if accepted.answer.strip() else ""
                    if problem:
                        yield view.found(
                            self,
                            index,
                            f"the accepted answer {shortened(accepted.answer)} {problem} {shortened(seen.text)}",
                            field=f"accept.{at}.answer",
                            mend=f"correct the answer, or the matcher of claims.{seen.claim}",
                        )


def _problem(case: Case, accepted: AcceptedAnswer, seen: ClaimSeen) -> str:
    claim = case.claims[seen.claim]
    options = claim.match.any_of if isinstance(claim.match, AnyOfMatch) else (claim.match,)
    if any(isinstance(one, PatternMatch) for one in options):
        return ""
    if seen.force == "prohibited" and seen.state == "stated":
        return "states what is prohibited:"
    if not isinstance(claim, RequiredClaim) or seen.state != "not_stated":
        return ""
    # An answer that rests on some of the needs owes the claims of the others to nobody.
    others = accepted.needs and claim.needs and not set(accepted.needs) & set(claim.needs)
    return "" if others else "lacks what is required:"
