"""The verdict as JUnit XML, for the test pages of continuous integration: a suite of gates and one of cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from goldsmith.records.comparison import Regression
from goldsmith.records.gate import GateResult
from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.reports import gating
from goldsmith.reports.plain_text import escaped, is_unseen

Outcome = Literal["", "failure", "error", "skipped"]
_LONGEST = 2_000
_KEPT = frozenset("\n\t")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Test:
    name: str
    outcome: Outcome
    kind: str = ""
    message: str = ""
    body: str = ""
    seconds: float | None = None


def render_junit(verdict: Verdict) -> str:
    """Return the XML: a broken gate and a failed case are failures, with what led to it; a call that failed and a gate
    that could not be decided are errors; what is undecided or does not apply is skipped.
    """
    regressions = {item.case: item for item in (verdict.comparison.regressions if verdict.comparison else ())}
    gates = [_gate(gate) for gate in verdict.gates]
    cases = [_case(item, regressions) for item in verdict.cases]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuites name="{_attribute(verdict.plan.set_name)}" {_counts([*gates, *cases])}>')
    lines += _suite("gates", gates, verdict)
    lines += _suite("cases", cases, verdict)
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _gate(gate: GateResult) -> _Test:
    told = [f"{', '.join(group.cases)}: {'; '.join(group.messages)}".lstrip(": ") for group in gating.told(gate)]
    outcomes: Mapping[str, Outcome] = {
        "failed": "failure", "incomplete": "error", "passed": "", "not_applicable": "skipped",
    }  # fmt: skip
    return _Test(
        name=gate.gate,
        outcome=outcomes[gate.status],
        kind={"failed": "broken", "incomplete": "undecided"}.get(gate.status, ""),
        message=gating.stands(gate),
        body="\n".join(told),
    )


def _case(item: CaseResult, regressions: Mapping[str, Regression]) -> _Test:
    latency = next((number for measure, number, _ in item.scores if measure == "latency_ms"), None)
    seconds = None if latency is None else latency / 1000
    name, why = item.result.case, item.result.why
    if item.result.state == "passed":
        return _Test(name=name, outcome="", seconds=seconds)
    message = why[0] if why else item.result.state
    body = "\n".join(_body(item, regressions.get(name)))
    if item.result.state == "undecided":
        return _Test(name=name, outcome="skipped", message="; ".join(why), seconds=seconds)
    if item.failure is not None:
        return _Test(name=name, outcome="error", kind=item.failure.kind, message=message, body=body, seconds=seconds)
    kind = regressions[name].causes[0].kind if name in regressions and regressions[name].causes else "failed"
    return _Test(name=name, outcome="failure", kind=kind, message=message, body=body, seconds=seconds)


def _body(item: CaseResult, regression: Regression | None) -> Iterator[str]:
    yield from item.result.why
    if regression is not None:
        yield "against the baseline:"
        yield from (f"  {cause.kind.replace('_', ' ')}: {cause.message}" for cause in regression.causes)
    if item.question:
        yield f"question: {item.question}"
    if item.answer and item.failure is None:
        yield f"answer: {item.answer}"


def _suite(name: str, tests: Sequence[_Test], verdict: Verdict) -> Iterator[str]:
    plan = verdict.plan
    yield f'  <testsuite name="{name}" timestamp="{_attribute(plan.created_at)}" {_counts(tests)}>'
    yield "    <properties>"
    for label, words in (
        ("set", f"{plan.set_name} {plan.set_version or ''}".rstrip()),
        ("corpus", plan.corpus or ""),
        ("system", plan.system),
        ("run", plan.run),
        ("status", verdict.status),
    ):
        yield f'      <property name="{label}" value="{_attribute(words)}"/>'
    yield "    </properties>"
    for test in tests:
        yield from _lines(test, f"{plan.set_name}.{name}")
    yield "  </testsuite>"


def _lines(test: _Test, group: str) -> Iterator[str]:
    time = "" if test.seconds is None else f' time="{test.seconds:.3f}"'
    head = f'    <testcase classname="{_attribute(group)}" name="{_attribute(test.name)}"{time}'
    if not test.outcome:
        yield f"{head}/>"
        return
    yield f"{head}>"
    kind = f' type="{_attribute(test.kind)}"' if test.kind else ""
    inside = f'      <{test.outcome} message="{_attribute(test.message)}"{kind}'
    yield f"{inside}>{_text(test.body)}</{test.outcome}>" if test.body else f"{inside}/>"
    yield "    </testcase>"


def _counts(tests: Sequence[_Test]) -> str:
    def of(outcome: Outcome) -> int:
        return sum(test.outcome == outcome for test in tests)

    return f'tests="{len(tests)}" failures="{of("failure")}" errors="{of("error")}" skipped="{of("skipped")}"'


def _legal(text: str) -> str:
    """Return `text`, cut, with every character that XML 1.0 forbids or that has no glyph written as its number."""
    kept = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return "".join(escaped(char) if is_unseen(char) and char not in _KEPT else char for char in kept)


def _text(text: str) -> str:
    return "".join(char if char in _KEPT else _ENTITIES.get(char, char) for char in _legal(text))


def _attribute(text: str) -> str:
    return "".join(_ENTITIES.get(char, char) for char in _legal(text))
