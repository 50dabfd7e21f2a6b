"""GS110 prose-without-claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.proposals import as_yaml, propose
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.case import Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.finding import Finding

_READ = 100
_NOTHING = "add the facts that decide it, such as claims: [{required: …, match: {value: …}}]"


class ProseWithoutClaims:
    """
    ## What it does
    Finds cases that accept an answer in words and have no required claim that a matcher decides. It proposes
    claims from the amounts, dates and names that the accepted answers hold, ready to paste; for the first
    hundred such cases, since reading takes time.

    ## Why is this bad?
    Whether two texts in words say the same only a judge can tell. Without claims the deterministic measures
    leave the answer unscored: a wrong number passes unseen.

    ## What to do
    Paste the proposed claims under the case, drop those that a right answer need not state, and reword the
    rest. A proposal is a guess from the words: a person must look.

    ## Example
    ```yaml
    - id: refund-window
      question: When can a customer ask for a refund?
      accept: [Within 30 days of purchase.]
      evidence: [refund-policy#2f91c04be7d1]
      claims:
        - required: Within 30 days of purchase.
          match: {number: 30, unit: day}
    ```
    """

    code, name, since = "GS110", "prose-without-claims", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        found = view.in_order(index for index, case in view.live() if _is_prose(case))
        for rank, index in enumerate(found):
            case = view.golden.cases[index]
            claims = _proposed(case) if rank < _READ else ()
            mend = "mend the cases before it: then the check proposes claims here too"
            if rank < _READ:
                mend = f"paste, then keep what a right answer must state:\n{as_yaml(claims)}" if claims else _NOTHING
            yield view.found(
                self,
                index,
                "no claim decides this answer: deterministic measures leave it unscored",
                field="claims",
                mend=mend,
            )


def _proposed(case: Case) -> tuple[RequiredClaim, ...]:
    return propose([accepted.answer for accepted in case.accept], question=case.question)


def _is_prose(case: Case) -> bool:
    return (
        case.behaviour in {"answer", "unstated"}
        and any(accepted.answer.strip() for accepted in case.accept)
        and not any(isinstance(claim, RequiredClaim) and claim.match != "judged" for claim in case.claims)
    )
