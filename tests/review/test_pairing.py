"""Which decisions are independent and on the same content."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.agreement import LeftOut
from goldsmith.records.decision import ReviewFact
from goldsmith.review.pairing import Content, between, doubly, paired, reviewer_pairs, singly_decided
from tests.review.deciding import adjudication, decision

NOTHING = LeftOut(no_side=0, replaced=0, after_another=0, after_adjudication=0)


def said(contents: tuple[Content, ...]) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(item.case, [(one.reviewer, one.decision) for one in item.decisions]) for item in contents]


def test_two_reviewers_of_the_same_content_are_a_pair() -> None:
    found = paired([decision("c", "ben", "-"), decision("c", "ada")])

    assert said(found.contents) == [("c", [("ada", "approved"), ("ben", "rejected")])]
    assert found.left_out == NOTHING


def test_another_wording_is_another_content() -> None:
    found = paired([decision("c", "ada"), decision("c", "ben", digest="c1:later")])

    assert doubly(found.contents) == ()


def test_a_later_corpus_is_another_content() -> None:
    found = paired([decision("c", "ada"), replace(decision("c", "ben", "-"), corpus="r1:later")])

    assert doubly(found.contents) == ()


def test_one_reviewer_twice_is_never_two_reviewers_and_the_later_word_counts() -> None:
    found = paired([decision("c", "ada"), decision("c", "ada", "-"), decision("c", "ben")])

    assert said(found.contents) == [("c", [("ada", "rejected"), ("ben", "approved")])]
    assert found.left_out == replace(NOTHING, replaced=1)


def test_who_changes_their_word_after_another_decided_is_held_to_the_first() -> None:
    found = paired(
        [
            decision("c", "ada", "-"),
            decision("c", "ben", "+"),
            decision("c", "ada", "+"),
            decision("c", "ada", "?"),
            decision("c", "ben", "-"),
        ]
    )

    assert said(found.contents) == [("c", [("ada", "rejected"), ("ben", "approved")])]
    assert found.left_out == replace(NOTHING, after_another=3)


def test_what_follows_an_adjudication_is_not_independent() -> None:
    facts: list[ReviewFact] = [
        decision("c", "ada"),
        decision("c", "ben", "-"),
        adjudication("c", "c-ada-+", "c-ben--"),
        decision("c", "chen"),
    ]
    found = paired(facts)

    assert said(found.contents) == [("c", [("ada", "approved"), ("ben", "rejected")])]
    assert found.contents[0].settled
    assert found.left_out == replace(NOTHING, after_adjudication=1)


def test_who_decides_under_a_later_corpus_answers_anew_even_after_an_adjudication() -> None:
    facts: list[ReviewFact] = [
        decision("c", "ada"),
        adjudication("c", "c-ada-+"),
        replace(decision("c", "ben"), corpus="r2"),
        replace(decision("c", "chen"), corpus="r2"),
    ]

    assert said(doubly(paired(facts).contents)) == [("c", [("ben", "approved"), ("chen", "approved")])]


def test_who_is_outside_their_field_takes_no_side() -> None:
    found = paired([decision("c", "ada", "o"), decision("c", "ben")])

    assert said(found.contents) == [("c", [("ben", "approved")])]
    assert found.left_out == replace(NOTHING, no_side=1)


def test_who_cannot_read_the_source_says_so_and_selects_nothing() -> None:
    found = paired([decision("c", "ada", "u"), decision("c", "ben", "+", "xy")])

    assert found.contents[0].selections() == (frozenset("xy"),)


def test_three_reviewers_are_three_pairs() -> None:
    held = paired([decision("c", name) for name in ("ada", "ben", "chen")]).contents

    assert reviewer_pairs(held) == (("ada", "ben"), ("ada", "chen"), ("ben", "chen"))
    assert len(held[0].pairs()) == 3
    assert said(between(held, frozenset({"ada", "chen"}))) == [("c", [("ada", "approved"), ("chen", "approved")])]
    assert between(held, frozenset({"ada", "dora"})) == ()


def test_a_case_that_was_edited_since_has_no_decision() -> None:
    held = paired([decision("a", "ada"), decision("b", "ada"), decision("b", "ben")]).contents

    assert singly_decided(held, {"a": "c1:now", "b": "c1:now", "c": "c1:now"}) == (1, 1)
    assert singly_decided(held, {"a": "c1:later"}) == (0, 1)


FACTS = st.lists(
    st.builds(
        decision, st.sampled_from("xy"), st.sampled_from(["ada", "ben", "chen"]), st.sampled_from("+-?ou"), st.just("")
    ),
    max_size=14,
)


@given(FACTS)
def test_every_decision_is_one_of_a_content_or_counted_as_left_out(facts: list[ReviewFact]) -> None:
    found = paired(facts)
    left = found.left_out

    assert len(facts) == sum(len(item.decisions) for item in found.contents) + left.no_side + (
        left.replaced + left.after_another + left.after_adjudication
    )
    assert all(len(set(item.reviewers)) == len(item.reviewers) for item in found.contents)
