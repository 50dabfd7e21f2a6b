"""GS302 near-duplicate-question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding
from goldsmith.text.near_duplicates import NearPair, near_duplicates, words_of
from goldsmith.text.normal import comparable


class NearDuplicateQuestion:
    """
    ## What it does
    Finds questions of one job, asked by one identity after the same messages, that differ by a word or two: words
    added, dropped or replaced, or two neighbours swapped. Up to three words must be the same, up to seven may
    differ by one, longer questions by two. Every such pair is found, however large the set.

    Left alone are declared variants (`variant_of`), questions that differ in a number, and cases that rest on other
    passages or are decided by other values: a word can make another question.

    ## Why is this bad?
    Generators ask the same thing many times. Each copy counts, so intervals are narrower than they should be, and
    one weakness looks like several.

    ## What to do
    Keep one. Where the wording is what is tested, declare it: `variant_of: {case: …, how: …}`.
    """

    code, name, since = "GS302", "near-duplicate-question", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        live = [(index, view.golden.cases[index]) for index in view.in_order(index for index, _ in view.live())]
        groups: dict[tuple[object, ...], int] = {}
        numbers = [groups.setdefault(_key(case), len(groups)) for _, case in live]
        told: set[int] = set()
        for pair in near_duplicates([case.question for _, case in live], numbers):
            (first, original), (index, case) = live[pair.first], live[pair.second]
            if index not in told and _asks_the_same(original, case, pair):
                told.add(index)
                yield view.found(
                    self,
                    index,
                    f"{shortened(case.question)} is nearly the question of {original.id!r} at {view.where(first)}",
                    field="question",
                    mend=f"keep one of the two, or declare it: variant_of: {{case: {original.id}, how: wording}}",
                )


def _key(case: Case) -> tuple[object, ...]:
    turns = tuple((message.role, comparable(message.content)) for message in case.messages)
    return case.job, turns, case.identity, case.corpus, case.system_prompt


def _asks_the_same(left: Case, right: Case, pair: NearPair) -> bool:
    if comparable(left.question) == comparable(right.question) or _is_variant(left, right):
        # The first is GS301.
        return False
    differ = set(words_of(left.question)) ^ set(words_of(right.question))
    if pair.edits and any(character.isdigit() for word in differ for character in word):
        return False
    return _shares(left, right) and left.behaviour == right.behaviour


def _is_variant(left: Case, right: Case) -> bool:
    family = {one.variant_of.case for one in (left, right) if one.variant_of is not None}
    both = len([one for one in (left, right) if one.variant_of is not None])
    return bool(family & {left.id, right.id}) or (both > 1 and len(family) == 1)


def _shares(left: Case, right: Case) -> bool:
    """Say whether nothing shows that the two ask for different things: their evidence, what decides their answers."""
    pairs = ((_passages(left), _passages(right)), (_deciding(left), _deciding(right)))
    return all(first & second for first, second in pairs if first and second)


def _passages(case: Case) -> set[object]:
    return {(item.chunk, item.document, item.quote) for need in case.evidence for item in need.any_of}


def _deciding(case: Case) -> set[object]:
    return {claim.match for _, claim in required(case) if claim.match != "judged"}
