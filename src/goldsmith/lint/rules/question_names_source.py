"""GS133 question-names-source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.evidence import Alternative
from goldsmith.records.finding import Finding
from goldsmith.text.normal import comparable

_SPECIAL = re.compile(r"\w\.(?:md|txt|pdf|docx?|html?|xlsx?|csv|json|pptx?)$|^(?=.*\d)(?=.*[a-z]).*[-_#/].*$|_|#")
_LEAST = 6


class QuestionNamesSource:
    """
    ## What it does
    Finds questions that name the file or the id of the evidence, such as "according to returns-2026.md". Only
    names that are no words of a language count: those with a file ending, a digit or a separator inside.

    ## Why is this bad?
    The question does the work of retrieval: the name of the file is found where its meaning was to be tested.
    People rarely know it.

    ## What to do
    Ask as somebody would who has not seen the documents. Where users do name files, say so in `notes` and suppress
    the finding.
    """

    code, name, since = "GS133", "question-names-source", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            question = comparable(case.question)
            names = {name for need in case.evidence for item in need.any_of for name in _names(item)}
            for name in sorted(names):
                if name in question and re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w-])", question):
                    yield view.found(
                        self,
                        index,
                        f"the question names its source, {name!r}",
                        field="question",
                        mend="ask as somebody would who has not seen the documents",
                    )
                    break


def _names(item: Alternative) -> Iterator[str]:
    for text in (item.document, item.source, item.chunk, (item.chunk or "").rpartition("#")[0] or None):
        for name in (text, re.split(r"[/\\]", text)[-1]) if text is not None else ():
            plain = comparable(name)
            if _SPECIAL.search(plain) and len(plain) >= _LEAST:
                yield plain
