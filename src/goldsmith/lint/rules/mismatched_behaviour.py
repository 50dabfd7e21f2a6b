"""GS112 mismatched-behaviour."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.access import denies_anything
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding

_EXPLAIN = frozenset({"permission", "injection", "provocation", "false_premise"})


class MismatchedBehaviour:
    """
    ## What it does
    Finds cases whose behaviour does not go with their answerability: an answer is expected where the corpus
    supports none, or a refusal where it does and nothing explains the refusal. A refusal is explained by a
    reason, by a source that the identity may not see, or by a challenge such as `permission` or `injection`.

    ## Why is this bad?
    One of the two words is usually a slip. It turns right answers into failures, or rewards a system that makes
    things up.

    ## What to do
    Correct the word that is wrong. If both are meant, say why: `refusal_reason`, `challenges`, or the
    identity's denied sources.
    """

    code, name, since = "GS112", "mismatched-behaviour", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if (
                case.answerability == "unsupported"
                and case.behaviour == "answer"
                and "false_premise" not in case.challenges
            ):
                yield view.found(
                    self,
                    index,
                    "the corpus supports no answer, yet an answer is expected",
                    field="behaviour",
                    mend="write behaviour: refuse, or name the evidence and write answerability: supported",
                )
            elif case.answerability == "supported" and case.behaviour == "refuse" and not _is_explained(case, view):
                yield view.found(
                    self,
                    index,
                    "the corpus supports an answer, yet a refusal is expected and nothing says why",
                    field="behaviour",
                    mend="write refusal_reason, or the denied sources of the identity; or behaviour: answer",
                )


def _is_explained(case: Case, view: LintView) -> bool:
    if case.refusal_reason or _EXPLAIN.intersection(case.challenges):
        return True
    return case.identity is not None and denies_anything(case.identity, view.documents or {})
