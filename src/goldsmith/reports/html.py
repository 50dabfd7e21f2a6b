"""The verdict as one page that needs nothing else: no request, the same bytes for the same verdict.

Its one script is our own and allowed by its hash; it finds and opens cases, and without it all is there as well.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from goldsmith.records.sign_off import SignOffChecked
from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.reports import case_rows, comparing, figures, gating, page_rows
from goldsmith.reports.marking import Piece, pieces
from goldsmith.reports.noted import leaks_anyway, noted, plain_leaks
from goldsmith.reports.plain_text import escaped, is_unseen

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

MOST_CHARACTERS = 4_000
"""A longer text is cut for display, and the page says so."""
_MOST_OPEN = 5
_KEPT = frozenset("\n\t")


def render_html(verdict: Verdict, signed: Sequence[SignOffChecked] = ()) -> str:
    """Return the page: what to do, why, then the figures, then every case.

    Every text of the verdict is shown as text, character for character; a character without a glyph (a control, a
    bidirectional mark) is shown by its number. Texts beyond `MOST_CHARACTERS` are cut with a note. A verdict for the
    audience ``ids`` gives a page without texts. `signed` are the sign-offs of this run, among others.
    """
    effects = comparing.effects_by_measure(verdict.comparison)
    groups = page_rows.by_state(verdict.cases)
    scored = [summary for summary in verdict.summaries if summary.scored]
    drawn = [item for group in groups for _, item in group.members]
    style, script = _inline("report.css"), _inline("report.js")
    page = _environment().get_template("report.html")
    return page.render(
        verdict=verdict,
        plan=verdict.plan,
        comparison=verdict.comparison,
        sameness=comparing.sameness(verdict.comparison) if verdict.comparison else "",
        visible=comparing.visible(verdict.comparison) if verdict.comparison else "",
        left_out=comparing.left_out(verdict.comparison) if verdict.comparison else (),
        reach=page_rows.reach(verdict.comparison) if verdict.comparison else 1.0,
        rows=page_rows.measure_rows(verdict),
        all_column=comparing.has_all_column(scored, effects),
        without_answer=comparing.without_answer(verdict.summaries),
        without_figure=comparing.without_figure(verdict.summaries),
        slices=page_rows.slice_rows(verdict.slices),
        matrix=page_rows.matrix(verdict.behaviours),
        groups=groups,
        left_out_cases=sum(group.total - len(group.members) for group in groups),
        places={item.result.case: place for group in groups for place, item in group.members},
        noted=noted(verdict, signed),
        plain=plain_leaks(verdict),
        ids_only=verdict.audience == "ids",
        completeness=page_rows.completeness(verdict),
        options=case_rows.slice_options(drawn),
        style=style,
        script=script,
        style_hash=_source_of(style),
        script_hash=_source_of(script),
        units={summary.measure: summary.unit for summary in verdict.summaries},
    )


@cache
def _inline(name: str) -> Markup:
    """Return one of our own files for use inside the page, as it stands."""
    from markupsafe import Markup

    environment = _environment()
    if environment.loader is None:
        return Markup()
    return Markup(environment.loader.get_source(environment, name)[0].strip())  # noqa: S704 - a file of ours


def _source_of(text: str) -> str:
    """Return how a content security policy names an inline script or style: by its digest."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _pieces(item: CaseResult) -> tuple[Piece, ...]:
    return pieces(item.answer[:MOST_CHARACTERS], item.claims, item.cited or ())


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("goldsmith", "reports/templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        text=as_text, line=as_line, value=figures.value, score=figures.score, count=figures.count,
        percent=figures.percent,
    )  # fmt: skip
    environment.globals.update(
        told=gating.told, stands=gating.stands, most_characters=MOST_CHARACTERS, most_open=_MOST_OPEN,
        bar_width=page_rows.BAR_WIDTH, pieces=_pieces, asker=case_rows.asker, claim_mark=case_rows.claim_mark,
        citation_marks=case_rows.citation_marks, retrieved_marks=case_rows.retrieved_marks,
        retrieved_summary=case_rows.retrieved_summary, leak_rows=case_rows.leak_rows,
        expected_shown=case_rows.expected_shown, slice_numbers=case_rows.slice_numbers,
        leaks_anyway=leaks_anyway,
    )  # fmt: skip
    return environment


def as_text(text: str) -> Markup:
    """Return `text` as page content: markup shown, not obeyed; characters without a glyph shown by number."""
    from markupsafe import Markup, escape

    kept = text[:MOST_CHARACTERS]
    safe = str(escape(kept))
    for char in sorted(set(kept) - _KEPT):
        if is_unseen(char):
            safe = safe.replace(char, f'<span class="unseen">{escaped(char)}</span>')
    return Markup(safe)  # noqa: S704 - all of it was escaped above


def as_line(text: str, most: int = 160) -> Markup:
    """Return `text` as page content on one line, cut after `most` characters."""
    whole = " ".join(text[: MOST_CHARACTERS + 1].split())
    return as_text(whole if len(whole) <= most else whole[: most - 1] + "…")
