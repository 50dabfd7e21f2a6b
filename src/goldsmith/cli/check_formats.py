"""The forms in which `goldsmith check` prints what it found."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from goldsmith.cli import options
from goldsmith.records.finding import CheckReport

FORMATS = ("text", "json", "sarif", "github")


def printed(reports: Sequence[CheckReport], kind: str, *, everything: bool) -> str:
    """Return the reports in one of `FORMATS`: one document where a program reads it."""
    if kind == "json":
        return options.as_one_document(reports)
    if kind == "sarif":
        from goldsmith._base.version import package_version
        from goldsmith.reports.sarif import render_sarif
        from goldsmith.workflows.explain import explain

        codes = sorted({one.code for report in reports for one in report.findings})
        return render_sarif(reports, version=package_version(), pages={code: explain(code) for code in codes})
    if kind == "github":
        from goldsmith.reports.annotations import render_annotations

        return render_annotations(reports)
    from goldsmith.reports.findings import WIDTH, render_findings

    width = options.width() if sys.stdout.isatty() else WIDTH
    return "\n".join(render_findings(report, everything=everything, width=width) for report in reports)
