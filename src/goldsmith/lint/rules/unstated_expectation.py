"""GS105 unstated-expectation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class UnstatedExpectation:
    """
    ## What it does
    Finds cases without evidence that do not say both whether the corpus supports an answer and what a right
    system does.

    ## Why is this bad?
    A case without evidence is either a question that the corpus cannot answer, or one whose evidence was
    forgotten. Nothing tells them apart but the author's word. Taken for the first, a forgotten label would pass
    every system that refuses.

    ## What to do
    Name the evidence; or, where the corpus holds no answer, write `answerability: unsupported` and the right
    `behaviour`: `refuse`, `clarify` or `escalate`.

    ## Example
    ```yaml
    - id: warranty-on-mars
      question: Does the warranty hold on Mars?
      answerability: unsupported
      behaviour: refuse
    ```
    """

    code, name, since = "GS105", "unstated-expectation", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.evidence:
                continue
            missing = [name for name in ("answerability", "behaviour") if getattr(case, name) == "unstated"]
            if missing:
                yield view.found(
                    self,
                    index,
                    f"there is no evidence and no word on {' and '.join(missing)}: a forgotten label looks the same",
                    field=missing[0],
                    mend="name the evidence; or, where the corpus holds no answer, "
                    "write answerability: unsupported and behaviour: refuse",
                )
