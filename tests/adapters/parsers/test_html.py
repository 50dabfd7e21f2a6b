"""Web pages as text."""

from __future__ import annotations

import pytest

from goldsmith.adapters.parsers.reading import read
from goldsmith.ports.parser import HTML, ParsedDocument
from goldsmith.tables.headings import Heading

pytest.importorskip("lxml")


def parse(page: str | bytes) -> ParsedDocument:
    return read(HTML, page if isinstance(page, bytes) else page.encode(), lambda: None)


def text(page: str) -> str:
    return parse(page).text


def test_headings_paragraphs_and_links_are_read_in_order() -> None:
    page = (
        "<!doctype html><html lang=de><head><title>Fees &amp; rates</title></head><body>Before<h1>Fees</h1>"
        "<p>Five <b>euro</b>,\n  see <a href='x'>the list</a>.<br>Ten abroad.</p>"
        "<div>Then<h2>Late <i>fees</i></h2>None.</div>"
    )

    assert parse(page) == ParsedDocument(
        status="parsed",
        text="Before\n\nFees\n\nFive euro, see the list.\nTen abroad.\n\nThen\n\nLate fees\n\nNone.",
        headings=(Heading(8, 1, "Fees"), Heading(58, 2, "Late fees")),
        title="Fees & rates",
        language="de",
    )


def test_each_heading_stands_where_it_is_said_to() -> None:
    found = parse("<h1>Größe 🙂</h1><p>x</p><h2>a\n b</h2><p>y</p><h3></h3><p>z")

    assert [found.text[one.start :].startswith(one.words) for one in found.headings] == [True, True]


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>no</script>",
        "<style>no</style>",
        "<template><p>no</p></template>",
        "<noscript><p>no</p></noscript>",
        "<p hidden>no</p>",
        "<p style='color: red; DISPLAY : none'>no</p>",
        "<div style='visibility:hidden'><p>no</p></div>",
        "<!-- no -->",
        "<svg><text>no</text></svg>",
    ],
)
def test_what_no_reader_sees_is_left_out(hidden: str) -> None:
    assert text(f"<p>one</p>{hidden}<p>two</p>") == "one\n\ntwo"


def test_navigation_is_not_guessed_away() -> None:
    assert text("<nav>Home</nav><main><p>Five.</p></main>") == "Home\n\nFive."


def test_lists_keep_their_bullets_and_numbers() -> None:
    page = "<ul><li>a<li><p>b</p><p>c</p></ul><ol start=3><li>x<li>y<ol><li>inner</ol><li value=9>z</ol>"

    assert text(page) == "- a\n- b\n\nc\n\n3. x\n4. y\n1. inner\n9. z"


def test_cells_stand_beside_the_heads_of_their_columns() -> None:
    page = (
        "<table><caption>Prices</caption><tr><th>Region<th>Fee<th>Note<tr><td>North<td>5 euro<td>"
        "<tr><th>South<td>7&nbsp;euro<td>by <b>air</b></table>"
    )

    assert text(page) == "Prices\n\nRegion: North; Fee: 5 euro\nRegion: South; Fee: 7 euro; Note: by air"


def test_heads_and_cells_that_run_over_several_columns_and_rows_count_for_each() -> None:
    page = (
        "<table><thead><tr><td rowspan=2>Region<td colspan=2>Fee<tr><td>now<td>then</thead>"
        "<tr><td rowspan=2>EU<td>5<td>6<tr><td>7<td>8</table>"
    )

    assert text(page) == "Region: EU; Fee now: 5; Fee then: 6\nRegion: EU; Fee now: 7; Fee then: 8"


def test_a_table_without_heads_keeps_its_empty_cells() -> None:
    assert text("<table><tr><td>a<td><td>1<tr><td>b<td>2<td></table>") == "a |  | 1\nb | 2 |"


def test_a_table_that_lays_out_a_page_is_no_table() -> None:
    page = "<table><tr><td><h1>Fees</h1><p>Five.</p><td><table><tr><th>A<tr><td>1</table></table>"

    assert text(page) == "Fees\n\nFive.\n\nA: 1"


def test_preformatted_text_keeps_its_blanks() -> None:
    assert text("<p>a</p><pre>if x:\n    y  z</pre>") == "a\n\nif x:\n    y  z"


@pytest.mark.parametrize(
    "page",
    [
        "<p>Größe</p>".encode("utf-8-sig"),
        "<p>Größe</p>".encode("utf-16"),
        "<p>Größe</p>".encode(),
        b'<meta charset="iso-8859-1"><p>' + "Größe".encode("latin-1"),
        b'<meta http-equiv=Content-Type content="text/html; charset=windows-1252"><p>' + "Größe".encode("cp1252"),
        b'<?xml version="1.0" encoding="ISO-8859-15"?><html><p>' + "Größe".encode("iso-8859-15"),
    ],
)
def test_the_charset_is_taken_from_mark_declaration_or_bytes(page: bytes) -> None:
    found = parse(page)

    assert (found.status, found.text) == ("parsed", "Größe")


@pytest.mark.parametrize(
    ("page", "text", "reason"),
    [
        ("<p>Größe".encode("latin-1"), "Größe", "it declares no charset and was read as Windows-1252"),
        (b"<meta charset=utf-8><p>Gr\xf6\xdfe", "Gr\ufffd\ufffde", "some of its bytes are not utf-8"),
        (
            "<meta charset=nonsense><p>Größe".encode("latin-1"),
            "Größe",
            "it declares no charset and was read as Windows-1252",
        ),
    ],
)
def test_characters_that_may_be_wrong_are_said(page: bytes, text: str, reason: str) -> None:
    found = parse(page)

    assert (found.status, found.reason, found.text) == ("partial", reason, text)


@pytest.mark.parametrize("page", [b"", b"   ", b"<p></p>", b"<!doctype html>", b"<script>x</script>"])
def test_a_page_without_words_failed(page: bytes) -> None:
    found = parse(page)

    assert (found.status, found.reason, found.text) == ("failed", "the page holds no text", "")


@pytest.mark.parametrize(
    "page",
    ["<div>" * 200_000 + "x", "<b>" * 100_000 + "x", "<table><tr><td>" * 50_000 + "x", "<p>" + "a" * 20_000_000],
    ids=["blocks", "marks", "tables", "one text"],
)
def test_what_is_built_to_exhaust_a_parser_ends_with_a_reason(page: str) -> None:
    found = parse(page)

    assert found.status == "failed"
    assert found.reason == "its elements are too many inside each other or too large, and the rest was not read"


def test_a_page_that_gets_too_deep_is_kept_up_to_there() -> None:
    found = parse("<p>kept</p>" + "<div>" * 1_000 + "x")

    assert (found.status, found.text) == ("partial", "kept")


def test_a_table_that_would_grow_beyond_all_bounds_is_narrowed() -> None:
    found = parse("<table><tr><td colspan=999999 rowspan=999999>x<td>y<tr><td>z</table>")

    assert found.text == " | ".join(["x"] * 64 + ["y"]) + "\n" + " | ".join(["x"] * 64 + ["z"])
