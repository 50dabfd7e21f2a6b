"""Headings of Markdown read as headings, and the text of the document stays what it is, character for character."""

from __future__ import annotations

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.web.marking import Marked, stretches


def shown(text: str, *marks: tuple[int, int]) -> list[str]:
    own = [Marked(need=0, document="d", start=start, end=end, quote=text[start:end]) for start, end in marks]
    return [str(item.shown) for item in stretches(text, start=0, document="d", marks=own)]


def test_a_line_that_begins_with_number_signs_is_a_heading() -> None:
    first = '<span class="head"><span class="soft">## </span>&lt;Fees&gt;</span>'
    second = '<span class="head"><span class="soft"># </span>More</span>'

    assert shown("## <Fees>\n\nNo #2 fee.\n# More") == [f"{first}\n\nNo #2 fee.\n{second}"]


def test_a_mark_may_begin_in_a_heading() -> None:
    assert shown("# One two", (6, 9)) == ['<span class="head"><span class="soft"># </span>One </span>', "two"]


@given(st.text(alphabet="# \n<&;ab\r1x", max_size=40))
def test_the_text_stays_what_it_is(text: str) -> None:
    told = html.unescape(re.sub(r"</?span[^>]*>", "", "".join(shown(text))).replace("&#13;", "\r"))

    assert told == text
