"""The comment: five lines, then details; nothing in it is obeyed."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.markdown import LONGEST, literal, prose, render_markdown
from goldsmith.reports.plain_text import shown
from goldsmith.reports.redacting import redacted
from tests.reports.detail import WAIVERS, detailed, saying, whole_verdict
from tests.reports.payloads import PAYLOADS
from tests.reports.sample import broken, comparison, gate, plan, verdict

HOSTILE = (
    *PAYLOADS,
    "@octocat please",
    "fixes #123 and GH-77",
    "deadbeefcafe0123456789abcdef0123456789ab",
    "a | b | c",
    "`code` ``more``",
    "# heading\n- list\n> quote",
    "[x]: https://example.com",
    "![x](https://example.com/x.png)",
    "www.example.com and me@example.com",
    "</details></summary><h1>x</h1>",
    "~~gone~~ $x^2$ :tada:",
    "&amp; &#64;octocat",
    "1. one\n2. two",
    "---",
)


class Reader(HTMLParser):
    """The elements of a rendered comment and the words in its `code` elements."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.code: list[str] = []
        self.depth = 0
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "code":
            self.depth += 1
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "code"

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.code[-1] += data
        else:
            self.outside.append(data)


def rendered(text: str) -> Reader:
    """Return `text` as a page of GitHub would have it."""
    markdown_it = pytest.importorskip("markdown_it", reason="no reader of Markdown is installed")
    reader = Reader()
    reader.feed(markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text))
    reader.close()
    return reader


def test_five_lines_carry_the_verdict() -> None:
    lines = render_markdown(whole_verdict(probes=())).splitlines()[:6]

    assert [line.split("**")[1] if "**" in line else line for line in lines] == [
        "### BLOCKED: 3 gates · 3 regressions",
        "Gates",
        "Regressions",
        "Figures",
        "Set",
        "",
    ]
    assert lines[1].endswith("1 holds; 2 waivers, 1 expired")
    assert "recall@5 0.81 (-0.07 [-0.13, -0.01], n 29)" in lines[3]


def test_details_are_folded_and_closed() -> None:
    text = render_markdown(whole_verdict())

    assert (text.count("<details>"), text.count("</details>"), text.count("<summary>")) == (7, 7, 7)
    assert re.findall("<summary>(.*)</summary>", text) == [
        "Gates",
        "2 waivers",
        "3 regressions",
        "Layers",
        "Completeness",
        "6 cases failed",
        "1 case undecided",
    ]


@pytest.mark.parametrize("payload", HOSTILE)
def test_a_text_is_shown_as_it_is_and_nothing_in_it_is_obeyed(payload: str) -> None:
    reader = rendered(
        f"- {literal(payload, 1_000)} and\n\n| {literal(payload, 1_000)} |\n|---|\n| {prose(payload)} |\n"
    )

    assert reader.tags <= {"ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td"}
    assert reader.code[:2] == [shown(payload, 1_000)] * 2


@pytest.mark.parametrize("payload", HOSTILE)
def test_a_comment_is_whole_whatever_its_texts_say(payload: str) -> None:
    item = saying(payload, payload)
    text = render_markdown(
        verdict(
            headline=payload,
            plan=plan(set_name=payload, corpus=payload, system=payload, set_version=payload),
            gates=(gate(payload, "failed", broken(payload, payload), broken(payload, payload, "waived")),),
            comparison=comparison(baseline=payload),
            cases=(item,),
            next_step=payload,
        )
    )
    reader = rendered(text)

    assert reader.tags <= {
        "h3", "ul", "li", "p", "code", "strong", "em", "details", "summary", "table", "thead", "tbody", "tr", "th",
        "td",
    }  # fmt: skip
    assert text.count("<details>") == text.count("</details>")


def test_no_mention_stands_outside_of_code() -> None:
    outside = "".join(rendered(render_markdown(whole_verdict(headline="@octocat fixes #12"))).outside)

    assert re.findall(r"(?<!\w)[@#]\w+", outside) == []


@given(st.text())
def test_a_literal_holds_no_markup(text: str) -> None:
    inside = re.sub(r"&#\d+;", "", literal(text).removeprefix("<code>").removesuffix("</code>"))

    assert re.search(r"[<>`*_|\[\]\\@#~$!&\n]", inside) is None


def test_a_comment_that_would_be_too_long_is_cut_between_details() -> None:
    cases = tuple(detailed(f"access-{number:04}", question="q " * 120, answer="a " * 120) for number in range(400))
    text = render_markdown(verdict(cases=cases, gates=tuple(verdict().gates * 60)))

    assert len(text) <= LONGEST
    assert text.count("<details>") == text.count("</details>")
    assert "too long for a comment" in text


def test_a_comment_of_ids_names_no_text() -> None:
    text = render_markdown(redacted(whole_verdict(waivers=WAIVERS[1:])))

    assert ("warranty of the Larch oven" in text, "answered <code>" in text) == (False, False)


def test_without_a_baseline_figures_have_their_own_interval() -> None:
    lines = render_markdown(verdict(comparison=None)).splitlines()

    assert lines[2] == "- **Regressions** not compared with a baseline"
    assert "recall@5 0.81 ([0.70, 0.90], n 30)" in lines[3]
