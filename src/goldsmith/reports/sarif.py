"""Findings as SARIF 2.1.0 (OASIS standard of 27 March 2020), which code scanning and editors read.

A finding keeps its fingerprint when its line moves: it is made of rule, case, field and message, and of a number where
two are alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from goldsmith._base.canonical import digest
from goldsmith.records.finding import CheckReport, Finding
from goldsmith.reports.json_text import to_json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "goldsmith/v1"

_LEVELS = {"error": "error", "warning": "warning", "advice": "note"}
_LINE = re.compile(r"(?<=\w):\d+\b")
"""The number of a line behind the name of a file, as messages tell where the other of two cases stands."""
_HEADING = re.compile(r"^#+ *", re.MULTILINE)


def render_sarif(reports: Sequence[CheckReport], *, version: str, pages: Mapping[str, str]) -> str:
    """Return one log with one run, whatever the number of sets.

    `version` is that of Goldsmith; `pages` gives the page of each rule, Markdown, by its code. What is waived or
    suppressed is there with the reason.
    """
    codes = sorted({one.code for report in reports for one in report.findings})
    run = {
        "tool": {"driver": {"name": "goldsmith", "version": version, "rules": list(_rules(reports, codes, pages))}},
        "columnKind": "unicodeCodePoints",
        "results": list(_results(reports, {code: at for at, code in enumerate(codes)})),
    }
    return to_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rules(reports: Sequence[CheckReport], codes: Sequence[str], pages: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    first: dict[str, Finding] = {}
    for report in reports:
        for one in report.findings:
            first.setdefault(one.code, one)
    for code in codes:
        page = pages.get(code, "")
        rule: dict[str, Any] = {
            "id": code,
            "name": first[code].name,
            "shortDescription": {"text": first[code].name.replace("-", " ")},
        }
        if page:
            rule["help"] = {"text": _HEADING.sub("", page).strip(), "markdown": page.strip()}
        yield rule


def _results(reports: Sequence[CheckReport], places: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    seen: Counter[str] = Counter()
    for report in reports:
        for one in report.findings:
            content = digest([report.set_name, one.code, one.case, one.field, _LINE.sub("", one.message)])
            seen[content] += 1
            subject = f"[{one.case}] " if one.case else f"{one.field}: " if one.field else ""
            mend = f"\n\nmend: {one.mend}" if one.mend else ""
            result: dict[str, Any] = {
                "ruleId": one.code,
                "ruleIndex": places[one.code],
                "level": _LEVELS[one.severity],
                "message": {"text": f"{subject}{one.message}{mend}"},
                "partialFingerprints": {FINGERPRINT: f"{content}:{seen[content]}"},
            }
            location = _location(one, report.place)
            if location:
                result["locations"] = [location]
            if not one.counts:
                result["suppressions"] = [
                    {"kind": "external", "status": "accepted", "justification": one.suppressed or "waived"}
                ]
            yield result


def _location(finding: Finding, place: str) -> dict[str, Any]:
    file = finding.file or place
    location: dict[str, Any] = {}
    if file:
        physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
        if finding.line:
            physical["region"] = {"startLine": finding.line}
        location["physicalLocation"] = physical
    names = ".".join(part for part in (finding.case, finding.field) if part)
    if names:
        location["logicalLocations"] = [{"fullyQualifiedName": names, "kind": "member"}]
    return location


def _uri(file: str) -> str:
    """Return a path as a URI reference; an absolute one becomes a ``file`` URI."""
    written = quote(file.replace("\\", "/"), safe="/")
    return f"file://{written}" if written.startswith("/") else written
