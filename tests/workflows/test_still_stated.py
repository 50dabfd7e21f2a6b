"""What an answer says that its evidence stated before a change, and does not state any more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import (
    AnyOfMatch,
    DateMatch,
    Matcher,
    NumberMatch,
    PatternMatch,
    RequiredClaim,
    ValueMatch,
)
from goldsmith.workflows.still_stated import no_longer_stated

RULE = "Goods can be returned within 30 days. Keep the receipt."


def case(answer: str = "Yes.", *, claims: tuple[RequiredClaim, ...] = ()) -> Case:
    return Case(
        id="c1",
        question="Can I return it?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer=answer),),
        claims=claims,
    )


@pytest.mark.parametrize(
    ("match", "stood", "now", "told"),
    [
        (NumberMatch(number=30, unit="day"), RULE, RULE.replace("30", "14"), "30 day"),
        (NumberMatch(number=1234567, unit="EUR"), "It is 1,234,567 EUR.", "It is 1,234,568 EUR.", "1234567 EUR"),
        (NumberMatch(number=30, unit="day"), RULE, RULE.replace("Keep", "Bring"), ""),
        (DateMatch(date="2026-03-01"), "From 1 March 2026.", "From 2 March 2026.", "2026-03-01"),
        (ValueMatch(value="30 days"), RULE, RULE.replace("30", "14"), "30 days"),
        (ValueMatch(value="30 days"), RULE, RULE.replace("30", "thirty"), ""),
        (ValueMatch(value="Sunday"), "Closed on Sunday.", "Closed on **Sunday**.", ""),
        (ValueMatch(value="Sunday"), "Closed on Sunday.", "Closed on Sundays.", "Sunday"),
        (AnyOfMatch(any_of=("Sunday", "Sun")), "Closed on Sunday.", "Closed on Friday.", "Sunday"),
        (AnyOfMatch(any_of=("Sunday", "Friday")), "Closed on Sunday.", "Closed on Friday.", ""),
        (PatternMatch(pattern=r"E-\d+"), "Code E-1138.", "Code F-9.", "E-1138"),
        (PatternMatch(pattern=r"E-\d+"), "Code E-1138.", "Code E-9.", ""),
        (PatternMatch(pattern="(a+)+b"), "aab", "c", ""),
        (NumberMatch(number=2), "Allowed twice.", "Allowed three times.", "2"),
        (NumberMatch(number=2, unit="times"), "Allowed twice.", "Allowed two times.", ""),
        (NumberMatch(number=3), "Bring three bills.", "Bring 4 bills.", "3"),
        (NumberMatch(number=3), "Bring three bills.", "Bring 3 bills.", ""),
        (ValueMatch(value="Monday"), "Closed on Sunday.", "Closed on Friday.", ""),
        ("judged", "Closed on Sunday.", "Closed on Friday.", ""),
    ],
)
def test_what_decides_a_claim_counts_as_the_answer(match: Matcher, stood: str, now: str, told: str) -> None:
    claim = RequiredClaim(required="It is named.", match=match)

    assert no_longer_stated(case(claims=(claim,)), [stood], [now]) == told


@pytest.mark.parametrize(
    ("answer", "stood", "now", "broken"),
    [
        ("Twice.", "It is possible twice for each order.", "It is possible three times for each order.", "Twice"),
        ("Two times", "It is possible twice.", "It is possible 2 times.", ""),
        ("Once a year.", "It is paid once a year.", "It is paid twice a year.", "Once"),
        ("Paid when it is old.", "Once it is old, it is paid.", "When it is old, it is paid.", ""),
        ("Дважды.", "Обмен возможен дважды.", "Обмен возможен три раза.", "Дважды"),
        ("两次", "每单可以换两次。", "每单可以换三次。", "两次"),
        ("两次", "每单可以换两次。", "每单可以换2次。", ""),
        ("Three bills.", "Bring three bills.", "Bring four bills.", "Three"),
        ("It shows E-1138 then.", "The code is E-1138.", "The code is E-1139.", "E-1138"),
        ("It shows E-1138 then.", "The code is E-1138.", "The codes are E-1137/E-1138.", ""),
        ("Version v2.1", "It needs v2.1.", "It needs v2.1.4.", "v2.1"),
        ("noon", "Lunch is at noon.", "Lunch is at one.", "noon"),
        ("noon", "Lunch is at noon.", "Lunch is at twelve.", "noon"),
        ("Noon!", "Lunch is at noon.", "Lunch: *noon*.", ""),
        ("noon", "Lunch is at noon.", "Lunch is in the afternoon.", "noon"),
        ("Refunds are allowed.", "Refunds are allowed.", "Refunds are not allowed.", "Refunds are allowed."),
        ("within 30 days of purchase", "within 30 days of purchase", "within 30 days after purchase", ""),
        ("Anyone may.", "All members may vote.", "All guests may vote.", ""),
        ("退货需要收据", "退货需要收据。", "退货需要订单。", "退货需要收据"),
        ("", "All members may vote.", "All guests may vote.", ""),
    ],
)
def test_an_answer_cannot_stand_on_words_that_its_evidence_held_and_holds_no_more(
    answer: str, stood: str, now: str, broken: str
) -> None:
    assert no_longer_stated(case(answer), [stood], [now]) == broken


_WORDS = st.lists(
    st.sampled_from(
        "twice once three 30 days E-1138 not 1 March 2026 两次 退货 дважды **Sunday** 10:30 5 EUR .".split(" ")
    ),
    max_size=12,
).map(" ".join)


@given(_WORDS, _WORDS)
def test_whatever_the_answer_says_it_stands_on_the_same_words(answer: str, stood: str) -> None:
    claim = RequiredClaim(required=answer, match=ValueMatch(value="3"))

    assert no_longer_stated(case(answer, claims=(claim,)), [stood], [stood]) == ""


@given(_WORDS, _WORDS)
def test_evidence_that_only_grows_still_states_what_it_stated(answer: str, stood: str) -> None:
    grown = f"Hear this: {stood}; that is all."

    assert no_longer_stated(case(answer), [stood], [grown]) == ""


def test_a_long_answer_is_told_by_its_beginning() -> None:
    stood = "Members of the club may vote on " + "each of the many proposals " * 5
    told = no_longer_stated(case(stood), [stood], ["Nobody votes."])

    assert told == ("Members of the club may vote on each of the many proposals each of the many proposals eac…")
