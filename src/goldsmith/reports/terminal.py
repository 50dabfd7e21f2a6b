"""The verdict on one screen: what to do, then why, then the figures."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.comparison import Comparison
from goldsmith.records.gate import GateResult
from goldsmith.records.verdict import Verdict
from goldsmith.reports.comparing import layers, regressions, unscored, visible
from goldsmith.reports.figures import count, percent, shown, value

WIDTH = 110
_MOST_BROKEN = 8
_COLOURS = {"blocked": "31", "passed": "32", "incomplete": "33", "unreviewed": "33"}
_MARKS = {"broken": "x", "expired_waiver": "x", "missing": "~", "not_observed": "~", "waived": "w"}
_ORDER = {"expired_waiver": 0, "broken": 1, "waived": 2, "not_observed": 3, "missing": 4}


def render_verdict(verdict: Verdict, *, colour: bool = False, width: int = WIDTH) -> str:
    """Return the verdict as lines of at most `width` characters; `colour` paints the status word alone."""
    lines = [*_headline(verdict, colour=colour), *_ruler(verdict, width), "", *_gates(verdict, width)]
    if verdict.comparison is not None:
        lines += ["", *regressions(verdict.comparison, width)]
    lines += ["", *layers(verdict.summaries, verdict.comparison), *unscored(verdict.summaries)]
    lines += ["", *_cases(verdict, width), *_foot(verdict)]
    return "\n".join(lines)


def render_comparison(comparison: Comparison, *, width: int = WIDTH) -> str:
    """Return a comparison alone: regressions with causes, then the figures."""
    lines = [
        f"{count(len(comparison.regressions), 'regression')}, {len(comparison.improved)} improved, "
        f"on {count(comparison.common, 'common unchanged case')}",
        shown(comparison.why_this_baseline, width),
        "",
        *regressions(comparison, width),
        "",
        f"{'MEASURES':<24}{'now':>9}{shown(comparison.baseline, 9):>10}   {'change [95 %]':<25}{'falls':>6}{'rises':>6}{'n':>5}",
    ]
    for effect in comparison.effects:
        if effect.n and (effect.falls or effect.rises):
            from goldsmith.reports.figures import change

            told = change(effect.change, effect.unit, effect.interval)
            lines.append(
                f"  {effect.measure:<22}{value(effect.now, effect.unit):>9}{value(effect.before, effect.unit):>10}   "
                f"{told:<25}{effect.falls:>6}{effect.rises:>6}{effect.n:>5}"
            )
    return "\n".join([*lines, "", visible(comparison)])


def _headline(verdict: Verdict, *, colour: bool) -> Iterator[str]:
    word = verdict.status.upper()
    if colour:
        word = f"\x1b[1;{_COLOURS[verdict.status]}m{word}\x1b[0m"
    plan = verdict.plan
    version = f" {plan.set_version}" if plan.set_version else ""
    asked = len(plan.cases) * plan.repeats
    scored = f"{verdict.answered} of {asked} {'answers' if plan.repeats > 1 else 'cases'} scored"
    corpus = f"corpus {plan.corpus}" if plan.corpus else "no corpus"
    yield f"{word}   {shown(verdict.headline, 90)}"
    yield shown(f"{plan.set_name}{version} · {corpus} · system {plan.system} · {scored}", WIDTH)


def _ruler(verdict: Verdict, width: int) -> Iterator[str]:
    if not verdict.ruler:
        return
    yield ""
    yield "RULER"
    for note in verdict.ruler:
        yield "  " + shown(f"{note.message}{'; ' + note.mend if note.mend else ''}", width - 2)


def _gates(verdict: Verdict, width: int) -> Iterator[str]:
    yield "GATES"
    told = [
        (_ORDER[finding.kind], gate, finding)
        for gate in verdict.gates
        for finding in gate.findings
        if finding.kind in _MARKS
    ]
    told.sort(key=lambda item: item[0])
    name_room = max((len(gate.gate) for _, gate, _ in told[:_MOST_BROKEN]), default=0)
    case_room = max((len(finding.case) for _, _, finding in told[:_MOST_BROKEN]), default=0)
    for _, gate, finding in told[:_MOST_BROKEN]:
        line = f"{_MARKS[finding.kind]} {gate.gate:{name_room}}   {finding.case:{min(case_room, 28)}}   {finding.message}"
        yield "  " + _cut(line, width - 2)
    if len(told) > _MOST_BROKEN:
        yield f"  … and {len(told) - _MOST_BROKEN} more in the report"
    yield from (f"  {line}" for line in _standing(verdict.gates))


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 1] + "…"


def _standing(gates: tuple[GateResult, ...]) -> Iterator[str]:
    for gate in gates:
        if gate.value is not None and gate.status in {"failed", "passed"}:
            mark = "x" if gate.status == "failed" else "."
            yield f"{mark} {gate.gate}: {gate.value:.2f} on {count(gate.checked, 'case')}"
    held = [gate for gate in gates if gate.status == "passed" and gate.value is None]
    for gate in held:
        proof = f": rules out rates above {percent(gate.rules_out)}" if gate.rules_out is not None else ""
        yield f". {gate.gate}   nothing broken in {count(gate.checked, 'case')}{proof}"


def _cases(verdict: Verdict, width: int) -> Iterator[str]:
    states = [item.result.state for item in verdict.cases]
    passed, failed, undecided = (states.count(word) for word in ("passed", "failed", "undecided"))
    told = f"CASES   {passed} passed, {failed} failed"
    if undecided:
        told += f", {undecided} undecided"
    told += f" · {verdict.reviewed} of {len(verdict.cases)} reviewed"
    if verdict.failed or verdict.unanswered:
        told += f" · {verdict.failed} failed to answer, {verdict.unanswered} not answered"
    yield told
    worst = sorted(
        (item for item in verdict.slices if not item.below_minimum and item.decided and item.passed < item.decided),
        key=lambda item: (item.passed / item.decided, item.axis, item.word),
    )[:3]
    if worst:
        named = ", ".join(f"{item.axis}={item.word} {item.passed}/{item.decided}" for item in worst)
        yield "  " + shown(f"weakest slices: {named}", width - 2)


def _foot(verdict: Verdict) -> Iterator[str]:
    if verdict.comparison is not None:
        yield visible(verdict.comparison)
    yield f"Next: {verdict.next_step}"
    if verdict.report:
        yield f"report: {verdict.report}"
