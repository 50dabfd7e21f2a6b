"""The reviewer handbook as a Markdown file and as one page that needs nothing else.

Text of the set is shown as it is and obeyed by nobody. The same handbook gives the same bytes.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from goldsmith.records.handbook import Handbook, Meaning, WorkedExample
from goldsmith.reports.html import as_line, as_text
from goldsmith.reports.plain_text import shown

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

HandbookForm = Literal["markdown", "html"]
LONGEST = 600
"""Columns of a text of an example that are shown; a longer one ends in ``…``."""
WITHHELD = "(not shown: it may tell what not everybody may read)"
DIGEST_LABEL = "Handbook digest:"
_OBEYED = re.compile(r"([\\`*_\[\]<>&~|$])")
"""Punctuation that is markup in the middle of a line."""
_LINKED = re.compile(r"(www)\.|:(?=//)", re.IGNORECASE)
"""What becomes a link by itself."""


def render_handbook(handbook: Handbook, form: HandbookForm) -> str:
    """Return the handbook in the form asked for; both end with its digest."""
    return _page(handbook) if form == "html" else "\n".join(_markdown(handbook)) + "\n"


def floor_told(handbook: Handbook) -> str:
    """Return what is said of agreement."""
    return (
        "A part of the cases is decided twice, by reviewers who do not see each other's labels. Where their agreement "
        f"(kappa) is below {handbook.floor:g}, the question or a rule of this handbook is ambiguous and is written "
        "anew; the labels are not averaged, and nobody is asked to give in."
    )


def own_word_told(handbook: Handbook) -> str:
    """Return what is said of a word that the set adds."""
    return f"A word of this set; ask its owner{f', {handbook.owner},' if handbook.owner else ''} what it means."


def _markdown(handbook: Handbook) -> Iterator[str]:
    yield f"# Reviewer handbook: {escaped_markdown(handbook.set_name)}"
    yield from ("", "## What you decide, and why")
    for paragraph in handbook.purpose:
        yield from ("", paragraph)
    yield from ("", "## Four rules", "")
    for number, rule in enumerate(handbook.rules, start=1):
        yield f"{number}. **{rule.word}.** {rule.means}"
    yield from (
        "",
        "## Your decision",
        "",
        "One of these words, with a reason that somebody else can follow later.",
        "",
    )
    yield from _meanings(handbook.decisions, handbook)
    yield from ("", "## Three confirmations", "", "Approving says that all three hold.", "")
    yield from _meanings(handbook.confirmations, handbook)
    yield from ("", "## How to mark evidence", "")
    for item in handbook.marking:
        yield f"- **{item.word}**: {item.means}"
    yield from (
        "",
        "## Hard gates",
        "",
        "One case that breaks one of them stops a release, whatever the averages say.",
        "",
    )
    yield from _meanings(handbook.gates, handbook)
    if handbook.thresholds:
        yield from ("", "This set adds:", "")
        yield from (f"- {_code(item)}" for item in handbook.thresholds)
    yield from ("", "## Axes")
    for axis in handbook.axes:
        yield from ("", f"### {axis.axis}", "", axis.asks, "")
        yield from _meanings(axis.words, handbook) if axis.words else ("Any word.",)
    yield from ("", "## Worked examples", "")
    yield "Approved cases of this set that every reviewer may see."
    for example in handbook.examples:
        yield from ("", f"### {example.behaviour}: {_code(example.case)}", "")
        yield from _example(example)
    if handbook.without_example:
        yield from ("", "Without an example:", "")
        yield from (f"- `{item.word}`: {item.means}." for item in handbook.without_example)
    yield from ("", "## Agreement", "", floor_told(handbook), "", "---", "", f"{DIGEST_LABEL} {handbook.digest}")


def _meanings(items: Sequence[Meaning], handbook: Handbook) -> Iterator[str]:
    for item in items:
        yield f"- {_code(item.word)}: {own_word_told(handbook) if item.own else item.means}"


def _example(example: WorkedExample) -> Iterator[str]:
    for role, said in example.turns:
        yield f"- **Earlier, {role}**: {escaped_markdown(said)}"
    yield f"- **Question**: {escaped_markdown(example.question)}"
    yield f"- **Answerability**: `{example.answerability}`"
    for label, texts in expectations(example):
        yield from (f"- **{label}**: {escaped_markdown(text)}" for text in texts)
    if not example.needs:
        yield "- **Evidence**: none"
    for number, need in enumerate(example.needs, start=1):
        several = " (any of)" if len(need.any_of) > 1 else ""
        yield f"- **Evidence**, need {_code(need.need) if need.need else number}{several}:"
        for passage in need.any_of:
            yield f"  - {_code(passage.document)}" + (f": “{escaped_markdown(passage.quote)}”" if passage.quote else "")
            if passage.supports:
                yield f"    supports {escaped_markdown(passage.supports)}"


def expectations(example: WorkedExample) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what a right answer of an example is, part by part; parts of which it says nothing are left out."""
    parts = (
        ("Accepted answer", example.accept),
        ("Must say", example.must_say),
        ("Must not say", (WITHHELD,) if example.withholds else example.must_not_say),
        ("Must ask about", example.must_ask),
        ("Must point to", example.must_point_to),
    )
    return tuple((label, texts) for label, texts in parts if texts)


def escaped_markdown(text: str) -> str:
    """Return `text` on one line as running text of a Markdown file: shown as it is, obeyed by nobody."""
    safe = _OBEYED.sub(r"\\\1", shown(text, LONGEST))
    return _LINKED.sub(lambda found: f"{found[1]}\\." if found[1] else "\\:", safe)


def _code(text: str) -> str:
    kept = shown(text, LONGEST)
    return f"`{kept}`" if kept and "`" not in kept else escaped_markdown(text)


def _page(handbook: Handbook) -> str:
    style = _inline("report.css") + "\n" + _inline("handbook.css")
    return (
        _environment()
        .get_template("handbook.html")
        .render(
            handbook=handbook,
            floor=floor_told(handbook),
            own_word=own_word_told(handbook),
            digest_label=DIGEST_LABEL,
            style=style,
            style_hash=f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}",
        )
    )


@cache
def _inline(name: str) -> Markup:
    """Return one of our own files for use inside the page, as it stands."""
    from markupsafe import Markup

    environment = _environment()
    if environment.loader is None:
        return Markup()
    return Markup(environment.loader.get_source(environment, name)[0].strip())  # noqa: S704 - a file of ours


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
    environment.filters.update(text=as_text, line=as_line, ours=_with_code)
    environment.globals.update(expectations=expectations, longest=LONGEST)
    return environment


def _with_code(text: str) -> Markup:
    """Return a sentence of our own as page content: what stands between backquotes is code."""
    from markupsafe import Markup, escape

    parts = text.split("`")
    told = (f"<code>{escape(part)}</code>" if number % 2 else str(escape(part)) for number, part in enumerate(parts))
    return Markup("".join(told))  # noqa: S704 - all of it was escaped
