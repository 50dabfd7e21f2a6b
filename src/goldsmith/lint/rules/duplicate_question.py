"""GS301 duplicate-question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding
from goldsmith.text.normal import comparable


class DuplicateQuestion:
    """
    ## What it does
    Finds cases that ask the same question, compared without case, blanks and typographic variants, under the
    same identity, after the same messages.

    ## Why is this bad?
    One question counts twice: intervals are narrower than they should be, and a single failure looks like two.

    ## What to do
    Keep one. Where both are meant, make the difference part of the case: another identity, another corpus
    revision, or another wording.
    """

    code, name, since = "GS301", "duplicate-question", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for index, case in view.live():
            if case.question.strip():
                groups.setdefault(_key(case), []).append(index)
        for indices in groups.values():
            if len(indices) > 1:
                first, *others = view.in_order(indices)
                original = view.golden.cases[first]
                for index in others:
                    yield view.found(
                        self,
                        index,
                        f"{shortened(original.question)} is asked by {original.id!r} too, at {view.where(first)}",
                        field="question",
                        mend="keep one of the two, or make their difference part of the case",
                    )


def _key(case: Case) -> tuple[object, ...]:
    turns = tuple((message.role, comparable(message.content)) for message in case.messages)
    return comparable(case.question), turns, case.identity, case.corpus, case.system_prompt
