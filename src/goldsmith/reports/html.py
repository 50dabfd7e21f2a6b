"""The verdict as one page that needs nothing else: no script, no request, the same bytes for the same verdict."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from goldsmith.records.verdict import Verdict
from goldsmith.reports import comparing, figures, gating, page_rows
from goldsmith.reports.plain_text import escaped, is_unseen

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

MOST_CHARACTERS = 4_000
"""A longer text is cut for display, and the page says so."""
_MOST_OPEN = 5
_KEPT = frozenset("\n\t")


def render_html(verdict: Verdict) -> str:
    """Return the page: what to do, why, then the figures, then every case.

    Every text of the verdict is shown as text, character for character; a character without a glyph (a control, a
    bidirectional mark) is shown by its number. Texts beyond `MOST_CHARACTERS` are cut with a note.
    """
    effects = comparing.effects_by_measure(verdict.comparison)
    groups = page_rows.by_state(verdict.cases)
    scored = [summary for summary in verdict.summaries if summary.scored]
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
        units={summary.measure: summary.unit for summary in verdict.summaries},
    )


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
        bar_width=page_rows.BAR_WIDTH,
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
