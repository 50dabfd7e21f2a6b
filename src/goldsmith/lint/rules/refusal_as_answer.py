"""GS137 refusal-as-answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import expects_answer
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.finding import Finding
from goldsmith.text.behaviour import recognise_behaviour

_HINT = re.compile(
    r"can ?no?t\b|can['’]t|could(?: not|n['’]t)|(?:do|does|did|is|are|was|were|['’]m|am)(?: not|n['’]t)|unable|sorry"
    r"|apolog|\bno (?:\w+ )?(?:info|answer|mention|data|evidence|detail|source|document|record)|nothing|unfortunately"
    r"|not (?:in|find|found|able|allowed|permitted|authori)|won['’]t|will not|fail|decline|silent|\black|none of"
    r"|(?:outside|beyond) |only (?:able|answer)|rather not"
    r"|(?:^|\W)не |нет(?:\W|$)|нельзя|невозможн|извин|ничего|отсутств|отказ|молч|выход|только|сожален"
    r"|[没无不抱未失缺超拒]|只能",
    re.IGNORECASE,
)
_READ = 400
"""Characters: a refusal that decides stands before the substance."""
_DECLINES = ("refuse", "fail_safely")


class RefusalAsAnswer:
    """
    ## What it does
    Finds cases that expect an answer, and accept one that declines: that says that nothing was found, that it
    cannot help, or that it may not tell. English, Russian and Chinese are read.

    ## Why is this bad?
    Made by a model that did not see the right passage, such a case rewards a system for not finding what is there.

    ## What to do
    If the corpus holds the answer, write it. If it does not, write `answerability: unsupported`, `behaviour:
    refuse` and no evidence.
    """

    code, name, since = "GS137", "refusal-as-answer", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if not expects_answer(case):
                continue
            for at, accepted in enumerate(case.accept):
                opening = accepted.answer[:_READ]
                # Reading takes time, and hardly a refusal does without a word of these.
                if _HINT.search(opening) and recognise_behaviour(opening).behaviour in _DECLINES:
                    yield view.found(
                        self,
                        index,
                        f"an answer is expected, and the accepted one declines: {shortened(accepted.answer)}",
                        field=f"accept.{at}.answer",
                        mend="write the answer, or answerability: unsupported and behaviour: refuse without evidence",
                    )
