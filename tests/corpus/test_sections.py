"""Sections of Markdown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.corpus.sections import Section, markdown_sections, paged_sections, sections_under
from goldsmith.tables.headings import Heading


def _told(text: str) -> list[tuple[str, str | None]]:
    return [(text[section.start : section.end], section.path) for section in markdown_sections(text)]


def test_headings_cut_the_text_and_give_the_path() -> None:
    text = "Before.\n# Fees\nA fee.\n## Late fees ##\nTwo.\n# Refunds\nNone.\n"

    assert _told(text) == [
        ("Before.\n", None),
        ("# Fees\nA fee.\n", "Fees"),
        ("## Late fees ##\nTwo.\n", "Fees > Late fees"),
        ("# Refunds\nNone.\n", "Refunds"),
    ]


def test_a_heading_may_be_underlined() -> None:
    text = "Fees\nand more\n====\nA fee.\n\nLate\n---\nTwo.\n"

    assert _told(text) == [
        ("Fees\nand more\n====\nA fee.\n\n", "Fees and more"),
        ("Late\n---\nTwo.\n", "Fees and more > Late"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# no heading\n```\n",
        "~~~~\n# no heading\n~~~\n# still code\n~~~~\n",
        "<!--\n# no heading\n-->\n",
        "<pre>\n# no heading\n</pre>\n",
        "    # indented code\n",
        "#hashtag\n",
        "- item\n---\n",
        "text\n\n---\n\nmore\n",
        "| a | b |\n---\n",
        "> quote\n---\n",
    ],
    ids=lambda text: text.split("\n")[0],
)
def test_what_only_looks_like_a_heading_is_text(text: str) -> None:
    assert markdown_sections(text) == (Section(0, len(text), None),)


@given(st.text(alphabet="# \n-=`ab<>!", max_size=200))
def test_sections_partition_any_text(text: str) -> None:
    sections = markdown_sections(text)

    assert "".join(text[section.start : section.end] for section in sections) == text
    assert all(before.end == after.start for before, after in pairwise(sections))


def test_known_headings_part_a_text_as_marked_ones_do() -> None:
    text = "Before\n\nFees\n\nFive.\n\nLate\n\nTen.\n\nOther\n\nEnd."
    headings = (Heading(8, 1, "Fees"), Heading(21, 2, "Late"), Heading(33, 1, "Other"))

    assert sections_under(text, headings) == (
        Section(0, 8, None),
        Section(8, 21, "Fees"),
        Section(21, 33, "Fees > Late"),
        Section(33, 44, "Other"),
    )


def test_sections_are_cut_where_a_page_begins() -> None:
    sections = (Section(0, 10, None), Section(10, 30, "Fees"))

    assert paged_sections(sections, (0, 5, 10, 20, 20)) == (
        Section(0, 5, None),
        Section(5, 10, None),
        Section(10, 20, "Fees"),
        Section(20, 30, "Fees"),
    )
    assert paged_sections(sections, ()) == sections
