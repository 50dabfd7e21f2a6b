"""GS129 answer-without-fact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 25
_SAYINGS = re.compile(
    r"(?:please )?see (?:above|below|documentation|the (?:documentation|docs|manual|source|context|document|policy))"
    r"|as (?:above|documented|described|stated|per (?:the )?(?:policy|documentation))(?: (?:above|there))?"
    r"|(?:well )?(?:it|that|this) depends|depends|n a|same(?: as)? above"
    r"|смотрите? (?:выше|ниже|документацию)|см (?:выше|ниже)|это зависит|зависит от ситуации|见上|见文档|视情况而定"
)
_PRAISE = frozenset(
    "accurate accurately appropriate appropriately clear clearly complete completely comprehensive concise correct "
    "correctly detailed factual faithful good grounded helpful helpfully polite politely precise professional proper "
    "properly relevant right satisfactory suitable useful well truthful верно верный корректный корректно полный "
    "полно правильный правильно".split()
)
_EMPTY = _PRAISE | frozenset(
    "a all an and answer answered answers any as asked assistant based be by context correctly documentation document "
    "evidence explains fully gives has in information is it must of on or provided provides question questions "
    "relevant reply respond responds response responses should source sources that the this to user users way with "
    "ответ ответил должен быть и на вопрос дан это".split()
)


class AnswerWithoutFact:
    """
    ## What it does
    Finds accepted answers and required claims that state nothing which could be checked: they only praise ("the
    answer is complete and correct"), point elsewhere ("see above") or leave it open ("it depends").

    ## Why is this bad?
    Every answer fits. A judge who is asked whether the answer is correct is asked for the verdict itself.

    ## What to do
    Write the fact: the number, the date, the name, the step. Where the answer really depends on something, write
    on what, or make it a case that asks for clarification.
    """

    code, name, since = "GS129", "answer-without-fact", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for field, text in _statements(case):
                if _states_nothing(text):
                    yield view.found(
                        self,
                        index,
                        f"{shortened(text)} states nothing that could be checked",
                        field=field,
                        mend="write the fact itself: a number, a date, a name, a step",
                    )


def _statements(case: Case) -> Iterator[tuple[str, str]]:
    for at, accepted in enumerate(case.accept):
        yield f"accept.{at}.answer", accepted.answer
    for at, claim in required(case):
        if claim.match == "judged":
            yield f"claims.{at}", claim.text


def _states_nothing(text: str) -> bool:
    words = _WORD.findall(text.lower())
    if not words or len(words) > _LONGEST:
        return False
    return _SAYINGS.fullmatch(" ".join(words)) is not None or (
        _PRAISE.intersection(words) != set() and _EMPTY.issuperset(words)
    )
