"""The handbook as a file: every part of it, and text of the set that nothing obeys."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from goldsmith.records.handbook import ExampleNeed, ExamplePassage
from goldsmith.reports.handbook import escaped_markdown, render_handbook
from goldsmith.reports.plain_text import shown
from tests.reports.handbooks import DIGEST, example, handbook
from tests.reports.payloads import PAYLOADS

WINDOW = replace(
    example(),
    case="window",
    turns=(),
    accept=("Within 30 days.",),
    must_say=("30 days",),
    must_not_say=("14 days",),
    must_ask=(),
    must_point_to=(),
    needs=(
        ExampleNeed(
            need="days",
            any_of=(
                ExamplePassage(document="returns", quote="within 30 days", supports="the days"),
                ExamplePassage(document="leaflet", quote=None, supports=None),
            ),
        ),
        ExampleNeed(need=None, any_of=(ExamplePassage(document="returns", quote="30", supports=None),)),
    ),
)


def test_the_file_says_everything_in_its_order_and_ends_with_its_digest() -> None:
    assert render_handbook(handbook(WINDOW), "markdown") == (
        "# Reviewer handbook: help-desk\n"
        "\n## What you decide, and why\n\nYou decide.\n"
        "\n## Four rules\n\n1. **Do not guess.** Write notes; decide `ambiguous`.\n"
        "\n## Your decision\n\nOne of these words, with a reason that somebody else can follow later.\n"
        "\n- `approved`: All holds.\n"
        "\n## Three confirmations\n\nApproving says that all three hold.\n"
        "\n- `question_plausible`: Somebody asks it.\n"
        "\n## How to mark evidence\n\n- **any of**: Each is enough.\n"
        "\n## Hard gates\n\nOne case that breaks one of them stops a release, whatever the averages say.\n"
        "\n- `refusal`: Broken when it answers.\n"
        "\nThis set adds:\n\n- `recall@5 at least 0.8 (risk: help-desk)`\n"
        "\n## Axes\n"
        "\n### language\n\nIn which language?\n"
        "\n- `en`: English.\n- `help-desk`: A word of this set; ask its owner, Ada, what it means.\n"
        "\n### source_format\n\nIn which form?\n\nAny word.\n"
        "\n## Worked examples\n\nApproved cases of this set that every reviewer may see.\n"
        "\n### answer: `window`\n"
        "\n- **Question**: How long may I return goods?\n"
        "- **Answerability**: `supported`\n"
        "- **Accepted answer**: Within 30 days.\n"
        "- **Must say**: 30 days\n"
        "- **Must not say**: 14 days\n"
        "- **Evidence**, need `days` (any of):\n"
        "  - `returns`: “within 30 days”\n"
        "    supports the days\n"
        "  - `leaflet`\n"
        "- **Evidence**, need 2:\n"
        "  - `returns`: “30”\n"
        "\nWithout an example:\n\n- `clarify`: no case with this behaviour is approved yet.\n"
        "\n## Agreement\n"
        "\nA part of the cases is decided twice, by reviewers who do not see each other's labels. Where their "
        "agreement (kappa) is below 0.75, the question or a rule of this handbook is ambiguous and is written anew; "
        "the labels are not averaged, and nobody is asked to give in.\n"
        f"\n---\n\nHandbook digest: {DIGEST}\n"
    )


def test_what_is_withheld_is_said_to_be() -> None:
    told = render_handbook(handbook(replace(WINDOW, must_not_say=(), withholds=True, needs=())), "markdown")

    assert "- **Must not say**: (not shown: it may tell what not everybody may read)\n" in told
    assert "- **Evidence**: none\n" in told


def test_a_set_without_owner_gates_and_gaps_says_nothing_of_them() -> None:
    told = render_handbook(
        replace(handbook(WINDOW, owner=None), thresholds=(), without_example=()),
        "markdown",
    )

    assert "This set adds" not in told
    assert "Without an example" not in told
    assert "ask its owner what it means" in told


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a *b* _c_ `d`", r"a \*b\* \_c\_ \`d\`"),
        ("<b>x</b> &amp; $y$ ~~z~~", r"\<b\>x\</b\> \&amp; \$y\$ \~\~z\~\~"),
        ("[a](https://x.org)", r"\[a\](https\://x.org)"),
        ("see www.x.org", r"see www\.x.org"),
        ("two\nlines", "two lines"),
        ("a\u202eb", r"a\\u202eb"),
        ("30 % - well", "30 % - well"),
    ],
)
def test_text_of_the_set_is_shown_as_it_is(text: str, written: str) -> None:
    assert escaped_markdown(text) == written


def test_a_long_text_is_cut() -> None:
    assert len(escaped_markdown("word " * 1_000)) == 600


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_makes_a_line_of_its_own_or_a_tag(payload: str) -> None:
    plain = render_handbook(handbook(example("x"), text="x"), "markdown")
    told = render_handbook(handbook(example(payload), text=payload), "markdown")

    assert told.count("\n") == plain.count("\n")


class Reader(HTMLParser):
    """The tags of a rendered file, and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def read(text: str) -> Reader:
    """Return a Markdown file as a page shows it."""
    markdown_it = pytest.importorskip("markdown_it", reason="no reader of Markdown is installed")
    reader = Reader()
    reader.feed(markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text))
    reader.close()
    return reader


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_is_read_as_the_words_that_it_is(payload: str) -> None:
    plain = read(render_handbook(handbook(example("x"), text="x"), "markdown"))
    told = read(render_handbook(handbook(example(payload), text=payload), "markdown"))

    assert [tag for tag in told.tags if tag != "code"] == [tag for tag in plain.tags if tag != "code"]
    assert f"Question: {shown(payload, 600)}\n" in told.words
    assert f"“{shown(payload, 600)}”" in told.words


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_page_holds_the_payload_as_text(payload: str) -> None:
    plain = render_handbook(handbook(example("x"), text="x"), "html")
    told = render_handbook(handbook(example(payload), text=payload), "html")

    assert told.count("<") - told.count('<span class="unseen">') * 2 == plain.count("<")
    assert "{{" not in told.replace(payload, "")


def test_the_page_ends_with_the_digest_and_asks_for_nothing() -> None:
    page = render_handbook(handbook(WINDOW), "html")

    assert f"Handbook digest: <code>{DIGEST}</code>" in page.splitlines()[-4]
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "decide <code>ambiguous</code>." in page


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_the_same_handbook_gives_the_same_bytes(form: str) -> None:
    first = render_handbook(handbook(WINDOW), form)  # type: ignore[arg-type]  # one of the two

    assert render_handbook(handbook(WINDOW), form) == first  # type: ignore[arg-type]  # likewise
