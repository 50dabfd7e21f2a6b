"""GS127 two-questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import expects_answer, required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.finding import Finding

_QUESTIONS = re.compile(r"[^.!?。！？\n]+[?？؟]")
_LEAST_SIGNS = 5
_JOINED = re.compile(
    r",? and (?:what|how|when|where|which|who|whom|why)\b(?! (?:not|if)\b)"
    r"|,? (?:а также|а ещё|а еще|и) (?:как|что|где|когда|сколько|почему|зачем|куда|как(?:ой|ая|ое|ие)|кто)\b"
    r"|(?:以及|另外)[^。？?]*(?:什么|怎么|如何|多少|哪|几|谁|何时|吗)",
    re.IGNORECASE,
)
_LEAST_WORDS = 3
"""Words before the second half: "how and when" asks one thing."""
_ASKING = re.compile(
    r"\b(?:what|how|when|where|which|who|whom|why)\b|как|что|где|когда|сколько|почему|зачем|куда|кто|[\u4e00-\u9fff]"
    r"|^\W*(?:is|are|do|does|did|can|could|may|must|should|will|можно|нужно)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:between|differ\w*|compar\w*|versus|know|understand|decide|explain|describe)\b|отлич|разниц|区别",
    re.IGNORECASE,
)


class TwoQuestions:
    """
    ## What it does
    Finds cases whose question asks two things, while fewer than two required claims say what a right answer must
    hold. Two things are asked where two sentences end in a question mark, or where `and` is followed by a question
    word (`а также` or `и` in Russian, `以及` and the like in Chinese). Comparisons are left alone.

    ## Why is this bad?
    An answer to one half passes, or fails, as if it were the whole. Which half a system can do is lost.

    ## What to do
    Make two cases of it. Where people do ask both at once, keep the question and write a required claim for each
    half.
    """

    code, name, since = "GS127", "two-questions", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if not expects_answer(case) or case.job == "comparison" or len(required(case)) > 1:
                continue
            if _asks_twice(case.question):
                yield view.found(
                    self,
                    index,
                    f"{shortened(case.question)} asks two things, and no two required claims tell them apart",
                    field="question",
                    mend="make two cases of it, or write a required claim for each half",
                )


def _asks_twice(question: str) -> bool:
    asked = [part for part in _QUESTIONS.findall(question) if len(part.split()) > 1 or len(part) > _LEAST_SIGNS]
    if len(asked) > 1:
        return True
    return any(_is_question(question[: joined.start()]) for joined in _JOINED.finditer(question))


def _is_question(half: str) -> bool:
    long_enough = len(half.split()) >= _LEAST_WORDS or (not half.isascii() and " " not in half and len(half) > 3)
    return long_enough and _ASKING.search(half) is not None and not _COMPARED.search(half)
