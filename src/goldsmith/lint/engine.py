"""Apply the rules to a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from goldsmith.lint.registry import CODES, code_of, load
from goldsmith.lint.rule import Needed, Rule
from goldsmith.lint.view import LintView
from goldsmith.records.finding import CheckReport, Finding


def check(view: LintView, *, waive: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    """Return what all rules that can be applied find, by file, line and code.

    `waive` holds codes or names of rules: their findings are marked and no longer count. Raises UnknownNameError for
    one that no rule has.
    """
    waived = {code_of(name) for name in sorted(waive)}
    found = [finding for rule in _applicable(view) for finding in rule.check(view)]
    marked = (replace(one, waived=True) if one.code in waived else one for one in found)
    return tuple(sorted(marked, key=_place))


def not_applicable(view: LintView) -> tuple[str, ...]:
    """Return a line for each rule that something missing keeps from being applied, with the reason."""
    lines = []
    for code in CODES:
        rule = load(code)
        reasons = [why for why in (_missing(view, need) for need in rule.needs) if why]
        if reasons:
            lines.append(f"{rule.code} {rule.name}: {reasons[0]}")
    return tuple(lines)


def report(view: LintView, *, waive: frozenset[str] = frozenset(), fixed: tuple[str, ...] = ()) -> CheckReport:
    """Return everything that a check has to say. Raises UnknownNameError as `check` does."""
    findings = check(view, waive=waive)
    held = (view.states.get(case.id) for case in view.golden.cases)
    counts = Counter("candidate" if status is None else status.state for status in held)
    return CheckReport(
        set_name=view.golden.header.name,
        cases=len(view.golden.cases),
        corpus=view.revision.label if view.revision else "",
        findings=findings,
        not_applicable=not_applicable(view),
        fixed=fixed,
        ready=not any(one.severity == "error" and not one.waived for one in findings) if view.ready else None,
        states=dict(sorted(counts.items())),
    )


def _applicable(view: LintView) -> Iterator[Rule]:
    for code in CODES:
        rule = load(code)
        if ("ready" not in rule.needs or view.ready) and not any(_missing(view, need) for need in rule.needs):
            yield rule


def _missing(view: LintView, need: Needed) -> str:
    """Return why `need` is not there. That nobody asked for readiness is no lack."""
    if need == "ready":
        return ""
    if view.revision is None or view.resolutions is None or view.documents is None:
        return "there is no corpus revision to look evidence up in; run `goldsmith freeze`"
    if need == "text" and view.revision.text != "full":
        kept = "only previews" if view.revision.text == "preview" else "no text"
        return f"text absent: corpus revision {view.revision.label!r} keeps {kept}"
    return ""


def _place(finding: Finding) -> tuple[str, int, str, str, str, str]:
    return finding.file, finding.line, finding.code, finding.case, finding.field, finding.message
