"""Marks on their way between the form and the page: nothing is lost, and nothing that is no mark gets through."""

from __future__ import annotations

import html
import json
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ports.pages import Call
from goldsmith.review.blinding import BlindCase
from goldsmith.review.offer import Offer
from goldsmith.web.entered import Entered, entered_before
from goldsmith.web.label_form import read_label
from goldsmith.web.marking import Marked, dense, exact, grouped, posted, read_mark, stretches
from goldsmith.web.writing import written_before

UNMARKED = Offer(
    handle="h", round=1, step="evidence", case=BlindCase(question="?"), passages=(), sources=(), base=0, until=None
)
TEXT = "Keep the receipt. 💩 Goods come back within 30 days."


def mark(start: int, end: int, need: int = 0, *, document: str = "d") -> Marked:
    return Marked(need=need, document=document, start=start, end=end, quote=TEXT[start:end])


def form(**fields: str | tuple[str, ...]) -> Call:
    held = {name: (value,) if isinstance(value, str) else value for name, value in fields.items()}
    return Call(method="POST", path="/case", form=held)


def test_a_mark_comes_back_from_its_field_as_it_was() -> None:
    assert read_mark(mark(18, 19).json) == mark(18, 19)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{",
        "{}",
        json.dumps({"need": -1, "document": "d", "start": 0, "end": 1, "quote": "x"}),
        json.dumps({"need": True, "document": "d", "start": 0, "end": 1, "quote": "x"}),
        json.dumps({"need": 0, "document": 5, "start": 0, "end": 1, "quote": "x"}),
        json.dumps({"need": 0, "document": "d", "start": "0", "end": 1, "quote": "x"}),
        json.dumps({"need": 0, "document": "d", "start": 0, "end": 1, "quote": ["x"]}),
        json.dumps({"need": 0, "document": "d", "start": 0, "end": 1, "quote": "\ud800"}),
        json.dumps({"need": 0, "document": "\udfff", "start": 0, "end": 1, "quote": "x"}),
        json.dumps({"need": 0, "document": "d", "start": 0, "end": 1, "quote": "x", "passage": "\ud800"}),
        json.dumps({"need": 10**9, "document": "d", "start": 0, "end": 1, "quote": "x"}),
        json.dumps({"need": 0, "document": "d", "start": 0, "end": 10**4000, "quote": "x"}),
        '{"need": ' + "9" * 5_000 + "}",
        "[" * 100_000,
        '{"need":' * 100_000,
    ],
)
def test_what_no_page_wrote_is_no_mark(text: str) -> None:
    assert read_mark(text) is None


def test_an_unknown_unit_is_read_as_the_one_that_pages_use() -> None:
    assert read_mark(mark(0, 4).json.replace("codepoint", "furlong")) == mark(0, 4)


def test_needs_are_numbered_without_gaps_and_nothing_stands_twice() -> None:
    assert dense([mark(0, 4, 7), mark(5, 8, 2), mark(0, 4, 7)]) == (mark(0, 4, 1), mark(5, 8, 0))


def test_marks_that_are_dropped_are_gone_and_the_box_gives_way_to_marks() -> None:
    marks = (mark(0, 4).json, mark(5, 8, 1).json)

    assert posted(form(mark=marks, drop="0", none="1")).marks == (mark(5, 8, 0),)
    assert posted(form(mark=marks, none="1")).none is False
    assert posted(form(mark=marks, drop=("0", "1"), none="1")).none is True


def test_without_a_script_a_need_is_chosen_and_the_exact_words_are_typed() -> None:
    whole = mark(0, len(TEXT)).json
    read = posted(
        form(**{
            "need-1": "1", "passage-1": whole, "words-1": "keep  the receipt",
            "need-2": "2", "passage-2": whole, "words-2": "",
            "need-3": "3", "passage-3": whole, "words-3": "nowhere",
            "need-4": "", "passage-4": whole, "words-4": "Goods",
            "need-5": "99", "passage-5": whole, "words-5": "Goods",
            "need-6": "1", "passage-6": "broken", "words-6": "Goods",
        })
    )  # fmt: skip

    assert read.marks == (mark(0, 16), mark(0, len(TEXT), 1))
    assert read.missing == ("nowhere",)


@pytest.mark.parametrize("number", ["9" * 5_000, "٣", "²", "-1", "1.0", " 1", "1e1"])
def test_a_number_that_no_page_wrote_chooses_nothing_and_drops_nothing(number: str) -> None:
    held = form(**{"mark": mark(0, 4).json, "drop": number, "need-1": number, "passage-1": mark(5, 8).json})

    assert posted(held).marks == (mark(0, 4),)
    assert read_label({"decision": "approved", f"claim-{number}": "yes"}) == read_label({"decision": "approved"})


@pytest.mark.parametrize(
    "draft",
    [
        "[" * 100_000,
        json.dumps({"marks": [{"need": 0, "document": "d", "start": 0, "end": 1, "quote": "\ud800"}]}),
        json.dumps({"fields": {"reason": "\ud800", "\ud800": "x", "answer": 5}, "seconds": "\ud800"}),
    ],
)
def test_a_draft_holds_nothing_that_no_page_can_show(draft: str) -> None:
    assert written_before(draft, language="en").marks == ()
    assert set(written_before(draft, language="en").fields) <= {"language"}
    assert entered_before(UNMARKED, draft) == Entered(fields={})


def test_a_passage_without_text_is_marked_whole() -> None:
    held = Marked(need=0, document="d", start=0, end=0, quote="a preview", passage="p")
    read = posted(form(**{"need-1": "2", "passage-1": held.json}))

    assert read.marks == (held,)
    assert (read.marks[0].given.passage, read.marks[0].given.quote) == ("p", None)


def test_a_text_is_cut_where_marks_begin_and_end() -> None:
    cut = stretches(TEXT, start=100, document="d", marks=[
        Marked(need=0, document="d", start=105, end=116, quote="the receipt"),
        Marked(need=1, document="d", start=109, end=119, quote="receipt. 💩"),
        Marked(need=2, document="other", start=100, end=104, quote="Keep"),
        Marked(need=3, document="d", start=10, end=50, quote="elsewhere"),
    ])  # fmt: skip

    assert [(html.unescape(str(one.text)), one.needs) for one in cut] == [
        ("Keep ", ()),
        ("the ", (1,)),
        ("receipt", (1, 2)),
        (". 💩", (2,)),
        (TEXT[19:], ()),
    ]


def test_needs_are_listed_with_their_alternatives() -> None:
    held = [mark(0, 4, 0), mark(5, 8, 1), mark(9, 16, 0)]

    assert grouped(held) == ((1, ((0, held[0]), (2, held[2]))), (2, ((1, held[1]),)))


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


def as_shown(markup: str) -> str:
    """Return what a browser makes of a text in a page: line ends of Windows become those of Unix before it is read."""
    reader = _Texts()
    reader.feed("<div>" + markup.replace("\r\n", "\n").replace("\r", "\n") + "</div>")
    reader.close()
    return reader.text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_a_text_on_the_page_is_the_text_of_the_document(text: str) -> None:
    assert as_shown(str(exact(text))) == text


def test_line_ends_and_nul_keep_their_places() -> None:
    assert str(exact("a\r\nb\0<")) == "a&#13;\nb\ufffd&lt;"
