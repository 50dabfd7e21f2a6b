"""GS106 unknown-axis-word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import nearest
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding
from goldsmith.records.slices import SLICED
from goldsmith.records.vocabulary import AXES

_SINGLE = ("job", "reasoning", "difficulty", "risk", "hallucination_risk", "language", "source_format")
_FIXED = ("answerability", "behaviour")
_REASONS = ("not_found", "not_permitted", "out_of_scope", "unsafe")


class UnknownAxisWord:
    """
    ## What it does
    Finds words that neither the standard vocabulary of their axis nor `axes` in `set.yaml` knows, and minima
    and gates of `set.yaml` on an axis that does not exist; and a `refusal_reason` other than `not_found`,
    `not_permitted`, `out_of_scope` and `unsafe`. In a set that is to be published a word is an error.

    ## Why is this bad?
    A case labelled with a misspelt word drops out of its slice. The slice looks smaller and better than it is,
    and a gate on it never sees the case. A misspelt reason makes every right refusal a wrong one.

    ## What to do
    Write the known word, or add yours to `axes` in `set.yaml`.
    """

    code, name, since = "GS106", "unknown-axis-word", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        known = {axis: _known(axis, view.golden.header.axes) for axis in AXES}
        severity = view.worse_when_ready("warning")
        for index, case in view.live():
            for axis, field, word in _words(case):
                if known[axis] and word not in known[axis]:
                    yield view.found(
                        self,
                        index,
                        f"{word!r} is not a word of {axis}{nearest(word, known[axis])}",
                        field=field,
                        mend=f"write one of: {', '.join(known[axis])}; or add it to axes.{axis} in set.yaml",
                        severity=severity,
                    )
            reason = case.refusal_reason
            if reason is not None and reason not in _REASONS:
                yield view.found(
                    self,
                    index,
                    f"{reason!r} is no reason of a refusal{nearest(reason, _REASONS)}",
                    field="refusal_reason",
                    mend=f"write one of: {', '.join(_REASONS)}",
                    severity=severity,
                )
        yield from _in_header(self, view)


def _known(axis: str, added: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    # An open axis takes any word until the set names its own.
    return (*AXES[axis], *added.get(axis, ()))


def _words(case: Case) -> Iterator[tuple[str, str, str]]:
    for axis in _SINGLE:
        word = getattr(case, axis)
        if word is not None:
            yield axis, axis, word
    for word in case.challenges:
        yield "challenges", "challenges", word
    if case.origin is not None:
        yield "origin", "origin.kind", case.origin.kind


def _in_header(rule: UnknownAxisWord, view: LintView) -> Iterator[Finding]:
    header = view.golden.header
    for axis in sorted(header.axes):
        if axis not in AXES or axis in _FIXED:
            problem = "cannot be extended" if axis in _FIXED else f"is no axis{nearest(axis, AXES)}"
            yield view.found_in_set(
                rule,
                f"axes in set.yaml: {axis!r} {problem}",
                field=f"axes.{axis}",
                mend=f"use one of: {', '.join(name for name in AXES if name not in _FIXED)}",
                severity="error",
            )
    slices = [("minima", at, item.slice) for at, item in enumerate(header.minima)]
    slices += [("gates", at, item.slice) for at, item in enumerate(header.gates)]
    for part, at, wanted in slices:
        for axis in sorted(set(wanted) - set(SLICED)):
            yield view.found_in_set(
                rule,
                f"{part} in set.yaml: {axis!r} is no axis, so no case is in this slice{nearest(axis, SLICED)}",
                field=f"{part}.{at}.slice",
                mend=f"use one of: {', '.join(SLICED)}",
                severity="error",
            )
