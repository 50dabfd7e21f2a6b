"""What a change of the corpus asks of people, as it is told on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.refresh import (
    Answer,
    CaseImpact,
    Impact,
    Passage,
    Reason,
    RefreshAnswer,
    Refreshed,
    RefreshPlan,
    RefreshRequest,
)
from goldsmith.refresh.gravity import asking_of
from goldsmith.refresh.requests import requests
from goldsmith.reports.plain_text import columns
from goldsmith.reports.refreshing import (
    WORDS,
    grouped,
    render_keys,
    render_moved,
    render_plan,
    render_reasons,
    render_refusal,
)

MARCH = CorpusPin(label="march", digest="a" * 64)
JUNE = CorpusPin(label="june", digest="b" * 64)
IMPACTS: tuple[Impact, ...] = get_args(Impact)
SINGLE = tuple(impact for impact in IMPACTS if asking_of(impact) == "single")
RULES = "Money is paid back within 10 days. It goes to the card that was used."


def passage(text: str = RULES, *, document: str = "payments.md", section: str | None = "Refunds") -> Passage:
    return Passage(document=document, chunks=(f"{document}#1",), section=section, text=text)


def touched(
    name: str, impact: Impact, *, document: str = "payments.md", section: str | None = "Refunds", told: str = ""
) -> CaseImpact:
    """Return a case on which a change has one effect."""
    held = passage(document=document, section=section)
    place = f"{document} > {section}" if section else document
    message = f"{place}: {told or WORDS[impact]}"
    reason = Reason(impact=impact, message=message, before=held, now=(held,))
    return CaseImpact(
        case=name,
        case_digest="c1:aa",
        impact=impact,
        asking=asking_of(impact),
        reasons=() if impact == "untouched" else (reason,),
    )


def planned(*impacts: CaseImpact, **fields: object) -> RefreshPlan:
    asked = requests(impacts, previous=MARCH, current=JUNE)
    plan = RefreshPlan(set_name="desk", previous=MARCH, current=JUNE, impacts=impacts, requests=asked)
    return replace(plan, **fields)  # type: ignore[arg-type]


def answered(plan: RefreshPlan, *words: Answer) -> RefreshPlan:
    """Return the plan with its first requests answered."""
    given = [
        RefreshAnswer(
            request=request.id,
            case=request.case,
            answer=word,
            reviewer="Ben",
            reason="read",
            at="2026-06-01T10:00:00Z",
        )
        for request, word in zip(plan.requests, words, strict=False)
    ]
    return replace(plan, answers=tuple(given))


def lines(plan: RefreshPlan, *, width: int = 100, every: bool = False) -> list[str]:
    return render_plan(plan, width=width, every=every).splitlines()


def request(*reasons: Reason) -> RefreshRequest:
    return RefreshRequest(
        id="q-1",
        case="window",
        case_digest="c1:aa",
        previous=MARCH,
        current=JUNE,
        trigger="source",
        impact="section_changed",
        reasons=reasons,
        passage="payments.md > Refunds",
    )


def test_every_impact_has_words() -> None:
    assert set(WORDS) == set(IMPACTS)


def test_all_impacts_are_told_on_one_screen() -> None:
    one_each = [touched(f"c{number:02}", impact) for number, impact in enumerate(IMPACTS, start=1)]

    assert lines(planned(*one_each)) == [
        "16 of 22 cases need a person      desk · corpus march -> june",
        "",
        "ASK   16 requests about 1 passage",
        "  payments.md > Refunds",
        "    c01   the words stand nowhere",
        "    c02   the words are others",
        "    c03   the words stand in pieces",
        "    c04   the words stand in another document",
        "    c05   the document cannot be read",
        "    … and 11 more cases",
        "",
        "CONFIRM TOGETHER   5 cases",
        "     1  the document goes by another id: c17",
        "     1  passages share one chunk now: c18",
        "     1  changed elsewhere in the document: c19",
        "     1  quote intact, another chunk or place: c20",
        "     1  embedding or filter changed: c21",
        "",
        "UNTOUCHED   1 case: approvals stand, no file is written",
        "",
        "Next: goldsmith refresh --answer (or, one by one: --stands CASE, --revise, --retire, --unanswerable)",
    ]


def test_all_requests_are_listed_when_they_are_asked_for() -> None:
    one_each = [touched(f"c{number:02}", impact) for number, impact in enumerate(SINGLE, start=1)]
    told = lines(planned(*one_each), every=True)

    assert [line for line in told if line.startswith("    c")] == [
        f"    c{number:02}   {WORDS[impact]}" for number, impact in enumerate(SINGLE, start=1)
    ]


def test_requests_stand_under_their_passage_the_gravest_first_and_long_lists_are_cut() -> None:
    asked = [
        touched(f"p{page}-{case}", "quote_gone" if page == 9 else "section_changed", document=f"{page}.md")
        for page in range(10)
        for case in range(2)
    ]
    told = lines(planned(*asked))

    assert told[2:5] == [
        "ASK   20 requests about 10 passages",
        "  9.md > Refunds",
        "    p9-0   the words stand nowhere",
    ]
    assert [line for line in told if line.endswith("> Refunds")] == [
        f"  {page}.md > Refunds" for page in (9, 0, 1, 2, 3, 4, 5, 6)
    ]
    assert told[-3] == "  … and 2 more passages (--all)"
    assert not any("more" in line for line in lines(planned(*asked), every=True))


def test_cases_that_are_confirmed_together_are_named_up_to_four() -> None:
    moved = [touched(f"c{number}", "anchor_moved") for number in range(6)]
    short, whole = lines(planned(*moved)), lines(planned(*moved), every=True)

    assert short == [
        "no case of 6 needs a person      desk · corpus march -> june",
        "",
        "CONFIRM TOGETHER   6 cases",
        "     6  quote intact, another chunk or place: c0, c1, c2, c3 and 2 more",
        "",
        "Next: goldsmith refresh --apply --reviewer NAME (writes the answers, pins anew what moved, moves the",
        "      corpus)",
    ]
    assert whole[3] == "     6  quote intact, another chunk or place: c0, c1, c2, c3, c4, c5"


def test_answers_are_counted_and_the_headline_tells_who_is_waiting() -> None:
    plan = planned(*(touched(f"c{number}", "section_changed") for number in range(5)))
    told = lines(answered(plan, "stands", "revise", "retire", "unanswerable"))

    assert told[0] == "1 of 5 cases needs a person      desk · corpus march -> june"
    assert told[2:5] == ["ASK   1 request about 1 passage", "  payments.md > Refunds", "    c4   own section changed"]
    assert told[6] == "ANSWERED   1 to retire, 1 to revise, 1 still stand, 1 now unanswerable"


def test_when_all_are_answered_the_corpus_can_move() -> None:
    told = lines(answered(planned(touched("c0", "quote_gone"), touched("c1", "untouched")), "retire"))

    assert told == [
        "1 of 2 cases needed a person, and are answered      desk · corpus march -> june",
        "",
        "ANSWERED   1 to retire",
        "",
        "UNTOUCHED   1 case: approvals stand, no file is written",
        "",
        "Next: goldsmith refresh --apply --reviewer NAME (writes the answers, pins anew what moved, moves the",
        "      corpus)",
    ]


def test_against_the_very_same_corpus_there_is_nothing_to_do() -> None:
    told = lines(planned(touched("c0", "untouched"), current=MARCH))

    assert told == [
        "no case of 1 needs a person      desk · corpus march -> march",
        "",
        "UNTOUCHED   1 case: approvals stand, no file is written",
        "",
        "Next: nothing: the set is held against this very corpus",
    ]


def test_a_set_without_a_case_says_so() -> None:
    assert lines(planned())[0] == "no case to look at      desk · corpus march -> june"


def test_requests_that_are_not_asked_any_more_are_named() -> None:
    gone = tuple(f"q-{number:012}" for number in range(6))

    assert lines(planned(touched("c0", "untouched"), superseded=gone))[4:6] == [
        "SUPERSEDED   asked before and not any more: q-000000000000, q-000000000001, q-000000000002,",
        "             q-000000000003 and 2 more",
    ]


@pytest.mark.parametrize("hostile", ["a\x1b[31mb.md", "a\nb.md", "a\u202eb.md", "a\u2028b.md", "\0.md"])
def test_names_that_could_move_the_screen_are_escaped(hostile: str) -> None:
    plan = planned(
        touched(hostile, "quote_gone", document=hostile, told=hostile),
        touched(f"{hostile}2", "anchor_moved"),
        set_name=hostile,
        previous=CorpusPin(label=hostile),
    )
    told = render_plan(plan, width=100)

    assert told.count("\n") == 9
    assert all(char.isprintable() for line in told.split("\n") for char in line)


def test_a_long_name_keeps_its_beginning_and_its_end_and_the_line_its_width() -> None:
    told = lines(planned(touched("case-" + "x" * 90, "quote_gone", document="handbook/" + "long/" * 40 + "end.md")))

    assert told[3].startswith("  handbook/")
    assert told[3].endswith("end.md > Refunds")
    assert [columns(line) for line in told[3:5]] == [100, 78]


WORD = st.sampled_from(["c1", "退款", "x" * 30, "\x1b[0m", "refund-window", "é"])


@given(
    names=st.lists(WORD, min_size=1, max_size=9),
    impact=st.sampled_from(IMPACTS),
    width=st.integers(90, 140),
    every=st.booleans(),
)
def test_no_line_is_wider_than_the_screen(names: Sequence[str], impact: Impact, width: int, every: bool) -> None:
    held = [
        touched(f"{name}-{number}", impact, document=f"{name}.md", told=f"{name} stands no more")
        for number, name in enumerate(names)
    ]

    assert max(columns(line) for line in lines(planned(*held), width=width, every=every)) <= width


def test_requests_about_one_passage_are_one_group_in_their_order() -> None:
    asked = planned(
        touched("c1", "section_changed", document="b.md"),
        touched("c2", "quote_gone", document="a.md"),
        touched("c3", "section_changed", document="b.md"),
    ).requests

    assert {name: [one.case for one in held] for name, held in grouped(asked).items()} == {
        "a.md > Refunds": ["c2"],
        "b.md > Refunds": ["c1", "c3"],
    }


def test_every_reason_is_told_with_how_sure_it_is_where_that_is_in_doubt() -> None:
    reasons = (
        Reason(impact="quote_edited", message="the sentence says 14 now", method="aligned", confidence=0.8231),
        Reason(impact="changed_elsewhere", message="proved", confidence=1.0),
        Reason(impact="undecidable", message="unknown \x1b[0m", confidence=0.0),
    )

    assert render_reasons(request(*reasons), width=60).splitlines() == [
        "  the sentence says 14 now (likeness 0.82)",
        "  proved",
        "  unknown \\u001b[0m",
    ]


MOVED = Refreshed(
    id="m-1", at="2026-06-01T10:00:00Z", by="Ben", previous=MARCH, current=JUNE, counts={"anchor_moved": 2}
)


def test_a_move_tells_what_was_written_by_whom_and_what_to_commit() -> None:
    fact = replace(
        MOVED,
        moved=("c1", "c2"),
        renamed=("c3",),
        elsewhere=("c4",),
        answered=("q-1",),
        left_open={f"d{number}": "march" for number in range(6)},
    )

    assert render_moved(fact, width=60).splitlines() == [
        "the set is held against june now, was march (Ben)",
        "  2 cases pinned anew, quotes intact",
        "  1 case confirmed under the new id of their document",
        "  1 case confirmed, changed elsewhere",
        "  1 answer settled",
        "  left open, and stale until somebody decides: d0, d1, d2,",
        "    d3 and 2 more",
        "",
        "Next: goldsmith refresh --answer, and commit the set with",
        "      corpus.lock",
    ]


def test_a_move_that_wrote_nothing_else_names_the_corpus_alone() -> None:
    assert render_moved(replace(MOVED, by="B\x1b[31men"), width=100).splitlines() == [
        "the set is held against june now, was march (B\\u001b[31men)",
        "",
        "Next: goldsmith check, and commit the set with corpus.lock",
    ]


def test_after_a_move_cases_to_revise_are_the_next_step() -> None:
    told = render_moved(replace(MOVED, to_revise=("c1", "c2"), left_open={"d1": "march"}), width=100)

    assert told.splitlines()[-1] == "Next: write anew and approve c1, c2, and commit the set with corpus.lock"


KEYS = {"y": "still stands", "e": "revise", "u": "no source answers it now", "q": "stop"}


def test_keys_are_told_on_lines_of_the_screen_none_parted_from_its_words() -> None:
    assert [render_keys(KEYS, width=100), render_keys(KEYS, width=44).splitlines()] == [
        "  y still stands · e revise · u no source answers it now · q stop",
        ["  y still stands · e revise ·", "  u no source answers it now · q stop"],
    ]


def test_why_a_case_cannot_stand_is_wrapped() -> None:
    told = render_refusal("its answer says Twice, which its evidence no longer does", width=60)

    assert told.splitlines() == [
        "  it cannot stand as it is: its answer says Twice, which its",
        "    evidence no longer does",
    ]
