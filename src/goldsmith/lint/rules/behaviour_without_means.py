"""GS111 behaviour-without-means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class BehaviourWithoutMeans:
    """
    ## What it does
    Finds cases that expect a clarifying question without saying what it must ask (`must_ask`), and cases that
    expect a refusal or an escalation without a reason (`refusal_reason`) or a place to turn to
    (`must_point_to`).

    ## Why is this bad?
    Any question then counts as clarifying, and any refusal as a right one, also a refusal for the wrong reason.

    ## What to do
    Name what the question must settle, or why the refusal is right and where it should send the user.
    """

    code, name, since = "GS111", "behaviour-without-means", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.behaviour == "clarify" and not case.must_ask:
                yield view.found(
                    self,
                    index,
                    "the case expects a clarifying question and does not say what it must ask",
                    field="must_ask",
                    mend="write must_ask: [what the question must name]",
                )
            elif case.behaviour in {"refuse", "escalate"} and not (case.must_point_to or case.refusal_reason):
                yield view.found(
                    self,
                    index,
                    f"the case expects the system to {case.behaviour} and names neither a reason nor where to point",
                    field="must_point_to",
                    mend="write refusal_reason: not_found, not_permitted, out_of_scope or unsafe; or must_point_to",
                )
