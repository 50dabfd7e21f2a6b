"""What a test of a golden set says when it fails: the causes, the one that matters first, and no traceback."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.comparison import Regression
from goldsmith.records.gate import GateResult
from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.reports import gating

_LONGEST = 600


def case_words(verdict: Verdict, item: CaseResult) -> str:
    """Return why a case failed: the causes, the ranks of its evidence, and what changed since the baseline."""
    return "\n".join([*(item.result.why or (item.result.state,)), *(f"  {line}" for line in _around(verdict, item))])


def _around(verdict: Verdict, item: CaseResult) -> Iterator[str]:
    if item.result.repeats > 1:
        yield f"{item.result.passes} of {item.result.repeats} repeats passed"
    for need, rank in item.ranks:
        yield f"evidence {need}: {f'at rank {rank}' if rank is not None else 'not retrieved'}"
    regression = regression_of(verdict, item.result.case)
    if regression is not None and verdict.comparison is not None:
        yield f"against {verdict.comparison.baseline}:"
        yield from (f"  {cause.kind.replace('_', ' ')}: {cause.message}" for cause in regression.causes)
    for label, text in (("question", item.question), ("answer", "" if item.failure else item.answer)):
        if text:
            yield f"{label}: {_cut(text)}"
    if verdict.report:
        yield f"report: {verdict.report}"


def regression_of(verdict: Verdict, case: str) -> Regression | None:
    """Return how a case got worse than in the baseline; None: it did not, or there is no baseline."""
    found = verdict.comparison.regressions if verdict.comparison else ()
    return next((item for item in found if item.case == case), None)


def gate_words(verdict: Verdict, gate: GateResult) -> str:
    """Return how a gate stands, and each case that breaks it or keeps it undecided."""
    lines = [gating.stands(gate)]
    for group in gating.told(gate):
        cases = ", ".join(name for name in group.cases if name) or "the set"
        lines += [f"  {cases}: {message}" for message in group.messages]
    if verdict.report:
        lines.append(f"  report: {verdict.report}")
    return "\n".join(lines)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
