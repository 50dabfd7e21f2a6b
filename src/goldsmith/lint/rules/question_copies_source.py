"""GS304 question-copies-source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import quotes
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.finding import Finding
from goldsmith.text.near_duplicates import words_of
from goldsmith.text.tokens import is_unspaced

_RUN = 8


class QuestionCopiesSource:
    """
    ## What it does
    Finds questions that share eight words in a row (sixteen characters in scripts without spaces) with a quote of
    their own evidence.

    ## Why is this bad?
    Nobody asks in the words of a document that they have not read. Retrieval by words alone finds the passage, so
    the case says nothing about users' questions.

    ## What to do
    Ask as a user would: in their words, with their errors. Questions from logs and tickets are the best source.
    """

    code, name, since = "GS304", "question-copies-source", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            question = words_of(case.question)
            if len(question) < _RUN:
                continue
            shared = next((run for quote in quotes(case) if (run := _shared(question, words_of(quote)))), None)
            if shared is not None:
                yield view.found(
                    self,
                    index,
                    f"the question repeats its source word for word: {shortened(_told(shared))}",
                    field="question",
                    mend="ask in the words of somebody who has not read the document",
                )


def _told(run: tuple[str, ...]) -> str:
    return ("" if all(is_unspaced(word[0]) for word in run) else " ").join(run)


def _shared(question: list[str], quote: list[str]) -> tuple[str, ...]:
    """Return the first run of words that both have; empty: none."""
    length = 2 * _RUN if any(is_unspaced(word[0]) for word in question) else _RUN
    held = {tuple(quote[at : at + length]) for at in range(len(quote) - length + 1)}
    runs = (tuple(question[at : at + length]) for at in range(len(question) - length + 1))
    return next((run for run in runs if run in held), ())
