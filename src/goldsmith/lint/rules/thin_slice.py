"""GS501 thin-slice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import counted
from goldsmith.records.finding import Finding
from goldsmith.records.slices import in_slice, words

_LEAST = 5
_AXES = ("answerability", "behaviour", "job", "reasoning", "difficulty", "risk", "challenges")
_EXPECTED = {
    "answerability": ("supported", "unsupported", "ambiguous"),
    "reasoning": ("single", "multi_hop"),
    "challenges": ("typo", "long", "provocation"),
}


class ThinSlice:
    """
    ## What it does
    Finds slices with fewer cases than `minima` in `set.yaml` asks (a warning; an error in a set that is to be
    published), and words of an axis with fewer than five cases (advice). Kinds of question that every set
    should hold are named even where there is none: unanswerable and ambiguous ones, several sources, typing
    errors, long and provoking questions.

    ## Why is this bad?
    A figure over fewer than five cases is noise: one answer moves it by twenty points and more.

    ## What to do
    Write cases for the slice, or do not report it. Take them from what users really asked.
    """

    code, name, since = "GS501", "thin-slice", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        live = [case for _, case in view.live()]
        minima = view.golden.header.minima
        for at, minimum in enumerate(minima):
            count = sum(1 for case in live if in_slice(case, minimum.slice))
            if count < minimum.cases:
                name = ", ".join(f"{axis}={word}" for axis, word in sorted(minimum.slice.items())) or "the set"
                yield view.found_in_set(
                    self,
                    f"{name}: {counted(count, 'case')}, set.yaml asks for {minimum.cases}",
                    field=f"minima.{at}",
                    mend=f"write {minimum.cases - count} more",
                    severity=view.worse_when_ready("warning"),
                )
        ruled = {next(iter(minimum.slice.items())) for minimum in minima if len(minimum.slice) == 1}
        for axis in _AXES:
            found = Counter(word for case in live for word in words(case, axis))
            counts = dict.fromkeys(_EXPECTED.get(axis, ()), 0) | found
            thin = [
                f"{word} {count}"
                for word, count in sorted(counts.items())
                if count < _LEAST and (axis, word) not in ruled and word != "unstated"
            ]
            if thin:
                yield view.found_in_set(
                    self,
                    f"fewer than {_LEAST} cases with {', '.join(thin)}",
                    field=axis,
                    mend="write more of them, or do not report the slice: below five cases a figure is noise",
                )
