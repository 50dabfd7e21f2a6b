"""GS130 answer-in-question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import expects_answer, required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.case import Case
from goldsmith.records.claims import AnyOfMatch, Matcher, PatternMatch
from goldsmith.records.finding import Finding
from goldsmith.text.normal import comparable

_CHOICE = re.compile(r"\b(?:or|или|either|oder|ou)\b|还是|或", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_LEAST = 12
"""Characters: a shorter answer may be a word that the question cannot do without."""


class AnswerInQuestion:
    """
    ## What it does
    Finds cases whose question already says what decides the answer: every required claim with a value, number or
    date is met by the words of the question, or the accepted answer stands in it word for word. Questions that
    offer a choice ("or") are left alone, and so are claims decided by a pattern.

    ## Why is this bad?
    A system that repeats the question passes. The case measures nothing, and lifts the figures of all.

    ## What to do
    Take the answer out of the question. Where people do ask it so ("is it true that it is 30 days?"), add a claim
    that the question does not hold, such as the word that confirms or denies.
    """

    code, name, since = "GS130", "answer-in-question", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if not expects_answer(case) or _CHOICE.search(case.question):
                continue
            told = _told_by_claims(view, case) or _told_by_answer(case)
            if told:
                yield view.found(
                    self,
                    index,
                    f"the question already says {shortened(told)}: repeating it passes",
                    field="question",
                    mend="take the answer out of the question, or add a claim that the question does not hold",
                )


def _told_by_claims(view: LintView, case: Case) -> str:
    decided = [at for at, claim in required(case) if claim.match != "judged"]
    if view.claims_in is None or not decided or any(_by_pattern(case.claims[at].match) for at in decided):
        return ""
    seen = view.claims_in(case, case.question)
    return case.claims[decided[0]].text if all(seen[at].state == "stated" for at in decided) else ""


def _told_by_answer(case: Case) -> str:
    if required(case) or not case.accept:
        return ""
    question = f" {_words(case.question)} "
    answers = [_words(accepted.answer) for accepted in case.accept]
    return case.accept[0].answer if all(len(one) >= _LEAST and f" {one} " in question for one in answers) else ""


def _words(text: str) -> str:
    return " ".join(_WORD.findall(comparable(text)))


def _by_pattern(match: Matcher) -> bool:
    options = match.any_of if isinstance(match, AnyOfMatch) else (match,)
    return any(isinstance(one, PatternMatch) for one in options)
