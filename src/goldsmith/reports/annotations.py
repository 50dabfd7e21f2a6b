"""Findings as workflow commands of GitHub: each shows beside its line in the changed files of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.records.finding import CheckReport, Finding
from goldsmith.reports.figures import count

MOST = 50
"""Annotations of one step; GitHub shows no more of them."""

_COMMANDS = {"error": "error", "warning": "warning", "advice": "notice"}
_RANK = {"error": 0, "warning": 1, "advice": 2}


def render_annotations(reports: Sequence[CheckReport]) -> str:
    """Return a line for each finding that counts, the gravest first, and one that tells how many were left out."""
    found = [(report, one) for report in reports for one in report.findings if one.counts]
    found.sort(key=lambda item: _RANK[item[1].severity])
    lines = [_line(report, one) for report, one in found[:MOST]]
    if len(found) > MOST:
        left = count(len(found) - MOST, "finding")
        lines.append(f"::notice title=goldsmith::{_message(f'… and {left} more: goldsmith check --all')}")
    return "\n".join(lines)


def _line(report: CheckReport, finding: Finding) -> str:
    file = finding.file or report.place
    properties = [("file", file)] if file else []
    properties += [("line", str(finding.line))] if finding.line else []
    properties += [("title", f"{finding.code} {finding.name}")]
    told = ",".join(f"{name}={_property(value)}" for name, value in properties)
    subject = f"[{finding.case}] " if finding.case else f"{finding.field}: " if finding.field else ""
    mend = f"\nmend: {finding.mend}" if finding.mend else ""
    return f"::{_COMMANDS[finding.severity]} {told}::{_message(f'{subject}{finding.message}{mend}')}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
