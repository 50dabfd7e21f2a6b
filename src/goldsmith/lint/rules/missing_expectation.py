"""GS104 missing-expectation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding


class MissingExpectation:
    """
    ## What it does
    Finds cases that expect an answer and say nothing of what a right one is: no accepted answer, no claim,
    nothing that it must ask or point to, no form and no expected state. A blank accepted answer is found too.

    ## Why is this bad?
    Such a case passes whatever the system says, so it adds to the count and proves nothing.

    ## What to do
    Write what a right answer says, in `accept`, and the facts that decide it, in `claims`. Where no answer is
    right, say so with `answerability` and `behaviour`.

    ## Example
    ```yaml
    - id: late-fee
      question: How much is the late fee?
      accept: [12 euros a month.]
      evidence: [fees#3a90ff17bc03]
      claims:
        - required: The late fee is 12 euros.
          match: {number: 12, unit: EUR}
    ```
    """

    code, name, since = "GS104", "missing-expectation", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if not _says_what_is_right(case):
                if case.behaviour in {"answer", "unstated"}:
                    yield view.found(
                        self,
                        index,
                        "nothing says what a right answer is: no accepted answer and no claim",
                        field="accept",
                        mend="write accept: [the answer in words], or claims",
                    )
                continue
            for at, accepted in enumerate(case.accept):
                if not accepted.answer.strip():
                    yield view.found(
                        self,
                        index,
                        "this accepted answer is blank",
                        field=f"accept.{at}.answer",
                        mend="write it, or remove it",
                    )


def _says_what_is_right(case: Case) -> bool:
    means = (case.claims, case.must_ask, case.must_point_to, case.format, case.expected_state, case.refusal_reason)
    return any(means) or any(accepted.answer.strip() for accepted in case.accept)
