"""What a check found, for people."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.finding import CheckReport, Finding
from goldsmith.reports.figures import count, shown

_MOST = 12
_WIDTH = 110
_MARKS = {"error": "x", "warning": "!", "advice": "-"}
_RANK = {"error": 0, "warning": 1, "advice": 2}


def render_findings(report: CheckReport, *, everything: bool = False) -> str:
    """Return the findings, the gravest first; a screen of them unless `everything` is wanted."""
    lines = [_headline(report), *report.fixed]
    ordered = sorted(report.findings, key=lambda item: (item.waived, _RANK[item.severity]))
    chosen = ordered if everything else ordered[:_MOST]
    for finding in chosen:
        lines += ["", *_told(finding)]
    if len(ordered) > len(chosen):
        lines += ["", f"… and {len(ordered) - len(chosen)} more: goldsmith check --all"]
    if report.not_applicable:
        lines += ["", "Not checked:"]
        lines += [f"  {shown(line, _WIDTH - 2)}" for line in (report.not_applicable if everything else report.not_applicable[:4])]
    return "\n".join([*lines, "", f"Next: {_next_step(report)}"])


def _headline(report: CheckReport) -> str:
    found = {
        word: sum(1 for item in report.findings if item.severity == word and not item.waived) for word in _MARKS
    }
    waived = sum(1 for item in report.findings if item.waived)
    told = [count(found["error"], "error"), count(found["warning"], "warning"), f"{found['advice']} advice"]
    told += [f"{waived} waived"] if waived else []
    corpus = f"corpus {report.corpus}" if report.corpus else "no corpus"
    states = ", ".join(f"{number} {state}" for state, number in sorted((report.states or {}).items()))
    ready = {True: "READY   ", False: "NOT READY   ", None: ""}[report.ready]
    return f"{ready}{', '.join(told)}\n{report.set_name} · {count(report.cases, 'case')} ({states}) · {corpus}"


def _told(finding: Finding) -> Iterator[str]:
    place = f"{finding.file}:{finding.line}" if finding.line else finding.file
    where = " ".join(part for part in (place, f"[{finding.case}]" if finding.case else "", finding.field) if part)
    waived = " (waived)" if finding.waived else ""
    yield f"{_MARKS[finding.severity]} {finding.code} {finding.name}{waived}   {where}"
    yield f"    {finding.message}"
    for number, line in enumerate(finding.mend.splitlines()):
        yield f"    {'mend: ' if number == 0 else '      '}{line}"


def _next_step(report: CheckReport) -> str:
    if report.errors:
        code = next(item.code for item in report.findings if item.severity == "error" and not item.waived)
        return f"mend the errors; goldsmith explain {code} says more"
    if any("--fix" in item.mend for item in report.findings):
        return "goldsmith check --fix"
    waiting = (report.states or {}).get("candidate", 0) + (report.states or {}).get("edited", 0)
    if waiting:
        return f"review {count(waiting, 'case')}: goldsmith approve CASE --reviewer NAME --reason …"
    return "goldsmith evaluate --system NAME"
