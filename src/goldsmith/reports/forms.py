"""The forms in which a verdict is written to a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from goldsmith.records.sign_off import SignOffChecked
from goldsmith.records.verdict import Audience, Verdict
from goldsmith.reports.html import render_html
from goldsmith.reports.json_text import to_json
from goldsmith.reports.junit import render_junit
from goldsmith.reports.markdown import render_markdown
from goldsmith.reports.redacting import redacted
from goldsmith.reports.terminal import render_verdict

Form = Literal["html", "markdown", "junit", "json", "text"]
FORMS: tuple[Form, ...] = ("html", "markdown", "junit", "json", "text")

IN_A_RUN: Mapping[Form, str] = {"html": "report.html", "markdown": "report.md", "junit": "junit.xml"}
"""Files that every run folder gets."""


def render(verdict: Verdict, form: Form, signed: Sequence[SignOffChecked] = ()) -> str:
    """Return `verdict` in one of `FORMS`, ending in one line end; those for people name who signed the run off."""
    if form == "html":
        text = render_html(verdict, signed)
    elif form == "markdown":
        text = render_markdown(verdict, signed)
    else:
        text = {"junit": render_junit, "json": to_json, "text": render_verdict}[form](verdict)
    return text.rstrip("\n") + "\n"


def for_audience(verdict: Verdict, audience: Audience) -> Verdict:
    """Return `verdict` as that audience may read it."""
    return redacted(verdict) if audience == "ids" else verdict
