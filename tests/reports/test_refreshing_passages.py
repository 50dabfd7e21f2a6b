"""A changed passage, old beside new, as a person is asked about it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.refresh import (
    Passage,
    Reason,
    RefreshRequest,
)
from goldsmith.reports.plain_text import columns
from goldsmith.reports.refreshing import render_group

MARCH = CorpusPin(label="march", digest="a" * 64)
JUNE = CorpusPin(label="june", digest="b" * 64)
RULES = "Money is paid back within 10 days. It goes to the card that was used."


def passage(text: str = RULES, *, document: str = "payments.md", section: str | None = "Refunds") -> Passage:
    return Passage(document=document, chunks=(f"{document}#1",), section=section, text=text)


def request(before: Passage | None, *now: Passage, **fields: object) -> RefreshRequest:
    """Return a request about the refund rules."""
    reason = Reason(impact="section_changed", message="payments.md > Refunds: others", before=before, now=now)
    return RefreshRequest(
        id="q-1",
        case="window",
        case_digest="c1:aa",
        previous=MARCH,
        current=JUNE,
        trigger="source",
        impact="section_changed",
        reasons=(reason,),
        passage=str(fields.get("passage", "payments.md > Refunds")),
    )


def group(*asked: RefreshRequest, width: int = 100, colour: bool = False) -> list[str]:
    return render_group(asked, number=2, total=3, width=width, colour=colour).splitlines()


def test_old_stands_beside_new_under_the_name_of_the_passage() -> None:
    asked = request(passage(), passage(RULES.replace("10 days", "14 days")))

    assert group(asked, asked) == [
        "─" * 100,
        "2 of 3   payments.md > Refunds   2 cases",
        "",
        "was, in march                                      is, in june",
        "Money is paid back within [-10-] days. It goes     Money is paid back within {+14+} days. It goes",
        "to the card that was used.                         to the card that was used.",
    ]


def test_on_a_narrow_screen_new_stands_below_old() -> None:
    asked = request(passage("Ten days."), passage("Two weeks."))

    assert group(asked, width=50) == [
        "─" * 50,
        "2 of 3   payments.md > Refunds   1 case",
        "",
        "was, in march",
        "[-Ten days.-]",
        "",
        "is, in june",
        "{+Two weeks.+}",
    ]


def test_colour_marks_what_differs() -> None:
    told = group(request(passage("Ten days."), passage("Two weeks.")), colour=True)

    assert told[-1] == f"\x1b[31mTen days.\x1b[0m{' ' * 39}   \x1b[32mTwo weeks.\x1b[0m"


def test_what_stood_nowhere_before_is_told_as_new() -> None:
    asked = request(None, passage("Gift cards are sold.", document="gifts.md", section=None))

    assert group(asked, width=60)[1:] == [
        "2 of 3   payments.md > Refunds   1 case",
        "",
        "new in june",
        "gifts.md",
        "Gift cards are sold.",
    ]


def test_what_stands_nowhere_now_is_told_as_nothing() -> None:
    assert group(request(passage("Ten days.")), width=60)[2:] == [
        "",
        "was, in march",
        "Ten days.",
        "",
        "is, in june: nothing of it",
    ]


def test_a_request_without_any_passage_shows_its_name_alone() -> None:
    asked = replace(request(None), reasons=(Reason(impact="query_pattern", message="users ask it"),))

    assert group(asked, width=60)[:3] == ["─" * 60, "2 of 3   payments.md > Refunds   1 case", ""]
    assert "\n".join(group(asked, width=60)).strip().endswith("new in june")


def test_the_first_reason_that_has_a_passage_is_shown() -> None:
    first = Reason(impact="sight_lost", message="Eva may no longer see it")
    asked = request(passage("Ten days."), passage("Two weeks."))
    both = replace(asked, reasons=(first, *asked.reasons))

    assert group(both)[3:] == group(asked)[3:]


def test_pieces_in_other_places_are_shown_under_their_names() -> None:
    asked = request(
        passage("One. Two."),
        passage("One."),
        passage("Two.", section="Exchange"),
        passage("Two.", document="faq.md", section=None),
    )

    assert group(asked, width=60)[3:] == [
        "was, in march",
        "One. Two.",
        "",
        "is, in june",
        "One.",
        "",
        "{+payments.md > Exchange+}",
        "Two.",
        "",
        "{+faq.md+}",
        "{+Two.+}",
    ]


def test_a_long_section_is_cut_to_what_differs() -> None:
    old = "\n".join(f"Rule {number} holds." for number in range(60))
    told = group(request(passage(old), passage(old.replace("Rule 40 holds", "Rule 40 falls"))))

    assert [line.rstrip() for line in told[4:6]] == [
        "Rule 0 holds.                                      Rule 0 holds.",
        "…                                                  …",
    ]
    assert "Rule 40 [-holds.-]                                 Rule 40 {+falls.+}" in told
    assert len(told) == 3 + 1 + 1 + 1 + 13 + 1


@given(
    words=st.lists(st.sampled_from(["退款三十天", "x" * 90, "\x1b]0;t\x07", "days", "\n"]), max_size=30),
    name=st.sampled_from(["r.md", "很长的文件名" * 20, "a\x1bb.md", "y" * 150]),
    width=st.integers(40, 140),
    shape=st.integers(0, 3),
)
def test_no_line_of_a_passage_is_wider_than_the_screen(words: list[str], name: str, width: int, shape: int) -> None:
    old, new = passage(" ".join(words), document=name), passage(" ".join(reversed(words)), document=name)
    asked = replace(
        request(old if shape % 2 else None, *((new,) if shape > 1 else ()), passage=f"{name} > Refunds"),
        previous=CorpusPin(label=name),
        current=CorpusPin(label=name),
    )
    told = group(asked, width=width)

    assert max(map(columns, told)) <= width
    assert all(char.isprintable() for line in told for char in line)
    assert told[1].endswith("   1 case")
