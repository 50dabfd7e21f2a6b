"""Quotes that stand in pieces now, where marks of items and headings stood inside them."""

from __future__ import annotations

import pytest

from tests.corpus.revisions import moved, words_now


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [
        (
            "# Tools\n\n* The archive keeps old papers for ten years\n* The reader opens them for anybody\n",
            "# Old\n\n- The archive keeps old papers for ten years\n\n## New\n\n- The reader opens them for anybody\n",
            ["The archive keeps old papers for ten years", "The reader opens them for anybody"],
        ),
        (
            "# Form\n\nAsk the desk if you have no form.\n\n1. To pay at all you need a number.\n2. Wait.\n",
            "# Form\n\nAsk the desk if you have no form.\n\n## 1. The number\n\nTo pay at all you need a number.\n",
            ["Ask the desk if you have no form.", "To pay at all you need a number."],
        ),
    ],
)
def test_the_mark_of_an_item_inside_the_quote_is_no_word_of_it(before: str, after: str, now: list[str]) -> None:
    quote = before[before.index("\n\n") + 2 :].partition("\n2.")[0].strip().removeprefix("* ")
    found = moved(after, quote, before)

    assert (found.quote, words_now(found)) == ("split", now)
    assert [one.quote for one in found.pinned] == now


def test_a_number_that_begins_a_line_of_a_sentence_is_a_word_of_it() -> None:
    before = "# Fee\n\nThe whole fee for members of the house is\n10. It is paid at the desk at once.\n"
    after = before.replace("10.", "20. Guests pay the double of it every time.")
    found = moved(after, before[7:].strip(), before)

    assert found.quote == "edited"


def test_items_that_only_go_by_other_marks_are_no_split() -> None:
    before = "# Tools\n\n* The archive keeps old papers.\n* The reader opens them for all.\n* The desk is shut.\n"
    quote = before[11:].partition("\n* The desk")[0]
    found = moved(before.replace("* ", "- "), quote, before)

    assert found.quote == "edited"
    assert [" ".join(text.split()) for text in words_now(found)] == [
        "The archive keeps old papers. - The reader opens them for all."
    ]
